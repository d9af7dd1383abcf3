import { expect, test } from 'vitest'
import { isNarrowed, listRequest, patternOf, wordsOf } from './list-request.ts'

test('a pattern means each character that was typed', () => {
  expect(patternOf('100%')).toBe('%100\\%%')
  expect(patternOf('snake_case,')).toBe('%snake\\_case,%')
  expect(patternOf('back\\slash')).toBe('%back\\\\slash%')
  // The data API has no way to write it, so any one character does.
  expect(patternOf('five*stars')).toBe('%five_stars%')
})

test('words are looked for one by one, in lower case', () => {
  expect(wordsOf('  Thandi  NKOSI ')).toEqual(['thandi', 'nkosi'])
  expect(wordsOf('a b c d e f g h')).toHaveLength(6)
})

test('the plain address asks for the newest first; names come from the start', () => {
  expect(listRequest({}, '', 'me-id', undefined)).toMatchObject({ page: 1, sort: 'created_at', isDown: true })
  expect(listRequest({ sort: 'name' }, '', 'me-id', undefined)).toMatchObject({ isDown: false })
  expect(listRequest({ assignee: 'me' }, '', 'me-id', undefined).assignee).toBe('me-id')
  expect(listRequest({ assignee: 'nobody' }, '', 'me-id', undefined).assignee).toBeNull()
  expect(isNarrowed({ sort: 'name', page: 3 }, ' ')).toBe(false)
  expect(isNarrowed({ week: '2026-11-25' }, '')).toBe(true)
})
