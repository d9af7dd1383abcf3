import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import type { BookingFieldName } from '#content/booking.ts'
import { bookingAnswers } from '#content/booking-answers.ts'
import { brand } from '#content/brand.ts'
import type { OpenRow } from '#desk/features/inbox/inbox.tsx'
import { SentLetters } from '#desk/features/letters/sent-letters.tsx'
import { Assignment } from '#desk/features/record/assignment.tsx'
import { History } from '#desk/features/record/history.tsx'
import { MoveButtons, useMove, useUndo } from '#desk/features/record/moves.tsx'
import { NoteForm } from '#desk/features/record/note-form.tsx'
import { OpenRecord } from '#desk/features/record/open-record.tsx'
import {
  Contact,
  Facts,
  QuotedText,
  ReadOnlyNotice,
  RecordPart,
  SourceFacts,
} from '#desk/features/record/record-parts.tsx'
import { ReplyForm } from '#desk/features/record/reply-form.tsx'
import { WaitButton } from '#desk/features/record/waiting.tsx'
import { weekOfCallsQuery } from '#desk/lib/capacity.tsx'
import { mayEdit, useMe } from '#desk/lib/door.ts'
import { AnswerDue } from '#desk/lib/row-status.tsx'
import { useHasPassed } from '#desk/lib/server-clock.ts'
import { dayAndTime, isoDay } from '#desk/lib/times.ts'
import { bookingStatusWords, challengeWords, nameAndCompany, teamSizeWords } from '#desk/lib/words.ts'
import type { TeamAction } from '#shared/contract/booking-state.ts'
import { type BookingStatus, bookingStatuses } from '#shared/contract/desk.ts'
import type { BookingRecord as RecordData } from '#shared/contract/desk-records.ts'
import type { BookingListRow } from '#shared/contract/desk-rows.ts'
import { type KnownValue, unknownValue } from '#shared/contract/fields.ts'
import { Dialog } from '#ui/dialog.tsx'
import layout from '#ui/layout.module.css'
import { showToast } from '#ui/toast.tsx'
import { EarlierCalls, OutcomeForm, OutcomeSummary } from './after-call.tsx'
import { bookingRecordQuery } from './api.ts'
import {
  callStartOf,
  callTimeInWords,
  mainMove,
  minutesOf,
  moveArguments,
  moveLabel,
  moveToasts,
} from './booking-moves.ts'
import { CallForm, type PlannedCall } from './call-form.tsx'
import { BothClocks } from './call-time.tsx'
import { HourRuler } from './hour-ruler.tsx'
import { OfferTimes, RequestedTimeNote } from './offer-times.tsx'
import { ProposalPanel } from './proposal.tsx'
import { ReasonDialog } from './reason-dialog.tsx'
import { ReassignCall } from './reassign-call.tsx'
import { RefusalWords } from './refusal-words.tsx'
import { bookingRef } from './store.ts'

const route = getRouteApi('/bookings')

/** A booking and everything that a member can do with it. */
export function BookingRecord({ item }: { item: OpenRow<BookingListRow> }) {
  const isWorker = mayEdit(useMe())
  const query = useQuery(bookingRecordQuery(item.id))
  const [isConfirming, setConfirming] = useState(false)
  // The booking as the user saw it when the dialog opened. The database compares it with the stored booking to
  // detect conflicts.
  const [seen, setSeen] = useState<BookingListRow | null>(null)
  const [planned, setPlanned] = useState<PlannedCall>()
  const booking = query.data?.booking
  const confirm = (now: BookingListRow, next?: PlannedCall) => {
    setPlanned(next)
    setSeen(now)
    setConfirming(true)
  }

  // A time chosen on the week screen is removed from the URL, so that Back or a reload does not open the dialog again.
  const { plan, host } = route.useSearch()
  const navigate = useNavigate()
  useEffect(() => {
    if (plan === undefined || booking === undefined) return
    const canConfirm = booking.status === 'new' || booking.status === 'confirmed'
    if (isWorker && canConfirm) confirm(booking, { start: plan, host })
    void navigate({
      to: '.',
      search: (now) => ({ ...now, plan: undefined, host: undefined }),
      replace: true,
      resetScroll: false,
    })
  })
  return (
    <OpenRecord
      place={{ name: 'bookings', table: 'strategy_call_bookings', id: item.id }}
      query={query}
      head={booking ?? item.row}
      item={item}
    >
      {(record) => (
        <>
          <BookingDetails record={record} mayWork={isWorker} onConfirm={() => confirm(record.booking)} />
          {seen && (
            <CallDialog
              isOpen={isConfirming}
              booking={seen}
              record={record}
              planned={planned}
              onClose={() => setConfirming(false)}
            />
          )}
        </>
      )}
    </OpenRecord>
  )
}

