import type { FieldOption } from './form-field.ts'
import { words } from './words.ts'

/**
 * Time zones for forms without JavaScript, which cannot detect the visitor's zone. Values are IANA names, from west to
 * east.
 */
export const zones = words('zones', {
  name: 'time_zone',
  label: 'Your time zone',
  placeholder: 'Choose the nearest city',
  options: [
    { value: 'Pacific/Honolulu', label: 'Honolulu' },
    { value: 'America/Anchorage', label: 'Anchorage' },
    { value: 'America/Los_Angeles', label: 'Los Angeles (US Pacific)' },
    { value: 'America/Phoenix', label: 'Phoenix (US Arizona)' },
    { value: 'America/Denver', label: 'Denver (US Mountain)' },
    { value: 'America/Chicago', label: 'Chicago (US Central)' },
    { value: 'America/Mexico_City', label: 'Mexico City' },
    { value: 'America/New_York', label: 'New York (US Eastern)' },
    { value: 'America/Bogota', label: 'Bogotá, Lima' },
    { value: 'America/Sao_Paulo', label: 'São Paulo' },
    { value: 'UTC', label: 'UTC' },
    { value: 'Europe/London', label: 'London, Dublin, Lisbon' },
    { value: 'Africa/Lagos', label: 'Lagos' },
    { value: 'Europe/Berlin', label: 'Berlin, Paris, Madrid' },
    { value: 'Africa/Johannesburg', label: 'Johannesburg, Cape Town' },
    { value: 'Europe/Athens', label: 'Athens, Helsinki' },
    { value: 'Africa/Nairobi', label: 'Nairobi' },
    { value: 'Asia/Dubai', label: 'Dubai' },
    { value: 'Asia/Karachi', label: 'Karachi' },
    { value: 'Asia/Kolkata', label: 'Mumbai, Delhi' },
    { value: 'Asia/Dhaka', label: 'Dhaka' },
    { value: 'Asia/Singapore', label: 'Singapore, Manila' },
    { value: 'Australia/Perth', label: 'Perth' },
    { value: 'Asia/Tokyo', label: 'Tokyo, Seoul' },
    { value: 'Australia/Adelaide', label: 'Adelaide' },
    { value: 'Australia/Brisbane', label: 'Brisbane' },
    { value: 'Australia/Sydney', label: 'Sydney, Melbourne' },
    { value: 'Pacific/Auckland', label: 'Auckland, Wellington' },
  ] as const satisfies readonly FieldOption[],
} as const)
