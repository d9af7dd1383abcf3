import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type RefObject, useState } from 'react'
import { refusalOf } from '#desk/features/record/change-words.ts'
import { useMove } from '#desk/features/record/moves.tsx'
import { Capacity, weekOfCalls } from '#desk/lib/capacity.tsx'
import { useMe } from '#desk/lib/door.ts'
import { usePeople } from '#desk/lib/people.ts'
import pieces from '#desk/lib/pieces.module.css'
import { serverNow, useNow } from '#desk/lib/server-clock.ts'
import { dayAndTime, isoDay, timeOfDay } from '#desk/lib/times.ts'
import { WhenOnline } from '#desk/lib/when-online.tsx'
import { type BookingStatus, type MoveWarning, moveWarnings } from '#shared/contract/desk.ts'
import type { BookingRecord } from '#shared/contract/desk-records.ts'
import type { BookingRow } from '#shared/contract/desk-rows.ts'
import type { HostForCall } from '#shared/contract/hosts.ts'
import { unknownWord } from '#shared/contract/known.ts'
import { wallClock } from '#shared/lib/local-time.ts'
import { Button } from '#ui/button.tsx'
import { dialogFoot } from '#ui/dialog.tsx'
import layout from '#ui/layout.module.css'
import { tell } from '#ui/toast.tsx'
import { callsOfDay, hostsForCall } from './api.ts'
import { bookingMove, minutesOf } from './booking-moves.ts'
import css from './bookings.module.css'
import { BothClocks } from './both-clocks.tsx'
import { CallHost } from './call-host.tsx'
import { FreeTimes } from './free-times.tsx'
import { HourRuler } from './hour-ruler.tsx'
import { newsOf } from './news.ts'
import { OtherCalls } from './other-calls.tsx'
import { RefusalWords } from './refusal-words.tsx'
import { bookingPlace } from './store.ts'
import { TimeFields } from './time-fields.tsx'
import { useHosts } from './use-hosts.ts'
import { useStart } from './use-start.ts'

/** What the form begins with, if somebody has chosen it before. */
export interface Planned {
  /** An instant. */
  start?: string | undefined
  host?: string | undefined
}

interface CallFormProps {
  /** The booking as it was seen. */
  booking: BookingRow
  /** How it stands now: a colleague may be faster. */
  record: BookingRecord
  planned?: Planned | undefined
  /** The field that gets the focus. */
  first: RefObject<HTMLInputElement | null>
  onClose: () => void
}

/** Refusals that mean that the booking has changed since the form was opened. */
const overs: readonly string[] = ['changed', 'wish_changed', 'not_allowed']

/** Day, time and length of the call in local time, and everything that may conflict with it. */
export function CallForm({ booking, record, planned = {}, first, onClose }: CallFormProps) {
  const me = useMe()
  const assignedTo = record.booking.assigned_to
  const { actor: nameOf } = usePeople()
  const queryClient = useQueryClient()
  const now = Math.max(useNow(), serverNow())
  const { start, setStart, offers } = useStart(booking, planned.start)
  const [chosenHost, setChosenHost] = useState(planned.host)
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
  const { data: calls = [] } = useQuery({
    ...callsOfDay(isTime ? at : new Date()),
    enabled: isTime,
    placeholderData: (old) => old,
  })
  const others = calls.filter(({ id }) => id !== booking.id)
  const minutes = chosen ?? week?.call_minutes ?? 30
  const call = { from: at.getTime(), until: at.getTime() + minutes * 60_000 }

  const asked = hostsForCall(booking.id, at, minutes)
  const asking = useHosts(asked, isTime)
  const hosts = asking.data ?? []
  const tried = move.variables && 'host' in move.variables ? move.variables.host : undefined
  // The host who was refused stays until something else is chosen, so that what is insisted on is what was refused.
  const holderAmong = (among: readonly HostForCall[]) =>
    chosenHost ?? tried ?? assignedTo ?? among.find((host) => host.is_proposed)?.id ?? me.id
  const holder = holderAmong(hosts)

  // What one's own move has changed is no news.
  const isMine = move.isPending || move.isSuccess
  const news = isMine ? null : newsOf(booking, record, nameOf, now)
  const refusal = refusalOf(move.error)
  const canInsist = refusal !== null && moveWarnings.includes(refusal.hint as MoveWarning)
  const isRefused = refusal !== null && overs.includes(refusal.hint)
  const isOver = isRefused || news?.isOver === true
  const change = (next: { start?: string; minutes?: number; host?: string }) => {
    if (next.host !== undefined) setChosenHost(next.host)
    if (next.start !== undefined) setStart(next.start)
    if (next.minutes !== undefined) setChosen(next.minutes)
    move.reset()
  }
  const confirm = useMutation({
    mutationFn: async (expected: BookingStatus) => {
      // Enter pressed at once is answered with who is free at this time, and not at the one before. Without an answer
      // the database decides as it does where nobody takes calls.
      const among = await queryClient.ensureQueryData(asked).catch(() => [])
      const to = holderAmong(among)
      await move.mutateAsync({
        ...bookingMove(booking, expected, 'confirmed'),
        expected_time: booking.call_at,
        call_start: at.toISOString(),
        call_minutes: minutes,
        anyway: canInsist,
        ...((among.length > 0 || chosenHost !== undefined) && { host: to }),
      })
      const whose = to === me.id ? ' The call is yours.' : ` ${nameOf(to)} has the call.`
      return `Confirmed for ${dayAndTime(at)}.${to === assignedTo ? '' : whose}`
    },
    onSuccess: (words) => {
      tell(words)
      onClose()
    },
  })
  const send = () => {
    if (!isTime || confirm.isPending || isOver || booking.status === unknownWord) return
    confirm.mutate(booking.status)
  }

  return (
    <form
      className={layout.column}
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <TimeFields first={first} start={start} minutes={minutes} onChange={change} />
      <FreeTimes
        times={offers}
        zone={booking.time_zone}
        chosen={[at]}
        onChoose={(time) => change({ start: wallClock(time) })}
      />
      {isTime && (
        <>
          <BothClocks at={at} zone={booking.time_zone} />
          <HourRuler call={call} zone={booking.time_zone} week={week} others={others} />
          <OtherCalls call={call} others={others} holder={holder} />
        </>
      )}
      <CallHost
        assignedTo={assignedTo}
        hosts={hosts}
        isAsking={asking.isLoading}
        holder={holder}
        onChange={(host) => change({ host })}
      />
      {week && <Capacity taken={week.taken} capacity={week.capacity} />}
      {news && !isRefused && (
        <p
          className={news.isOver ? `${pieces.problem} ${css.problem}` : css.against}
          role={news.isOver ? 'alert' : 'status'}
        >
          {news.words} {news.isOver && 'Nothing of yours was sent.'}
        </p>
      )}
      {move.error && isRefused === isOver && (
        <p className={`${pieces.problem} ${css.problem}`} role="alert">
          <RefusalWords error={move.error} week={week} host={hosts.find(({ id }) => id === holder)?.name} />
        </p>
      )}
      <div className={`${dialogFoot} ${pieces.ways} ${css.ways}`}>
        <Button onClick={onClose}>{isOver ? 'Close' : 'Not now'}</Button>
        {!isOver && (
          <WhenOnline says>
            <Button type="submit" look="signal" disabled={confirm.isPending || !isTime}>
              {canInsist ? 'Confirm anyway' : isTime ? `Confirm ${timeOfDay(at)}` : 'Confirm'}
            </Button>
          </WhenOnline>
        )}
      </div>
    </form>
  )
}
