import * as v from 'valibot'
import { expect, it } from 'vitest'
import { createIdGenerator } from './interactions.ts'

it('returns version 7 UUIDs that contain their creation time', () => {
  const at = Date.UTC(2026, 10, 20, 12)
  const id = createIdGenerator()(at)
  expect(v.is(v.pipe(v.string(), v.uuid()), id)).toBe(true)
  expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-8[\da-f]{3}-[\da-f]{12}$/)
  expect(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)).toBe(at)
})

it('returns ascending ids, even after 4,096 ids within one millisecond or when the clock is set back', () => {
  const nextId = createIdGenerator()
  const now = Date.now()
  const times = [...Array.from({ length: 5000 }, () => now), now + 1, now - 60_000, now + 2, now + 2]
  const ids = times.map(nextId)
  expect(ids.toSorted()).toEqual(ids)
  expect(new Set(ids).size).toBe(ids.length)
})
