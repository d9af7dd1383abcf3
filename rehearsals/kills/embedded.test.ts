import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import type { ChildProgram } from '#rehearsals/program.ts'
import { DataFolderInUse, openDatabase } from '#server/lib/db/database.ts'
import { openEmbedded } from '#server/lib/db/embedded/embedded.ts'
import { copyBinaries, findBinaries, findObstacle, linkLibraries } from '#server/lib/db/embedded/embedded-binaries.ts'
import { findEmbeddedPaths } from '#server/lib/db/embedded/embedded-paths.ts'
import { lives, openFolder, postgresIn } from '#server/lib/db/embedded/testing.ts'
import { startServer } from './writer-process.ts'

const root = process.getuid?.() === 0
const open = (dataDir: string, owner = 'test') => openDatabase({ dataDir, owner, log: () => {} })

describe('the embedded PostgreSQL', () => {
  // All tests that can share a database use one folder, because creating a database is slow.
  const dataDir = openFolder()
  const servers: ChildProgram[] = []
  const start = (...options: Parameters<typeof startServer>) => {
    const server = startServer(...options)
    servers.push(server)
    return server
  }
  /** Ends running processes. Adopts a PostgreSQL server that a killed server left running, and stops it cleanly. */
  const clear = async (folder: string) => {
    for (const server of servers.splice(0)) await server.end('SIGKILL')
    if (existsSync(join(folder, 'postgres/postmaster.pid'))) await (await open(folder)).close()
  }
  const remove = async (folder: string) => {
    await clear(folder)
    rmSync(folder, { recursive: true })
  }
  afterEach(() => clear(dataDir))
  afterAll(() => remove(dataDir))

  it('has a database owner that is not a superuser, a server login that owns nothing, and row-level security for the service role', async () => {
    const superuser = async (sql: string) => {
      const client = new pg.Client({
        host: join(dataDir, 'postgres'),
        user: 'postgres',
        database: 'postgres',
      })
      await client.connect()
      try {
        return (await client.query<Record<string, unknown>>(sql)).rows
      } finally {
        await client.end()
      }
    }
    const free = "select rolbypassrls as free from pg_roles where rolname = 'service_role'"
    const database = await open(dataDir)
    await database.ping()
    expect(await superuser(free)).toEqual([{ free: false }])
    const owners = `select distinct pg_get_userbyid(owner) as owner from (
        select relowner as owner from pg_class where relkind in ('r', 'p', 'S') and relnamespace = any ($1)
        union all select proowner from pg_proc where pronamespace = any ($1)
        union all select nspowner from pg_namespace where oid = any ($1)
        union all select typowner from pg_type where typnamespace = any ($1)
      ) _`
    const schemas = `array['auth', 'private']::regnamespace[]`
    expect(await superuser(owners.replaceAll('$1', schemas))).toEqual([{ owner: 'backline_owner' }])
    expect(
      await superuser(
        "select distinct usename from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()",
      ),
    ).toEqual([{ usename: 'authenticator' }])
    await database.close()
  })

  it('[D5] lets only one server start if several servers try to start at the same time with the same new data folder', async () => {
    const folder = openFolder()
    const rivals = [1, 2, 3].map(() => start(folder, 'idle'))
    const outcomes = await Promise.all(rivals.map((rival) => rival.says(/^(ready|refused .*)\n/m)))
    expect(outcomes.filter((line) => line === 'ready')).toHaveLength(1)
    const winner = rivals[outcomes.indexOf('ready')]?.child.pid
    for (const line of outcomes.filter((each) => each !== 'ready')) {
      expect(line).toBe(
        `refused DataFolderInUse: The data folder is in use by process ${winner} on http://127.0.0.1:3000.`,
      )
    }
    await remove(folder)
  })

  it('[D5] lets the next server adopt and stop a PostgreSQL process whose server was killed', async () => {
    const first = start(dataDir, 'idle')
    await first.says(/^ready/m)
    const postgres = postgresIn(dataDir)
    await first.end('SIGKILL')
    const second = await open(dataDir)
    expect(postgresIn(dataDir)).toBe(postgres)
    await second.close()
    expect(existsSync(join(dataDir, 'postgres/postmaster.pid'))).toBe(false)
  })

  it('[D6] starts even if the first start was interrupted at any point', async () => {
    const folder = openFolder()
    for (const patience of [450, 650, 850, 1100]) {
      const server = start(folder, 'idle')
      await sleep(patience)
      await server.end('SIGKILL')
    }
    await start(folder, 'idle').says(/^ready/m)
    await remove(folder)
  })

  it('puts the socket in another folder if the path of the data folder is too long', async () => {
    const long = join(dataDir, 'a-rather-long-name-'.repeat(6))
    mkdirSync(long)
    const database = await open(long)
    await database.ping()
    await expect(open(long)).rejects.toBeInstanceOf(DataFolderInUse)
    await database.close()
    rmSync(findEmbeddedPaths(long, () => {}).socketFolder, { recursive: true })
  })
})

