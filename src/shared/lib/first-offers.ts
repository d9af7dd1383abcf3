import { wallClock } from './local-time.ts'

/** Suggests this many times: at most `ofDay` per day, at least `apartMs` apart. */
const most = 6
const ofDay = 2
const apartMs = 4 * 3_600_000
/** The hours that suit most people. */
const opens = 8
const closes = 18

interface Wanted<Time> {
  /** Times near this instant are preferred; by default, the earliest times are. */
  requested?: number
  /** The selected time, which is always among the suggestions. */
  picked?: Time | null
}

/**
 * Selects the available times to suggest: in a time zone's daytime, spread over days and parts of a day, then more
 * times on the same days if other days have none. If no time is in the daytime, the range is extended until one is,
 * twice as fast into the evening as into the night.
 */
export function firstOffers<Time extends string | number>(
  times: readonly Time[],
  zone: string,
  { requested, picked = null }: Wanted<Time> = {},
): readonly Time[] {
  const clocks = new Map(times.map((time) => [time, wallClock(new Date(time), zone)]))
  const dayOf = (time: Time) => clocks.get(time)?.slice(0, 10)
  const away = (time: Time) => (requested === undefined ? at(time) : Math.abs(at(time) - requested))
  const byDay = inDaytime(clocks).toSorted((a, b) => away(a) - away(b))

  const spread = picked !== null && clocks.has(picked) ? [picked] : []
  for (const time of byDay) {
    const sameDay = spread.filter((other) => dayOf(other) === dayOf(time))
    const isApart = sameDay.every((other) => Math.abs(at(other) - at(time)) >= apartMs)
    if (isApart && sameDay.length < ofDay) spread.push(time)
    if (spread.length === most) break
  }
  const more = byDay.filter((time) => !spread.includes(time))
  return [...spread, ...more].slice(0, most).toSorted((a, b) => at(a) - at(b))
}

const at = (time: string | number) => new Date(time).getTime()

function inDaytime<Time>(clocks: ReadonlyMap<Time, string>): Time[] {
  for (let longer = 0; longer <= opens; longer++) {
    const found = [...clocks].filter(([, clock]) => {
      const hour = Number(clock.slice(11, 13))
      return hour >= opens - longer && hour < closes + 2 * longer
    })
    if (found.length > 0) return found.map(([time]) => time)
  }
  return []
}
