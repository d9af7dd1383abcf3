import { expect, test } from 'vitest'
import { bulkResultText, mergePage, restorePosition, rowAfterStep, rowsNotIn, updateSelection } from './list-state.ts'

const row = (id: string, status = 'new') => ({ id, status })
const page = (...rows: { id: string; status: string }[]) => ({ rows, total: rows.length })

test('shows the refetched list if no row is hovered or focused', () => {
  const next = page(row('c'), row('a'), row('b'))
  expect(mergePage(page(row('a'), row('b')), next, true)).toEqual({ shown: next, held: null })
})

test('updates existing rows, but adds and removes none, while a row is hovered', () => {
  const shown = page(row('a'), row('b'), row('c'))
  const next = page(row('n'), row('a', 'confirmed'), row('c'))
  const arrival = mergePage(shown, next, false, [row('b', 'spam')])
  expect(arrival.shown).toEqual({ rows: [row('a', 'confirmed'), row('b', 'spam'), row('c')], total: 3 })
  expect(arrival.held).toBe(next)
  expect(rowsNotIn(next, arrival.shown)).toEqual([row('n')])
})

test('shows refetched rows at once if no row would move, even while a row is hovered', () => {
  const next = page(row('a', 'held'), row('b'))
  expect(mergePage(page(row('a'), row('b')), next, false)).toEqual({ shown: next, held: null })
})

const place = (id: string, ids = ['a', 'b', 'c', 'd']) => ({ id, ids })

test('moves the selection to the next or previous row, and stops at the ends of the list', () => {
  expect(rowAfterStep(place('b'), 1, ['a', 'b', 'c', 'd'])).toBe('c')
  expect(rowAfterStep(place('a'), -1, ['a', 'b', 'c', 'd'])).toBe('a')
  expect(rowAfterStep(place('d'), 1, ['a', 'b', 'c', 'd'])).toBe('d')
  expect(rowAfterStep(null, 1, ['a', 'b'])).toBe('a')
  expect(rowAfterStep(place('b'), 1, [])).toBeUndefined()
})

test('moves the selection to the neighboring row if the selected row has left the list', () => {
  expect(rowAfterStep(place('b'), 1, ['a', 'c', 'd'])).toBe('c')
  expect(rowAfterStep(place('b'), -1, ['a', 'c', 'd'])).toBe('a')
  expect(restorePosition(place('b'), ['a', 'c', 'd']).id).toBe('c')
  expect(rowAfterStep(place('d'), 1, ['a', 'b', 'c'])).toBe('c')
  expect(rowAfterStep(place('b'), 1, ['a', 'd'])).toBe('d')
})

test('continues the selection from the selected row’s previous position if that row has moved', () => {
  expect(rowAfterStep(place('b'), 1, ['a', 'c', 'd', 'b'])).toBe('c')
  expect(restorePosition(place('b'), ['a', 'c', 'd', 'b']).id).toBe('c')
  expect(rowAfterStep(place('c'), -1, ['c', 'a', 'b', 'd'])).toBe('b')
})

test('moves the selection to a new row next to the selected row', () => {
  expect(rowAfterStep(place('a'), 1, ['new', 'a', 'newer', 'b'])).toBe('newer')
  expect(rowAfterStep(place('a'), -1, ['new', 'a', 'b'])).toBe('new')
})

test('moves the selection to the first row if a different list is shown', () => {
  expect(rowAfterStep(place('b'), 1, ['x', 'y'])).toBe('x')
})

const rowOf = (id: string, at = 1) => ({ id, at })

test('deselects rows that left the page, updates selected rows that stay on it, and keeps rows on other pages selected', () => {
  const ticked = new Map(['a', 'b', 'z'].map((id) => [id, rowOf(id)]))
  const kept = updateSelection(ticked, [rowOf('a'), rowOf('b'), rowOf('c')], [rowOf('b', 2), rowOf('c', 2)])
  expect([...kept.values()]).toEqual([rowOf('z'), rowOf('b', 2)])
  expect(bulkResultText('restored', 17, 20)).toBe('17 restored, 3 skipped (changed by someone else).')
})
