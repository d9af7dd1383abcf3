import { expect, test } from 'vitest'
import { keepUp, outcome } from './ticked.ts'

const row = (id: string, at = 1) => ({ id, at })

test('a row that left the page is out, one of another page stays, and each is as it is now', () => {
  const ticked = new Map(['a', 'b', 'z'].map((id) => [id, row(id)]))
  const kept = keepUp(ticked, [row('a'), row('b'), row('c')], [row('b', 2), row('c', 2)])
  expect([...kept.values()]).toEqual([row('z'), row('b', 2)])
  expect(outcome('put back', 17, 20)).toBe('17 put back, 3 were changed meanwhile and left.')
})
