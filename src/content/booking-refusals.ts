import type { Booking } from '#shared/contract/booking.ts'
import type { SuspectField } from '#shared/contract/fields.ts'
import type { OriginField } from '#shared/contract/origin.ts'

/** Why a booking was refused, one sentence per field the server can name. Fetched when that happens. */
export const bookingRefusals = {
  id: 'This form lost its number. Reload the page and send it again.',
  name: 'Please give your full name, in 200 characters or fewer.',
  email: 'Please check the email address; it does not look complete.',
  company: 'Please give your company name, in 200 characters or fewer.',
  phone: 'Please give a phone number, in 40 characters or fewer.',
  preferred_time: 'Please choose a date and time that has not passed yet.',
  time_zone: 'Please choose your time zone again.',
  team_size: 'Please choose a team size from the list.',
  current_challenges: 'Please choose a challenge from the list.',
  message: 'Please shorten the message to 5,000 characters.',
  monthly_revenue: 'Please shorten the monthly revenue to 100 characters.',
} as const satisfies Record<Exclude<keyof Booking, SuspectField | OriginField>, string>
