import { randomBytes } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, describe, expect, it } from 'vitest'
import { type Launched, launchServer, ready } from '#rehearsals/launching.ts'
import { writePacksForTest } from '#server/features/packs/testing.ts'
import { siteForTest } from '#server/features/pages/testing.ts'
import { testDatabase } from '#server/lib/db/testing.ts'
import { freePort } from '#tools/testing/free-port.ts'
import { startHaproxy, startNginx } from './rolling-fronts.ts'
import { startLoad } from './rolling-load.ts'

const cases = [
  { front: 'haproxy', start: startHaproxy },
  { front: 'nginx', start: startNginx },
] as const

/** A release: each of two servers on one database is ended and started anew while people read, book and listen. */
describe('two servers that are replaced one after the other', () => {
  const site = siteForTest()
  writePacksForTest(join(site.folder, '../packs'))
  const closing: (() => unknown)[] = []
  afterAll(async () => {
    for (const close of closing.reverse()) await close()
    site.remove()
  })

  it.for(cases)('lose no request behind $front', async ({ front: name, start }) => {
    const test = await testDatabase()
    closing.push(() => test.close())
    const key = randomBytes(32).toString('base64')
    const ports = [await freePort(), await freePort()]
    const folder = join(site.folder, `../${name}`)
    mkdirSync(folder)
    const serve = async (index: number): Promise<Pick<Launched, 'child' | 'end'>> => {
      const server = launchServer(
        {
          DATABASE_URL: test.url,
          DATA_DIR: join(folder, String(index)),
          ENCRYPTION_KEY: key,
          PORT: String(ports[index]),
          READY_OFF_SECONDS: '3',
        },
        site.folder,
      )
      closing.push(() => server.child.kill('SIGKILL'))
      return ready(server)
    }
    const servers = [await serve(0), await serve(1)]
    const front = await start(folder, ports)
    closing.push(() => front.stop())

    const load = startLoad(front.url)
    await sleep(2000)
    for (const index of [0, 1]) {
      await front.takeOut(index)
      expect(await servers[index]?.end()).toBe(0)
      servers[index] = await serve(index)
      await front.takeBack()
      // Until the proxy knows that it is back.
      await sleep(2000)
    }
    await expect.poll(() => load.seen.pages).toBeGreaterThan(1000)
    await load.stop()
    const { bookings, sockets, goodbyes, failures } = load.seen
    expect(failures).toEqual([])
    // Both sockets were told at least once that their server ends, and found another.
    expect(goodbyes).toBeGreaterThanOrEqual(2)
    expect(sockets).toBeGreaterThanOrEqual(2 + goodbyes)
    const [stored] = await test.asOwner<{ count: number }>(
      'select count(*)::int as count from strategy_call_bookings where id = any ($1::uuid[])',
      [bookings],
    )
    expect(stored?.count).toBe(bookings.length)
    for (const server of servers) await server.end()
  })
})
