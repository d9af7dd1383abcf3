import pg from 'pg'
import { describe, expect, inject, it } from 'vitest'
import { openDatabase } from '#server/lib/db/database.ts'
import { bootstrap, migrate } from '#server/lib/db/migrating/migrate.ts'
import { readAdministrator, readBootstrap, readMigrations } from '#server/lib/db/migrating/migration-files.ts'
import { booking, insertion, message } from '#server/lib/db/schema/visitor-rows.ts'
import { emptyDatabase } from '#server/lib/db/testing.ts'

/** Columns that a migration since took away on purpose. */
const dropped = ['contact_messages.mailbox']

describe.each(inject('servers'))('data of an older release on %s', (server) => {
  it('rows of the baseline are whole after every migration since', async () => {
    const place = await emptyDatabase(server)
    const client = new pg.Client(place.ownerUrl)
    await client.connect()
    const all = readMigrations()
    await bootstrap(client, readAdministrator(), readBootstrap())
    await migrate(client, all.slice(0, 1))
    const rows = [
      ['strategy_call_bookings', booking({ id: crypto.randomUUID() })],
      ['contact_messages', message({ id: crypto.randomUUID() })],
      [
        'user_interactions',
        { id: crypto.randomUUID(), session_id: crypto.randomUUID(), event_type: 'page_view' },
      ],
    ] as const
    const read = async (table: string) =>
      (await place.asOwner<{ row: object }>(`select to_jsonb(t) as row from ${table} t`)).map(
        ({ row }) => row,
      )
    const before = new Map<string, object[]>()
    for (const [table, row] of rows) {
      await client.query(...insertion(table, row))
      before.set(table, await read(table))
    }
    await migrate(client, all)
    for (const [table] of rows) {
      const whole = before
        .get(table)
        ?.map((row) =>
          Object.fromEntries(Object.entries(row).filter(([name]) => !dropped.includes(`${table}.${name}`))),
        )
      expect(await read(table)).toMatchObject(whole ?? [{}])
    }
    await client.end()
    const database = await openDatabase({
      dataDir: '',
      databaseUrl: place.url,
      migrationUrl: place.ownerUrl,
      owner: 'a test',
      log: () => {},
    })
    for (const [table, row] of rows) {
      const another = { ...row, id: crypto.randomUUID() }
      await database.transaction('anon', {}, (tx) => tx.query(...insertion(table, another)))
    }
    await database.close()
    await place.close()
  })
})
