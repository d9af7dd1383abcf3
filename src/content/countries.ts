import { words } from './words.ts'

export interface PartnerCountry {
  country: string
  city: string
  /** IANA time zone. */
  zone: string
}

/** The countries that the copy names, in the same order. The map in the home view marks them. */
export const partnerCountries: readonly PartnerCountry[] = words('partnerCountries', [
  { country: 'USA', city: 'New York', zone: 'America/New_York' },
  { country: 'South Africa', city: 'Cape Town', zone: 'Africa/Johannesburg' },
  { country: 'New Zealand', city: 'Auckland', zone: 'Pacific/Auckland' },
  { country: 'Australia', city: 'Sydney', zone: 'Australia/Sydney' },
])
