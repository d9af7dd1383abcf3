import { type SpawnSyncOptions, spawnSync } from 'node:child_process'
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { openDatabase } from '#server/lib/db/database.ts'
import { openEmbedded } from '#server/lib/db/embedded.ts'
import { addressOf, once, templateName } from '#server/lib/db/test-servers.ts'

interface Server {
  address: string
  stop(): Promise<void>
}

/** Before all tests: real servers, each with a migrated template that a test file copies in milliseconds. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'backline-test-'))
  // The user that runs PostgreSQL must be able to pass when we are root.
  chmodSync(folder, 0o755)
  const [embedded, fifteen] = await Promise.all([startEmbedded(folder), startFifteen(folder)])
  for (const server of fifteen ? [embedded, fifteen] : [embedded]) {
    await once(server.address, `create database ${templateName} template template0`)
    const databaseUrl = addressOf(server.address, templateName)
    const database = await openDatabase({ dataDir: '', databaseUrl, owner: 'test set-up', log: () => {} })
    await database.close()
  }
  project.provide('postgres', { embedded: embedded.address, fifteen: fifteen?.address ?? null })
  return async () => {
    await Promise.all([embedded.stop(), fifteen?.stop()])
    rmSync(folder, { recursive: true, force: true })
  }
}

async function startEmbedded(folder: string): Promise<Server> {
  const dataDir = join(folder, 'embedded')
  const embedded = await openEmbedded({
    dataDir,
    owner: `tests, process ${process.pid}`,
    log: () => {},
  })
  return { address: socketAddress(embedded.connection.host), stop: () => embedded.close() }
}

/** PostgreSQL 15 where Debian puts it, reached as any foreign server is: by its address. */
async function startFifteen(folder: string): Promise<Server | null> {
  const bin = '/usr/lib/postgresql/15/bin'
  if (!existsSync(join(bin, 'initdb'))) {
    const reason = `PostgreSQL 15 is not installed (${bin}; Debian: apt-get install postgresql-15)`
    if (process.env.CI) throw new Error(`${reason}: with CI set its tests must run`)
    console.warn(`${reason}: its tests are skipped.`)
    return null
  }
  const home = join(folder, 'fifteen')
  mkdirSync(home)
  const account = process.getuid?.() === 0 ? numbersOf('postgres') : undefined
  if (account) chownSync(home, account.uid, account.gid)
  const data = join(home, 'data')
  const run = (program: string, args: string[]) => {
    const options: SpawnSyncOptions = { ...account, cwd: home, stdio: ['ignore', 'ignore', 'inherit'] }
    const { status } = spawnSync(join(bin, program), args, options)
    if (status !== 0) throw new Error(`${program} of PostgreSQL 15 ended with ${status}`)
  }
  run('initdb', ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale', 'C', '--no-sync'])
  const server = `-c listen_addresses= -c unix_socket_directories='${home}' -c fsync=off`
  run('pg_ctl', ['-D', data, '-w', '-s', '-o', server, '-l', join(home, 'log'), 'start'])
  return {
    address: socketAddress(home),
    stop: async () => run('pg_ctl', ['-D', data, '-w', '-s', '-m', 'fast', 'stop']),
  }
}

function numbersOf(user: string): { uid: number; gid: number } {
  const ask = (flag: string) => Number(spawnSync('id', [flag, user], { encoding: 'utf8' }).stdout)
  return { uid: ask('-u'), gid: ask('-g') }
}

function socketAddress(folder: string): string {
  return `postgres://postgres@${encodeURIComponent(folder)}/postgres`
}
