import type { SpamSignalField } from '#shared/contract/fields.ts'
import type { BookingInsert, SourceField } from '#shared/contract/form-rows.ts'
import { optionalBookingLimits, refusalReasons } from '#shared/contract/form-rules.ts'
import type { MessageFieldName } from './contact.ts'
import { lengthWords } from './form-field.ts'
import { sentence } from './tree.ts'
import { words } from './words.ts'

/** A refused column, and the contract's name for the reason. */
export interface RefusedColumn {
  readonly column: string
  readonly reason: string
}

/** Follows the failure message if too many forms were sent. */
export const retryWords = words('retryWords', {
  wait: sentence('You can try again in {duration}.', 'duration'),
  over: 'You can send the form again now.',
} as const)

export const timeRefusals = words('timeRefusals', {
  past: 'That time has passed. Please choose a future time.',
  far: 'That is more than two years ahead. Please choose an earlier day.',
} as const)

const byReason = new Map<string, keyof typeof timeRefusals>([
  [refusalReasons.past, 'past'],
  [refusalReasons.far, 'far'],
])

/**
 * For optional text fields. The length is checked earlier, so the server refuses such a field only if its value
 * contains a character that cannot be stored.
 */
const writeAgain = <Name extends string>(texts: Readonly<Record<Name, unknown>>) =>
  Object.fromEntries(
    Object.keys(texts).map((name) => [name, 'Please retype this; it contains a character that we cannot store.']),
  ) as Record<Name, string>

/**
 * Returns the error message for a refused field: the number of excess characters, the reason for refusing the time, or
 * the field's general message. `typed` is the text in the field.
 */
export function refusalSentence(
  sentences: Readonly<Record<string, string>>,
  { column, reason }: RefusedColumn,
  typed = '',
): string {
  const longest = Number(/(\d+) characters$/.exec(reason)?.[1])
  const over = typed.trim().length - longest
  if (over > 0) return lengthWords.over(over, longest)
  const time = byReason.get(reason)
  if (time) return timeRefusals[time]
  // A program may send a field with any name, such as `constructor`.
  return Object.hasOwn(sentences, column) ? (sentences[column] ?? '') : ''
}

/** One message for each booking field that the server can refuse. Pages load the messages only after a refusal. */
export const bookingRefusals = words('bookingRefusals', {
  ...writeAgain(optionalBookingLimits),
  id: 'This form is out of date. Reload the page and send it again.',
  name: 'Please enter your full name.',
  email: 'Please check the email address; it does not look complete.',
  company: 'Please enter your company name.',
  phone: 'Please enter a phone number.',
  preferred_time: 'Please choose a date and a time.',
  time_zone: 'Please choose your time zone again.',
  hour_cycle: 'Please reload the page and send the form again.',
  picked: 'Please choose your time again.',
  team_size: 'Please choose a team size from the list.',
  current_challenges: 'Please choose a challenge from the list.',
  message: 'Please retype the message; it contains a character that we cannot store.',
  monthly_revenue: 'Please shorten the text in the monthly revenue field.',
} as const satisfies Record<Exclude<keyof BookingInsert, SpamSignalField | SourceField>, string>)

/**
 * One message for each contact field that the server can refuse. The browser loads the messages after a refusal.
 */
export const messageRefusals = words('messageRefusals', {
  id: 'This form is out of date. Reload the page and send it again.',
  name: 'Please enter your full name.',
  email: 'Please check the email address; it does not look complete.',
  company: 'Please enter your company name.',
  inquiry_type: 'Please choose an inquiry type from the list.',
  message: 'Please enter a message.',
} as const satisfies Record<'id' | MessageFieldName, string>)
