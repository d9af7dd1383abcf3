import { dayAndTime, knownZone } from '#desk/lib/times.ts'
import { Button } from '#ui/button.tsx'
import layout from '#ui/layout.module.css'
import css from './bookings.module.css'
import { theirClock } from './clocks.ts'
import { isDaytime } from './hours.ts'

interface FreeTimesProps {
  /** Instants. */
  times: readonly string[]
  /** The visitor's; undefined where their clock is not asked for. */
  zone?: string | null
  /** Those that are pressed. */
  chosen: readonly Date[]
  onChoose: (time: Date) => void
}

/** Times at which a host is free, by day where the visitor is if there are such, each a press. */
export function FreeTimes({ times, zone, chosen, onChoose }: FreeTimesProps) {
  if (times.length === 0) return null
  const starts = times.map((time) => new Date(time))
  const suitBoth = zone != null && starts.every(isDaytime(knownZone(zone)))
  return (
    <fieldset>
      <legend className={layout.legend}>{suitBoth ? 'Free times that suit both' : 'Free times'}</legend>
      <div className={`${layout.tight} ${layout.numbers} ${css.times}`}>
        {starts.map((at) => (
          <Button
            key={at.getTime()}
            size="small"
            aria-pressed={chosen.some((one) => one.getTime() === at.getTime())}
            onClick={() => onChoose(at)}
          >
            {dayAndTime(at)}
            {zone !== undefined && <span className={css.theirs}> {theirClock(at, zone)}</span>}
          </Button>
        ))}
      </div>
    </fieldset>
  )
}
