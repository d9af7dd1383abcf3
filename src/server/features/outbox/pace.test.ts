import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Pace } from './pace.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
afterEach(() => void vi.useRealTimers())

it('lets one begin each time, and says when the next may', () => {
  const pace = new Pace(() => 100)
  const began: number[] = []
  const begin = () => {
    while (began.length < 4 && pace.take(begin)) began.push(performance.now())
  }
  const start = performance.now()
  begin()
  // Asked again and again, it says so once.
  begin()
  vi.advanceTimersByTime(1000)
  expect(began.map((time) => time - start)).toEqual([0, 100, 200, 300])
})

it('makes nobody hurry who came late, and says nothing once it has stopped', () => {
  const pace = new Pace(() => 100)
  const later = vi.fn()
  expect(pace.take(later)).toBe(true)
  vi.advanceTimersByTime(1000)
  expect([pace.take(later), pace.take(later)]).toEqual([true, false])
  pace.stop()
  vi.advanceTimersByTime(1000)
  expect(later).not.toHaveBeenCalled()
})

it('goes slower from the next one on, and back again', () => {
  let milliseconds = 0
  const pace = new Pace(() => milliseconds)
  const later = vi.fn()
  expect([pace.take(later), pace.take(later)]).toEqual([true, true])
  milliseconds = 100
  expect([pace.take(later), pace.take(later)]).toEqual([true, false])
  milliseconds = 0
  vi.advanceTimersByTime(100)
  expect(later).toHaveBeenCalledOnce()
  expect([pace.take(later), pace.take(later)]).toEqual([true, true])
})
