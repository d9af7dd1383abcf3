import { getRouteApi, useRouter } from '@tanstack/react-router'
import { Assignee } from '#desk/features/inbox/assignee.tsx'
import { CameFrom } from '#desk/features/inbox/came-from.tsx'
import { Inbox } from '#desk/features/inbox/inbox.tsx'
import type { Column } from '#desk/features/inbox/table.tsx'
import { AnswerBar } from '#desk/lib/answer-bar.tsx'
import type { BookingsSearch } from '#desk/lib/search-params.ts'
import { StatusChip } from '#desk/lib/status-chip.tsx'
import { dayAndTime } from '#desk/lib/times.ts'
import { challengeWords, teamSizeWords } from '#desk/lib/words.ts'
import type { BookingRow } from '#shared/contract/desk-rows.ts'
import { Blank } from '#ui/blank.tsx'
import { buttonLook } from '#ui/button.tsx'
import { BookingLink } from './booking-link.tsx'
import { BookingRecord } from './booking-record.tsx'
import { CallTime } from './call-time.tsx'
import { bookingOffer, bookingSource } from './store.ts'

const route = getRouteApi('/bookings')

const columns: Column<BookingRow>[] = [
  { id: 'status', title: 'Status', sort: 'status', cell: ({ status }) => <StatusChip status={status} /> },
  { id: 'clock', title: 'Answer', sort: 'due_at', cell: (booking) => <AnswerBar item={booking} /> },
  { id: 'call', title: 'Call', sort: 'call_at', cell: (booking) => <CallTime booking={booking} /> },
  {
    id: 'wants',
    title: 'About',
    cell: (booking) =>
      `${challengeWords[booking.current_challenges]}, ${teamSizeWords[booking.team_size].toLowerCase()}`,
  },
  { id: 'source', title: 'Source', sort: 'source', cell: (booking) => <CameFrom {...booking} /> },
  { id: 'assigned', title: 'Assigned to', cell: ({ assigned_to }) => <Assignee id={assigned_to} /> },
  {
    id: 'came',
    title: 'Received',
    sort: 'created_at',
    cell: ({ created_at }) => dayAndTime(new Date(created_at)),
  },
]

/** The calls that visitors asked for. */
export function Screen() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const { history } = useRouter()
  return (
    <Inbox
      title="Bookings"
      one="booking"
      store={bookingSource}
      offer={bookingOffer}
      columns={columns}
      link={BookingLink}
      address={{
        search,
        change: (change, { replace = false } = {}) =>
          void navigate({
            search: (now) => ({ ...now, ...(change as BookingsSearch) }),
            replace,
            resetScroll: 'page' in change,
          }),
        back: () => history.back(),
      }}
      firstRun={
        <Blank
          title="No booking yet."
          text="When a visitor asks for a call, it appears here by itself. Nothing has to be reloaded."
        >
          <a href="/" className={buttonLook()}>
            See the public site
          </a>
        </Blank>
      }
      record={(item) => <BookingRecord key={item.id} item={item} />}
    />
  )
}
