import { expect, test } from 'vitest'
import { findAgain, stepFrom } from './walk.ts'

const place = (id: string, ids = ['a', 'b', 'c', 'd']) => ({ id, ids })

test('a step leads to the next row, and stops at the ends', () => {
  expect(stepFrom(place('b'), 1, ['a', 'b', 'c', 'd'])).toBe('c')
  expect(stepFrom(place('a'), -1, ['a', 'b', 'c', 'd'])).toBe('a')
  expect(stepFrom(place('d'), 1, ['a', 'b', 'c', 'd'])).toBe('d')
  expect(stepFrom(null, 1, ['a', 'b'])).toBe('a')
  expect(stepFrom(place('b'), 1, [])).toBeUndefined()
})

test('of a row that left, the one after it is next and none is skipped', () => {
  expect(stepFrom(place('b'), 1, ['a', 'c', 'd'])).toBe('c')
  expect(stepFrom(place('b'), -1, ['a', 'c', 'd'])).toBe('a')
  expect(findAgain(place('b'), ['a', 'c', 'd']).id).toBe('c')
  expect(stepFrom(place('d'), 1, ['a', 'b', 'c'])).toBe('c')
  expect(stepFrom(place('b'), 1, ['a', 'd'])).toBe('d')
})

test('of a row that went elsewhere in the list too', () => {
  expect(stepFrom(place('b'), 1, ['a', 'c', 'd', 'b'])).toBe('c')
  expect(findAgain(place('b'), ['a', 'c', 'd', 'b']).id).toBe('c')
  expect(stepFrom(place('c'), -1, ['c', 'a', 'b', 'd'])).toBe('b')
})

test('rows that come between are walked over like the others', () => {
  expect(stepFrom(place('a'), 1, ['new', 'a', 'newer', 'b'])).toBe('newer')
  expect(stepFrom(place('a'), -1, ['new', 'a', 'b'])).toBe('new')
})

test('in another list the walk begins at its first row', () => {
  expect(stepFrom(place('b'), 1, ['x', 'y'])).toBe('x')
})
