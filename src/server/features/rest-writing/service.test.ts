import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { booking, message } from '#server/lib/db/rows-testing.ts'
import { bookingLimits, messageLimits } from '#shared/contract/form-rules.ts'
import { eachOf, tries } from '#shared/lib/testing.ts'
import { restForTest } from './testing.ts'

const room = await restForTest()
afterAll(() => room.close())

const tables = [
  { table: 'strategy_call_bookings', row: booking, limits: bookingLimits },
  { table: 'contact_messages', row: message, limits: messageLimits },
] as const

/** A valid text of exactly this length. */
function long(field: string, length: number): string {
  if (field !== 'email') return 'x'.repeat(length)
  const domain = `@${'d'.repeat(60)}.${'d'.repeat(60)}.${'d'.repeat(60)}.example`
  return 'a'.repeat(length - domain.length) + domain
}

describe.each(tables)('a row of $table', ({ table, row, limits }) => {
  const required = Object.keys(row()).filter((f) => !['time_zone', 'monthly_revenue'].includes(f))
  const mandatory = table === 'contact_messages' ? required : required.filter((f) => f !== 'message')

  const refusal = async (body: unknown) => {
    const before = await room.count(table)
    const answer = await room.post(table, body)
    expect(answer.statusCode, answer.body).toBe(400)
    expect(Object.keys(answer.json())).toEqual(['code', 'message', 'details', 'hint'])
    expect(await room.count(table)).toBe(before)
    return answer.json()
  }

  it('is stored', async () => {
    const answer = await room.post(table, row())
    expect([answer.statusCode, answer.body]).toEqual([201, ''])
  })

  it(
    'needs every mandatory field',
    eachOf(mandatory, async (field) => {
      const { [field]: _, ...without } = row()
      const says = {
        code: '23502',
        message: `null value in column "${field}" of relation "${table}" violates not-null constraint`,
        hint: `${field} is required`,
      }
      expect(await refusal(without)).toMatchObject(says)
      expect(await refusal(row({ [field]: null }))).toMatchObject(says)
    }),
  )

  it(
    'refuses a blank mandatory field',
    eachOf(mandatory, async (field) => {
      const { code, hint } = await refusal(row({ [field]: '  ' }))
      expect(code).toBe(field === 'preferred_time' ? '22007' : '23514')
      expect(hint).toMatch(new RegExp(`^${field} must `))
    }),
  )

  it(
    'refuses a field of another type',
    eachOf(required, async (field) => {
      for (const value of [42, true, {}, ['a']])
        expect((await refusal(row({ [field]: value }))).hint).toContain(field)
    }),
  )

  it(
    'takes text up to its longest',
    eachOf(Object.entries(limits), async (field, limit) => {
      const fits = await room.post(table, row({ [field]: long(field, limit) }))
      expect(fits.statusCode, fits.body).toBe(201)
      expect(await refusal(row({ [field]: long(field, limit + 1) }))).toMatchObject({
        code: '23514',
        message: `new row for relation "${table}" violates check constraint "${table}_${field}_check"`,
        hint: `${field} must have at most ${limit} characters`,
      })
    }),
  )

  it('names every field at fault, the worst first', async () => {
    const { name: _, ...without } = row({ email: 'nobody', company: long('company', 201) })
    const { code, hint } = await refusal(without)
    const [first, ...others] = String(hint).split('; ')
    expect([code, first, others.toSorted()]).toEqual([
      '23502',
      'name is required',
      ['company must have at most 200 characters', 'email must look like name@example.com'],
    ])
  })

  const asked = { source: 'x', campaign: 'x', first_view: 'x' }
  const stored = async (change: object) => {
    const company = crypto.randomUUID()
    expect((await room.post(table, row({ ...change, company }))).statusCode).toBe(201)
    const names = ['session_id', 'landing_page', 'referrer', ...Object.keys(asked)].join()
    const [found] = await room.asOwner<Record<string, unknown>>(
      `select ${names} from ${table} where company = $1`,
      [company],
    )
    return found
  }

  it('keeps of where its sender came from only what names nobody', async () => {
    const session_id = crypto.randomUUID()
    const landing_page =
      'https://ada:x@site.example/?view=about&email=a@b.c&access_token=x&utm_source=Letter&utm_term=a%40b.c#at=1'
    const referrer = 'https://mail.example/inbox/ada@example.com?token=x'
    expect(await stored({ session_id, landing_page, referrer })).toEqual({
      session_id,
      landing_page: 'https://site.example/?view=about&utm_source=Letter',
      referrer: 'https://mail.example/',
      source: 'letter',
      campaign: null,
      first_view: 'about',
    })
    const nothing = { session_id: null, landing_page: null, referrer: null }
    expect(await stored({ landing_page: 'javascript:alert(1)', referrer: 'nowhere' })).toMatchObject(nothing)
    expect(await stored(nothing)).toMatchObject({ ...nothing, source: 'site' })
  })

  it('is stored also when its first address grows by being escaped', async () => {
    const long = await stored({ landing_page: `https://site.example/?utm_source=${'é'.repeat(1950)}` })
    expect(String(long?.landing_page)).toHaveLength(2000)
  })

  it(
    'with an endless or mistaken origin is refused, and named',
    eachOf(
      [
        ['a visit that is none', { session_id: 'me' }, '22P02', 'session_id must be a UUID'],
        ['a visit of another type', { session_id: 7 }, '22P02', 'session_id must be text'],
        [
          'an endless first address',
          { landing_page: `https://a/${'b'.repeat(2000)}` },
          '23514',
          'landing_page must have at most 2000 characters',
        ],
        [
          'an endless address before',
          { referrer: `https://a/${'b'.repeat(2000)}` },
          '23514',
          'referrer must have at most 2000 characters',
        ],
      ],
      async (_, change, code, hint) => {
        expect(await refusal(row(change))).toMatchObject({ code, hint })
      },
    ),
  )

  it('refuses columns that it does not have, and those of the desk', async () => {
    const ours = ['status', 'created_at', 'assigned_to', ...Object.keys(asked)]
    for (const column of ['nickname', ...ours, 'constructor']) {
      const { code, message } = await refusal(row({ [column]: 'x' }))
      expect([code, message]).toEqual([
        'PGRST204',
        `Could not find the '${column}' column of '${table}' in the schema cache`,
      ])
    }
  })

  it('is there once, however often its id is sent', async () => {
    const id = crypto.randomUUID()
    expect((await room.post(table, row({ id }))).statusCode).toBe(201)
    const again = await room.post(table, row({ id, name: 'Somebody Else' }))
    expect([again.statusCode, again.json()]).toEqual([
      409,
      {
        code: '23505',
        message: `duplicate key value violates unique constraint "${table}_pkey"`,
        details: null,
        hint: null,
      },
    ])
  })

  const named = (literal: string) => JSON.stringify(row()).replace('"Ada Lovelace"', literal)
  it(
    'refuses what is not one JSON object of text',
    eachOf(
      [
        ['NUL', named('"a\\u0000b"'), '22P05'],
        ['half a surrogate pair', named('"a\\ud800b"'), '22P05'],
        ['invalid UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]), 'PGRST102'],
        ['__proto__', named('"a","__proto__":{"name":"x"}'), 'PGRST102'],
        ['an escaped __proto__', named('"a","\\u005f_proto__":{"name":"x"}'), 'PGRST102'],
        ['a key twice', named('"a","n\\u0061me":"b"'), 'PGRST102'],
        ['a number out of range', named('1e400'), 'PGRST102'],
        ['32,000 nested arrays', '['.repeat(32_000) + ']'.repeat(32_000), 'PGRST102'],
        ['half an object', '{"name":', 'PGRST102'],
        ['nothing', '', 'PGRST102'],
        ['a word', '"name"', 'PGRST102'],
        ['rows that are no objects', '[1,2]', 'PGRST102'],
      ],
      async (_, body, code) => {
        expect((await refusal(body)).code).toBe(code)
        expect((await room.post(table, row())).statusCode).toBe(201)
      },
    ),
  )

  it('gives 201 or a refusal of the 400s for any JSON', async () => {
    const field = fc.constantFrom(...Object.keys(row()), 'status', 'toString')
    const anyRow = fc.oneof(
      fc.json(),
      fc.dictionary(field, fc.jsonValue()).map((odd) => JSON.stringify({ ...row(), ...odd })),
      fc
        .array(fc.tuple(field, fc.string({ unit: 'binary' })))
        .map((odd) => JSON.stringify({ ...row(), ...Object.fromEntries(odd) })),
    )
    await fc.assert(
      fc.asyncProperty(anyRow, async (body) => {
        const { statusCode, body: answer } = await room.post(table, body)
        expect(statusCode === 201 || statusCode === 400, answer).toBe(true)
      }),
      tries(300, 25),
    )
  })
})
