import { callEvent } from '#content/call-letters.ts'
import { teamLetterWords } from '#content/team-letters.ts'
import { backupLetter } from './backup-letter.ts'
import { calendarLetter } from './calendar-letter.ts'
import { invitationText } from './call-event.ts'
import { compose } from './compose.tsx'
import { digestLetter } from './digest-letter.ts'
import { erasedLetter } from './erased-letter.ts'
import { faultLetter } from './fault-letter.ts'
import { invitation } from './invitation.ts'
import { deskLink, isAddress } from './links.ts'
import { ownDataLetter } from './own-data-letter.ts'
import type { LetterParts } from './parts.ts'
import { hostsPlaceInCalendar, placeInCalendar } from './places.ts'
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
    ...compose(parts, data.siteUrl),
    ...(replyTo && { replyTo }),
    ...(calendar && { calendar }),
    ...(data.kind === 'reply' && { thread: data.thread }),
  }
}

function partsOf(data: LetterData): LetterParts {
  if (data.kind === 'team-digest') return digestLetter(data)
  if (data.kind === 'team-fault') return faultLetter(data)
  if (data.kind === 'team-calendar') return calendarLetter(data)
  if (data.kind === 'team-backup') return backupLetter(data)
  if (data.kind === 'team-call-erased') return erasedLetter(data)
  if (data.kind === 'own-data') return ownDataLetter(data)
  return isForTeam(data) ? teamLetter(data) : visitorLetter(data)
}

/** An answer to a visitor's letter reaches the team; one to a team's letter the visitor, but not what colleagues discuss. */
function replyToOf(data: LetterData): string | null {
  if (data.kind === 'team-mention' || (!('visitor' in data) && data.kind !== 'own-data')) return null
  const address = 'visitor' in data && isForTeam(data) ? data.visitor.email : data.answersTo
  return isAddress(address) ? address : null
}

/** The change to the reader's calendar; reminders and acknowledgements of a request make none. */
function calendarOf(data: LetterData): Letter['calendar'] | null {
  if (!('sequence' in data)) return null
  switch (data.kind) {
    case 'call-confirmed':
    case 'call-moved':
    case 'call-passed':
      return eventOf(data, 'REQUEST', data.call, invitationText(data))
    case 'call-cancelled':
      return data.was && eventOf(data, 'CANCEL', data.was, callEvent.cancelled)
    case 'team-call-confirmed':
    case 'team-call-moved':
    case 'team-call-passed':
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
        location: null,
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
  const isOurs = isForTeam(data)
  const title = isOurs ? teamLetterWords.event.title(oneLine(visitor.company, 60)) : callEvent.title
  const place = isOurs ? hostsPlaceInCalendar(data) : placeInCalendar(data)
  return invitation({
    method,
    id: booking.id,
    sequence,
    call,
    title,
    description,
    location: method === 'CANCEL' ? null : place,
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
