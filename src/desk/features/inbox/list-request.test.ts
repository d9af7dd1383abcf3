import { expect, test } from 'vitest'
import { isNarrowed, listRequest, orderToSearch } from './list-request.ts'

test('sorts confirmed bookings by call time, and other bookings by urgency', () => {
  expect(listRequest({}, '', 'me-id', undefined)).toMatchObject({ sort: 'due_at', down: false })
  expect(listRequest({ status: 'confirmed' }, '', 'me-id', undefined)).toMatchObject({
    sort: 'call_at',
    down: false,
  })
  expect(listRequest({ sort: 'created_at' }, '', 'me-id', undefined)).toMatchObject({ down: true })
  expect(listRequest({ sort: 'name' }, '', 'me-id', undefined)).toMatchObject({ sort: 'name', down: false })
})

test('omits the default sort order from the URL', () => {
  expect(orderToSearch(undefined, 'due_at', false)).toEqual({ sort: undefined, down: undefined })
  expect(orderToSearch('confirmed', 'due_at', true)).toEqual({ sort: 'due_at', down: true })
  expect(orderToSearch(undefined, 'created_at', true)).toEqual({ sort: 'created_at', down: undefined })
})

test('replaces the assignee "me" with the id of the user, and omits an empty search', () => {
  expect(listRequest({ assignee: 'me' }, ' ', 'me-id', undefined)).toMatchObject({
    assignee: 'me-id',
    term: undefined,
  })
  expect(listRequest({ assignee: 'nobody' }, '', 'me-id', undefined).assignee).toBe('nobody')
  expect(isNarrowed({ sort: 'name', page: 3 }, ' ')).toBe(false)
  expect(isNarrowed({ week: '2026-11-25' }, '')).toBe(true)
})
