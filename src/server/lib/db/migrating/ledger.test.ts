import { describe, expect, inject, it } from 'vitest'
import { openDatabase } from '#server/lib/db/database.ts'
import { testDatabase } from '#server/lib/db/testing.ts'

const later =
  "insert into supabase_migrations.schema_migrations (version, name) values ('29991231000001', 'to_come')"
const sentence =
  'The database has migrations that this release does not know (29991231000001_to_come): a newer release has changed ' +
  'it, so start that one or a later one, or restore a backup from before the change.'

describe.each(inject('servers'))('a database that a later release has changed, on %s', (server) => {
  it('is refused before anything is changed on it', async () => {
    const test = await testDatabase(server)
    await test.asOwner(later)
    // Our bootstrap would overwrite this function.
    await test.asOwner(
      "create or replace function auth.role() returns text language sql as 'select ''later'''",
    )
    const opening = openDatabase({ dataDir: '', databaseUrl: test.url, owner: 'test', log: () => {} })
    await expect(opening).rejects.toThrow(sentence)
    expect(await test.asOwner('select auth.role()')).toEqual([{ role: 'later' }])
    await test.close()
  })
})

const oldSteps = `insert into supabase_migrations.schema_migrations (version, name)
  values ('20261120000001', 'default_privileges'), ('20261120000002', 'strategy_call_bookings')`
const ledger = 'select version, name from supabase_migrations.schema_migrations order by version'

describe.each(inject('servers'))('a database of before the baseline, on %s', (server) => {
  it('is known again where it took all steps: the baseline stands in their place', async () => {
    const test = await testDatabase(server)
    const fresh = await test.asOwner(ledger)
    await test.asOwner(oldSteps)
    await test.asOwner(
      "update supabase_migrations.schema_migrations set name = 'own_data_questions', statements = '{select 1}' where version = '20261123084940'",
    )
    const open = () =>
      openDatabase({
        dataDir: '',
        databaseUrl: test.url,
        migrationUrl: test.ownerUrl,
        owner: 'test',
        log: () => {},
      })
    await Promise.all([open(), open()].map(async (opening) => (await opening).close()))
    expect(await test.asOwner(ledger)).toEqual(fresh)
    await test.close()
  })

  it('is refused where it stands between them', async () => {
    const test = await testDatabase(server)
    await test.asOwner('truncate supabase_migrations.schema_migrations')
    await test.asOwner(oldSteps)
    const opening = openDatabase({ dataDir: '', databaseUrl: test.url, owner: 'test', log: () => {} })
    await expect(opening).rejects.toThrow(
      'The database stands at 20261120000002_strategy_call_bookings, a step before the baseline',
    )
    await test.close()
  })
})
