import { rm } from 'node:fs/promises'
import { connect as connectHttp2 } from 'node:http2'
import { WebSocket } from 'ws'
import { clientOf, createMember, deskKey } from '#e2e/desk.ts'
import { codeOf, expectDeskOpen, signIn, typeCode } from '#e2e/desk-sign-in.ts'
import { openFolder } from '#e2e/open-folder.ts'
import type { ServerSettings } from '#e2e/server-pool.ts'
import { test as base, expect } from '#e2e/test.ts'
import { booking } from '#server/lib/db/rows-testing.ts'
import { freePort } from '#tools/testing/free-port.ts'
import {
  fetchThroughProxy,
  makeCertificate,
  type ProxyName,
  type ProxySetup,
  proxies,
  startProxy,
} from './reverse-proxy.ts'

type ProxyTestSetup = Omit<ProxySetup, 'serverPort'> & { settings: ServerSettings }

/** One server, with one proxy at a time in front of it, always at the same URL. */
const test = base.extend<{ proxyName: ProxyName; origin: string }, { setup: ProxyTestSetup }>({
  setup: [
    async ({ servers }, use) => {
      const folder = await openFolder('proxies')
      const [port, plainPort] = [await freePort(), await freePort()]
      const settings = {
        PUBLIC_URL: `https://localhost:${port}`,
        TRUST_PROXY: '127.0.0.1',
      }
      await use({ settings, folder, certificate: makeCertificate(folder), port, plainPort })
      await servers.end()
      await rm(folder, { recursive: true, force: true })
    },
    { scope: 'worker' },
  ],
  settings: async ({ setup }, use) => use(setup.settings),
  fixed: {},
  proxyName: ['caddy', { option: true }],
  origin: async ({ setup, server, proxyName }, use) => {
    const running = await startProxy(proxyName, { ...setup, serverPort: Number(new URL(server.url).port) })
    await use(`https://localhost:${setup.port}`)
    await running.stop()
  },
  // The page fixture depends on the proxy fixture, so the page closes first. Otherwise, an open desk would report
  // that the server stopped.
  baseURL: async ({ origin }, use) => use(origin),
})

test.use({ ignoreHTTPSErrors: true })

/** Returns the negotiated protocol, and the front page's status. */
async function overHttp2({ port, certificate }: ProxyTestSetup): Promise<[unknown, unknown]> {
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

for (const [index, proxyName] of proxies.entries()) {
  test.describe(`server behind ${proxyName}`, () => {
    test.use({ proxyName })

    test('supports HTTPS, HTTP/2, WebSocket and compression, recognizes client IP addresses, and serves the desk', async ({
      setup,
      origin,
      server,
      folder,
      page,
      faults,
    }) => {
      test.setTimeout(90_000)
      // This member has no recovery codes, so the list is missing.
      faults.expect(/status of 404 .*recovery-codes/)
      const plain = await fetch(`http://127.0.0.1:${setup.plainPort}/?view=about`, { redirect: 'manual' })
      expect(plain.headers.get('location')).toMatch(/^https:\/\//)
      expect(await overHttp2(setup)).toEqual(['h2', 200])

      // The proxy preserves our compression and ETag.
      const headers = { 'accept-encoding': 'br, gzip' }
      const direct = await fetch(server.url, { headers })
      const { headers: seen } = await fetchThroughProxy(setup, '/', { headers })
      expect([seen['content-encoding'], seen.etag]).toEqual(['br', direct.headers.get('etag')])
      expect(seen['strict-transport-security']).toBeTruthy()
      const known = { ...headers, 'if-none-match': String(seen.etag) }
      expect((await fetchThroughProxy(setup, '/', { headers: known })).status).toBe(304)
      const bare = await fetchThroughProxy(setup, '/', { headers: { 'accept-encoding': 'identity' } })
      expect([bare.headers['content-encoding'], bare.headers.etag?.slice(0, 1)]).toEqual([undefined, '"'])

      // The server, not the proxy, refuses a body that is too long.
      const json = { apikey: deskKey, 'content-type': 'application/json' }
      const post = { method: 'POST', headers: json }
      const long = JSON.stringify({ a: 'a'.repeat(90_000) })
      const refused = await fetchThroughProxy(setup, '/rest/v1/contact_messages', post, long)
      expect([refused.status, refused.headers['content-type']]).toEqual([413, 'application/json; charset=utf-8'])

      // Rate limits use the visitor's IP address and ignore the headers that the visitor sends.
      const [one, other] = [`127.0.0.${10 + index}`, `127.0.0.${20 + index}`]
      const verify = async (localAddress: string, more: Record<string, string> = {}) => {
        const email = `${crypto.randomUUID()}@example.com`
        const body = JSON.stringify({ type: 'email', email, token: '123456' })
        const options = { method: 'POST', localAddress, headers: { ...json, ...more } }
        return (await fetchThroughProxy(setup, '/auth/v1/verify', options, body)).status
      }
      for (let round = 0; round < 35; round++) await verify(one)
      expect(await verify(one)).toBe(429)
      const forged = { 'x-forwarded-for': '10.9.8.7', forwarded: 'for=10.9.8.7', 'x-real-ip': '10.9.8.7' }
      expect(await verify(one, forged)).toBe(429)
      expect(await verify(other)).toBe(403)

      const socket = new WebSocket(`wss://localhost:${setup.port}/realtime/v1/websocket?apikey=${deskKey}&vsn=1.0.0`, {
        ca: setup.certificate.authority,
        origin,
      })
      await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
      socket.close()

      const owner = await createMember({ folder, url: server.url, settings: setup.settings }, 'owner')
      await page.goto(`${origin}/desk/bookings`)
      await signIn(page, owner)
      await typeCode(page, codeOf(owner.secret, 1))
      await expectDeskOpen(page)
      const company = `Behind ${proxyName}`
      const booked = await clientOf(server.url).from('strategy_call_bookings').insert(booking({ company }))
      expect(booked.error).toBeNull()
      await expect(page.getByText(company).first()).toBeVisible()
    })
  })
}