interface BookingDetailsProps {
  record: RecordData
  mayWork: boolean
  onConfirm: () => void
}

/** Shows all data about a booking, most important first. */
function BookingDetails({ record, mayWork, onConfirm }: BookingDetailsProps) {
  const { booking, others } = record
  const { status, state } = booking
  const place = bookingRef(booking)
  const at = new Date(booking.call_at)
  const hasBegun = useHasPassed(callStartOf(booking))
  const [isCancelling, setCancelling] = useState(false)
  const { data: week } = useQuery(weekOfCallsQuery(isoDay(at)))
  const move = useMove(place)
  const undo = useUndo(place)
  const cancel = (reason: string | null) => {
    if (status === unknownValue) return
    const onSuccess = () => {
      setCancelling(false)
      showToast(`${place.who}: ${moveToasts.cancelled}`, { undo: () => undo('cancelled') })
    }
    move.mutate({ ...moveArguments(booking, status, 'cancelled'), reason }, { onSuccess })
  }
  const minutes = booking.confirmed ? minutesOf(booking.confirmed) : (week?.call_minutes ?? 30)
  const time = week ? callTimeInWords(booking, week.time_zone) : null
  const call = { from: at.getTime(), until: at.getTime() + minutes * 60_000 }
  return (
    <>
      {!booking.proposed_time && <AnswerDue item={booking} size="large" />}
      {mayWork && status !== unknownValue ? (
        <MoveButtons<BookingStatus>
          place={place}
          status={status}
          start="new"
          main={booking.proposed_time ? undefined : mainMove(status, hasBegun)}
          verb={(to) => moveLabel(status, to)}
          done={(to) => moveToasts[to]}
          call={(expected, target) => moveArguments(booking, expected, target)}
          moves={state.team_may.filter(isStatus)}
          notYet={
            status === 'confirmed' && !hasBegun
              ? `From ${dayAndTime(at)}, you can mark the call as completed or as a no-show.`
              : null
          }
          ask={{
            confirmed: onConfirm,
            ...(booking.email !== null && { cancelled: () => setCancelling(true) }),
          }}
          explain={(error) => <RefusalWords error={error} />}
        />
      ) : (
        <ReadOnlyNotice isUnknown={status === unknownValue} />
      )}
      {mayWork && state.team_may.includes('wait') && <WaitButton place={place} seen={booking.unanswered_since} />}
      <ReasonDialog
        isOpen={isCancelling}
        title="Cancel booking"
        description={nameAndCompany(booking)}
        submit="Cancel booking"
        dismiss="Keep the booking"
        error={move.error}
        isPending={move.isPending}
        onClose={() => setCancelling(false)}
        onSubmit={cancel}
      />
      {booking.proposed_time && (
        <ProposalPanel booking={booking} proposed={booking.proposed_time} mayWork={mayWork} onOther={onConfirm} />
      )}
      {status === 'completed' && (
        <RecordPart title="After the call">
          {mayWork ? <OutcomeForm booking={booking} /> : <OutcomeSummary call={booking} isWhole />}
        </RecordPart>
      )}
      {booking.earlier_calls && (
        <RecordPart title="Earlier calls">
          <EarlierCalls booking={booking} calls={booking.earlier_calls} mayWork={mayWork} />
        </RecordPart>
      )}
      <RecordPart title={booking.confirmed ? `Confirmed, ${minutes} minutes` : 'Requested time'}>
        <BothClocks at={at} zone={booking.time_zone} />
        <RequestedTimeNote state={booking.state} />
        <OfferTimes booking={booking} minutes={minutes} mayWork={mayWork} />
      </RecordPart>
      <RecordPart title="Contact">
        <Contact
          email={booking.email}
          phone={booking.phone}
          subject={`Your strategy call with ${brand.name}${booking.confirmed && time ? `: ${time}` : ''}`}
          others={others}
          isConfirmed={booking.mailbox === 'confirmed'}
          from={{ booking: booking.id }}
        />
      </RecordPart>
      <RecordPart title="Request">
        <Facts
          facts={[
            ...bookingAnswers.map(({ name, label }) => ({ label, value: answerInWords(booking, name) })),
            ...(booking.monthly_revenue ? [{ label: 'Revenue', value: booking.monthly_revenue }] : []),
            ...(booking.confirmed
              ? [{ label: 'Requested time', value: dayAndTime(new Date(booking.preferred_time)) }]
              : []),
          ]}
        />
        {booking.message && <QuotedText text={booking.message} />}
        {mayWork && booking.email && state.team_may.includes('reply') && (
          <ReplyForm
            place={place}
            email={booking.email}
            record={record}
            values={{ name: booking.name, company: booking.company, time }}
          />
        )}
      </RecordPart>
      <RecordPart title="Assigned to">
        {state.team_may.includes('reassign') && booking.confirmed ? (
          <ReassignCall booking={booking} confirmed={booking.confirmed} mayWork={mayWork} />
        ) : (
          <Assignment place={place} assignedTo={booking.assigned_to} mayWork={mayWork} />
        )}
      </RecordPart>
      <RecordPart title="Emails">
        <SentLetters about={{ booking_id: booking.id }} />
      </RecordPart>
      <RecordPart title="History">
        <History place={place} record={record} mayWork={mayWork} statusWords={bookingStatusWords}>
          {mayWork && <NoteForm place={place} />}
        </History>
      </RecordPart>
      <SourceFacts item={booking}>
        <p className={layout.note}>The call on a ruler of the day, with working hours and the visitor’s daytime:</p>
        <HourRuler call={call} zone={booking.time_zone} week={week} />
      </SourceFacts>
    </>
  )
}

