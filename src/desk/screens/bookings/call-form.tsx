import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type RefObject, useState } from 'react'
import { hostsForCallQuery } from '#desk/features/calls/api.ts'
import { parseRefusal } from '#desk/features/record/change-words.ts'
import { useMove, useUndo } from '#desk/features/record/moves.tsx'
import { WeeklyCapacity, weekOfCallsQuery } from '#desk/lib/capacity.tsx'
import { useMe } from '#desk/lib/door.ts'
import pieces from '#desk/lib/pieces.module.css'
import { serverNow, useNow } from '#desk/lib/server-clock.ts'
import { useTeamMembers } from '#desk/lib/team-members.ts'
import { clockTime, dayAndTime, isoDay, myZone, timeOfDay, timeRange, zoneOrFallback } from '#desk/lib/times.ts'
import { WhenOnline } from '#desk/lib/when-online.tsx'
import { type BookingStatus, type MoveWarning, moveWarnings } from '#shared/contract/desk.ts'
import type { BookingRecord } from '#shared/contract/desk-records.ts'
import type { BookingListRow } from '#shared/contract/desk-rows.ts'
import { unknownValue } from '#shared/contract/fields.ts'
import type { HostCandidate } from '#shared/contract/hosts.ts'
import { formatWallClock } from '#shared/lib/local-time.ts'
import { suggestSlots } from '#shared/lib/suggest-slots.ts'
import { Button } from '#ui/button.tsx'
import { dialogFooterClass } from '#ui/dialog.tsx'
import layout from '#ui/layout.module.css'
import { showToast } from '#ui/toast.tsx'
import { availableTimesQuery, callsOfDayQuery } from './api.ts'
import { lastChangeOf, minutesOf, moveArguments } from './booking-moves.ts'
import css from './bookings.module.css'
import { BothClocks } from './call-time.tsx'
import { HostField, useHosts } from './host-choice.tsx'
import { type CallSpan, HourRuler } from './hour-ruler.tsx'
import { MoveProblem } from './refusal-words.tsx'
import { bookingRef } from './store.ts'
import {
  AvailableTimeButtons,
  defaultHost,
  requestedTimeOf,
  suggestStart,
  TimeFields,
  useTimeFields,
} from './time-choice.tsx'

/** Values that were chosen before the form opened. */
export interface PlannedCall {
  /** The start, as an ISO date with a time zone. */
  start?: string | undefined
  host?: string | undefined
}

interface CallFormProps {
  /** The booking as the user saw it. */
  booking: BookingListRow
  /** The current record; another member may have changed it. */
  record: BookingRecord
  planned?: PlannedCall | undefined
  /** The field that receives the focus. */
  first: RefObject<HTMLInputElement | null>
  onClose: () => void
}

/** Refusals caused by a change to the booking after the form opened. */
const conflictHints: readonly string[] = ['changed', 'proposal_changed', 'not_allowed']

