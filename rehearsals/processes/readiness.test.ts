import type { ChildProcess } from 'node:child_process'
import { Agent, get } from 'node:http'
import { join } from 'node:path'
import { afterAll, afterEach, expect, it } from 'vitest'
import { launchServer, ready } from '#rehearsals/launching.ts'
import { post, publishableKey } from '#rehearsals/visitors.ts'
import { writePacksForTest } from '#server/features/packs/testing.ts'
import { siteForTest } from '#server/features/pages/testing.ts'
import { testDatabase } from '#server/lib/db/testing.ts'

/** What a proxy that watches `/readyz` sees of a server that is told to end, and what its visitors see. */
const test = await testDatabase()
const site = siteForTest()
const data = join(site.folder, '../data')
writePacksForTest(join(site.folder, '../packs'))
const children: ChildProcess[] = []
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
})
afterAll(async () => {
  await test.close()
  site.remove()
})

async function serve(change: Record<string, string> = {}) {
  const place = { DATABASE_URL: test.url, DATA_DIR: data, PUBLISHABLE_KEY: publishableKey }
  const server = await ready(launchServer({ ...place, READY_OFF_SECONDS: '3', ...change }, site.folder))
  children.push(server.child)
  return server
}

/** The status of an answer, and whether its connection goes on. */
const asked = (url: string, path: string, agent: Agent | false = false) =>
  new Promise<[number | undefined, string | undefined]>((resolve, reject) => {
    get(`${url}${path}`, { agent }, (answer) => {
      answer.resume().once('end', () => resolve([answer.statusCode, answer.headers.connection]))
    }).on('error', reject)
  })

it('says so before it closes, and serves on', async () => {
  const server = await serve()
  const agent = new Agent({ keepAlive: true })
  for (let times = 0; times < 4; times++) expect((await asked(server.url, '/readyz'))[0]).toBe(200)
  expect(await asked(server.url, '/', agent)).toEqual([200, 'keep-alive'])

  const since = performance.now()
  server.child.kill('SIGTERM')
  await expect.poll(async () => (await asked(server.url, '/readyz'))[0], { interval: 20 }).toBe(503)
  expect(await asked(server.url, '/', agent)).toEqual([200, 'close'])
  while (performance.now() - since < 2500) {
    expect((await asked(server.url, '/readyz'))[0]).toBe(503)
    expect((await asked(server.url, '/healthz'))[0]).toBe(200)
    expect((await post(server.url, {})).status).toBe(201)
  }
  expect(await server.exit).toBe(0)
  expect(performance.now() - since).toBeGreaterThan(2900)
  await expect(asked(server.url, '/')).rejects.toMatchObject({ code: 'ECONNREFUSED' })
})

it('ends at once where nobody watches', async () => {
  const server = await serve({ READY_OFF_SECONDS: '300' })
  expect((await asked(server.url, '/healthz'))[0]).toBe(200)
  expect(await server.end()).toBe(0)
})
