import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { inTime, shared } from './service.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
afterEach(() => void vi.useRealTimers())

it('asks once a second, however many want to know, and again when an answer does not come', async () => {
  const answers = [Promise.resolve(1), new Promise<number>(() => {}), Promise.resolve(3)]
  let asked = 0
  const ask = shared(() => answers[asked++] as Promise<number>)
  expect(await Promise.all([ask(), ask(), ask()])).toEqual([1, 1, 1])
  await vi.advanceTimersByTimeAsync(1000)
  expect(await ask()).toBe(1)
  await vi.advanceTimersByTimeAsync(1)
  const late = expect(inTime(ask())).rejects.toThrow('no answer in 2000 ms')
  void inTime(ask()).catch(() => {})
  expect(asked).toBe(2)
  await vi.advanceTimersByTimeAsync(2001)
  await late
  expect(await inTime(ask())).toBe(3)
})

it('passes on a refusal to everybody who asked', async () => {
  const ask = shared(() => Promise.reject(new Error('full')))
  await expect(Promise.all([ask(), ask()])).rejects.toThrow('full')
})
