import { wallClock } from '#shared/lib/local-time.ts'
import css from './lane-ground.module.css'
import { type Lane, partsOfDay } from './lanes.ts'

interface LaneGroundProps {
  lane: Lane
  /** `2026-11-24` */
  day: string
  zone: string
  /** Where a minute of the day stands. */
  y: (minutes: number) => number
}

/** When a host takes calls, and when they are busy elsewhere. */
export function LaneGround({ lane, day, zone, y }: LaneGroundProps) {
  const wall = (at: string) => wallClock(new Date(at), zone)
  const parts = (stretches: readonly (readonly [string, string])[]) =>
    partsOfDay(stretches, day, wall).map(({ from, until }) => ({
      from,
      top: y(from),
      height: y(until) - y(from),
    }))
  return (
    <>
      {parts(lane.host?.open ?? []).map(({ from, ...place }) => (
        <div key={from} className={css.open} style={place} />
      ))}
      {parts(lane.host?.busy ?? []).map(({ from, ...place }) => (
        <div key={from} className={css.busy} style={place} title="Busy elsewhere" />
      ))}
    </>
  )
}
