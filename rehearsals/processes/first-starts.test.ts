import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { afterAll, expect, it } from 'vitest'
import { launchServer } from '#rehearsals/launching.ts'
import { postRows } from '#rehearsals/visitors.ts'
import { readConfig } from '#server/app/config/config.ts'
import { start } from '#server/app/running/start.ts'
import { siteWithPacksForTest } from '#server/features/packs/testing.ts'
import { emptyDatabase } from '#server/lib/db/testing.ts'
import { createLog } from '#server/lib/log.ts'
import { freePort } from '#tools/testing/free-port.ts'

const empty = await emptyDatabase()
const another = await emptyDatabase()
const site = siteWithPacksForTest()
afterAll(async () => {
  await empty.close()
  await another.close()
  site.remove()
})

it('stores every interaction and one signing key if two servers start at once on an empty database', async () => {
  // Another session holds the lock for the cleanup job that creates the partitions for later months. Startup does not
  // wait for that lock.
  await empty.asOwner('select pg_advisory_lock(7206341003)')
  const ports = [await freePort(), await freePort()]
  const servers = ports.map((port) =>
    launchServer(
      {
        PORT: String(port),
        DATABASE_URL: empty.url,
        MIGRATION_URL: empty.ownerUrl,
        DATA_DIR: join(site.folder, `../data-${port}`),
        ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
      },
      site.folder,
    ),
  )
  const answers: number[] = []
  let isOver = false
  // Requests start before the first server listens, as if pages were already open.
  const visitors = ports.flatMap((port) =>
    Array.from({ length: 4 }, async () => {
      while (!isOver) {
        const event = { session_id: crypto.randomUUID(), event_type: 'page_view' }
        const answer = await postRows(`http://127.0.0.1:${port}`, 'user_interactions', event).catch(() => null)
        if (answer) answers.push(answer.status)
      }
    }),
  )
  try {
    await Promise.all(servers.map((server) => server.url()))
    const stored = answers.length
    await expect.poll(() => answers.length).toBeGreaterThan(stored + 50)
  } finally {
    isOver = true
    await Promise.all(visitors)
    for (const server of servers) await server.end()
  }
  expect(new Set(answers)).toEqual(new Set([201]))
  expect(await empty.asOwner('select count(*)::int as count from private.signing_keys')).toEqual([{ count: 1 }])
  expect(await empty.asOwner('select count(*)::int as count from user_interactions_other')).toEqual([{ count: 0 }])
})

it('lets only one of two servers with different keys start on the same database, and leaves no key file for the other', async () => {
  const folders = ['one', 'other'].map((name) => join(site.folder, `../data-${name}`))
  const starts = await Promise.allSettled(
    folders.map((folder) => {
      const place = { DATABASE_URL: another.url, MIGRATION_URL: another.ownerUrl, DATA_DIR: folder }
      const log = createLog(new PassThrough().resume())
      return start(readConfig({ PORT: '0', ...place }), site.folder, log)
    }),
  )
  for (const each of starts) if (each.status === 'fulfilled') await each.value.stop()
  const served = starts.map(({ status }) => status === 'fulfilled')
  expect(served.filter(Boolean)).toHaveLength(1)
  expect(folders.map((folder) => existsSync(join(folder, 'encryption.key')))).toEqual(served)
  const refused = starts.find((each) => each.status === 'rejected')
  expect(refused?.reason).toMatchObject({ name: 'WrongEncryptionKey' })
})
