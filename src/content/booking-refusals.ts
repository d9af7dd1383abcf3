import type { Booking } from '#shared/contract/booking.ts'
import type { SuspectField } from '#shared/contract/fields.ts'
import { bookingOptional } from '#shared/contract/form-rules.ts'
import type { OriginField } from '#shared/contract/origin.ts'
import { writeAgain } from './field-refusals.ts'

/** Why a booking was refused: one sentence for each field that the server can name. Fetched after a refusal. */
export const bookingRefusals = {
  ...writeAgain(bookingOptional),
  id: 'This form lost its number. Reload the page and send it again.',
  name: 'Please give your full name.',
  email: 'Please check the email address; it does not look complete.',
  company: 'Please give your company name.',
  phone: 'Please give a phone number.',
  preferred_time: 'Please choose a date and a time.',
  time_zone: 'Please choose your time zone again.',
  hour_cycle: 'Please reload the page and send it again.',
  picked: 'Please choose your time again.',
  team_size: 'Please choose a team size from the list.',
  current_challenges: 'Please choose a challenge from the list.',
  message: 'Please write the message again; a character in it cannot be stored.',
  monthly_revenue: 'Please shorten the monthly revenue.',
} as const satisfies Record<Exclude<keyof Booking, SuspectField | OriginField>, string>
