import { formatWallClock } from './local-time.ts'

/** The number of suggested times: at most `maxPerDay` per day, at least `minGapMs` apart. */
const suggestionCount = 6
const maxPerDay = 2
const minGapMs = 4 * 3_600_000
/** The hours of the day that suit most people. */
const opens = 8
const closes = 18

interface SuggestionOptions<Time> {
  /** Prefers times near this instant; by default, prefers the earliest times. */
  requested?: number
  /** The selected time, which is always among the suggestions. */
  picked?: Time | null
}

/**
 * Selects the available times to suggest: in a time zone's daytime, spread over days and parts of a day. If other days
 * have none, adds more times on the same days. If no time is in the daytime, extends the range of hours until it
 * contains a time, twice as fast toward the evening as toward the early morning.
 */
export function suggestSlots<Time extends string | number>(
  times: readonly Time[],
  zone: string,
  { requested, picked = null }: SuggestionOptions<Time> = {},
): readonly Time[] {
  const clocks = new Map(times.map((time) => [time, formatWallClock(new Date(time), zone)]))
  const dayOf = (time: Time) => clocks.get(time)?.slice(0, 10)
  const away = (time: Time) => (requested === undefined ? at(time) : Math.abs(at(time) - requested))
  const byDay = selectDaytime(clocks).toSorted((a, b) => away(a) - away(b))

  const spread = picked !== null && clocks.has(picked) ? [picked] : []
  for (const time of byDay) {
    const sameDay = spread.filter((other) => dayOf(other) === dayOf(time))
    const isApart = sameDay.every((other) => Math.abs(at(other) - at(time)) >= minGapMs)
    if (isApart && sameDay.length < maxPerDay) spread.push(time)
    if (spread.length === suggestionCount) break
  }
  const more = byDay.filter((time) => !spread.includes(time))
  return [...spread, ...more].slice(0, suggestionCount).toSorted((a, b) => at(a) - at(b))
}

const at = (time: string | number) => new Date(time).getTime()

function selectDaytime<Time>(clocks: ReadonlyMap<Time, string>): Time[] {
  for (let longer = 0; longer <= opens; longer++) {
    const found = [...clocks].filter(([, clock]) => {
      const hour = Number(clock.slice(11, 13))
      return hour >= opens - longer && hour < closes + 2 * longer
    })
    if (found.length > 0) return found.map(([time]) => time)
  }
  return []
}
