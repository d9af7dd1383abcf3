import { useQuery } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { RowLink } from '#desk/features/inbox/table.tsx'
import { changedWords, refusalOf } from '#desk/features/record/change-words.ts'
import { inWords } from '#desk/lib/failure.ts'
import { usePeople } from '#desk/lib/people.ts'
import { Problem } from '#desk/lib/problem.tsx'
import { serverNow, useNow } from '#desk/lib/server-clock.ts'
import { dayAndTime, timeOfDay, zoneCity } from '#desk/lib/times.ts'
import { bookingStatusWords, whoInWords } from '#desk/lib/words.ts'
import { bookingStatuses, type MoveWarning } from '#shared/contract/desk.ts'
import type { WeekOfCalls } from '#shared/contract/desk-week.ts'
import { knownWord } from '#shared/contract/fields.ts'
import { isolate } from '#shared/lib/display-text.ts'
import { spanOf } from '#shared/lib/local-time.ts'
import { bookingName } from './api.ts'

interface RefusalWordsProps {
  error: Error
  /** Of the time that was asked for, to say what its hours are. */
  week?: WeekOfCalls | undefined
  /** The name of who was to hold the call, if they have hours of their own. */
  host?: string | undefined
}

type MoveProblemProps = Omit<RefusalWordsProps, 'error'> & Omit<ComponentProps<typeof Problem>, 'children'>

/** Why a move was refused or failed; nothing without an error. */
export function MoveProblem({ error, week, host, ...look }: MoveProblemProps) {
  if (!error) return null
  return (
    <Problem error={error} {...look}>
      <RefusalWords error={error} week={week} host={host} />
    </Problem>
  )
}

/** Why the database refused a move, with the facts that it returned. */
export function RefusalWords({ error, week, host }: RefusalWordsProps) {
  const { actor: nameOf } = usePeople()
  const now = Math.max(useNow(), serverNow())
  const refusal = refusalOf(error)
  if (!refusal) return inWords(error)
  switch (refusal.hint) {
    case 'changed':
      return `${changedWords(refusal, nameOf, now)} Nothing of yours was changed; what you see is how it is now.`
    case 'overlap':
      return <Overlap {...refusal.details} />
    case 'not_allowed': {
      const { from, to } = refusal.details
      const word = (status: string) => bookingStatusWords[knownWord(bookingStatuses, status)].toLowerCase()
      return `What is ${word(from)} cannot become ${word(to)}.`
    }
    case 'not_begun':
      return `This call begins ${dayAndTime(new Date(refusal.details.starts))}: until then it was neither held nor missed.`
    case 'proposal_changed': {
      const { proposed } = refusal.details
      const wish = proposed === null ? 'no other time any more' : `${dayAndTime(new Date(proposed))} now`
      return `The visitor asks for ${wish}. Nothing of yours was changed; what you see is how it is now.`
    }
    case 'taken':
      return `${dayAndTime(new Date(refusal.details.start))} is not free any more. Nothing was offered; choose again.`
    case 'replied':
      return inWords(error)
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
      return refusal.details.warnings
        .map((warning) => warningWords(warning, refusal.details, week, host))
        .join(' ')
  }
}

function warningWords(
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
      if (host !== undefined) return `That is outside the hours of ${isolate(host)}.`
      return week
        ? `That is outside the hours of work, ${week.opens.slice(0, 5)} to ${week.closes.slice(0, 5)} in ${zoneCity(week.time_zone)}.`
        : 'That is outside the hours of work.'
    case 'week_full':
      return `That week is full: ${taken} of ${capacity} calls are taken.`
    case 'busy':
      return 'Their calendar says that they are busy then.'
    case 'break':
      return 'That leaves too short a break.'
    case 'day_full':
      return 'They have as many calls that day as they take.'
    case 'asked':
      return 'Another request has picked that time.'
  }
}

/** The call that conflicts. */
function Overlap({ booking, confirmed }: { booking: string; confirmed: string }) {
  const { data } = useQuery(bookingName(booking))
  const { start, end } = spanOf(confirmed)
  const name = data ? whoInWords(data) : 'another booking'
  return (
    <>
      From {timeOfDay(new Date(start))} to {timeOfDay(new Date(end))} there is the call with{' '}
      <RowLink item={booking}>{name}</RowLink>. Choose another time.
    </>
  )
}
