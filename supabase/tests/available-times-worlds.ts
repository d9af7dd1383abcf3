import fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'

/** The first and last minute of a day; the last can be 1440. */
type MinuteRange = readonly [opens: number, closes: number]
/** Seconds since 1970. */
type SecondsRange = readonly [from: number, until: number]

interface WorldHost {
  is_there: boolean
  takes_calls: boolean
  time_zone: string
  break_before: number
  break_after: number
  notice_minutes: number
  daily_most: number | null
  hours: readonly { weekday: number; stretch: MinuteRange }[]
  /** A day without ranges is a day off. */
  dates: readonly { day: string; stretches: readonly MinuteRange[] }[]
  /** Each calendar has its own list. */
  busy: readonly (readonly SecondsRange[])[]
}

/** The input of a search for available times. Times are seconds since 1970, and hosts are indexes of `hosts`. */
export interface SlotScenario {
  session_zone: string
  desk_zone: string
  weekly_capacity: number
  days_off: readonly string[]
  minutes: number
  now: number
  from: number
  until: number
  hosts: readonly WorldHost[]
  calls: readonly { id: number; host: number | null; slot: SecondsRange; status: string }[]
  holds: readonly { id: number; host: number; slot: SecondsRange; until: number; is_proven: boolean }[]
  but_for: number | null
}

/**
 * Zones in both hemispheres: some with offsets of 30 or 45 minutes, half-hour daylight saving time, or clock changes at
 * midnight.
 */
const zones = [
  'UTC',
  'Europe/London',
  'Europe/Dublin',
  'America/New_York',
  'America/Havana',
  'America/Santiago',
  'America/St_Johns',
  'Asia/Beirut',
  'Asia/Kathmandu',
  'Asia/Kolkata',
  'Atlantic/Azores',
  'Australia/Adelaide',
  'Australia/Lord_Howe',
  'Pacific/Auckland',
  'Pacific/Chatham',
]
const hour = 3600
const day = 24 * hour

const changes = zones.flatMap((zone) => {
  const found: number[] = []
  let at: Temporal.ZonedDateTime | null = Temporal.ZonedDateTime.from(`2027-01-01T00:00[${zone}]`)
  while (found.length < 8) {
    at = at.getTimeZoneTransition('next')
    if (at === null) break
    found.push(at.epochMilliseconds / 1000)
  }
  return found.map((change) => ({ zone, change }))
})

const dayNear = (at: number, days: number) =>
  Temporal.Instant.fromEpochMilliseconds((at + days * day) * 1000)
    .toZonedDateTimeISO('UTC')
    .toPlainDate()
    .toString()

const steps = (min: number, max: number, by: number) =>
  fc.integer({ min: Math.ceil(min / by), max: Math.floor(max / by) }).map((count) => count * by)

const stretch = fc
  .tuple(fc.oneof(steps(0, 240, 15), steps(0, 1435, 5)), fc.oneof(steps(15, 240, 15), steps(5, 1440, 5)))
  .map(([opens, length]): MinuteRange => [opens, Math.min(opens + length, 1440)])

const zone = fc.constantFrom(...zones)
const nearDay = fc.integer({ min: -1, max: 2 })
const span = (longest: number) =>
  fc
    .tuple(fc.oneof(steps(-day, 2 * day, 300), steps(0, day, 900)), steps(300, longest, 300))
    .map(([from, length]): SecondsRange => [from, from + length])

const host = (usualZone: string) =>
  fc.record({
    is_there: fc.constantFrom(true, true, true, true, true, true, true, false),
    takes_calls: fc.constantFrom(true, true, true, true, true, true, true, false),
    time_zone: fc.oneof(fc.constant(usualZone), zone),
    break_before: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 120 })),
    break_after: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 120 })),
    notice_minutes: fc.oneof(
      { arbitrary: fc.constant(0), weight: 2 },
      { arbitrary: fc.integer({ min: 0, max: 1500 }), weight: 2 },
      fc.integer({ min: 0, max: 20_160 }),
    ),
    daily_most: fc.oneof(fc.constant(null), fc.integer({ min: 1, max: 3 })),
    hours: fc.array(fc.record({ weekday: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 7 })), stretch }), {
      minLength: 1,
      maxLength: 5,
    }),
    dates: fc.array(fc.record({ days: nearDay, stretches: fc.array(stretch, { maxLength: 2 }) }), {
      maxLength: 2,
    }),
    busy: fc.array(fc.array(span(8 * hour), { maxLength: 4 }), { maxLength: 2 }),
  })

