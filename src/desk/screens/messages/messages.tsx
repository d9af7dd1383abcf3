import { Inbox } from '#desk/features/inbox/inbox.tsx'
import type { ListColumn } from '#desk/features/inbox/table.tsx'
import { inquiryWords } from '#desk/lib/words.ts'
import type { MessageListRow } from '#shared/contract/desk-rows.ts'
import { buttonClass } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { MessageRecord } from './message-record.tsx'
import { messageFilters, messageSource } from './store.ts'

const columns: ListColumn<MessageListRow>[] = [
  { id: 'about', title: 'About', cell: ({ inquiry_type }) => inquiryWords[inquiry_type] },
]

export const Screen = () => (
  <Inbox
    title="Messages"
    one="message"
    store={messageSource}
    offer={messageFilters}
    columns={columns}
    firstRun={
      <EmptyState
        title="No messages yet"
        text="When a visitor uses the contact form, the message appears here automatically."
      >
        <a href="/?view=contact" className={buttonClass()}>
          Open the contact form
        </a>
      </EmptyState>
    }
    record={(item) => <MessageRecord key={item.id} item={item} />}
  />
)
