import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, chownSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { type Database, openDatabase } from '#server/lib/db/database.ts'
import { booking, insertion } from '#server/lib/db/rows-testing.ts'
import { runOnce, templateName } from '#server/lib/db/test-servers.ts'
import { testDatabase } from '#server/lib/db/testing.ts'
import { requestShared } from '#server/lib/shared-test-resources.ts'
import { idsOf, startFifteen } from '#tools/testing/postgres-server.ts'
import { startPgbouncer } from './pgbouncer.ts'

const folder = mkdtempSync(join(tmpdir(), 'backline-ways-'))
chmodSync(folder, 0o755)
const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})
afterAll(() => rmSync(folder, { recursive: true }))

async function open(databaseUrl: string, migrationUrl?: string): Promise<Database> {
  const database = await openDatabase({
    dataDir: '',
    databaseUrl,
    ...(migrationUrl && { migrationUrl }),
    owner: 'test',
    log: () => {},
  })
  closing.push(() => database.close())
  return database
}

/** Creates a database, and returns its user, its server's folder, its name, and a function that runs SQL in it. */
async function database(server: 'embedded' | 'fifteen') {
  const made = await testDatabase(server)
  closing.push(() => made.close())
  const [, user = '', host = '', name = ''] = /^postgres:\/\/([^@]*)@([^/]*)\/(.*)$/.exec(made.url) ?? []
  const sql = (text: string) => made.asOwner(text)
  return { user, folder: decodeURIComponent(host), name, sql }
}

async function expectNotified(database: Database, notify: () => Promise<unknown>): Promise<void> {
  const messages: string[] = []
  const listening = await database.listen('room', { onMessage: (text) => messages.push(text), onGap() {} })
  await notify()
  await expect.poll(() => messages).toEqual(['news'])
  await listening.close()
}

const version = async (database: Database) => {
  const { rows } = await database
    .alone('anon', {})
    .query<{ version: string }>("select current_setting('server_version') as version")
  return Number.parseInt(rows[0]?.version ?? '', 10)
}

const book = (database: Database) =>
  database.transaction('anon', {}, (tx) => tx.query(...insertion('strategy_call_bookings', booking())))

describe('a pooler', () => {
  it('delivers notifications in session mode', async () => {
    const { user, name, folder: server, sql } = await database('fifteen')
    const pooler = await startPgbouncer(folder, server, 'session')
    closing.push(() => pooler.stop())
    const through = await open(`postgres://${user}@${encodeURIComponent(pooler.folder)}/${name}`)
    await expectNotified(through, () => sql("notify room, 'news'"))
  })

  it('is rejected with an error that names DATABASE_URL if the pooler is in transaction mode', async () => {
    const { user, name, folder: server } = await database('fifteen')
    const pooler = await startPgbouncer(folder, server, 'transaction')
    closing.push(() => pooler.stop())
    await expect(open(`postgres://${user}@${encodeURIComponent(pooler.folder)}/${name}`)).rejects.toThrow(
      /^DATABASE_URL points to a pooler in transaction mode, /,
    )
  })
})

it('accepts a socket directory as the host in a database URL, whether or not the path is percent-encoded', async () => {
  const { user, name, folder: server } = await database('embedded')
  await book(await open(`postgres:///${name}?host=${server}&user=${user}`))
  await book(await open(`postgres://${user}@/${name}?host=${encodeURIComponent(server)}&port=5432`))
})

describe('a database URL with several servers', () => {
  it('connects to the server that accepts writes, even after a failover', async () => {
    const addresses = [await requestShared('fifteen'), await requestShared('embedded')]
    const name = `ways_${randomBytes(6).toString('hex')}`
    const servers = addresses.map((address) => ({
      host: /@([^/]*)/.exec(address)?.[1],
      run: (sql: string) => runOnce(address, sql),
    }))
    const [first, second] = servers
    for (const { run } of servers) {
      await run(`create database ${name} template ${templateName}`)
      closing.push(() => run(`drop database ${name} with (force)`))
    }
    const readOnly = `alter database ${name} set default_transaction_read_only = on`
    await first?.run(readOnly)
    const address = `postgres@${first?.host},${second?.host}/${name}?target_session_attrs=read-write`
    const both = await open(`postgres://${address.replace('postgres', 'authenticator')}`, `postgres://${address}`)
    await book(both)
    expect(await version(both)).toBe(18)

    const gaps: number[] = []
    const messages: string[] = []
    const listening = await both.listen('room', {
      onMessage: (text) => messages.push(text),
      onGap: () => gaps.push(performance.now()),
    })
    await first?.run(readOnly.replace(/on$/, 'off'))
    await second?.run(readOnly)
    await second?.run(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`)
    await expect.poll(() => book(both).then(() => version(both))).toBe(15)
    await expect.poll(() => gaps.length).toBe(1)
    await both.transaction('anon', {}, (tx) => tx.query("select pg_notify('room', 'news')"))
    await expect.poll(() => messages).toEqual(['news'])
    await listening.close()
  })
})

describe('an encrypted database connection', () => {
  const host = `127.${[...randomBytes(3)].map((byte) => (byte % 250) + 1).join('.')}`
  const file = (name: string) => join(folder, name)
  const make = (name: string, ...more: string[]) => {
    const words = 'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 1'.split(' ')
    const files = ['-keyout', file(`${name}.key`), '-out', file(`${name}.pem`)]
    // Debian's PostgreSQL depends on openssl.
    execFileSync('openssl', [...words, '-subj', `/CN=${name}`, ...files, ...more], {
      stdio: 'ignore',
    })
  }

  it('succeeds only if the server’s certificate was issued by the certificate authority in sslrootcert', async () => {
    make('authority')
    make(
      'server',
      '-CA',
      file('authority.pem'),
      '-CAkey',
      file('authority.key'),
      '-addext',
      `subjectAltName=IP:${host}`,
    )
    if (process.getuid?.() === 0) {
      const { uid, gid } = idsOf('postgres')
      chownSync(file('server.key'), uid, gid)
    }
    chmodSync(file('server.key'), 0o600)
    const server = startFifteen(folder, [
      'fsync=off',
      `listen_addresses=${host}`,
      'ssl=on',
      `ssl_cert_file='${file('server.pem')}'`,
      `ssl_key_file='${file('server.key')}'`,
    ])
    closing.push(() => server.stop())
    const url = `postgres://authenticator@${host}/postgres?sslmode=verify-full`
    const root = `&sslrootcert=${file('authority.pem')}`
    const trusting = await open(`${url}${root}`, `${url.replace('authenticator', 'postgres')}${root}`)
    await trusting.ping()
    const local = new pg.Client(server.address)
    await local.connect()
    const { rows } = await local.query(
      "select distinct ssl from pg_stat_ssl join pg_stat_activity using (pid) where usename = 'authenticator'",
    )
    await local.end()
    expect(rows).toEqual([{ ssl: true }])
    await expect(open(url)).rejects.toThrow(/^The database cannot be reached: .*certificate/)
    await expect(open(`${url}&sslrootcert=${file('server.key.none')}`)).rejects.toThrow(
      /^The database cannot be reached: ENOENT/,
    )
  })
})
