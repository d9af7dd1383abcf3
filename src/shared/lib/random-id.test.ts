import * as v from 'valibot'
import { expect, it } from 'vitest'
import { randomId } from './random-id.ts'

it('returns unique version 4 UUIDs', () => {
  const ids = Array.from({ length: 1000 }, randomId)
  expect(ids.every((id) => v.is(v.pipe(v.string(), v.uuid()), id))).toBe(true)
  expect(ids.filter((id) => !/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/.test(id))).toEqual([])
  expect(new Set(ids).size).toBe(1000)
})
