import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, expect, it } from 'vitest'
import { halfSent } from '#rehearsals/half-sent.ts'
import { launchServer, ready } from '#rehearsals/launching.ts'
import { writePacksForTest } from '#server/features/packs/testing.ts'
import { siteForTest } from '#server/features/pages/testing.ts'
import { booking } from '#server/lib/db/rows-testing.ts'
import { testDatabase } from '#server/lib/db/testing.ts'

const test = await testDatabase()
const site = siteForTest()
const data = join(site.folder, '../data')
writePacksForTest(join(site.folder, '../packs'))
afterAll(async () => {
  await test.close()
  site.remove()
})

const key = 'sb_publishable_backline'
const children: ChildProcess[] = []
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
})

/** On this file's database and site. */
function launch(environment: Record<string, string> = {}) {
  const launched = launchServer({ DATABASE_URL: test.url, DATA_DIR: data, ...environment }, site.folder)
  children.push(launched.child)
  return launched
}

const launchReady = () => ready(launch())

it('ends in order under load: every 201 is stored, and the exit code is 0', async () => {
  const { child, exit, url } = await launchReady()
  const acknowledged: string[] = []
  const odd: number[] = []
  const visitor = async () => {
    for (;;) {
      const id = crypto.randomUUID()
      const answer = await fetch(`${url}/rest/v1/strategy_call_bookings`, {
        method: 'POST',
        headers: { apikey: key, 'content-type': 'application/json' },
        body: JSON.stringify(booking({ id })),
      }).catch(() => null)
      if (!answer) return
      if (answer.status === 201) acknowledged.push(id)
      else odd.push(answer.status)
    }
  }
  const visitors = Array.from({ length: 8 }, visitor)
  while (acknowledged.length < 100) await sleep(20)
  const started = Date.now()
  child.kill('SIGTERM')
  expect(await exit).toBe(0)
  expect(Date.now() - started).toBeLessThan(5000)
  await Promise.all(visitors)
  expect(odd).toEqual([])
  const [row] = await test.asOwner<{ count: number }>(
    'select count(*)::int as count from strategy_call_bookings where id = any ($1::uuid[])',
    [acknowledged],
  )
  expect(row?.count).toBe(acknowledged.length)
})

it('waits for a request in flight, and takes no new one, when one press of Ctrl-C comes as two signals', async () => {
  const { child, exit, port, url, written } = await launchReady()
  const { finish } = await halfSent(port)
  child.kill('SIGINT')
  while (!written.err.includes('"stopping"')) await sleep(5)
  child.kill('SIGINT')
  const asked = () =>
    fetch(url).then(
      () => 'answered',
      () => 'refused',
    )
  await expect.poll(asked).toBe('refused')
  expect(child.exitCode).toBe(null)
  const answer = await finish()
  expect(answer).toMatch(/^HTTP\/1\.1 201 Created\r\n/)
  expect(answer.toLowerCase()).toContain('connection: close')
  expect(await exit).toBe(0)
})

it('ends in order when the signal comes while it still starts', async () => {
  const { child, exit, written } = launch()
  while (!written.err.includes('Server listening')) {
    if (child.exitCode !== null) throw new Error(written.err)
    await sleep(1)
  }
  child.kill('SIGTERM')
  expect(await exit).toBe(0)
  expect(written.err).toContain('"stopping"')
})

it('ends at once on a second signal, when somebody has waited', async () => {
  const { child, exit, port, written } = await launchReady()
  const { socket } = await halfSent(port)
  child.kill('SIGTERM')
  while (!written.err.includes('"stopping"')) await sleep(20)
  await sleep(1100)
  const since = performance.now()
  child.kill('SIGTERM')
  expect(await exit).toBe(1)
  expect(performance.now() - since).toBeLessThan(500)
  socket.destroy()
})

it('names every fault of its environment', async () => {
  const { exit, written } = launch({ PORT: 'http', PUBLIC_URL: 'example.com' })
  expect(await exit).toBe(78)
  expect(written.err.trim().split('\n')).toEqual([
    'PORT must be a whole number from 0 to 65535.',
    expect.stringMatching(/^PUBLIC_URL must be .*\.$/),
  ])
})

it('says that its port is taken', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address() as { port: number }
  const { exit, written } = launch({ PORT: String(port) })
  expect(await exit).toBe(78)
  expect(written.err).toContain(`Port ${port} on 127.0.0.1 is taken by another program`)
  expect(written.err).not.toContain('    at ')
  other.close()
})

it('says at once that its database cannot be reached, without its password, and tries for a while', async () => {
  const { child, exit, written } = launch({ DATABASE_URL: 'postgres://user:hunter2@127.0.0.1:1/none' })
  const sentence = /^The database cannot be reached: .*; trying again for 30 seconds\.$/m
  while (!sentence.test(written.err)) await sleep(20)
  expect(written.err).not.toContain('hunter2')
  child.kill('SIGTERM')
  expect(await exit).toBe(0)
})

it('waits for a database that takes no writes, with one sentence, serves when it does, and ends while it waits', async () => {
  const [row] = await test.asOwner<{ name: string }>('select current_database() as name')
  const readOnly = (verb: string) =>
    test.asOwner(`alter database ${row?.name} ${verb}`.replace('?', 'default_transaction_read_only'))
  const sentence = 'The database takes no writes: it is a standby, or set to read only.'
  await readOnly('set ? to on')
  const waiting = launch()
  const leaving = launch()
  for (const { written } of [waiting, leaving]) while (!written.err.includes(sentence)) await sleep(20)
  leaving.child.kill('SIGTERM')
  expect(await leaving.exit).toBe(0)
  expect(waiting.written.out).toBe('')
  await readOnly('reset ?')
  while (!waiting.written.out.includes('Backline is at')) await sleep(20)
  expect(waiting.written.err.split(sentence)).toHaveLength(2)
  waiting.child.kill('SIGTERM')
  expect(await waiting.exit).toBe(0)
})

it('does not start on a database whose secrets were sealed with another key', async () => {
  const first = await launchReady()
  first.child.kill('SIGTERM')
  await first.exit
  const { exit, written } = launch({ ENCRYPTION_KEY: Buffer.alloc(32, 1).toString('base64') })
  expect(await exit).toBe(78)
  expect(written.err).toContain('The database was sealed with another key: ENCRYPTION_KEY is not the one')
  expect(written.err).not.toContain('    at ')
})

it('tells whoever started it how to become the owner, until there is one', async () => {
  const first = await launchReady()
  const link = () => /\n {2}(http:\/\/\S+\/account\/owner\?token=[\w-]{43})\n$/.exec(first.written.out)?.[1]
  while (!link()) await sleep(20)
  expect(link()?.startsWith(first.url)).toBe(true)
  first.child.kill('SIGTERM')
  await first.exit
  await test.asOwner(
    `with olga as (insert into auth.users (email, email_confirmed_at) values ('olga@example.com', now()) returning id)
     insert into public.staff_members (id, role) select id, 'owner' from olga`,
  )
  const second = await launchReady()
  second.child.kill('SIGTERM')
  await second.exit
  expect(second.written.out).not.toContain('/account/owner')
})
