import { useQuery } from '@tanstack/react-query'
import { RowLink } from '#desk/features/inbox/row-link.tsx'
import { changedWords, refusalOf } from '#desk/features/record/refusal.ts'
import { inWords } from '#desk/lib/failure.ts'
import { usePeople } from '#desk/lib/people.ts'
import { serverNow } from '#desk/lib/server-clock.ts'
import { dayAndTime, timeOfDay, zoneCity } from '#desk/lib/times.ts'
import { useNow } from '#desk/lib/use-now.ts'
import { whoInWords } from '#desk/lib/who.ts'
import { bookingStatusWords } from '#desk/lib/words.ts'
import { bookingStatuses, type MoveWarning } from '#shared/contract/desk.ts'
import type { WeekOfCalls } from '#shared/contract/desk-week.ts'
import { knownWord } from '#shared/contract/known.ts'
import { spanOf } from '#shared/lib/span.ts'
import { bookingName } from './api.ts'

interface RefusalWordsProps {
  error: Error
  /** Of the time that was asked for, to say what its hours are. */
  week?: WeekOfCalls | undefined
}

/** Why the database said no, with the facts it gave. */
export function RefusalWords({ error, week }: RefusalWordsProps) {
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
    case 'wish_changed': {
      const { proposed } = refusal.details
      const wish = proposed === null ? 'no other time any more' : `${dayAndTime(new Date(proposed))} now`
      return `The visitor asks for ${wish}. Nothing of yours was changed; what you see is how it is now.`
    }
    case 'not_staff':
      return 'Only an owner or an agent can be assigned.'
    case 'past':
    case 'day_off':
    case 'outside_hours':
    case 'week_full':
      return refusal.details.warnings.map((warning) => warningWords(warning, refusal.details, week)).join(' ')
  }
}

function warningWords(
  warning: MoveWarning,
  { capacity, taken }: { capacity: number; taken: number },
  week: WeekOfCalls | undefined,
): string {
  switch (warning) {
    case 'past':
      return 'That time has passed.'
    case 'day_off':
      return 'That is a day off.'
    case 'outside_hours':
      return week
        ? `That is outside the hours of work, ${week.opens.slice(0, 5)} to ${week.closes.slice(0, 5)} in ${zoneCity(week.time_zone)}.`
        : 'That is outside the hours of work.'
    case 'week_full':
      return `That week is full: ${taken} of ${capacity} calls are taken.`
  }
}

/** Which call stands in the way. */
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
