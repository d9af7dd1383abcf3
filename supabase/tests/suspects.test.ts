import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isDatabaseError, type Role } from '#server/lib/db/database.ts'
import { booking, insertion, message } from '#server/lib/db/rows-testing.ts'
import { type TestDatabase, testDatabase } from '#server/lib/db/testing.ts'
import { bookingSchema, messageSchema } from '#shared/contract/form-rows.ts'

const tables = [
  { table: 'strategy_call_bookings', row: booking, schema: bookingSchema },
  { table: 'contact_messages', row: message, schema: messageSchema },
]

describe('the spam check', () => {
  describe.each(tables)('for a row of $table', ({ table, row, schema }) => {
    let test: TestDatabase
    beforeAll(async () => {
      test = await testDatabase()
    })
    afterAll(() => test.close())

    const store = (change: Record<string, unknown>, role: Role = 'anon') =>
      test.database.transaction(role, {}, (tx) => tx.query(...insertion(table, row(change))))

    it.each([
      ['sends no timing', {}, 'new'],
      ['takes three seconds', { fill_seconds: 3 }, 'new'],
      ['takes a day', { fill_seconds: 86_400.5, budget_note: ' ' }, 'new'],
      ['sends null for the timing', { fill_seconds: null, budget_note: null }, 'new'],
      ['takes no time', { fill_seconds: 0 }, 'spam?'],
      ['takes less than three seconds', { fill_seconds: 2.9 }, 'spam?'],
      ['lets the browser fill in the form at once', { fill_seconds: 0.4, filled_by: 'browser' }, 'new'],
      ['types the whole form at once', { fill_seconds: 0.4, filled_by: 'person' }, 'spam?'],
      ['types the form in 40 seconds', { fill_seconds: 40, filled_by: 'person' }, 'new'],
      ['uses autofill and fills in the honeypot', { filled_by: 'browser', budget_note: 'x' }, 'spam?'],
      ['fills in the honeypot', { budget_note: 'https://casino.example' }, 'spam?'],
      ['fills in the honeypot slowly', { fill_seconds: 60, budget_note: 'x' }, 'spam?'],
    ])('sets the right status if a visitor %s', async (_, change, status) => {
      const company = crypto.randomUUID()
      await store({ email: `${company}@partner.example`, ...change, company })
      const rows = await test.asOwner(`select * from ${table} where company = $1`, [company])
      expect(rows).toEqual([expect.objectContaining({ status, name: 'Ada Lovelace', assigned_to: null })])
    })

    it('suspects spam if a mailbox sends a third instantly autofilled form within an hour', async () => {
      const company = crypto.randomUUID()
      const send = (change: object = {}) =>
        store({ email: `${company}@x.example`, company, fill_seconds: 1, filled_by: 'browser', ...change })
      const statuses = async () => {
        const rows = await test.asOwner<{ status: string }>(
          `select status from ${table} where company = $1 order by created_at`,
          [company],
        )
        return rows.map(({ status }) => status)
      }
      await send()
      await send()
      await send({ email: `${company}@X.example` })
      await send({ fill_seconds: 30 })
      expect(await statuses()).toEqual(['new', 'new', 'spam?', 'new'])
      await test.asOwner(`update ${table} set created_at = created_at - interval '1 hour' where company = $1`, [
        company,
      ])
      await send()
      expect((await statuses()).at(-1)).toBe('new')
    })

    it('accepts only two rows if several autofilled rows arrive together, and marks the rest as suspected spam', async () => {
      const company = crypto.randomUUID()
      const one = { email: `${company}@x.example`, company, fill_seconds: 1, filled_by: 'browser' }
      const [text, values] = insertion(table, row(one))
      const width = values.length
      const more = [1, 2, 3].map((n) =>
        text.slice(text.lastIndexOf('(')).replaceAll(/\$(\d+)/g, (_, at) => `$${Number(at) + n * width}`),
      )
      await test.database.transaction('anon', {}, (tx) =>
        tx.query([text, ...more].join(', '), [...values, ...values, ...values, ...values]),
      )
      const rows = await test.asOwner(`select count(*)::int from ${table} where company = $1 and status = 'spam?'`, [
        company,
      ])
      expect(rows).toEqual([{ count: 2 }])
    })

    it('accepts exactly the same values as the contract', async () => {
      for (const change of [
        { fill_seconds: 0, budget_note: 'é'.repeat(2000) },
        { fill_seconds: 1e9, budget_note: '' },
        { fill_seconds: 1.1e9 },
        { fill_seconds: -0.1 },
        { budget_note: 'é'.repeat(2001) },
        { filled_by: 'person' },
        { filled_by: null },
        { filled_by: '' },
        { filled_by: 'magic' },
      ]) {
        const stored = await store(change).then(
          () => true,
          () => false,
        )
        expect([change, stored]).toEqual([change, v.is(schema, row(change))])
      }
    })

    it("keeps the team's decisions when rows are restored", async () => {
      const company = crypto.randomUUID()
      await store({ company, status: 'new', fill_seconds: 0, budget_note: 'x' }, 'service_role')
      expect(await test.asOwner(`select status from ${table} where company = $1`, [company])).toEqual([
        { status: 'new' },
      ])
    })

    it('does not accept a status from a visitor, even if a grant was widened by mistake', async () => {
      const codeOf = (change: Record<string, unknown>) =>
        store(change).then(
          () => 'stored',
          (error: unknown) => (isDatabaseError(error) ? error.code : error),
        )
      expect(await codeOf({ status: 'spam?' })).toBe('42501')
      await test.asOwner(`grant insert on ${table} to anon`)
      expect(await codeOf({ status: 'spam?' })).toBe('42501')
      expect(await codeOf({ status: 'spam', budget_note: 'x' })).toBe('42501')
      expect(await codeOf({ status: 'new', budget_note: 'x' })).toBe('stored')
    })
  })
})
