import css from './grid.module.css'
import type { Ground, Part } from './lanes.ts'

interface LaneGroundProps {
  ground: Ground
  /** Where a minute of the day stands. */
  y: (minutes: number) => number
}

/** When calls are taken, and when whoever takes them is busy elsewhere. */
export function LaneGround({ ground, y }: LaneGroundProps) {
  const place = ({ from, until }: Part) => ({ top: y(from), height: y(until) - y(from) })
  return (
    <>
      {ground.open.map((part) => (
        <div key={part.from} className={css.open} style={place(part)} />
      ))}
      {ground.busy.map((part) => (
        <div key={part.from} className={css.busy} style={place(part)} title="Busy elsewhere" />
      ))}
    </>
  )
}
