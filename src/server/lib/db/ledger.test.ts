import { describe, expect, inject, it } from 'vitest'
import { openDatabase } from './database.ts'
import { testDatabase } from './testing.ts'

const later =
  "insert into supabase_migrations.schema_migrations (version, name) values ('29991231000001', 'to_come')"
const sentence =
  'The database has migrations that this release does not know (29991231000001_to_come): a newer release has changed ' +
  'it, so start that one or a later one, or restore a backup from before the change.'

describe.each(inject('servers'))('a database that a later release has changed, on %s', (server) => {
  it('is refused before anything is changed on it', async () => {
    const test = await testDatabase(server)
    await test.asOwner(later)
    // What our bootstrap would write over.
    await test.asOwner(
      "create or replace function auth.role() returns text language sql as 'select ''later'''",
    )
    const opening = openDatabase({ dataDir: '', databaseUrl: test.url, owner: 'test', log: () => {} })
    await expect(opening).rejects.toThrow(sentence)
    expect(await test.asOwner('select auth.role()')).toEqual([{ role: 'later' }])
    await test.close()
  })
})
