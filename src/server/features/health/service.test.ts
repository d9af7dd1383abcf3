import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { inTime, shared } from './service.ts'

it('asks once a second, however many want to know, and again when an answer does not come', async () => {
  const answers = [Promise.resolve(1), new Promise<number>(() => {}), Promise.resolve(3)]
  let asked = 0
  const ask = shared(() => answers[asked++] as Promise<number>)
  expect(await Promise.all([ask(), ask(), ask()])).toEqual([1, 1, 1])
  await sleep(1100)
  const late = inTime(ask())
  void inTime(ask()).catch(() => {})
  expect(asked).toBe(2)
  await expect(late).rejects.toThrow('no answer in 2000 ms')
  await sleep(10)
  expect(await inTime(ask())).toBe(3)
})

it('passes on a refusal to everybody who asked', async () => {
  const ask = shared(() => Promise.reject(new Error('full')))
  await expect(Promise.all([ask(), ask()])).rejects.toThrow('full')
})
