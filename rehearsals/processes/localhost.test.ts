import { once } from 'node:events'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterAll, afterEach, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { halfSent } from '#rehearsals/half-sent.ts'
import { type Launched, launchServer, ready } from '#rehearsals/launching.ts'
import { writePacksForTest } from '#server/features/packs/testing.ts'
import { siteForTest } from '#server/features/pages/testing.ts'
import { testDatabase } from '#server/lib/db/testing.ts'

const test = await testDatabase()
const site = siteForTest()
writePacksForTest(join(site.folder, '../packs'))
const launched: Launched[] = []
afterEach(async () => {
  for (const one of launched.splice(0)) await one.end()
})
afterAll(async () => {
  await test.close()
  site.remove()
})

const key = 'sb_publishable_backline'

function launch(HOST: string) {
  const data = join(site.folder, '../data')
  const one = launchServer({ DATABASE_URL: test.url, DATA_DIR: data, HOST }, site.folder)
  launched.push(one)
  return ready(one)
}

/** Whether this machine has the address at all: many have IPv4 alone. */
const has = (address: string) =>
  new Promise<boolean>((resolve) => {
    const probe = createServer().listen(0, address, () => probe.close(() => resolve(true)))
    probe.once('error', () => resolve(false))
  })
const both = (await has('127.0.0.1')) && (await has('::1'))

it.skipIf(!both)('HOST=localhost is both addresses of that name, for sockets too', async () => {
  const { url, port, written } = await launch('localhost')
  expect(url).toBe(`http://localhost:${port}`)
  for (const host of ['127.0.0.1', '[::1]']) {
    await expect.poll(() => fetch(`http://${host}:${port}/healthz`).then(({ status }) => status)).toBe(200)
    const socket = new WebSocket(`ws://${host}:${port}/realtime/v1/websocket?apikey=${key}&vsn=1.0.0`)
    await once(socket, 'open')
    socket.terminate()
  }
  expect(written.err).not.toContain('"level":"warn"')
})

it.skipIf(!both)(
  'what is under way at either is finished when the server ends, and nothing new is taken',
  async () => {
    const { child, exit, port } = await launch('localhost')
    await expect.poll(() => fetch(`http://[::1]:${port}/healthz`).then(({ status }) => status)).toBe(200)
    const sent = await Promise.all(['127.0.0.1', '::1'].map((host) => halfSent(port, host)))
    child.kill('SIGTERM')
    for (const host of ['127.0.0.1', '[::1]']) {
      const asked = () =>
        fetch(`http://${host}:${port}/`).then(
          () => 'answered',
          () => 'refused',
        )
      await expect.poll(asked).toBe('refused')
    }
    expect(child.exitCode).toBe(null)
    for (const { finish } of sent) expect(await finish()).toMatch(/^HTTP\/1\.1 201 Created\r\n/)
    expect(await exit).toBe(0)
  },
)

it.skipIf(!both)('HOST=127.0.0.1 is that address alone', async () => {
  const { port } = await launch('127.0.0.1')
  expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200)
  await expect(fetch(`http://[::1]:${port}/healthz`)).rejects.toThrow()
})
