import { cancelled, confirmed, moved, proposalDeclined, reassigned, reminderDay, reminderHour } from './call-letters.ts'
import { compose } from './compose.tsx'
import { invitationOf } from './invitation.ts'
import type { EmailParts } from './parts.ts'
import { backupLetter, calendarLetter, digestLetter, erasedLetter, faultLetter } from './report-letters.ts'
import { assignedLetter, teamLetter } from './team-letters.ts'
import { isAddress, oneLine } from './typed-text.ts'
import { isForTeam, type Letter, type LetterData } from './types.ts'
import {
  messageReceived,
  ownDataLetter,
  replyLetter,
  requestReceived,
  timesOffered,
  timeTaken,
} from './visitor-letters.ts'

/** Composes an email without sending it. */
export async function writeLetter(data: LetterData): Promise<Letter> {
  const parts = partsOf(data)
  const replyTo = replyToOf(data)
  const calendar = invitationOf(data)
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

function partsOf(data: LetterData): EmailParts {
  switch (data.kind) {
    case 'request-received':
      return requestReceived(data)
    case 'message-received':
      return messageReceived(data)
    case 'time-taken':
      return timeTaken(data)
    case 'times-offered':
      return timesOffered(data)
    case 'reply':
      return replyLetter(data)
    case 'own-data':
      return ownDataLetter(data)
    case 'call-confirmed':
      return confirmed(data)
    case 'call-moved':
      return moved(data)
    case 'call-reassigned':
      return reassigned(data)
    case 'call-cancelled':
      return cancelled(data)
    case 'call-stands':
      return proposalDeclined(data)
    case 'reminder-day':
      return reminderDay(data)
    case 'reminder-hour':
      return reminderHour(data)
    case 'team-digest':
      return digestLetter(data)
    case 'team-assigned':
      return assignedLetter(data)
    case 'team-fault':
      return faultLetter(data)
    case 'team-calendar':
      return calendarLetter(data)
    case 'team-backup':
      return backupLetter(data)
    case 'team-call-erased':
      return erasedLetter(data)
    case 'team-booking':
    case 'team-message':
    case 'team-call-confirmed':
    case 'team-call-moved':
    case 'team-call-reassigned':
    case 'team-call-cancelled':
    case 'team-proposal':
    case 'team-risk':
    case 'team-mention':
      return teamLetter(data)
  }
}

/**
 * Visitors' replies go to the team, and members' replies go to the visitor. Members' notes must not reach the visitor.
 */
function replyToOf(data: LetterData): string | null {
  if (data.kind === 'team-mention' || (!('visitor' in data) && data.kind !== 'own-data')) return null
  const address = 'visitor' in data && isForTeam(data) ? data.visitor.email : data.answersTo
  return isAddress(address) ? address : null
}
