import { expect, test } from 'vitest'
import { week } from '#desk/lib/sample-records.ts'
import { hourMarks, intersectSpans, isDaytime, isOpenAt, spansWhere } from './hour-ruler.tsx'

const at = (time: string) => Date.parse(`2026-11-25T${time}:00Z`)
const day = { from: at('00:00'), until: at('00:00') + 86_400_000 }

test('finds the working hours of the team that are also daytime for the visitor', () => {
  const ours = spansWhere(day, isOpenAt(week))
  expect(ours).toEqual([{ from: at('07:00'), until: at('15:00') }])
  const theirs = spansWhere(day, isDaytime('Asia/Kolkata'))
  expect(theirs).toEqual([{ from: at('02:30'), until: at('12:30') }])
  expect(intersectSpans(ours, theirs)).toEqual([{ from: at('07:00'), until: at('12:30') }])
  // The expected hours are after midnight in Auckland and before noon on this machine.
  expect(spansWhere(day, isDaytime('Pacific/Auckland'))).toEqual([
    { from: at('00:00'), until: at('05:00') },
    { from: at('19:00'), until: day.until },
  ])
})

test('treats days off and weekdays without working hours as closed', () => {
  expect(spansWhere(day, isOpenAt({ ...week, days_off: [{ day: '2026-11-25', note: null }] }))).toEqual([])
  expect(spansWhere(day, isOpenAt({ ...week, work_days: [1, 2, 4, 5] }))).toEqual([])
})

test('marks every third hour of the given time zone on the ruler', () => {
  expect(hourMarks(day, 'Asia/Kolkata').slice(0, 2)).toEqual([
    { at: at('00:30'), hour: 6 },
    { at: at('03:30'), hour: 9 },
  ])
})
