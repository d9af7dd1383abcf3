import { useQuery } from '@tanstack/react-query'
import { weekOfCalls } from '#desk/lib/capacity.tsx'
import { usePeople } from '#desk/lib/people.ts'
import { AnswerBar } from '#desk/lib/row-status.tsx'
import { useNow } from '#desk/lib/server-clock.ts'
import { isoDay, shortDay } from '#desk/lib/times.ts'
import { callOutcomeWords, money } from '#desk/lib/words.ts'
import type { AfterCall, BookingRow } from '#shared/contract/desk-rows.ts'
import layout from '#ui/layout.module.css'

/** What is owed next: an answer to the visitor or, after a held call, what came of it and the next step. */
export const Owed = ({ booking }: { booking: BookingRow }) =>
  booking.status === 'held' && (booking.outcome ?? booking.next_step) ? (
    <Written call={booking} />
  ) : (
    <AnswerBar item={booking} />
  )

interface WrittenProps {
  call: AfterCall
  /** Whether a long step wraps, and is not cut off. */
  isWhole?: boolean
}

/** What was written down after a call: when the next step is due and whose it is, what came of the call, the step. */
export function Written({ call, isWhole = false }: WrittenProps) {
  const { outcome, outcome_value: value, next_step: step, next_step_on: on, next_step_by: by } = call
  const fit = isWhole ? layout.anywhere : layout.clip
  const { data: week } = useQuery(weekOfCalls(undefined))
  const { actor: nameOf } = usePeople()
  const now = useNow()
  const isLate = on !== null && week !== undefined && on < isoDay(new Date(now), week.time_zone)
  const worth = value !== null && week && money(value, week.currency)
  const found = [outcome && callOutcomeWords[outcome], worth].filter(Boolean).join(', ')
  const due = on && `${isLate ? 'Late: ' : ''}${shortDay(new Date(on), 'UTC')}, ${nameOf(by)}`
  const Line = isLate ? 'strong' : 'span'
  return (
    <span className={layout.close}>
      <Line className={isLate ? layout.alert : undefined}>{due || found || 'Nothing was written down.'}</Line>
      {step && <span className={`${layout.tiny} ${fit}`}>{found ? `${found}: ${step}` : step}</span>}
    </span>
  )
}
