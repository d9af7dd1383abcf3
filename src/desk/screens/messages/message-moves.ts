import type { MessageMove, MessageStatus } from '#shared/contract/desk.ts'

/** The label of the button for a move. */
export function moveVerb(from: MessageStatus, to: MessageStatus): string {
  switch (to) {
    case 'answered':
      return 'Answered'
    case 'closed':
      return from === 'new' ? 'Close without an answer' : 'Close'
    case 'spam':
      return 'Spam'
    case 'new':
    case 'spam?':
      return from === 'spam' || from === 'spam?' ? 'Not spam' : 'Open again'
  }
}

/** The toast after a move. */
export const doneWords: Record<MessageStatus, string> = {
  new: 'It is new again.',
  'spam?': 'It is suspected to be spam.',
  answered: 'Marked as answered.',
  closed: 'Closed.',
  spam: 'Marked as spam.',
}

/** The primary move. */
export const mainMove: Partial<Record<MessageStatus, MessageStatus>> = { new: 'answered', 'spam?': 'new' }

export const messageMove =
  (message: string) =>
  (expected: MessageStatus, target: MessageStatus): MessageMove => ({ message, expected, target })
