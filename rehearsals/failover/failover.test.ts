import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, describe, expect, it } from 'vitest'
import { launchServer, ready } from '#rehearsals/launching.ts'
import { visitors } from '#rehearsals/visitors.ts'
import { writePacksForTest } from '#server/features/packs/testing.ts'
import { siteForTest } from '#server/features/pages/testing.ts'
import { once } from '#server/lib/db/test-servers.ts'
import { startCluster } from './patroni.ts'

/** Longer than this nobody should wait for a booking to be taken again. */
const longestGap = 20_000

describe('a cluster of three that Patroni looks after', () => {
  const folder = mkdtempSync(join(tmpdir(), 'backline-failover-'))
  chmodSync(folder, 0o755)
  const site = siteForTest()
  writePacksForTest(join(site.folder, '../packs'))
  const closing: (() => unknown)[] = []
  afterAll(async () => {
    for (const close of closing.reverse()) await close()
    rmSync(folder, { recursive: true, force: true })
    site.remove()
  })

  it('loses nothing that was acknowledged when its leader dies, and takes bookings again within 20 seconds', async () => {
    const cluster = await startCluster(folder, [15, 3, 3])
    closing.push(() => cluster.stop())
    await cluster.settled()
    await once(
      `postgres://postgres@127.0.0.1:${cluster.leader().port}/postgres`,
      'create role authenticator login noinherit',
    )
    const server = await ready(
      launchServer(
        {
          DATABASE_URL: cluster.address('authenticator'),
          MIGRATION_URL: cluster.address('postgres'),
          DATA_DIR: join(folder, 'server'),
        },
        site.folder,
      ),
    )
    closing.push(() => server.child.kill('SIGKILL'))

    const crowd = visitors(server.url)
    const more = (timeout: number) => {
      const before = crowd.acknowledged.length
      return expect
        .poll(() => crowd.acknowledged.length, { timeout, interval: 20 })
        .toBeGreaterThan(before + 5)
    }
    const gapOf = async (change: () => unknown) => {
      await more(5000)
      const since = performance.now()
      await change()
      await more(60_000)
      return performance.now() - since
    }
    const dead = cluster.leader()
    const gone = await gapOf(() => cluster.killNode(dead))
    expect(cluster.leader().name).not.toBe(dead.name)
    await cluster.start(dead.name)
    await cluster.settled()
    const handed = await gapOf(() => cluster.switchOver())
    await crowd.stop()

    await cluster.settled()
    const client = new pg.Client(`postgres://postgres@127.0.0.1:${cluster.leader().port}/postgres`)
    await client.connect()
    const stored = await client.query<{ count: number }>(
      'select count(*)::int as count from public.strategy_call_bookings where id = any ($1::uuid[])',
      [crowd.acknowledged],
    )
    await client.end()
    expect(stored.rows[0]?.count).toBe(crowd.acknowledged.length)
    // What was refused meanwhile was told to come again.
    expect(crowd.odd.filter((status) => status !== 503)).toEqual([])
    expect(gone).toBeLessThan(longestGap)
    expect(handed).toBeLessThan(longestGap)
    expect(server.written.err).not.toContain('replicates asynchronously')
    expect(await server.end()).toBe(0)
  })
})
