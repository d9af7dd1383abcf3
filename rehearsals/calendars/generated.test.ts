import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { busyOf } from '#server/features/calendars/busy.ts'
import { calendarsOf, decodeText } from '#server/features/calendars/lines.ts'
import { fileOf } from '#server/features/calendars/testing.ts'
import {
  type BusyTime,
  busyTimesOf,
  day,
  type EventSeries,
  instantOf,
  makeSeries,
  mergeTimes,
  type RandomChoices,
  window,
} from './generator.ts'
import { writeBusyTimes, writeFile, writeSeries } from './odd-writer.ts'
import { readWithReference } from './oracle.ts'
import { wallOf } from './zone-styles.ts'

const seed = Number(process.env.SEED ?? 47)
const count = 10_000

const diceOf = (generate: fc.GeneratorValue): RandomChoices => {
  const int = (min: number, max: number) => generate(fc.integer, { min, max })
  return {
    int,
    pick: <Item>(items: readonly Item[]) => items[int(0, items.length - 1)] as Item,
    chance: (percent) => int(1, 100) <= percent,
  }
}

/**
 * A generated calendar and its busy times. `odd` is written in the style of a calendar program, and `plain` in the
 * style of the standard.
 */
interface GeneratedCalendar {
  series: EventSeries
  busy: BusyTime[]
  odd: Uint8Array
  plain: string
}

function make(dice: RandomChoices): GeneratedCalendar {
  const series = makeSeries(dice)
  const plain = `${writeSeries(series, null).lines.join('\r\n')}\r\n`
  const busy = busyTimesOf(series)
  if (dice.chance(4)) return { series, busy, odd: writeFile(writeBusyTimes(busy, dice), dice), plain }
  const { lines, isOff } = writeSeries(series, dice)
  return { series, busy: isOff ? [] : busy, odd: writeFile(lines, dice), plain }
}

const calendars = fc.sample(
  fc.gen().map((generate) => make(diceOf(generate))),
  { seed, numRuns: count },
)

/** Reasons why the other implementation reports different busy times; it is wrong in each of these cases. */
const differences: Readonly<Record<string, (series: EventSeries) => boolean>> = {
  'It ignores RANGE=THISANDFUTURE (RFC 5545, 3.2.13).': ({ occurrences }) =>
    occurrences.some(({ state }) => state === 'later'),
  'It fails for RDATE with periods (3.8.5.2).': ({ occurrences, minutes }) =>
    occurrences.some((one) => one.state === 'added' && one.minutes !== minutes),
  'It keeps one of two repetitions that begin on the same day.': ({ occurrences }) => {
    const days = occurrences.flatMap(({ wall, ruled }) => [
      ...new Set([wall, ruled ?? wall].map((at) => Math.floor(at / day))),
    ])
    return new Set(days).size < days.length
  },
  'It takes the second of two equal clock times when the clocks go back (3.3.5 says the first).': ({
    zone,
    occurrences,
  }) =>
    occurrences.some(({ wall, minutes }) => {
      const end = wallOf(instantOf(wall, zone) + minutes * 60_000, zone)
      const isRepeated = (at: number) =>
        [30, 60].some((minutes) => wallOf(instantOf(at, zone) + minutes * 60_000, zone) === at)
      return isRepeated(wall) || isRepeated(end)
    }),
  'It compares UNTIL with times whose offset is that of the start (3.3.10).': ({ zone, until, start }) =>
    until !== null && until - instantOf(until, zone) !== start - instantOf(start, zone),
}

const texts = (stretches: readonly BusyTime[]) =>
  stretches.map((stretch) => stretch.map((at) => new Date(at).toISOString().slice(0, 16)).join(' to '))

/** Returns the parts of `stretches` that no time in `others` covers. */
const beyond = (stretches: readonly BusyTime[], others: readonly BusyTime[]) =>
  texts(
    stretches.flatMap(([from, until]) => {
      const cuts = others.filter(([begins, ends]) => begins < until && ends > from)
      const edges = [from, ...cuts.flat(), until]
      return edges.flatMap((edge, index): BusyTime[] => {
        const next = edges[index + 1] ?? edge
        return index % 2 === 0 && next > edge ? [[edge, next]] : []
      })
    }),
  )

