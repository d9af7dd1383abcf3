import { confirmRequest, messageReceived, requestReceived } from './arrival-letters.ts'
import { cancelled, confirmed, moved, stands } from './change-letters.ts'
import type { LetterParts } from './parts.ts'
import { reminderDay, reminderHour } from './reminder-letters.ts'
import type { VisitorData } from './visitor-blocks.ts'

export function visitorLetter(data: VisitorData): LetterParts {
  switch (data.kind) {
    case 'request-received':
      return requestReceived(data)
    case 'call-confirmed':
      return confirmed(data)
    case 'call-moved':
      return moved(data)
    case 'call-cancelled':
      return cancelled(data)
    case 'call-stands':
      return stands(data)
    case 'reminder-day':
      return reminderDay(data)
    case 'reminder-hour':
      return reminderHour(data)
    case 'message-received':
      return messageReceived(data)
    case 'confirm-request':
      return confirmRequest(data)
  }
}
