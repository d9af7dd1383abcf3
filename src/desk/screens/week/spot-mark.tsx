import css from './call-block.module.css'
import type { Shown } from './place.ts'
import { stateAt, wallOf } from './spots.ts'
import type { Aim } from './use-planning.ts'

interface SpotMarkProps {
  aim: Aim
  shown: Shown
  y: (minutes: number) => number
}

/** Where a call would stand, with its time and what speaks against it. The same is said in words to who does not see it. */
export function SpotMark({ aim: { spot, minutes, call }, shown, y }: SpotMarkProps) {
  const lanes = Math.max(1, shown.lanes.length)
  const state = stateAt(spot, minutes, call, shown)
  return (
    <div
      aria-hidden="true"
      className={css.mark}
      data-is-clear={state === 'free' || state === ''}
      style={{
        top: y(spot.minutes),
        height: y(spot.minutes + minutes) - y(spot.minutes),
        left: `${(100 / lanes) * spot.lane}%`,
        width: `${100 / lanes}%`,
      }}
    >
      <span className={css.words}>
        {wallOf(spot, shown).slice(11)}
        {state && ` ${state}`}
      </span>
    </div>
  )
}