describe(`the calendar reader with ${count} generated calendars, seed ${seed}`, () => {
  it('reads every entry, and finds exactly the busy times from which each calendar was generated', () => {
    const wrong = calendars.flatMap(({ series, busy, odd }) => {
      const read = busyOf([calendarsOf(decodeText(odd))], { ...window, zone: series.host })
      const [tooLittle, tooBusy] = [beyond(busy, read.busy), beyond(read.busy, busy)]
      const isRight = tooLittle.length + tooBusy.length + read.unread.unread === 0
      return isRight ? [] : [{ text: decodeText(odd), tooLittle, tooBusy, unread: read.unread }]
    })
    expect(wrong).toEqual([])
  })

  it('reads the same busy times as python3-recurring-ical-events, except for known differences', () => {
    const told = readWithReference(calendars.map(({ plain, series: { host } }) => ({ text: plain, host })))
    const unexplained = calendars.flatMap(({ series, plain }, index) => {
      const answer = told[index] ?? 'nothing'
      const busy = typeof answer === 'string' ? answer : texts(mergeTimes(answer))
      if (String(busy) === String(texts(busyTimesOf(series)))) return []
      return Object.values(differences).some((applies) => applies(series)) ? [] : [{ plain, busy }]
    })
    expect(unexplained).toEqual([])
  })
})

const weekdays = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const
const some = (most: number) => fc.subarray([...weekdays], { minLength: 1, maxLength: most }).map((list) => list.join())
const nth = fc.constantFrom('1', '2', '3', '4', '-1', '-2')
const oneDay = fc.constantFrom(...weekdays)
const monthDays = fc.subarray([1, 2, 15, 28, 29, 30, 31, -1, -2], { minLength: 1, maxLength: 3 })

/** Rules that calendar programs write, and some other rules that the standard allows. */
const rule = fc
  .tuple(
    fc.oneof(
      fc.constantFrom('FREQ=DAILY', 'FREQ=WEEKLY', 'FREQ=MONTHLY', 'FREQ=YEARLY'),
      some(5).map((list) => `FREQ=DAILY;BYDAY=${list}`),
      fc.constantFrom('FREQ=DAILY;BYHOUR=9,12,17', 'FREQ=DAILY;BYHOUR=9,12,17;BYSETPOS=-1'),
      fc
        .tuple(some(4), fc.constantFrom('', ';WKST=SU', ';WKST=MO'))
        .map(([list, week]) => `FREQ=WEEKLY;BYDAY=${list}${week}`),
      fc.tuple(nth, oneDay).map((each) => `FREQ=MONTHLY;BYDAY=${each.join('')}`),
      monthDays.map((list) => `FREQ=MONTHLY;BYMONTHDAY=${list.join()}`),
      fc
        .tuple(some(5), fc.constantFrom('1', '2', '-1', '-2', '1,-1'))
        .map(([list, which]) => `FREQ=MONTHLY;BYDAY=${list};BYSETPOS=${which}`),
      fc
        .tuple(fc.constantFrom(1, 11, 12), nth, oneDay)
        .map(([month, which, day]) => `FREQ=YEARLY;BYMONTH=${month};BYDAY=${which}${day}`),
      fc.constantFrom(
        'FREQ=YEARLY;BYYEARDAY=-1',
        'FREQ=YEARLY;BYYEARDAY=330',
        'FREQ=YEARLY;BYMONTH=11,12;BYMONTHDAY=24',
      ),
    ),
    fc.constantFrom('', '', ';INTERVAL=2', ';INTERVAL=3', ';INTERVAL=5'),
    fc.constantFrom('', '', ';COUNT=5', ';COUNT=400', ';UNTIL=20261201T000000Z', ';UNTIL=20261224T090000Z'),
  )
  .map((parts) => parts.join(''))

const ruleStart = fc
  .tuple(
    fc.constantFrom('19990731', '20100108', '20181113', '20240229', '20260102', '20261130', '20261225'),
    fc.constantFrom('000000', '090000', '233000'),
  )
  .map((parts) => parts.join('T'))

it('finds the same occurrences of recurring events as python3-recurring-ical-events', () => {
  const cases = fc.sample(fc.tuple(ruleStart, rule), 5000)
  const files = cases.map(([start, repeats]) => fileOf([`DTSTART:${start}Z`, 'DURATION:PT1M', `RRULE:${repeats}`]))
  const told = readWithReference(files.map((text) => ({ text, host: 'UTC' })))
  const wrong = cases.flatMap(([start, repeats], index) => {
    const found = texts(busyOf([calendarsOf(files[index] ?? '')], { ...window, zone: 'UTC' }).busy)
    const at = Date.parse(`${start.replace(/(....)(..)(..)T(..)(..)/, '$1-$2-$3T$4:$5:')}Z`)
    // The library leaves out an event that starts after UNTIL, but the start always counts (3.8.5.3).
    const isAfterUntil = start > (/UNTIL=(.*)Z/.exec(repeats)?.[1] ?? start)
    const answer = isAfterUntil ? [[at, at + 60_000] as const] : (told[index] ?? 'nothing')
    const expected = typeof answer === 'string' ? answer : texts(mergeTimes(answer))
    return String(found) === String(expected) ? [] : [{ start, repeats, found, expected }]
  })
  expect(wrong).toEqual([])
})
