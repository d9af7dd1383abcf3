import { afterAll, expect, it, vi } from 'vitest'
import { fetchFreeCalls } from './free-calls.ts'
import { fetchPicked } from './free-times.ts'
import { slots } from './slots.ts'

vi.stubGlobal('document', { querySelector: () => null })
afterAll(() => vi.unstubAllGlobals())

it('has the number of calls a week from the last answer that told it', async () => {
  const told = (status: number, capacity?: number) => {
    vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ capacity }, { status })))
    return fetchFreeCalls()
  }
  expect(slots.get()).toBe(5)
  await told(200, 12)
  await told(401)
  expect(slots.get()).toBe(12)
  slots.set(slots.first())
})

it('takes an outcome of a later release as one that nobody knows', async () => {
  const told = (outcome: string) => {
    const answer = { outcome, next: [], host: null }
    vi.stubGlobal('fetch', () => Promise.resolve(Response.json(answer)))
    return fetchPicked('3f1c9a52-7d0e-4b7a-9c1d-5a2e8f6b4c10')
  }
  for (const outcome of ['asked', 'held', 'unproven', 'confirmed', 'taken'])
    expect(await told(outcome)).toMatchObject({ outcome })
  for (const outcome of ['queued', 'constructor']) expect(await told(outcome)).toBeNull()
})
