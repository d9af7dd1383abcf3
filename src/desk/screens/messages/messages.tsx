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

/** What visitors wrote. */
export const Screen = () => (
  <Inbox
    title="Messages"
    one="message"
    store={messageSource}
    offer={messageOffer}
    columns={columns}
    firstRun={
      <Blank
        title="No message yet."
        text="When a visitor writes by the contact form, it appears here by itself. Nothing has to be reloaded."
      >
        <a href="/?view=contact" className={buttonLook()}>
          See the contact form
        </a>
      </Blank>
    }
    record={(item) => <MessageRecord key={item.id} item={item} />}
  />
)