const state = fc.constantFrom('confirmed', 'confirmed', 'confirmed', 'completed', 'no-show', 'cancelled')
const place = fc.integer({ min: 0, max: 2 })

/** Creates scenarios around a clock change in the zone that most hosts and the desk use. */
export const worlds: fc.Arbitrary<SlotScenario> = fc.constantFrom(...changes).chain(({ zone: usualZone, change }) =>
  fc
    .record({
      session_zone: zone,
      desk_zone: fc.oneof(fc.constant(usualZone), zone),
      weekly_capacity: fc.oneof(fc.constant(200), fc.integer({ min: 1, max: 6 })),
      days_off: fc.uniqueArray(nearDay, { maxLength: 1 }),
      minutes: fc.constantFrom(10, 15, 30, 45, 60, 90),
      // The number of seconds from `now` to the start of the span. Negative if the span has begun.
      ahead: fc.oneof(
        { arbitrary: steps(-day, 2 * day, 60), weight: 3 },
        { arbitrary: fc.constant(2 * day), weight: 2 },
        steps(58.5 * day, 60 * day, 60),
      ),
      begins: fc.oneof(steps(-day, day, 60), steps(-12 * hour, 0, 900)),
      length: fc.oneof(steps(60, 1.5 * day, 60), fc.constant(day)),
      hosts: fc.array(host(usualZone), { minLength: 1, maxLength: 3 }),
      calls: fc.array(fc.record({ host: fc.option(place, { freq: 6 }), slot: span(3 * hour), status: state }), {
        maxLength: 6,
      }),
      holds: fc.array(
        fc.record({
          host: place,
          slot: span(2 * hour),
          left: steps(-hour, hour, 60),
          is_proven: fc.boolean(),
        }),
        {
          maxLength: 3,
        },
      ),
      but_for: fc.option(fc.integer({ min: 0, max: 8 })),
    })
    .map(({ ahead, begins, length, hosts, calls, holds, days_off, ...rest }): SlotScenario => {
      const from = change + begins
      const now = from - ahead
      const absolute = ([begin, end]: SecondsRange): SecondsRange => [from + begin, from + end]
      const placed = (at: number) => at % hosts.length
      return {
        ...rest,
        now,
        from,
        until: from + length,
        days_off: days_off.map((days) => dayNear(from, days)),
        hosts: hosts.map((one) => ({
          ...one,
          hours: one.hours
            .flatMap(({ weekday, stretch: own }) =>
              // 0 means every day.
              (weekday === 0 ? [1, 2, 3, 4, 5, 6, 7] : [weekday]).map((each) => ({
                weekday: each,
                stretch: own,
              })),
            )
            .filter(isFirst(({ weekday, stretch: [opens] }) => `${weekday} ${opens}`)),
          dates: one.dates
            .map(({ days, stretches }) => ({
              day: dayNear(from, days),
              stretches: stretches.filter(isFirst(([opens]) => opens)),
            }))
            .filter(isFirst((date) => date.day)),
          busy: one.busy.map((calendar) => calendar.map(absolute)),
        })),
        calls: calls
          .map((call, id) => ({
            ...call,
            id,
            host: call.host === null ? null : placed(call.host),
            slot: absolute(call.slot),
          }))
          .filter((call, index, all) => call.status !== 'confirmed' || isClear(call, all.slice(0, index))),
        holds: holds
          .map(({ left, ...hold }, id) => ({
            ...hold,
            id: 6 + id,
            host: placed(hold.host),
            slot: absolute(hold.slot),
            until: now + left,
          }))
          .filter((hold, index, all) => isClear(hold, all.slice(0, index))),
      }
    }),
)

/** Removes rows that violate the database's constraints. */
function isFirst<Item>(keyOf: (item: Item) => string | number) {
  return (item: Item, index: number, all: readonly Item[]) =>
    all.findIndex((other) => keyOf(other) === keyOf(item)) === index
}

function isClear(
  one: { host: number | null; slot: SecondsRange },
  before: readonly { host: number | null; slot: SecondsRange }[],
) {
  return before.every(({ host: other, slot }) => other !== one.host || slot[1] <= one.slot[0] || one.slot[1] <= slot[0])
}
