import type { SuspectField } from '#shared/contract/fields.ts'
import type { Booking, OriginField } from '#shared/contract/form-rows.ts'
import { bookingOptional, reasons } from '#shared/contract/form-rules.ts'
import type { MessageFieldName } from './contact.ts'
import { lengthWords } from './form-field.ts'

/** A column that the server refused, and the contract's name of the reason. */
export interface Refused {
  readonly column: string
  readonly reason: string
}

/** Follows the sentence of the failure if too many forms were sent. */
export const retryWords = {
  wait: (duration: string) => `Please try again in ${duration}.`,
  over: 'You can send it again now.',
} as const

export const timeRefusals = {
  past: 'That time has passed. Please choose one that is still to come.',
  far: 'That is more than two years ahead. Please choose an earlier day.',
} as const

const byReason: Readonly<Record<string, string>> = {
  [reasons.past]: timeRefusals.past,
  [reasons.far]: timeRefusals.far,
}

/** Of a text that may be left out: that it is too long is said by the bound, so what is left is what no database stores. */
const writeAgain = <Name extends string>(texts: Readonly<Record<Name, unknown>>) =>
  Object.fromEntries(
    Object.keys(texts).map((name) => [name, 'Please write this again; a character in it cannot be stored.']),
  ) as Record<Name, string>

/**
 * Why one field was refused: by how much it is too long, whether its time is past or too far, else the sentence of
 * the field. `typed` is what it held.
 */
export function refusalSentence(
  sentences: Readonly<Record<string, string>>,
  { column, reason }: Refused,
  typed = '',
): string {
  const longest = Number(/(\d+) characters$/.exec(reason)?.[1])
  const over = typed.trim().length - longest
  if (over > 0) return lengthWords.over(over, longest)
  // A program may send a field with any name, such as `constructor`.
  return byReason[reason] ?? (Object.hasOwn(sentences, column) ? (sentences[column] ?? '') : '')
}

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

/** Why a message was refused: one sentence for each field that the server can name. Fetched after a refusal. */
export const messageRefusals = {
  id: 'This form lost its number. Reload the page and send it again.',
  name: 'Please give your full name.',
  email: 'Please check the email address; it does not look complete.',
  company: 'Please give your company name.',
  inquiry_type: 'Please choose an inquiry type from the list.',
  message: 'Please write a message.',
} as const satisfies Record<'id' | MessageFieldName, string>
