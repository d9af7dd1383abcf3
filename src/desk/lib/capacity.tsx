import { queryOptions } from '@tanstack/react-query'
import * as v from 'valibot'
import { weekOfCallsSchema } from '#shared/contract/desk-week.ts'
import layout from '#ui/layout.module.css'
import css from './capacity.module.css'
import { dataOrThrow } from './failure.ts'
import { supabase } from './supabase.ts'

interface WeeklyCapacityProps {
  taken: number
  capacity: number
  /** 'that week' if the screen does not name the week. */
  when?: string
}

/** Draws a bar for each call in the weekly capacity, and for each call beyond it. */
export function WeeklyCapacity({ taken, capacity, when }: WeeklyCapacityProps) {
  const bars = Math.min(Math.max(taken, capacity), 40)
  return (
    <p className={`${layout.bar} ${css.capacity}`}>
      <svg width={bars * 14} height="22" viewBox={`0 0 ${bars * 14} 22`} aria-hidden="true">
        {Array.from({ length: bars }, (_, bar) => (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: bars are counted, not moved.
            key={bar}
            className={bar >= capacity ? css.over : bar < taken ? css.taken : css.free}
            x={bar * 14 + 1}
            y="1"
            width="10"
            height="20"
          />
        ))}
      </svg>
      <span>
        <strong>
          {taken} of {capacity}
        </strong>{' '}
        calls booked{when && ` ${when}`}
        {taken > capacity && `, ${taken - capacity} over capacity`}
      </span>
    </p>
  )
}

/**
 * The ISO week of a day such as `2026-11-24`, by default today in the provider's time zone, with the week's hours and
 * calls.
 */
export const weekOfCallsQuery = (day: string | undefined) =>
  queryOptions({
    queryKey: ['bookings', 'week', day ?? 'this'],
    queryFn: async () =>
      v.parse(weekOfCallsSchema, dataOrThrow(await supabase.rpc('week_of_calls', day === undefined ? {} : { day }))),
  })
