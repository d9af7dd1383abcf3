import pg from 'pg'
import { describe, expect, inject, it } from 'vitest'
import { openDatabase } from '#server/lib/db/database.ts'
import { bootstrap, migrate } from '#server/lib/db/migrate.ts'
import { readAdministrator, readBootstrap, readMigrations } from '#server/lib/db/migration-files.ts'
import { deskPerson, emptyDatabase } from '#server/lib/db/testing.ts'
import { booking, insertion, message } from '#server/lib/db/visitor-rows.ts'

describe.each(inject('servers'))('data of an older release on %s', (server) => {
  it('rows of the first release are whole after every migration since', async () => {
    const place = await emptyDatabase(server)
    const client = new pg.Client(place.ownerUrl)
    await client.connect()
    const all = readMigrations()
    const first = all.filter(({ version }) => version < '20261121')
    await bootstrap(client, readAdministrator(), readBootstrap())
    expect(await migrate(client, first)).toHaveLength(7)
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
    for (const [table] of rows) expect(await read(table)).toMatchObject(before.get(table) ?? [{}])
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

  it('whoever held calls before there were hosts is one now, and an older release beside goes on as before', async () => {
    const place = await emptyDatabase(server)
    const client = new pg.Client(place.ownerUrl)
    await client.connect()
    const all = readMigrations()
    await bootstrap(client, readAdministrator(), readBootstrap())
    await migrate(
      client,
      all.filter(({ version }) => version < '20261122222059'),
    )
    const agent = crypto.randomUUID()
    await client.query("insert into auth.users (id, email) values ($1, 'ada@desk.example')", [agent])
    await client.query("insert into staff_members (id, role) values ($1, 'agent')", [agent])
    await client.query(
      "update desk_settings set time_zone = 'Europe/Berlin', opens = '08:00', closes = '16:00'",
    )
    const held = booking({
      id: crypto.randomUUID(),
      status: 'confirmed',
      confirmed: '[2030-03-05 10:00Z,2030-03-05 10:30Z)',
      assigned_to: agent,
    })
    await client.query(...insertion('strategy_call_bookings', held))
    await migrate(client, all)
    await client.end()
    const hosts = await place.asOwner(
      `select h.id, h.time_zone, h.takes_calls, w.weekday, w.opens::text, w.closes::text
         from private.hosts h join private.host_hours w on w.host = h.id where w.weekday = 1`,
    )
    expect(hosts).toEqual([
      {
        id: agent,
        time_zone: 'Europe/Berlin',
        takes_calls: true,
        weekday: 1,
        opens: '08:00:00',
        closes: '16:00:00',
      },
    ])

    const database = await openDatabase({
      dataDir: '',
      databaseUrl: place.url,
      migrationUrl: place.ownerUrl,
      owner: 'a test',
      log: () => {},
    })
    // It knows neither picked times nor hosts, and names neither.
    const id = crypto.randomUUID()
    await database.transaction('anon', {}, (tx) =>
      tx.query(...insertion('strategy_call_bookings', booking({ id }))),
    )
    const another = await deskPerson({ ...place, database, setClock: async () => {} }, 'agent')
    const confirm = (call_start: string) =>
      another.run(
        "select move_booking(booking => $1, expected => 'new', target => 'confirmed', call_start => $2)",
        [id, call_start],
      )
    await confirm('2030-03-05T10:00:00Z')
    expect(
      await place.asOwner('select picked, assigned_to, status from strategy_call_bookings where id = $1', [
        id,
      ]),
    ).toEqual([{ picked: false, assigned_to: another.id, status: 'confirmed' }])
    await database.close()
    await place.close()
  })
})
