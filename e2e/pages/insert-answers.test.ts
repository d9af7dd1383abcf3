import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { callFunction, insertRow, postRows } from '#site/lib/api.ts'
import { openStubServer } from './other-server.ts'

const other = await openStubServer()
const { url, asked, says } = other
vi.stubGlobal('document', {
  querySelector: (selector: string) => ({ content: selector.includes('supabase-url') ? url : '' }),
})
afterAll(() => {
  vi.unstubAllGlobals()
  other.close()
})
beforeEach(() => void asked())

const page = { 'content-type': 'text/html' }
const range = { 'content-range': '*/*' }
const conflict = (table: string) =>
  JSON.stringify({
    code: '23505',
    message: `duplicate key value violates unique constraint "${table}_pkey"`,
    details: null,
    hint: null,
  })

const foreignResponses: readonly [string, ...Parameters<typeof says>][] = [
  ['200 with a page', 200, page, '<h1>We are back soon</h1>'],
  ['200 with Content-Range', 200, range],
  ['302 to a page', 302, { location: '/portal' }],
  ['307 to a page', 307, { location: '/portal' }],
  ['201 with HTML', 201, { ...page, ...range }, '<h1>Created</h1>'],
  ['204', 204],
  ['204 with Content-Range', 204, range],
  ['201 without Content-Range', 201],
  ['201 with the Content-Range of a file', 201, { 'content-range': 'bytes 0-1/2' }],
]

describe.each(['strategy_call_bookings', 'contact_messages', 'user_interactions'])(
  'a row inserted into %s',
  (table) => {
    it.each(foreignResponses)('does not count as stored after this response: %s', async (_, ...said) => {
      says(...said)
      expect(await insertRow(table, { id: 1 })).toEqual({ kind: 'unknown' })
      expect(await postRows(table, '[{}]', true)).toEqual({ kind: 'unknown' })
      expect(asked()).toEqual(Array(2).fill(`POST /rest/v1/${table}`))
    })

    it.each(['*/*', '*/1'])(
      'counts as stored after a 201 response with an empty body and Content-Range %s',
      async (counted) => {
        says(201, { 'content-range': counted, link: '</?call=abc>; rel="edit-form"' })
        expect(await insertRow(table, {})).toEqual({ kind: 'stored', page: `${url}/?call=abc` })
      },
    )

    it('counts as stored after a 409 response about its own key, but not after other conflicts', async () => {
      const json = { 'content-type': 'application/json' }
      says(409, json, conflict(table))
      expect(await insertRow(table, {})).toEqual({ kind: 'stored', page: null })
      const others: Parameters<typeof says>[] = [
        [409, json, conflict('other')],
        [409, json, conflict(table).replace('23505', '23503')],
        [409, page, '<h1>Conflict</h1>'],
        [400, json, conflict(table)],
      ]
      for (const said of others) {
        says(...said)
        expect(await insertRow(table, {})).toMatchObject({ kind: 'refused', status: said[0] })
      }
    })
  },
)

describe('function call', () => {
  it.each([
    ...foreignResponses,
    ['200 with a page that reads as JSON', 200, page, '{}'],
    ['201 with JSON', 201, { 'content-type': 'application/json' }, '{}'],
    ['a refusal', 400, { 'content-type': 'application/json' }, '{}'],
  ] as typeof foreignResponses)('fails after this response: %s', async (_, ...said) => {
    says(...said)
    await expect(callFunction('available_times', { days: '14' })).rejects.toThrow()
  })

  it('returns the data of a 200 response with JSON', async () => {
    says(200, { 'content-type': 'application/json; charset=utf-8' }, '{"left":2}')
    expect(await callFunction('remaining_calls_this_week')).toEqual({ left: 2 })
    expect(asked()).toEqual(['GET /rest/v1/rpc/remaining_calls_this_week'])
  })
})
