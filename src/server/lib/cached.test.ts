import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { inTime, shared } from './cached.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
afterEach(() => void vi.useRealTimers())

const times = { fresh: 1000, patience: 2000 }

it('asks once in the given time for all callers, and again when no answer comes', async () => {
  const answers = [Promise.resolve(1), new Promise<number>(() => {}), Promise.resolve(3)]
  let asked = 0
  const ask = shared(times, () => answers[asked++] as Promise<number>)
  const wait = () => inTime(times.patience, ask())
  expect(await Promise.all([ask(), ask(), ask()])).toEqual([1, 1, 1])
  await vi.advanceTimersByTimeAsync(1000)
  expect(await ask()).toBe(1)
  await vi.advanceTimersByTimeAsync(1)
  const late = expect(wait()).rejects.toThrow('no answer in 2000 ms')
  void wait().catch(() => {})
  expect(asked).toBe(2)
  await vi.advanceTimersByTimeAsync(2001)
  await late
  expect(await wait()).toBe(3)
})

it('passes a failure on to all callers', async () => {
  const ask = shared(times, () => Promise.reject(new Error('full')))
  await expect(Promise.all([ask(), ask()])).rejects.toThrow('full')
})
