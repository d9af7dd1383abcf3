import * as v from 'valibot'
import { Failure } from '#desk/lib/failure.ts'
import { dayAndTime, span } from '#desk/lib/times.ts'
import {
  type BookingStatus,
  bookingStatuses,
  type MessageStatus,
  messageStatuses,
} from '#shared/contract/desk.ts'
import { type Refusal, refusalSchema } from '#shared/contract/desk-refusals.ts'
import { type Known, knownWord } from '#shared/contract/known.ts'
import { spanOf } from '#shared/lib/span.ts'

/** The refusal if a screen can explain it. */
export function refusalOf(error: Error | null): Refusal | null {
  if (!(error instanceof Failure) || error.hint === null) return null
  const read = v.safeParse(refusalSchema, { hint: error.hint, details: JSON.stringify(error.facts) })
  return read.success ? read.output : null
}

const verbs: Readonly<Record<Known<BookingStatus | MessageStatus>, string>> = {
  unknown: 'changed this',
  'spam?': 'suspected this to be spam',
  new: 'opened this again',
  confirmed: 'confirmed this',
  held: 'marked this as held',
  'no-show': 'marked this as a no-show',
  cancelled: 'cancelled this',
  spam: 'marked this as spam',
  answered: 'marked this as answered',
  closed: 'closed this',
}

/** How long ago something was; in seconds for the first minute. */
export function ago(at: string, now: number): string {
  const seconds = Math.max(0, Math.round((now - Date.parse(at)) / 1000))
  return `${seconds < 60 ? `${seconds} s` : span(seconds * 1000)} ago`
}

/** Who made which change first, and when. */
export function changedWords(
  { details }: Extract<Refusal, { hint: 'changed' }>,
  nameOf: (id: string | null) => string,
  now: number,
): string {
  const at =
    details.status === 'confirmed' && details.confirmed
      ? `, for ${dayAndTime(new Date(spanOf(details.confirmed).start))}`
      : ''
  if (details.what === 'outcome')
    return `${nameOf(details.by)} wrote down what came of this ${ago(details.at, now)}.`
  return `${nameOf(details.by)} ${verbs[knownWord([...bookingStatuses, ...messageStatuses], details.status)]} ${ago(details.at, now)}${at}.`
}
