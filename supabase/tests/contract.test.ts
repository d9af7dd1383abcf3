import fc from 'fast-check'
import * as v from 'valibot'
import { afterAll, describe, expect, it } from 'vitest'
import { isDatabaseError } from '#server/lib/db/database.ts'
import { booking, insertion, message } from '#server/lib/db/rows-testing.ts'
import { testDatabase } from '#server/lib/db/testing.ts'
import { bookingSchema, challenges, inquiryTypes, messageSchema, teamSizes } from '#shared/contract/form-rows.ts'
import { bookingLimits, maxNoteLength, messageLimits } from '#shared/contract/form-rules.ts'
import { propertyRuns, testEach } from '#shared/lib/testing.ts'

const emails = {
  good: [
    'a@b',
    'ada@example.com',
    "o'neil+x@sub.example.co.uk",
    'a.b@1.2',
    `a@${'b'.repeat(63)}.com`,
    '!#$%&*/=?^_`{|}~-@x-y.z',
  ],
  bad: [
    'a',
    '@b',
    'a@',
    'a b@c',
    'a@b c',
    'a@-b',
    'a@b-',
    'a@b..c',
    'a@b.',
    'a@b@c',
    'ä@b',
    'a@ü.de',
    'a@b\nc@d',
    `a@${'b'.repeat(64)}`,
  ],
}
const tables = {
  strategy_call_bookings: { schema: bookingSchema, row: booking, limits: bookingLimits },
  contact_messages: { schema: messageSchema, row: message, limits: messageLimits },
}
const forms = Object.entries(tables).map(([table, form]) => ({ table, ...form }))

const test = await testDatabase()
afterAll(() => test.close())

describe('the tables and the contract', () => {
  /** Returns 'stored', the constraint that the row violated, or another error's code. */
  const verdict = (table: string, row: Record<string, unknown>) =>
    test.database
      .transaction('anon', {}, (tx) => tx.query(...insertion(table, row)))
      .then(
        () => 'stored',
        (error: unknown) => (isDatabaseError(error) ? (error.constraint ?? error.code) : Promise.reject(error)),
      )

  const options = [
    ['strategy_call_bookings', 'team_size', teamSizes],
    ['strategy_call_bookings', 'current_challenges', challenges],
    ['contact_messages', 'inquiry_type', inquiryTypes],
  ] as const
  it(
    'agree on the options of every field',
    testEach(options, async (table, column, list) => {
      const [found] = await test.asOwner<{ definition: string }>(
        'select pg_get_constraintdef(oid) as definition from pg_constraint where conname = $1',
        [`${table}_${column}_check`],
      )
      expect([...(found?.definition ?? '').matchAll(/'([^']*)'/g)].map((match) => match[1])).toEqual([...list])
      for (const value of list) expect(await verdict(table, tables[table].row({ [column]: value }))).toBe('stored')
      for (const value of ['', 'else', ` ${list[0]}`, String(list[0]).toUpperCase().concat('x')]) {
        expect(await verdict(table, tables[table].row({ [column]: value }))).toBe(`${table}_${column}_check`)
      }
    }),
  )

  const lengths = forms.flatMap(({ table, limits }) =>
    Object.entries(limits).map(([column, longest]) => ({ table, column, longest })),
  )
  it(
    '[V1] agree on the length limit of every field',
    testEach(lengths, async ({ table, column, longest }) => {
      const { schema, row } = tables[table as keyof typeof tables]
      const text = (length: number) => (column === 'email' ? `${'a'.repeat(length - 8)}@b.co.uk` : 'é'.repeat(length))
      for (const value of [text(longest), ` \u00a0\u3000\ufeff${text(longest)}\t\n`, text(longest + 1)]) {
        const fits = value.trim().length <= longest
        expect(v.is(schema, row({ [column]: value }))).toBe(fits)
        expect(await verdict(table, row({ [column]: value }))).toBe(fits ? 'stored' : `${table}_${column}_check`)
      }
      const [stored] = await test.asOwner(`select max(char_length(${column})) as longest from ${table}`)
      expect(stored).toEqual({ longest })
    }),
  )

  it('agree on the length limit of notes', async () => {
    const [found] = await test.asOwner<{ definition: string }>(
      `select pg_get_constraintdef(oid) as definition from pg_constraint where conname = 'notes_body_check'`,
    )
    expect(found?.definition).toContain(`<= ${maxNoteLength})`)
  })

  it.each(forms)('agree on which fields of $table can be empty', async ({ table, schema, row }) => {
    for (const column of Object.keys(row())) {
      for (const value of [' \u2003\n', null, undefined]) {
        const { [column]: _, ...rest } = row()
        const changed = value === undefined ? rest : { ...rest, [column]: value }
        const accepted = v.is(schema, changed)
        expect.soft([column, value, (await verdict(table, changed)) === 'stored']).toEqual([column, value, accepted])
      }
    }
  })

  it('treat empty optional fields as null', async () => {
    const blank = { company: 'Blank', time_zone: ' ', message: '\n', monthly_revenue: '' }
    expect(await verdict('strategy_call_bookings', booking(blank))).toBe('stored')
    const stored = await test.asOwner(
      `select time_zone, message, monthly_revenue, status, source from strategy_call_bookings where company = 'Blank'`,
    )
    expect(stored).toEqual([{ time_zone: null, message: null, monthly_revenue: null, status: 'new', source: 'site' }])
  })

  it.each(forms)('accept the same email addresses for $table', async ({ table, schema, row }) => {
    for (const email of [...emails.good, ...emails.bad]) {
      const accepted = emails.good.includes(email)
      expect.soft([email, v.is(schema, row({ email }))]).toEqual([email, accepted])
      const expected = accepted ? 'stored' : `${table}_email_check`
      expect.soft([email, await verdict(table, row({ email }))]).toEqual([email, expected])
    }
  })

  it.each(forms)('accept exactly the same rows for $table', async ({ table, schema, row }) => {
    const columns = Object.keys(tables[table as keyof typeof tables].limits)
    const text = fc.string({
      unit: fc.constantFrom('a', '@', '.', ' ', '-', '\u00a0', '\u2028', '😀', "'", '\\', '\n'),
    })
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...columns), text, async (column, value) => {
        const changed = row({ [column]: value })
        expect((await verdict(table, changed)) === 'stored').toBe(v.is(schema, changed))
      }),
      propertyRuns(150, 40),
    )
  })
})
