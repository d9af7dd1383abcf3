import { describe, expect, inject, it } from 'vitest'
import { booking, insertion } from '#server/lib/db/rows-testing.ts'
import { serverFault } from '#server/lib/db/setup/requirements.ts'
import { DatabaseSetupError, openDatabase } from './database.ts'
import { emptyDatabase } from './testing.ts'
import { roles } from './types.ts'

const open = (databaseUrl: string, migrationUrl?: string, said: string[] = []) =>
  openDatabase({
    dataDir: '',
    databaseUrl,
    ...(migrationUrl && { migrationUrl }),
    owner: 'test',
    log: (message) => said.push(message),
  })
const ownsThem = 'database user owns the tables: use it for MIGRATION_URL only'

describe('the database at DATABASE_URL', () => {
  it('is refused if its PostgreSQL version is older than 15', () => {
    const server = { encoding: 'UTF8' }
    expect(serverFault({ ...server, number: 140_012, version: '14.12' })).toBe(
      'DATABASE_URL points to PostgreSQL 14.12; version 15 or later is required.',
    )
    expect(serverFault({ ...server, number: 150_000, version: '15.0' })).toBeUndefined()
  })

  it('is reported as unreachable if no server responds', async () => {
    const refusal = await open('postgres://nobody@127.0.0.1:1/none').catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(DatabaseSetupError)
    expect(refusal).toMatchObject({ message: expect.stringContaining('The database cannot be reached') })
  })

  describe('on any server', () => {
    it('is refused if its encoding is not UTF-8', async () => {
      const ascii = await emptyDatabase(
        inject('server'),
        `template template0 encoding 'SQL_ASCII' locale_provider libc locale 'C'`,
      )
      await expect(open(ascii.url, ascii.ownerUrl)).rejects.toThrow(/encoded in SQL_ASCII/)
      await ascii.close()
    })

    it('works with an owner who is not a superuser if a superuser has created the roles', async () => {
      const empty = await emptyDatabase()
      const user = 'plain_owner'
      const [name] = await empty.asOwner<{ name: string }>('select current_database() as name')
      await empty.asOwner(`create role ${user} login; alter database ${name?.name} owner to ${user}`)
      await empty.asOwner(`grant ${roles.join()} to ${user}`)
      await empty.asOwner(`create schema auth authorization ${user}`)
      const said: string[] = []
      const database = await open(empty.ownerUrl.replace('postgres@', `${user}@`), undefined, said)
      expect(said).toContain(ownsThem)
      await database.transaction('anon', {}, (tx) => tx.query(...insertion('strategy_call_bookings', booking())))
      await expect(
        database.transaction('anon', {}, (tx) => tx.query('select * from strategy_call_bookings')),
      ).rejects.toMatchObject({ code: '42501' })
      await database.close()
      await empty.asOwner(`reassign owned by ${user} to postgres; drop owned by ${user}; drop role ${user}`)
      await empty.close()
    })
  })
})
