import { formatWallClock } from './local-time.ts'

/** The number of suggested slots: at most `maxPerDay` per day, and at least `minGapMs` apart. */
const suggestionCount = 6
const maxPerDay = 2
const minGapMs = 4 * 3_600_000
/** The hours of the day that suit most people. */
const opens = 8
const closes = 18

interface SuggestionOptions<Time> {
  /** Prefers slots near this instant; by default, prefers the earliest slots. */
  requested?: number
  /** The selected slot, which is always among the suggestions. */
  picked?: Time | null
}

/**
 * Selects available slots that are in a time zone's daytime and spread over several days and parts of the day. If
 * other days have no slots, adds more slots on the same days. If no slot is in the daytime, widens the range of hours
 * until it contains a slot; the range grows twice as fast into the evening as into the early morning.
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
