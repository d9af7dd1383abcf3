import { expect, it } from 'vitest'
import { nearTimes } from './offered-times.ts'

const at = (day: number, hour: number, minute = 0) => new Date(2026, 10, day, hour, minute).toISOString()
/** Each quarter of these hours. */
const open = (day: number, from: number, until: number) =>
  Array.from({ length: (until - from) * 4 }, (_, quarter) => at(day, from, quarter * 15))

it('offers the next time of all, then two of a day, well apart', () => {
  const times = [...open(24, 9, 17), ...open(25, 9, 17), ...open(27, 9, 10), ...open(30, 9, 17)]
  expect(nearTimes(times)).toEqual([at(24, 9), at(24, 12), at(25, 9), at(25, 12), at(27, 9), at(30, 9)])
})

it('offers more of the same days where others have none, in their order', () => {
  expect(nearTimes(open(24, 9, 11))).toEqual(open(24, 9, 11).slice(0, 6))
  expect(nearTimes([at(24, 9), at(24, 13)])).toEqual([at(24, 9), at(24, 13)])
  expect(nearTimes([])).toEqual([])
})
