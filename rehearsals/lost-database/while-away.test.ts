import { once } from 'node:events'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, expect, it } from 'vitest'
import { readConfig } from '#server/app/config/config.ts'
import { retryWhileUnavailable, start } from '#server/app/running/start.ts'
import { siteWithPacksForTest } from '#server/features/packs/testing.ts'
import { DatabaseUnreachable } from '#server/lib/db/database.ts'
import { openFolder } from '#server/lib/db/embedded/testing.ts'
import { testDatabase } from '#server/lib/db/testing.ts'
import { createLog } from '#server/lib/log.ts'

const test = await testDatabase()
const site = siteWithPacksForTest()
afterAll(async () => {
  await test.close()
  site.remove()
})

const lines: string[] = []
const log = createLog({ write: (line) => void lines.push(line) })
const sentences: string[] = []
const complain = (sentence: string) => void sentences.push(sentence)
afterEach(() => {
  sentences.length = 0
})

/** A proxy to a database that seems to restart: after some messages, it closes all connections for a short time. */
async function startRestartingProxy(after: number) {
  const socket = decodeURIComponent(new URL(test.url).host)
  const ways = new Set<Socket>()
  const door = createServer((client) => {
    const server = connect(join(socket, '.s.PGSQL.5432'))
    for (const [one, other] of [
      [client, server],
      [server, client],
    ] as const) {
      ways.add(one)
      one.on('error', () => {}).on('close', () => other.destroy())
      one.pipe(other)
    }
    client.on('data', () => {
      if (statements++ === after) void restart()
    })
  })
  let statements = 0
  let restarts = 0
  const listen = (port: number) => once(door.listen(port, '127.0.0.1'), 'listening')
  const close = async () => {
    for (const way of ways) way.destroy()
    ways.clear()
    await new Promise((resolve) => door.close(resolve))
  }
  async function restart() {
    restarts++
    await close()
    await sleep(300)
    await listen(port)
  }
  await listen(0)
  const { port } = door.address() as AddressInfo
  return {
    urlOf: (user: string) => `postgres://${user}@127.0.0.1:${port}${new URL(test.url).pathname}`,
    statements: () => statements,
    restarts: () => restarts,
    close,
  }
}

/**
 * Starts a server, waits until it is ready, and stops it. Returns the number of messages that the server sent to the
 * database during startup.
 */
async function startBehind(database: Awaited<ReturnType<typeof startRestartingProxy>>): Promise<number> {
  const environment = {
    PORT: '0',
    // Without subscribers, the server need not announce that it is stopping.
    READY_OFF_SECONDS: '0',
    DATABASE_URL: database.urlOf('authenticator'),
    MIGRATION_URL: database.urlOf('postgres'),
    DATA_DIR: join(site.folder, '../data'),
  }
  const running = await start(readConfig(environment), site.folder, log, complain)
  const statements = database.statements()
  await expect.poll(async () => (await fetch(`${running.url}/readyz`)).status).toBe(200)
  await running.stop()
  return statements
}

it('[D4] starts the server even if the database restarts at any point during startup', async () => {
  const whole = await startRestartingProxy(Number.POSITIVE_INFINITY)
  const all = await startBehind(whole)
  await whole.close()
  expect(sentences).toEqual([])
  for (let after = 0; after < all; after += Math.ceil(all / 12)) {
    const database = await startRestartingProxy(after)
    await startBehind(database)
    expect(database.restarts()).toBe(1)
    await database.close()
  }
  expect(new Set(sentences)).toContain('The database connection was lost; trying again.')
})

it('starts the server even if the embedded database is killed during startup', async () => {
  const dataDir = openFolder()
  const running = () => {
    const lines = readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')
    return lines[7]?.startsWith('ready') ? Number(lines[0]) : undefined
  }
  for (const later of [0, 100, 250]) {
    const starting = start(
      readConfig({ PORT: '0', READY_OFF_SECONDS: '0', DATA_DIR: dataDir }),
      site.folder,
      log,
      complain,
    )
    await expect
      .poll(() => existsSync(join(dataDir, 'postgres/postmaster.pid')) && running(), {
        interval: 1,
      })
      .toBeTruthy()
    await sleep(later)
    process.kill(running() ?? 0, 'SIGKILL')
    const started = await starting
    await expect.poll(async () => (await fetch(`${started.url}/readyz`)).status).toBe(200)
    await started.stop()
  }
  rmSync(dataDir, { recursive: true })
})

it('stops retrying, and reports the connection error, if the database was never reachable', async () => {
  const never = () => Promise.reject(new DatabaseUnreachable('The database cannot be reached: connect ECONNREFUSED'))
  await expect(retryWhileUnavailable({ log, complain }, never, 1)).rejects.toThrow('connect ECONNREFUSED')
  expect(sentences).toEqual(['The database cannot be reached: connect ECONNREFUSED; trying again for 1 seconds.'])
})
