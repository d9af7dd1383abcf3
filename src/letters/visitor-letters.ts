import type { TimedLetter } from '#shared/contract/outbox.ts'
import { messageReceived, requestReceived, timesOffered } from './arrival-letters.ts'
import { cancelled, confirmed, moved, passed, stands } from './change-letters.ts'
import type { LetterParts } from './parts.ts'
import { timedLetters } from './reminder-letters.ts'
import { replyLetter } from './reply-letter.ts'
import type { DataOf } from './types.ts'
import type { VisitorData } from './visitor-blocks.ts'

const isTimed = (data: VisitorData): data is DataOf<TimedLetter> => Object.hasOwn(timedLetters, data.kind)

export function visitorLetter(data: VisitorData): LetterParts {
  if (isTimed(data)) return timedLetters[data.kind].write(data)
  switch (data.kind) {
    case 'request-received':
      return requestReceived(data)
    case 'call-confirmed':
      return confirmed(data)
    case 'call-moved':
      return moved(data)
    case 'call-passed':
      return passed(data)
    case 'call-cancelled':
      return cancelled(data)
    case 'call-stands':
      return stands(data)
    case 'message-received':
      return messageReceived(data)
    case 'times-offered':
      return timesOffered(data)
    case 'reply':
      return replyLetter(data)
  }
}