const isStatus = (act: KnownValue<TeamAction>): act is BookingStatus =>
  (bookingStatuses as readonly string[]).includes(act)

/**
 * Returns the label of the option that the visitor chose, or the text that the visitor typed; null if there is neither.
 */
function answerInWords(booking: RecordData['booking'], name: BookingFieldName): string | null {
  const { current_challenges, team_size } = booking
  if (name === 'current_challenges') return current_challenges && challengeWords[current_challenges]
  if (name === 'team_size') return team_size && teamSizeWords[team_size]
  return booking[name]
}

interface CallDialogProps {
  isOpen: boolean
  /** The booking as the user saw it when the dialog opened. */
  booking: BookingListRow
  /** The current record. */
  record: RecordData
  planned?: PlannedCall | undefined
  onClose: () => void
}

/** Asks for the time of a call. The form's state is reset each time the dialog opens. */
function CallDialog({ isOpen, booking, record, planned, onClose }: CallDialogProps) {
  const first = useRef<HTMLInputElement>(null)
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      size="wide"
      first={first}
      title={booking.status === 'new' ? 'Confirm the call' : 'Reschedule the call'}
      description={nameAndCompany(booking)}
    >
      <CallForm booking={booking} record={record} planned={planned} first={first} onClose={onClose} />
    </Dialog>
  )
}
