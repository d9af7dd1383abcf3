import { expect, it } from 'vitest'
import { testEach } from '#shared/lib/testing.ts'
import { statusOf } from './errors.ts'

it(
  'maps each error code to the HTTP status that PostgREST returns',
  testEach(
    [
      ['23503', 409],
      ['23505', 409],
      ['23502', 400],
      ['23514', 400],
      ['22P02', 400],
      ['99999', 400],
      ['25006', 405],
      ['25001', 500],
      ['P0001', 400],
      ['P0002', 500],
      ['PT418', 418],
      ['PT101', 400],
      ['21000', 500],
      ['28000', 403],
      ['42883', 404],
      ['42P01', 404],
      ['42P17', 500],
      ['42703', 400],
      ['08006', 503],
      ['53300', 503],
      ['53400', 500],
      ['57P01', 503],
      ['57014', 504],
      ['XX000', 500],
      ['PGRST003', 504],
      ['PGRST101', 405],
      ['PGRST103', 416],
      ['PGRST200', 400],
      ['PGRST202', 404],
      ['PGRST203', 300],
      ['PGRST301', 401],
      ['PGRST303', 401],
    ],
    (code, status) => {
      expect(statusOf(code, false)).toBe(status)
    },
  ),
)

it('returns 401 to anonymous callers without permission, and 403 to signed-in users without permission', () => {
  expect([statusOf('42501', false), statusOf('42501', true)]).toEqual([401, 403])
})

it('uses the error message to return 400 for a missing filter and 401 for an unknown role', () => {
  expect(statusOf('21000', true, 'UPDATE requires a WHERE clause')).toBe(400)
  expect(statusOf('21000', true, 'more than one row returned')).toBe(500)
  expect(statusOf('22023', true, 'role "owner" does not exist')).toBe(401)
  expect(statusOf('22023', true, 'invalid value for parameter')).toBe(400)
})