it.each([
  ['leave', 3],
  ['fall', 1],
] as const)('stops PostgreSQL even if a server exits without closing the database: %s', async (mode, code) => {
  const folder = openFolder()
  const server = startServer(folder, mode)
  await server.says(/^ready/m)
  const postgres = postgresIn(folder)
  expect(await server.exit).toBe(code)
  expect(lives(postgres)).toBe(false)
  rmSync(folder, { recursive: true })
})

describe('the PostgreSQL binaries', () => {
  it('run from a copy after the missing library links have been created', () => {
    const folder = openFolder()
    const copy = copyBinaries(findBinaries(), folder)
    for (const name of readdirSync(join(copy.folder, 'lib'))) {
      if (lstatSync(join(copy.folder, 'lib', name)).isSymbolicLink()) rmSync(join(copy.folder, 'lib', name))
    }
    expect(findObstacle({}, copy.folder)).toMatch(/shared libraries/)
    linkLibraries(copy.folder)
    expect(findObstacle({}, copy.folder)).toBeUndefined()
    rmSync(folder, { recursive: true })
  })
})

describe.skipIf(!root)('the embedded PostgreSQL started by root', () => {
  // Only root can enter this folder, as with a fresh clone under /root.
  const closed = mkdtempSync('/var/tmp/backline-closed-')
  afterAll(() => rmSync(closed, { recursive: true }))
  const dataDir = join(closed, 'data')

  /**
   * Starts a server with this data folder, and returns the result of a query. The server has none of our tables,
   * because creating them is slow.
   */
  async function ask(folder: string, sql: string): Promise<unknown> {
    const embedded = await openEmbedded({ dataDir: folder, owner: 'test', log: () => {} })
    const client = new pg.Client({ ...embedded.connection, user: 'postgres' })
    await client.connect()
    const { rows } = await client.query<{ answer: unknown }>(sql)
    await client.end()
    await embedded.close()
    return rows[0]?.answer
  }
  const isKept = "select to_regclass('kept') is not null as answer"

  it('[G3] keeps all of its data in DATA_DIR, even if only root can enter that folder', async () => {
    await ask(dataDir, 'create table kept ()')
    expect(lstatSync(join(dataDir, 'postgres')).isDirectory()).toBe(true)
    const copy = join(closed, 'copy')
    // An ordinary copy: links stay links, and root owns all files.
    spawnSync('cp', ['-r', dataDir, copy])
    rmSync(dataDir, { recursive: true })
    expect(await ask(dataDir, isKept)).toBe(false)
    expect(await ask(copy, isKept)).toBe(true)
    rmSync(dataDir, { recursive: true })
    rmSync(copy, { recursive: true })
  })

  it('reports the missing target of a symbolic link in DATA_DIR, and does not create the target', async () => {
    mkdirSync(dataDir)
    symlinkSync(join(closed, 'nowhere'), join(dataDir, 'postgres'))
    await expect(open(dataDir)).rejects.toThrow(
      `${dataDir}/postgres is a link to ${closed}/nowhere, which does not exist.`,
    )
    rmSync(dataDir, { recursive: true })
  })

  it('switches to the unprivileged user who owns its data folder', async () => {
    const dataDir = openFolder()
    const account = { uid: 65_534, gid: 65_534 }
    chownSync(dataDir, account.uid, account.gid)
    chmodSync(dataDir, 0o700)
    const server = startServer(dataDir, 'busy', account)
    await server.says(/^stored/m)
    const owner = spawnSync('ps', ['-o', 'uid=', '-p', String(postgresIn(dataDir))], { encoding: 'utf8' })
    expect(Number(owner.stdout)).toBe(account.uid)
    await server.end()
    const asRoot = await open(dataDir)
    await asRoot.ping()
    expect(lstatSync(join(dataDir, 'postgres/postmaster.pid')).uid).toBe(account.uid)
    await asRoot.close()
    rmSync(dataDir, { recursive: true })
  })
})
