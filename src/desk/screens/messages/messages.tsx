import { getRouteApi, useRouter } from '@tanstack/react-router'
import { Assignee } from '#desk/features/inbox/assignee.tsx'
import { CameFrom } from '#desk/features/inbox/came-from.tsx'
import { Inbox } from '#desk/features/inbox/inbox.tsx'
import type { Column } from '#desk/features/inbox/table.tsx'
import { AnswerBar } from '#desk/lib/answer-bar.tsx'
import type { MessagesSearch } from '#desk/lib/search-params.ts'
import { StatusChip } from '#desk/lib/status-chip.tsx'
import { dayAndTime } from '#desk/lib/times.ts'
import { inquiryWords } from '#desk/lib/words.ts'
import type { MessageRow } from '#shared/contract/desk-rows.ts'
import { Blank } from '#ui/blank.tsx'
import { buttonLook } from '#ui/button.tsx'
import { MessageLink } from './message-link.tsx'
import { MessageRecord } from './message-record.tsx'
import { messageOffer, messageSource } from './store.ts'

const route = getRouteApi('/messages')

const columns: Column<MessageRow>[] = [
  { id: 'status', title: 'Status', sort: 'status', cell: ({ status }) => <StatusChip status={status} /> },
  { id: 'clock', title: 'Answer', sort: 'due_at', cell: (message) => <AnswerBar item={message} /> },
  { id: 'about', title: 'About', cell: ({ inquiry_type }) => inquiryWords[inquiry_type] },
  { id: 'source', title: 'Source', sort: 'source', cell: (message) => <CameFrom {...message} /> },
  { id: 'assigned', title: 'Assigned to', cell: ({ assigned_to }) => <Assignee id={assigned_to} /> },
  {
    id: 'came',
    title: 'Received',
    sort: 'created_at',
    cell: ({ created_at }) => dayAndTime(new Date(created_at)),
  },
]

/** What visitors wrote. */
export function Screen() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const { history } = useRouter()
  return (
    <Inbox
      title="Messages"
      one="message"
      store={messageSource}
      offer={messageOffer}
      columns={columns}
      link={MessageLink}
      address={{
        search,
        change: (change, { replace = false } = {}) =>
          void navigate({
            search: (now) => ({ ...now, ...(change as MessagesSearch) }),
            replace,
            resetScroll: 'page' in change,
          }),
        back: () => history.back(),
      }}
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
}
