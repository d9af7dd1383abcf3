import { usePeople } from '#desk/lib/people.ts'
import { timeOfDay } from '#desk/lib/times.ts'
import layout from '#ui/layout.module.css'
import css from './bookings.module.css'
import type { Stretch } from './hours.ts'

interface OtherCallsProps {
  call: Stretch
  others: readonly (Stretch & { id: string; name: string; company: string; assigned_to: string | null })[]
  /** Who is to hold this one. */
  holder: string
}

/** The other confirmed calls of the day; those of the same holder that overlap with this one are marked. */
export function OtherCalls({ call, others, holder }: OtherCallsProps) {
  const { actor: nameOf } = usePeople()
  if (others.length === 0) return <p className={layout.note}>No other call that day.</p>
  return (
    <ul className={`${layout.small} ${css.others}`}>
      {others.map(({ id, company, assigned_to, from, until }) => {
        const isHit = assigned_to === holder && from < call.until && until > call.from
        return (
          <li key={id} data-hit={isHit}>
            <span className={css.span}>
              {timeOfDay(new Date(from))}–{timeOfDay(new Date(until))}
            </span>{' '}
            {company}, {assigned_to === null ? 'nobody' : nameOf(assigned_to)}
            {isHit && ' (overlaps)'}
          </li>
        )
      })}
    </ul>
  )
}
