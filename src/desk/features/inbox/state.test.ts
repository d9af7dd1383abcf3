import { expect, test } from 'vitest'
import { takeIn, without } from './state.ts'

const row = (id: string, status = 'new') => ({ id, status })
const page = (...rows: { id: string; status: string }[]) => ({ rows, total: rows.length })

test('a list that nobody points at becomes what was read', () => {
  const next = page(row('c'), row('a'), row('b'))
  expect(takeIn(page(row('a'), row('b')), next, true)).toEqual({ shown: next, held: null })
})

test('while somebody points, rows change where they stand, and what moves them waits', () => {
  const shown = page(row('a'), row('b'), row('c'))
  const next = page(row('n'), row('a', 'confirmed'), row('c'))
  const arrival = takeIn(shown, next, false, [row('b', 'spam')])
  expect(arrival.shown).toEqual({ rows: [row('a', 'confirmed'), row('b', 'spam'), row('c')], total: 3 })
  expect(arrival.held).toBe(next)
  expect(without(next, arrival.shown)).toEqual([row('n')])
})

test('nothing waits when no row moves', () => {
  const next = page(row('a', 'held'), row('b'))
  expect(takeIn(page(row('a'), row('b')), next, false)).toEqual({ shown: next, held: null })
})
