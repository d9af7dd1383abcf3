import { afterAll, describe, expect, it } from 'vitest'
import { interactionTypes } from '#shared/contract/interaction-data.ts'
import { testEach } from '#shared/lib/testing.ts'
import { restForTest } from './testing.ts'

const room = await restForTest()
afterAll(() => room.close())

const table = 'user_interactions'
const row = (change: object = {}) => ({
  session_id: '0b6a1d0e-3f5c-4c5e-9d57-6f0f2c1b7a10',
  event_type: 'page_view',
  event_data: { view: 'home' },
  page_url: 'http://127.0.0.1:3000/',
  user_agent: 'Mozilla/5.0',
  referrer: null,
  ...change,
})
const nested = (levels: number) => JSON.parse(`${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`) as object
const stored = () => room.count(table)

describe('the interactions route', () => {
  it('stores one or many rows of each type', async () => {
    const before = await stored()
    const one = await room.post(table, row())
    expect([one.statusCode, one.body, one.headers['content-length']]).toEqual([201, '', '0'])
    const many = await room.post(
      table,
      Array.from({ length: 25 }, () => interactionTypes.map((event_type) => row({ event_type }))).flat(),
      { prefer: 'count=exact' },
    )
    expect([many.statusCode, many.headers['content-range']]).toEqual([201, '*/275'])
    expect(await stored()).toBe(before + 276)
  })

  it('stores rows that have no optional fields', async () => {
    const { session_id, event_type } = row()
    expect((await room.post(table, { session_id, event_type })).statusCode).toBe(201)
    const nothing = { event_data: null, page_url: null, user_agent: null, id: null }
    expect((await room.post(table, row(nothing))).statusCode).toBe(201)
  })

  it(
    '[V2] rejects all rows if one row breaks a rule, and names the invalid field',
    testEach(
      [
        ['no session', { session_id: undefined }, '23502', 'session_id is required'],
        ['a session that is not a UUID', { session_id: 'me' }, '22P02', 'session_id must be a UUID'],
        ['another type', { event_type: 'click' }, '23514', `event_type must be one of ${interactionTypes.join(', ')}`],
        ['a list as data', { event_data: [1] }, '23514', 'event_data must be an object'],
        ['data nested too deeply', { event_data: nested(9) }, '23514', 'event_data must have at most 8 levels'],
        [
          'data that is too long',
          { event_data: { a: 'x'.repeat(8185) } },
          '23514',
          'event_data must have at most 8192 bytes',
        ],
        ['a NUL', { event_data: { a: '\u0000' } }, '22P05', 'event_data contains characters that cannot be stored'],
        [
          'half a surrogate pair',
          { event_data: { a: '\ud83d' } },
          '22P05',
          'event_data contains characters that cannot be stored',
        ],
        [
          'an address that is too long',
          { page_url: `https://a/${'b'.repeat(2000)}` },
          '23514',
          'page_url must have at most 2000 characters',
        ],
        [
          'a time',
          { created_at: '2020-01-01T00:00:00Z' },
          'PGRST204',
          'Visitors may set id, session_id, event_type, event_data, page_url, user_agent, referrer',
        ],
        [
          'a visitor key',
          { visitor_key: 7 },
          'PGRST204',
          'Visitors may set id, session_id, event_type, event_data, page_url, user_agent, referrer',
        ],
      ],
      async (_, change, code, hint) => {
        const before = await stored()
        const answer = await room.post(table, row(change))
        expect([answer.statusCode, answer.json()]).toMatchObject([400, { code, hint }])
        const among = await room.post(table, [
          row(),
          row({ ...Object.fromEntries(Object.keys(change).map((key) => [key, null])), ...change }),
        ])
        expect(among.statusCode).toBe(400)
        expect(await stored()).toBe(before)
      },
    ),
  )

  it(
    'stores unusual values unchanged',
    testEach(
      [
        ['the deepest level', nested(8)],
        ['the last byte', { a: 'x'.repeat(8184) }],
        ['text that looks like an escape', { a: '\\u0000 \\\\ud83d' }],
        ['whole characters', { a: '😀', ключ: 'ü' }],
      ],
      async (_, event_data) => {
        const session_id = crypto.randomUUID()
        expect((await room.post(table, row({ event_data, session_id }))).statusCode).toBe(201)
        const sql = 'select event_data from user_interactions where session_id = $1'
        expect(await room.asOwner(sql, [session_id])).toEqual([{ event_data }])
      },
    ),
  )

  it('[V2] rejects extremely deeply nested data, and accepts the next valid row', async () => {
    const before = await stored()
    const deep = `{"session_id":"${row().session_id}","event_type":"error","event_data":${'['.repeat(25_000)}${']'.repeat(25_000)}}`
    for (const _ of [1, 2]) expect((await room.post(table, deep)).statusCode).toBe(400)
    expect((await room.post(table, row())).statusCode).toBe(201)
    expect(await stored()).toBe(before + 1)
  })

  it('[A1] never returns stored interactions', async () => {
    const before = await stored()
    for (const prefer of ['return=representation', 'resolution=merge-duplicates']) {
      expect((await room.post(table, row(), { prefer })).statusCode).toBe(401)
    }
    expect(await stored()).toBe(before)
  })
})
