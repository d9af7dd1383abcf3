import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { sharedCall } from './cached.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
afterEach(() => void vi.useRealTimers())

const times = { fresh: 1000, patience: 2000 }

it('loads a shared value once for all concurrent callers, and rejects new callers at once while a load is overdue', async () => {
  const answers = [Promise.resolve(1), new Promise<number>(() => {}), Promise.resolve(3)]
  let asked = 0
  const ask = sharedCall(times, () => answers[asked++] as Promise<number>)
  expect(await Promise.all([ask(), ask(), ask()])).toEqual([1, 1, 1])
  await vi.advanceTimersByTimeAsync(1000)
  expect(await ask()).toBe(1)
  await vi.advanceTimersByTimeAsync(1)
  const late = expect(Promise.all([ask(), ask()])).rejects.toThrow('timed out')
  await vi.advanceTimersByTimeAsync(2001)
  await late
  const later = expect(ask()).rejects.toThrow('timed out')
  await vi.advanceTimersByTimeAsync(0)
  await later
  expect(asked).toBe(2)
  await vi.advanceTimersByTimeAsync(1000)
  expect(await ask()).toBe(3)
})

it('rejects every caller that waits for a shared value if the value cannot be loaded', async () => {
  const ask = sharedCall(times, () => Promise.reject(new Error('full')))
  await expect(Promise.all([ask(), ask()])).rejects.toThrow('full')
})
