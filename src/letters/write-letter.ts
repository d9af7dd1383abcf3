import { callEvent } from '#content/call-letters.ts'
import { teamLetterWords } from '#content/team-letters.ts'
import { invitationText } from './call-event.ts'
import { compose } from './compose.tsx'
import { digestLetter } from './digest-letter.ts'
import { erasedLetter } from './erased-letter.ts'
import { faultLetter } from './fault-letter.ts'
import { invitation } from './invitation.ts'
import { deskLink, isAddress } from './links.ts'
import type { LetterParts } from './parts.ts'
import { isForTeam } from './team-blocks.ts'
import { teamLetter } from './team-letters.ts'
import { oneLine } from './typed-text.ts'
import type { Letter, LetterData, Span } from './types.ts'
import { visitorLetter } from './visitor-letters.ts'

/** Composes a letter; the caller decides whether it is sent. */
export async function writeLetter(data: LetterData): Promise<Letter> {
  const parts = partsOf(data)
  const replyTo = replyToOf(data)
  const calendar = calendarOf(data)
  return {
    kind: data.kind,
    to: data.to,
    subject: oneLine(parts.subject),
    ...compose(parts),
    ...(replyTo && { replyTo }),
    ...(calendar && { calendar }),
  }
}

function partsOf(data: LetterData): LetterParts {
  if (data.kind === 'team-digest') return digestLetter(data)
  if (data.kind === 'team-fault') return faultLetter(data)
  if (data.kind === 'team-call-erased') return erasedLetter(data)
  return isForTeam(data) ? teamLetter(data) : visitorLetter(data)
}

/** An answer reaches people: ours where a visitor reads, the visitor where we do. */
function replyToOf(data: LetterData): string | null {
  if (!('visitor' in data)) return null
  const address = isForTeam(data) ? data.visitor.email : data.answersTo
  return isAddress(address) ? address : null
}

/**
 * What is added to or removed from the reader's calendar. Reminders and the acknowledgement of a request change no
 * calendar.
 */
function calendarOf(data: LetterData): Letter['calendar'] | null {
  if (!('sequence' in data)) return null
  switch (data.kind) {
    case 'call-confirmed':
    case 'call-moved':
      return eventOf(data, 'REQUEST', data.call, invitationText(data))
    case 'call-cancelled':
      return data.was && eventOf(data, 'CANCEL', data.was, callEvent.cancelled)
    case 'team-call-confirmed':
    case 'team-call-moved':
      return eventOf(data, 'REQUEST', data.call, hostDescription(data))
    case 'team-call-cancelled':
      return eventOf(data, 'CANCEL', data.was, hostDescription(data))
    case 'team-call-erased': {
      const { was: call, reference: id, sequence, organizer, to: attendee, now } = data
      const { title, cancelled: description } = callEvent
      return invitation({
        method: 'CANCEL',
        id,
        sequence,
        call,
        title,
        description,
        organizer,
        attendee,
        now,
      })
    }
  }
}

type WithInvitation = Exclude<Extract<LetterData, { sequence: number }>, { kind: 'team-call-erased' }>

function eventOf(data: WithInvitation, method: 'REQUEST' | 'CANCEL', call: Span, description: string) {
  const { booking, now, organizer, sequence, to, visitor } = data
  const title = isForTeam(data) ? teamLetterWords.event.title(oneLine(visitor.company, 60)) : callEvent.title
  return invitation({
    method,
    id: booking.id,
    sequence,
    call,
    title,
    description,
    organizer,
    attendee: to,
    now,
  })
}

const hostDescription = ({ booking, siteUrl, visitor }: WithInvitation): string =>
  teamLetterWords.event.description(
    oneLine(visitor.name),
    oneLine(booking.phone, 60),
    visitor.email,
    deskLink(siteUrl, 'booking', booking.id),
  )
