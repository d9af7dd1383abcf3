import { rm } from 'node:fs/promises'
import { connect as connectHttp2 } from 'node:http2'
import { WebSocket } from 'ws'
import { clientOf, colleague, deskKey } from '#e2e/desk.ts'
import { codeOf, isOpen, signIn, typeCode } from '#e2e/desk-way-in.ts'
import { openFolder } from '#e2e/open-folder.ts'
import type { Settings } from '#e2e/server-pool.ts'
import { test as base, expect } from '#e2e/test.ts'
import { booking } from '#server/lib/db/schema/visitor-rows.ts'
import { freePort } from '#tools/testing/free-port.ts'
import { type Certificate, fronts, makeCertificate, startFront } from './deploy-fronts.ts'
import type { FrontProgram } from './front-program.ts'
import { ask } from './front-request.ts'

interface FrontSetup {
  settings: Settings
  folder: string
  certificate: Certificate
  port: number
  plainPort: number
}

/** One server, before which each front stands in turn, at one name. */
const test = base.extend<{ front: FrontProgram; origin: string }, { setup: FrontSetup }>({
  setup: [
    async ({ servers }, use) => {
      const folder = await openFolder('fronts')
      const [port, plainPort] = [await freePort(), await freePort()]
      const settings = {
        PUBLIC_URL: `https://localhost:${port}`,
        TRUST_PROXY: '127.0.0.1',
        RATE_LIMIT: 'on',
      }
      await use({ settings, folder, certificate: makeCertificate(folder), port, plainPort })
      await servers.end()
      await rm(folder, { recursive: true, force: true })
    },
    { scope: 'worker' },
  ],
  settings: async ({ setup }, use) => use(setup.settings),
  front: ['caddy', { option: true }],
  origin: async ({ setup, server, front }, use) => {
    const running = await startFront(front, { ...setup, serverPort: Number(new URL(server.url).port) })
    await use(`https://localhost:${setup.port}`)
    await running.stop()
  },
  // What the page is opened with depends on the front, which therefore ends after the page: a desk that is open when its
  // server goes away says so.
  baseURL: async ({ origin }, use) => use(origin),
})

test.use({ ignoreHTTPSErrors: true })

/** What protocol is chosen, and what the front page answers over it. */
async function overHttp2({ port, certificate }: FrontSetup): Promise<[unknown, unknown]> {
  const session = connectHttp2(`https://localhost:${port}`, { ca: certificate.authority })
  const stream = session.request({ ':path': '/' })
  const status = await new Promise((resolve, reject) => {
    session.on('error', reject)
    stream.on('response', (headers) => resolve(headers[':status']))
  })
  const protocol = session.alpnProtocol
  session.close()
  return [protocol, status]
}

for (const [index, front] of fronts.entries()) {
  test.describe(() => {
    test.use({ front })
    test(`behind ${front}: https, HTTP/2, WebSocket, whose address it is, what is compressed, the desk`, async ({
      setup,
      origin,
      server,
      folder,
      page,
      faults,
    }) => {
      test.setTimeout(90_000)
      // Somebody who signed in without recovery codes has none to list.
      faults.expect(/status of 404 .*recovery-codes/)
      const { port, plainPort, certificate } = setup
      const plain = await fetch(`http://127.0.0.1:${plainPort}/?view=about`, { redirect: 'manual' })
      expect([plain.status >= 300, plain.headers.get('location')?.startsWith('https://')]).toEqual([
        true,
        true,
      ])
      expect(await overHttp2(setup)).toEqual(['h2', 200])

      // Compressed by us, kept as it is, and known again by its ETag.
      const headers = { 'accept-encoding': 'br, gzip' }
      const direct = await fetch(server.url, { headers })
      const { headers: seen } = await ask(setup, '/', { headers })
      expect([seen['content-encoding'], seen.etag]).toEqual(['br', direct.headers.get('etag')])
      expect(seen['strict-transport-security']).toBeTruthy()
      const again = await ask(setup, '/', { headers: { ...headers, 'if-none-match': String(seen.etag) } })
      expect(again.status).toBe(304)
      const bare = await ask(setup, '/', { headers: { 'accept-encoding': 'identity' } })
      expect([bare.headers['content-encoding'], bare.headers.etag?.slice(0, 1)]).toEqual([undefined, '"'])

      // A body that is too long is refused by us, in our words.
      const json = { apikey: deskKey, 'content-type': 'application/json' }
      const post = { method: 'POST', headers: json }
      const long = await ask(
        setup,
        '/rest/v1/contact_messages',
        post,
        JSON.stringify({ a: 'a'.repeat(90_000) }),
      )
      expect([long.status, long.headers['content-type']]).toEqual([413, 'application/json; charset=utf-8'])

      // Each visitor has the limits of one, whatever they say of themselves.
      const one = `127.0.0.${10 + index}`
      const other = `127.0.0.${20 + index}`
      const verify = async (localAddress: string, more: Record<string, string> = {}) => {
        const body = JSON.stringify({
          type: 'email',
          email: `${crypto.randomUUID()}@example.com`,
          token: '123456',
        })
        return (
          await ask(setup, '/auth/v1/verify', { ...post, localAddress, headers: { ...json, ...more } }, body)
        ).status
      }
      for (let round = 0; round < 35; round++) await verify(one)
      expect(await verify(one)).toBe(429)
      const forged = { 'x-forwarded-for': '10.9.8.7', forwarded: 'for=10.9.8.7', 'x-real-ip': '10.9.8.7' }
      expect(await verify(one, forged)).toBe(429)
      expect(await verify(other)).toBe(403)

      // A WebSocket.
      const socket = new WebSocket(
        `wss://localhost:${port}/realtime/v1/websocket?apikey=${deskKey}&vsn=1.0.0`,
        {
          ca: certificate.authority,
          origin,
        },
      )
      await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
      socket.close()

      // The desk, live, by password and second step.
      const owner = await colleague({ folder, url: server.url, settings: setup.settings }, 'owner')
      await page.goto(`${origin}/desk/`)
      await signIn(page, owner)
      await typeCode(page, codeOf(owner.secret, 1))
      await isOpen(page)
      const company = `Behind ${front}`
      const booked = await clientOf(server.url).from('strategy_call_bookings').insert(booking({ company }))
      expect(booked.error).toBeNull()
      await expect(page.getByText(company).first()).toBeVisible()
    })
  })
}
