import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { booking, message } from '#server/lib/db/rows-testing.ts'
import { propertyRuns, testEach } from '#shared/lib/testing.ts'
import { restForTest } from './testing.ts'

const room = await restForTest()
afterAll(() => room.close())

const tables = [
  { table: 'strategy_call_bookings', row: booking },
  { table: 'contact_messages', row: message },
] as const

describe.each(tables)('the insert route for $table', ({ table, row }) => {
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

  it(
    '[V1] rejects a row without a mandatory field',
    testEach(mandatory, async (field) => {
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
    '[V1] rejects a field of the wrong type',
    testEach(required, async (field) => {
      for (const value of [42, true, {}, ['a']]) expect((await refusal(row({ [field]: value }))).hint).toContain(field)
    }),
  )

  it('[V1] lists every invalid field, starting with the most serious error', async () => {
    const { name: _, ...without } = row({ email: 'nobody', company: 'x'.repeat(201) })
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
    const [found] = await room.asOwner<Record<string, unknown>>(`select ${names} from ${table} where company = $1`, [
      company,
    ])
    return found
  }

  it('[P3] stores the landing page and the referrer without personal data', async () => {
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

  it(
    '[A3] rejects an invalid session id and an overlong landing page or referrer, and names the invalid field',
    testEach(
      [
        ['an invalid visit', { session_id: 'me' }, '22P02', 'session_id must be a UUID'],
        ['a visit of another type', { session_id: 7 }, '22P02', 'session_id must be text'],
        [
          'a landing page that is too long',
          { landing_page: `https://a/${'b'.repeat(2000)}` },
          '23514',
          'landing_page must have at most 2000 characters',
        ],
        [
          'a referrer that is too long',
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

  it('[V1] rejects unknown columns and columns that only the desk can set', async () => {
    const ours = ['status', 'created_at', 'assigned_to', ...Object.keys(asked)]
    for (const column of ['nickname', ...ours, 'constructor']) {
      const { code, message } = await refusal(row({ [column]: 'x' }))
      expect([code, message]).toEqual([
        'PGRST204',
        `Could not find the '${column}' column of '${table}' in the schema cache`,
      ])
    }
  })

  it('[R1] stores a row once when its id is sent repeatedly', async () => {
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
    '[V3] rejects text that cannot be stored, and a body that is not a valid JSON row',
    testEach(
      [
        ['NUL', named('"a\\u0000b"'), '22P05'],
        ['half a surrogate pair', named('"a\\ud800b"'), '22P05'],
        ['invalid UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]), 'PGRST102'],
        ['__proto__', named('"a","__proto__":{"name":"x"}'), 'PGRST102'],
        ['an escaped __proto__', named('"a","\\u005f_proto__":{"name":"x"}'), 'PGRST102'],
        ['a repeated key', named('"a","n\\u0061me":"b"'), 'PGRST102'],
        ['a number out of range', named('1e400'), 'PGRST102'],
        ['32,000 nested arrays', '['.repeat(32_000) + ']'.repeat(32_000), 'PGRST102'],
        ['half an object', '{"name":', 'PGRST102'],
        ['nothing', '', 'PGRST102'],
        ['a word', '"name"', 'PGRST102'],
        ['rows that are not objects', '[1,2]', 'PGRST102'],
      ],
      async (_, body, code) => {
        expect((await refusal(body)).code).toBe(code)
        expect((await room.post(table, row())).statusCode).toBe(201)
      },
    ),
  )

  it('[V1] returns 201 or 400 for any JSON', async () => {
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
      propertyRuns(300, 25),
    )
  })
})

describe('the requested time of a booking', () => {
  const minute = 60_000
  const day = 24 * 60 * minute
  const fromNow = (offset: number) => new Date(Date.now() + offset).toISOString()
  const post = (preferred_time: string) => room.post('strategy_call_bookings', booking({ preferred_time }))

  it('[V1] can be up to five minutes in the past or up to two years in the future', async () => {
    for (const time of [fromNow(-4 * minute), fromNow(700 * day)]) expect((await post(time)).statusCode).toBe(201)
  })

  it(
    '[V1] is rejected if it is outside the allowed range or is not a valid timestamp with a time zone',
    testEach(
      [
        fromNow(-6 * minute),
        fromNow(1100 * day),
        '2027-02-01T10:00:00',
        '2027-02-30T10:00:00Z',
        '2027-02-01T10:00:00+20:00',
        'infinity',
        'tomorrow',
      ],
      async (time) => {
        const answer = await post(time)
        expect([answer.statusCode, answer.json().hint]).toEqual([400, expect.stringMatching(/^preferred_time must /)])
      },
    ),
  )
})

it('[V4] stores hostile text in a booking, trimmed but otherwise unchanged, and updates an outdated time zone name', async () => {
  const id = crypto.randomUUID()
  const name = `'); drop table contact_messages; -- <img src=x onerror=alert(1)> \${7*7}`
  const row = booking({ id, name: ` ${name} `, message: ' ', time_zone: 'Asia/Calcutta ' })
  expect((await room.post('strategy_call_bookings', row)).statusCode).toBe(201)
  expect(await room.asOwner('select name, message, time_zone from strategy_call_bookings where id = $1', [id])).toEqual(
    [{ name, message: null, time_zone: 'Asia/Kolkata' }],
  )
})

it("stores a booking without a time zone if the visitor's system reported none", async () => {
  const id = crypto.randomUUID()
  const row = booking({ id, time_zone: 'Etc/Unknown' })
  expect((await room.post('strategy_call_bookings', row)).statusCode).toBe(201)
  const zones = await room.asOwner('select time_zone from strategy_call_bookings where id = $1', [id])
  expect(zones).toEqual([{ time_zone: null }])
})
