import { useQuery } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { RowLink } from '#desk/features/inbox/table.tsx'
import { describeChange, parseRefusal } from '#desk/features/record/change-words.ts'
import { errorMessage } from '#desk/lib/failure.ts'
import { ErrorNotice } from '#desk/lib/problem.tsx'
import { serverNow, useNow } from '#desk/lib/server-clock.ts'
import { useTeamMembers } from '#desk/lib/team-members.ts'
import { dayAndTime, timeInWords, timeOfDay, zoneCity } from '#desk/lib/times.ts'
import { bookingStatusWords, nameAndCompany } from '#desk/lib/words.ts'
import { bookingStatuses, type MoveWarning } from '#shared/contract/desk.ts'
import type { WeekOfCalls } from '#shared/contract/desk-week.ts'
import { toKnownValue } from '#shared/contract/fields.ts'
import { isolateBidi } from '#shared/lib/display-text.ts'
import { parseInstantRange } from '#shared/lib/local-time.ts'
import { bookingNameQuery } from './api.ts'

interface RefusalWordsProps {
  error: Error
  /** The week of the requested time. The explanation can state the working hours of that week. */
  week?: WeekOfCalls | undefined
  /** The selected host's name; undefined if the provider's hours apply to the host. */
  host?: string | undefined
}

type MoveProblemProps = Omit<RefusalWordsProps, 'error'> & Omit<ComponentProps<typeof ErrorNotice>, 'children'>

/** Explains why a move was refused or failed. Shows nothing if there was no error. */
export function MoveProblem({ error, week, host, ...look }: MoveProblemProps) {
  if (!error) return null
  return (
    <ErrorNotice error={error} {...look}>
      <RefusalWords error={error} week={week} host={host} />
    </ErrorNotice>
  )
}

/** Explains why the database refused a move. The explanation includes details from the response. */
export function RefusalWords({ error, week, host }: RefusalWordsProps) {
  const { actor: nameOf } = useTeamMembers()
  const now = Math.max(useNow(), serverNow())
  const refusal = parseRefusal(error)
  if (!refusal) return errorMessage(error)
  switch (refusal.hint) {
    case 'changed':
      return `${describeChange(refusal, nameOf, now)} Your change was not saved; the current state is shown.`
    case 'overlap':
      return <OverlapMessage {...refusal.details} />
    case 'not_allowed': {
      const { from, to } = refusal.details
      const word = (status: string) => bookingStatusWords[toKnownValue(bookingStatuses, status)].toLowerCase()
      return `The status cannot change from ${word(from)} to ${word(to)}.`
    }
    case 'not_begun':
      return `This call begins ${dayAndTime(new Date(refusal.details.starts))}. After that, you can mark it as completed or as a no-show.`
    case 'proposal_changed': {
      const { proposed } = refusal.details
      const request =
        proposed === null ? 'no longer requests another time' : `now requests ${dayAndTime(new Date(proposed))}`
      return `The visitor ${request}. Your change was not saved; the current state is shown.`
    }
    case 'taken':
      return `${dayAndTime(new Date(refusal.details.start))} is no longer available. Nothing was offered; choose again.`
    case 'replied':
      return errorMessage(error)
    case 'not_staff':
      return 'Only an owner or an agent can be assigned.'
    case 'past':
    case 'day_off':
    case 'outside_hours':
    case 'week_full':
    case 'busy':
    case 'break':
    case 'day_full':
    case 'asked':
      return refusal.details.warnings.map((warning) => describeWarning(warning, refusal.details, week, host)).join(' ')
  }
}

function describeWarning(
  warning: MoveWarning,
  { capacity, taken }: { capacity: number; taken: number },
  week: WeekOfCalls | undefined,
  host: string | undefined,
): string {
  switch (warning) {
    case 'past':
      return 'That time has passed.'
    case 'day_off':
      return 'That is a day off.'
    case 'outside_hours':
      if (host !== undefined) return `That is outside ${isolateBidi(host)}’s hours.`
      return week
        ? `That is outside working hours, ${timeInWords(week.opens)} to ${timeInWords(week.closes)} in ${zoneCity(week.time_zone)}.`
        : 'That is outside working hours.'
    case 'week_full':
      return `That week is full: ${taken} of ${capacity} calls are booked.`
    case 'busy':
      return 'The host is busy at that time, according to their calendar.'
    case 'break':
      return 'That leaves too little time between calls.'
    case 'day_full':
      return 'The host has reached their call limit for that day.'
    case 'asked':
      return 'That time is held for another request.'
  }
}

function OverlapMessage({ booking, confirmed }: { booking: string; confirmed: string }) {
  const { data } = useQuery(bookingNameQuery(booking))
  const { start, end } = parseInstantRange(confirmed)
  const name = data ? nameAndCompany(data) : 'another booking'
  return (
    <>
      From {timeOfDay(new Date(start))} to {timeOfDay(new Date(end))} there is a call with{' '}
      <RowLink item={booking}>{name}</RowLink>. Choose another time.
    </>
  )
}