/** Asks for the day, time and length of a call in local time, and shows everything that may conflict with the call. */
export function CallForm({ booking, record, planned = {}, first, onClose }: CallFormProps) {
  const me = useMe()
  const assignedTo = record.booking.assigned_to
  const { actor: nameOf } = useTeamMembers()
  const queryClient = useQueryClient()
  const now = Math.max(useNow(), serverNow())
  const { start, setStart, offers, unavailable } = useStart(booking, planned.start)
  const [chosenHost, setChosenHost] = useState(planned.host)
  const [chosen, setChosen] = useState(() => (booking.confirmed ? minutesOf(booking.confirmed) : null))
  const place = bookingRef(booking)
  const move = useMove(place)
  const undo = useUndo(place)

  const at = new Date(start)
  const isTime = !Number.isNaN(at.getTime())
  // The week and the day are in the provider's time zone, which the response contains.
  const thisWeek = useQuery(weekOfCallsQuery(undefined))
  const zone = thisWeek.data?.time_zone
  const { data: week } = useQuery({
    ...weekOfCallsQuery(isTime && zone ? isoDay(at, zone) : undefined),
    enabled: isTime && zone !== undefined,
    placeholderData: (before) => before,
  })
  const { data: calls = [] } = useQuery({
    ...callsOfDayQuery(isTime ? at : new Date()),
    enabled: isTime,
    placeholderData: (old) => old,
  })
  const others = calls.filter(({ id }) => id !== booking.id)
  // Undefined while the week is loading; the database then uses the length from the settings.
  const length = chosen ?? week?.call_minutes
  const minutes = length ?? 30
  const call = { from: at.getTime(), until: at.getTime() + minutes * 60_000 }

  const asked = hostsForCallQuery(booking.id, at, length)
  const asking = useHosts(asked, isTime)
  const hosts = asking.data ?? []
  const tried = move.variables && 'host' in move.variables ? move.variables.host : undefined
  // A refused host stays selected, so that "Confirm anyway" confirms exactly what was refused.
  const holderAmong = (among: readonly HostCandidate[]) =>
    chosenHost ?? tried ?? defaultHost(assignedTo, among) ?? me.id
  const holder = holderAmong(hosts)

  // The form ignores its own changes.
  const isMine = move.isPending || move.isSuccess
  const news = isMine ? null : lastChangeOf(booking, record, nameOf, now)
  const refusal = parseRefusal(move.error)
  const canInsist = refusal !== null && moveWarnings.includes(refusal.hint as MoveWarning)
  const isRefused = refusal !== null && conflictHints.includes(refusal.hint)
  const isOver = isRefused || news?.isOver === true
  const change = (next: { start?: string; minutes?: number; host?: string }) => {
    if (next.host !== undefined) setChosenHost(next.host)
    if (next.start !== undefined) setStart(next.start)
    if (next.minutes !== undefined) setChosen(next.minutes)
    move.reset()
  }
  const confirm = useMutation({
    mutationFn: async (expected: BookingStatus) => {
      // The user may press Enter before the hosts at this time have loaded. If loading fails, the database chooses
      // the host.
      const among = await queryClient.ensureQueryData(asked).catch(() => [])
      const to = holderAmong(among)
      await move.mutateAsync({
        ...moveArguments(booking, expected, 'confirmed'),
        expected_time: booking.call_at,
        call_start: at.toISOString(),
        ...(length !== undefined && { call_minutes: length }),
        anyway: canInsist,
        ...((among.length > 0 || chosenHost !== undefined) && { host: to }),
      })
      const whose = to === me.id ? ' Assigned to you.' : ` Assigned to ${nameOf(to)}.`
      return `${place.who}: confirmed for ${dayAndTime(at)}.${to === assignedTo ? '' : whose}`
    },
    onSuccess: (words) => {
      showToast(words, { undo: () => undo('confirmed') })
      onClose()
    },
  })
  const send = () => {
    if (!isTime || confirm.isPending || isOver || booking.status === unknownValue) return
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
      <AvailableTimeButtons
        times={offers}
        zone={booking.time_zone}
        chosen={[at]}
        onChoose={(time) => change({ start: formatWallClock(time) })}
      />
      {isTime && (
        <>
          <BothClocks at={at} zone={booking.time_zone} />
          {unavailable && <p className={css.against}>No host is available on {dayAndTime(unavailable)}.</p>}
          <HourRuler call={call} zone={booking.time_zone} week={week} others={others} />
          <OtherCalls call={call} others={others} holder={holder} />
        </>
      )}
      <HostField
        assignedTo={assignedTo}
        hosts={hosts}
        isAsking={asking.isLoading}
        holder={holder}
        onChange={(host) => change({ host })}
      />
      {week && <WeeklyCapacity taken={week.taken} capacity={week.capacity} when="that week" />}
      {news && !isRefused && (
        <p
          className={news.isOver ? `${pieces.problem} ${css.problem}` : css.against}
          role={news.isOver ? 'alert' : 'status'}
        >
          {news.words} {news.isOver && 'Your change was not saved.'}
        </p>
      )}
      {isRefused === isOver && (
        <MoveProblem
          error={move.error}
          week={week}
          host={hosts.find(({ id }) => id === holder)?.name}
          className={css.problem}
        />
      )}
      <div className={`${dialogFooterClass} ${pieces.ways} ${css.ways}`}>
        <Button onClick={onClose}>{isOver ? 'Close' : 'Cancel'}</Button>
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

/**
 * The start to show in the form, and the available times. A planned start is kept even if it has passed. A requested
 * start is kept only if it is in the future and a host is available.
 */
function useStart(booking: BookingListRow, planned: string | undefined) {
  const [openedAt] = useState(serverNow)
  const requested = requestedTimeOf(booking)
  const isToCome = requested.getTime() > openedAt
  const { data = [], isLoading } = useQuery(availableTimesQuery(isToCome ? requested : null))
  const minutes = booking.confirmed ? minutesOf(booking.confirmed) : undefined
  const isOpen = planned === undefined && isToCome
  const hosts = useQuery({ ...hostsForCallQuery(booking.id, requested, minutes), enabled: isOpen })
  const isUnavailable = isOpen && hosts.data?.length !== 0 && hosts.data?.every(({ is_free }) => !is_free) === true
  const zone = booking.time_zone === null ? myZone : zoneOrFallback(booking.time_zone)
  const offers = suggestSlots(data, zone, isToCome ? { requested: requested.getTime() } : {})
  const isKnown = !hosts.isLoading && (!isLoading || (isToCome && !isUnavailable))
  // Computed once, so that the time does not change right before the user confirms it.
  const proposed = isKnown ? suggestStart(requested, openedAt, offers, isUnavailable) : undefined
  const first = planned === undefined ? proposed : new Date(planned)
  const [start, setStart] = useTimeFields(first && formatWallClock(first))
  return { start, setStart, offers, unavailable: isUnavailable ? requested : null }
}

interface OtherCallsProps {
  call: CallSpan
  others: readonly (CallSpan & { id: string; name: string; company: string; assigned_to: string | null })[]
  holder: string
}

/** The other confirmed calls of the day. Marks calls that overlap the new call and have the same host. */
function OtherCalls({ call, others, holder }: OtherCallsProps) {
  const { actor: nameOf } = useTeamMembers()
  if (others.length === 0) return <p className={layout.note}>No other calls that day.</p>
  return (
    <ul className={`${layout.small} ${css.others}`}>
      {others.map(({ id, company, assigned_to, from, until }) => {
        const isHit = assigned_to === holder && from < call.until && until > call.from
        return (
          <li key={id} data-hit={isHit}>
            <span className={css.span}>{timeRange(clockTime(new Date(from)), clockTime(new Date(until)))}</span>{' '}
            {company}, {assigned_to === null ? 'unassigned' : nameOf(assigned_to)}
            {isHit && ' (overlaps)'}
          </li>
        )
      })}
    </ul>
  )
}
