import type { InboxSource } from '#desk/features/inbox/list-request.ts'
import type { ToolbarOptions } from '#desk/features/inbox/toolbar.tsx'
import type { RecordRef } from '#desk/features/record/api.ts'
import { companyOrName, messageStatusWords } from '#desk/lib/words.ts'
import { type MessageMove, type MessageStatus, messageStatuses } from '#shared/contract/desk.ts'
import { type MessageListRow, messageListRowSchema } from '#shared/contract/desk-rows.ts'

export const messageSource: InboxSource<MessageListRow> = {
  name: 'messages',
  table: 'contact_messages',
  row: messageListRowSchema,
  views: [
    { status: undefined, label: 'All' },
    { status: 'open', label: 'Open' },
    { status: 'overdue', label: 'Overdue' },
    { status: 'waiting', label: 'Waiting' },
    { status: 'spam?', label: 'Suspected spam' },
  ],
  countsCall: 'message_counts',
  sourcesCall: 'message_sources',
}

export const messageRef = (message: Pick<MessageListRow, 'id' | 'name' | 'company'>): RecordRef => ({
  name: 'messages',
  table: 'contact_messages',
  id: message.id,
  who: companyOrName(message),
})

export const messageFilters: ToolbarOptions = {
  search: 'Name, company, text or reference',
  statuses: messageStatuses.map((value) => ({ value, label: messageStatusWords[value] })),
  week: { label: 'Week received', past: 24, coming: 0 },
  sorts: [
    { value: 'created_at true', label: 'Newest first' },
    { value: 'created_at false', label: 'Oldest first' },
    { value: 'name false', label: 'Name' },
    { value: 'company false', label: 'Company' },
    { value: 'status false', label: 'Status' },
    { value: 'source false', label: 'Source' },
  ],
}

/** Returns the label of the button for a status change. */
export function messageMoveLabel(from: MessageStatus, to: MessageStatus): string {
  switch (to) {
    case 'answered':
      return 'Mark as answered'
    case 'closed':
      return from === 'new' ? 'Close without a reply' : 'Close'
    case 'spam':
      return 'Mark as spam'
    case 'new':
    case 'spam?':
      return from === 'spam' || from === 'spam?' ? 'Not spam' : 'Reopen'
  }
}

export const messageMoveToasts: Record<MessageStatus, string> = {
  new: 'moved to New.',
  'spam?': 'marked as suspected spam.',
  answered: 'marked as answered.',
  closed: 'closed.',
  spam: 'marked as spam.',
}

export const mainMove: Partial<Record<MessageStatus, MessageStatus>> = { new: 'answered', 'spam?': 'new' }

export const messageMove =
  (message: string) =>
  (expected: MessageStatus, target: MessageStatus): MessageMove => ({ message, expected, target })
