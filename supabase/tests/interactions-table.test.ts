import { afterAll, describe, expect, it } from 'vitest'
import { isDatabaseError } from '#server/lib/db/database.ts'
import { testDatabase } from '#server/lib/db/testing.ts'

const session = '0b6a1d0e-3f5c-4c5e-9d57-6f0f2c1b7a10'
const nested = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`

const test = await testDatabase()
afterAll(() => test.close())
await test.database.transaction('backline_upkeep', {}, (tx) =>
  tx.query('select private.maintain_interactions(now(), 395)'),
)

describe('the interactions table', () => {
  /** Returns null on success, otherwise the error's code and constraint. */
  const attempt = (sql: string, values: readonly unknown[] = []) =>
    test.database
      .transaction('anon', {}, (tx) => tx.query(sql, values))
      .then(
        () => null,
        (error: unknown) => (isDatabaseError(error) ? [error.code, error.constraint] : ['?']),
      )
  const insert = (change: Record<string, unknown> = {}, table = 'user_interactions') => {
    const row = { session_id: session, event_type: 'page_view', ...change }
    const names = Object.keys(row)
    const places = names.map((_, at) => `$${at + 1}`)
    return attempt(`insert into ${table} (${names.join()}) values (${places.join()})`, Object.values(row))
  }
  const checked = (column: string) => ['23514', `user_interactions_${column}_check`]

  it("limits a row's size", async () => {
    expect(await insert({ event_data: nested(8) })).toBe(null)
    expect(await insert({ event_data: nested(10) })).toEqual(checked('event_data'))
    expect(await insert({ event_data: '[]' })).toEqual(checked('event_data'))
    expect(await insert({ event_data: JSON.stringify({ a: 'x'.repeat(70_000) }) })).toEqual(checked('event_data'))
    for (const [column, longest] of Object.entries({ page_url: 2000, referrer: 2000, user_agent: 512 })) {
      expect(await insert({ [column]: 'x'.repeat(longest) })).toBe(null)
      expect(await insert({ [column]: 'x'.repeat(longest + 1) })).toEqual(checked(column))
    }
  })

  it("prevents visitors from setting a row's storage time or team flag", async () => {
    expect(await insert({ created_at: new Date(0) })).toEqual(['42501', undefined])
    expect(await insert({ is_team: true })).toEqual(['428C9', undefined])
  })

  it('accepts rows only through the parent table, and lets nobody read them', async () => {
    const [{ month } = {}] = await test.asOwner<{ month: string }>(
      `select 'user_interactions_' || to_char(now() at time zone 'UTC', 'YYYY_MM') as month`,
    )
    for (const table of [String(month), 'user_interactions_other']) {
      expect(await insert({}, table)).toEqual(['42501', undefined])
      expect(await attempt(`select from ${table}`)).toEqual(['42501', undefined])
    }
    for (const table of ['user_interactions', 'interaction_days']) {
      expect(await attempt(`select from ${table}`)).toEqual(['42501', undefined])
      expect(await attempt(`delete from ${table}`)).toEqual(['42501', undefined])
    }
    expect(await attempt('select private.maintain_interactions(now(), 1)')).toEqual(['42501', undefined])
    expect(await attempt('select private.make_interaction_month(current_date)')).toEqual(['42501', undefined])
  })

  it('has row security on every partition', async () => {
    const parts = await test.asOwner<{ secured: boolean }>(
      `select relrowsecurity as secured from pg_class c join pg_inherits on inhrelid = c.oid
       where inhparent = 'user_interactions'::regclass`,
    )
    expect(parts.map(({ secured }) => secured)).toEqual([true, true, true, true])
  })
})
