import { Inbox } from '#desk/features/inbox/inbox.tsx'
import type { Column } from '#desk/features/inbox/table.tsx'
import { inquiryWords } from '#desk/lib/words.ts'
import type { MessageRow } from '#shared/contract/desk-rows.ts'
import { Blank } from '#ui/blank.tsx'
import { buttonLook } from '#ui/button.tsx'
import { MessageRecord } from './message-record.tsx'
import { messageOffer, messageSource } from './store.ts'

const columns: Column<MessageRow>[] = [
  { id: 'about', title: 'About', cell: ({ inquiry_type }) => inquiryWords[inquiry_type] },
]

export const Screen = () => (
  <Inbox
    title="Messages"
    one="message"
    store={messageSource}
    offer={messageOffer}
    columns={columns}
    firstRun={
      <Blank
        title="No messages yet"
        text="When a visitor uses the contact form, the message appears here automatically."
      >
        <a href="/?view=contact" className={buttonLook()}>
          Open the contact form
        </a>
      </Blank>
    }
    record={(item) => <MessageRecord key={item.id} item={item} />}
  />
)
