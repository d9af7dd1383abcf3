import { expect, test } from 'vitest'
import { keepUp, outcome, turn } from './ticked.ts'

const rows = ['a', 'b', 'c', 'd'].map((id) => ({ id, status: 'new' }))
const after = (start: readonly string[], id: string, other?: string) =>
  [...turn(new Map(start.map((one) => [one, { id: one, status: 'new' }])), rows, id, other).keys()].join('')

test('a tick turns, and with another row it ticks all between them, either way', () => {
  expect([after([], 'b'), after(['b'], 'b')]).toEqual(['b', ''])
  expect([after(['b'], 'd', 'b'), after([], 'a', 'c'), after([], 'c', 'gone')]).toEqual(['bcd', 'abc', 'c'])
})

test('a row that left the page is out, one of another page stays, and each is as it is now', () => {
  const other = { id: 'z', status: 'new' }
  const kept = keepUp(new Map([...rows, other].map((row) => [row.id, row])), rows, [
    { id: 'b', status: 'spam' },
  ])
  expect([...kept.values()]).toEqual([other, { id: 'b', status: 'spam' }])
})

test('says how many were done, and how many were left', () => {
  expect(outcome('marked as spam', 17, 20)).toBe('17 marked as spam, 3 were changed meanwhile and left.')
  expect(outcome('given to you', 0, 1)).toBe('None given to you, 1 was changed meanwhile and left.')
})
