export interface PartnerCountry {
  country: string
  city: string
  /** IANA time zone. */
  zone: string
  /** Working day in local hours, for the chart. */
  from: number
  to: number
  hours: string
}

const workingDay = { from: 9, to: 17, hours: '09:00–17:00 local' } as const

/** The countries that the copy names, in the same order. */
export const partnerCountries = [
  { country: 'USA', city: 'New York', zone: 'America/New_York', ...workingDay },
  { country: 'South Africa', city: 'Cape Town', zone: 'Africa/Johannesburg', ...workingDay },
  { country: 'New Zealand', city: 'Auckland', zone: 'Pacific/Auckland', ...workingDay },
  { country: 'Australia', city: 'Sydney', zone: 'Australia/Sydney', ...workingDay },
] as const satisfies readonly PartnerCountry[]

/** Contains both country counts that the copy states: the total, and the number of countries that it names. */
export const countriesPhrase =
  '{countries} countries, including the USA, South Africa, New Zealand and Australia' as const
