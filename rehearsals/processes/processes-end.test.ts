import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { anew, linesOf, processesForTest, serving, visitors } from '#server/app/processes-testing.ts'
import { writePacksForTest } from '#server/features/packs/testing.ts'
import { siteForTest } from '#server/features/pages/testing.ts'
import { openDatabaseBeside } from '#server/lib/db/database.ts'
import { lives, postgresIn } from '#server/lib/db/server-process.ts'

/** How servers of two processes begin and end. */
const site = siteForTest()
writePacksForTest(join(site.folder, '../packs'))
const test = processesForTest(site.folder)
const { dataDir } = test
let server: Awaited<ReturnType<typeof test.serve>>
afterAll(() => {
  test.remove()
  site.remove()
})

it('loses nothing that was acknowledged to a process that is killed under load', async () => {
  const busy = await test.serve()
  const crowd = visitors(busy.url)
  const more = async () => {
    const before = crowd.acknowledged.length
    await expect.poll(() => crowd.acknowledged.length).toBeGreaterThan(before + 50)
  }
  await more()
  process.kill(serving(busy)[0] ?? 0, 'SIGKILL')
  await more()
  await expect.poll(() => serving(busy).length).toBe(2)

  // A signal for one alone: it finishes what it has, and another takes its place.
  const [leaving = 0] = serving(busy)
  process.kill(leaving, 'SIGTERM')
  await expect.poll(() => serving(busy).includes(leaving)).toBe(false)
  await expect.poll(() => serving(busy).length).toBe(2)
  expect(linesOf(busy)).toContainEqual(expect.objectContaining({ pid: leaving, code: 0 }))

  // To the whole group, as a terminal and a supervisor do it.
  const all = serving(busy)
  for (const pid of [...all, busy.child.pid ?? 0]) process.kill(pid, 'SIGTERM')
  expect(await busy.exit).toBe(0)
  expect(all.filter(lives)).toEqual([])
  await crowd.stop()
  expect(crowd.odd).toEqual([])
  expect(existsSync(join(dataDir, 'postgres/postmaster.pid'))).toBe(false)

  const client = await openDatabaseBeside({ dataDir, owner: 'a test', log: () => {} })
  const stored = await client.transaction('service_role', {}, (tx) =>
    tx.query<{ count: number }>(
      'select count(*)::int as count from strategy_call_bookings where id = any ($1::uuid[])',
      [crowd.acknowledged],
    ),
  )
  await client.close()
  expect(stored.rows[0]?.count).toBe(crowd.acknowledged.length)
})

it('ends with its main process when that is killed, and the next start finds port and database', async () => {
  const first = await test.serve()
  const all = serving(first)
  expect(all).toHaveLength(2)
  const postgres = postgresIn(dataDir)
  first.child.kill('SIGKILL')
  await first.exit
  await expect.poll(() => all.filter(lives), { interval: 20 }).toEqual([])
  expect(lives(postgres)).toBe(true)
  server = await test.serve({ PORT: String(first.port) })
  expect(postgresIn(dataDir)).toBe(postgres)
  expect((await anew(`${server.url}/readyz`)).status).toBe(200)
  expect(serving(server)).toHaveLength(2)
})

it('tries again in growing pauses where no process starts, and ends when none is left', async () => {
  const [one = 0, other = 0] = serving(server)
  test.mayStart(false)
  const failures = () =>
    linesOf(server).filter(({ msg }) => msg === 'a serving process could not be replaced')
  process.kill(one, 'SIGKILL')
  await expect.poll(() => failures().length).toBe(3)
  const times = failures().map(({ time }) => Date.parse(String(time)))
  expect((times[2] ?? 0) - (times[0] ?? 0)).toBeGreaterThan(1400)
  expect((await anew(`${server.url}/readyz`)).status).toBe(200)
  process.kill(other, 'SIGKILL')
  expect(await server.exit).toBe(1)
  expect(server.written.err).toContain('A serving process ended before it served (exit code 9)')
  expect(existsSync(join(dataDir, 'postgres/postmaster.pid'))).toBe(false)
})

it('says why it does not start: none of them does, or the port is taken', async () => {
  const hopeless = test.launch()
  expect(await hopeless.exit).toBe(1)
  expect(hopeless.written.err).toMatch(/^A serving process ended before it served \(exit code 9\); .*\.$/m)
  test.mayStart(true)
  expect(existsSync(join(dataDir, 'postgres/postmaster.pid'))).toBe(false)

  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  const { port } = taken.address() as { port: number }
  const late = test.launch({ PORT: String(port) })
  expect(await late.exit).toBe(1)
  expect(late.written.err).toContain(`Port ${port} on 127.0.0.1 is taken by another program`)
  taken.close()
})
