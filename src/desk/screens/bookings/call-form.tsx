import { useQuery } from '@tanstack/react-query'
import { type RefObject, useState } from 'react'
import { refusalOf } from '#desk/features/record/refusal.ts'
import { useMove } from '#desk/features/record/use-move.ts'
import { Capacity } from '#desk/lib/capacity.tsx'
import { dayAndTime, isoDay, timeOfDay } from '#desk/lib/times.ts'
import { weekOfCalls } from '#desk/lib/week-of-calls.ts'
import { WhenOnline } from '#desk/lib/when-online.tsx'
import { type MoveWarning, moveWarnings } from '#shared/contract/desk.ts'
import type { BookingRow } from '#shared/contract/desk-rows.ts'
import { unknownWord } from '#shared/contract/known.ts'
import { wallClock } from '#shared/lib/local-time.ts'
import { spanOf } from '#shared/lib/span.ts'
import { Button } from '#ui/button.tsx'
import { tell } from '#ui/toast.tsx'
import { callsOfDay } from './api.ts'
import { bookingMove, minutesOf } from './booking-moves.ts'
import { BothClocks } from './both-clocks.tsx'
import css from './call-form.module.css'
import { CallHost } from './call-host.tsx'
import { HourRuler } from './hour-ruler.tsx'
import { OtherCalls } from './other-calls.tsx'
import { RefusalWords } from './refusal-words.tsx'
import { bookingPlace } from './store.ts'
import { TimeFields } from './time-fields.tsx'

interface CallFormProps {
  booking: BookingRow
  /** The field to begin in. */
  first: RefObject<HTMLInputElement | null>
  onClose: () => void
}

/** What the choice began from is no longer so. */
const overs: readonly string[] = ['changed', 'wish_changed', 'not_allowed']

/** Day, time and length of the call, by my clock; beside them everything that may speak against it. */
export function CallForm({ booking, first, onClose }: CallFormProps) {
  const [start, setStart] = useState(() => firstTime(booking))
  const [chosen, setChosen] = useState(() => (booking.confirmed ? minutesOf(booking.confirmed) : null))
  const move = useMove(bookingPlace(booking.id))

  const at = new Date(start)
  const isTime = !Number.isNaN(at.getTime())
  // The week and the day are the provider's, whose zone the answer tells.
  const thisWeek = useQuery(weekOfCalls(undefined))
  const zone = thisWeek.data?.time_zone
  const { data: week } = useQuery({
    ...weekOfCalls(isTime && zone ? isoDay(at, zone) : undefined),
    enabled: isTime && zone !== undefined,
    placeholderData: (before) => before,
  })
  const { data: calls = [] } = useQuery({ ...callsOfDay(at), enabled: isTime, placeholderData: (old) => old })
  const others = calls.filter(({ id }) => id !== booking.id)
  const minutes = chosen ?? week?.call_minutes ?? 30
  const call = { from: at.getTime(), until: at.getTime() + minutes * 60_000 }

  const refusal = refusalOf(move.error)
  const canInsist = refusal !== null && moveWarnings.includes(refusal.hint as MoveWarning)
  const isOver = refusal !== null && overs.includes(refusal.hint)
  const change = (next: { start?: string; minutes?: number }) => {
    if (next.start !== undefined) setStart(next.start)
    if (next.minutes !== undefined) setChosen(next.minutes)
    move.reset()
  }
  const send = () => {
    if (!isTime || move.isPending || booking.status === unknownWord) return
    const slot = {
      expected_time: booking.call_at,
      call_start: at.toISOString(),
      call_minutes: minutes,
      anyway: canInsist,
    }
    move.mutate([{ ...bookingMove(booking, booking.status, 'confirmed'), ...slot }], {
      onSuccess: () => {
        tell(`Confirmed for ${dayAndTime(at)}.${booking.assigned_to === null ? ' The call is yours.' : ''}`)
        onClose()
      },
    })
  }

  return (
    <form
      className={css.form}
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <TimeFields first={first} start={start} minutes={minutes} onChange={change} />
      {isTime && (
        <>
          <BothClocks at={at} zone={booking.time_zone} />
          <HourRuler call={call} zone={booking.time_zone} week={week} others={others} />
          <OtherCalls call={call} others={others} />
        </>
      )}
      <CallHost id={booking.assigned_to} />
      {week && <Capacity taken={week.taken} capacity={week.capacity} />}
      {move.error && (
        <p className={css.problem} role="alert">
          <RefusalWords error={move.error} week={week} />
        </p>
      )}
      <div className={css.ways}>
        <Button onClick={onClose}>{isOver ? 'Close' : 'Not now'}</Button>
        {!isOver && (
          <WhenOnline says>
            <Button type="submit" look="signal" disabled={move.isPending || !isTime}>
              {canInsist ? 'Confirm anyway' : isTime ? `Confirm ${timeOfDay(at)}` : 'Confirm'}
            </Button>
          </WhenOnline>
        )}
      </div>
    </form>
  )
}

/** The time that was asked for last, else the one that it has, else the first wish; as the fields hold it. */
const firstTime = ({ confirmed, preferred_time, proposed_time }: BookingRow): string =>
  wallClock(new Date(proposed_time ?? (confirmed ? spanOf(confirmed).start : preferred_time)))
