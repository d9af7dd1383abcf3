import { timeOfDay } from '#desk/lib/times.ts'
import css from './call-form.module.css'
import type { Stretch } from './hours.ts'

interface OtherCallsProps {
  call: Stretch
  others: readonly (Stretch & { id: string; name: string; company: string })[]
}

/** What else is confirmed that day, and which of it the call would run into. */
export function OtherCalls({ call, others }: OtherCallsProps) {
  if (others.length === 0) return <p className={css.quiet}>No other call that day.</p>
  return (
    <ul className={css.others}>
      {others.map(({ id, company, from, until }) => {
        const isHit = from < call.until && until > call.from
        return (
          <li key={id} data-hit={isHit}>
            <span className={css.span}>
              {timeOfDay(new Date(from))}–{timeOfDay(new Date(until))}
            </span>{' '}
            {company}
            {isHit && ' (overlaps)'}
          </li>
        )
      })}
    </ul>
  )
}
