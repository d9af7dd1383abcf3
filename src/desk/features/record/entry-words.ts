import { dayAndTime } from '#desk/lib/times.ts'
import { spanOf } from '#shared/lib/span.ts'
import type { TimelineEntry } from './types.ts'

type NameOf = (id: string | null) => string

const text = (value: unknown): string | null => (typeof value === 'string' ? value : null)

/** One entry of the history as a sentence. */
export function entryWords(
  { action, actor, details }: TimelineEntry,
  statusWords: Readonly<Record<string, string>>,
  nameOf: NameOf,
): string {
  // An entry without an account is the visitor's, from the page of their call.
  const who = details.by === 'visitor' ? 'The visitor' : nameOf(actor)
  switch (action) {
    case 'received':
      return 'Received'
    case 'noted':
      return `${who} noted`
    case 'booking_moved':
    case 'message_moved':
      return `${who}: ${moveWords(details, statusWords)}`
    case 'booking_proposed':
      return `${who} asked for another time: ${dayAndTime(new Date(text(details.to) ?? ''))}`
    case 'proposal_declined':
      return `${who} left the call as it was, and not ${dayAndTime(new Date(text(details.proposed) ?? ''))}`
    case 'booking_assigned':
    case 'message_assigned':
      return assignmentWords(actor, who, text(details.to), nameOf)
    default:
      return `${who}: ${action.replaceAll('_', ' ')}`
  }
}

function moveWords(details: Record<string, unknown>, statusWords: Readonly<Record<string, string>>): string {
  const from = text(details.from) ?? ''
  const to = text(details.to) ?? ''
  const confirmed = to === 'confirmed' ? text(details.confirmed) : null
  const at = confirmed ? ` for ${dayAndTime(new Date(spanOf(confirmed).start))}` : ''
  if (from === to) return `another time${at}`
  return `${statusWords[from] ?? from} → ${statusWords[to] ?? to}${at}`
}

function assignmentWords(actor: string | null, who: string, to: string | null, nameOf: NameOf): string {
  if (to === null) return `${who} assigned it to nobody`
  if (to === actor) return `${who} took it`
  return `${who} assigned it to ${nameOf(to) === 'You' ? 'you' : nameOf(to)}`
}
