import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { afterAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { checkEachRow } from '#shared/lib/testing.ts'
import { appForTest, configForTest, publishableKey } from './testing.ts'

const plain = await appForTest()
const proxied = await appForTest(undefined, { config: { ...configForTest, trustProxy: ['127.0.0.1'] } })
afterAll(() => Promise.all([plain.close(), proxied.close()]))

const given = 'a1b2c3d4-e5f6:7.8_9'
const logged = (running: typeof plain, id: unknown) =>
  running
    .log()
    .split('\n')
    .filter((line) => line.includes(JSON.stringify({ reqId: id }).slice(1, -1)))

describe('the id of a request', () => {
  it('is in the response and in the log', () =>
    checkEachRow(
      [
        ['a page', '/', 200],
        ['a missing page', '/no-such-page', 404],
        ['a refusal of the data API', '/rest/v1/strategy_call_bookings', 401],
        ['a refusal of the auth service', '/auth/v1/user', 401],
        ['a health check', '/readyz', 200],
        ['an invalid address', '/%zz', 404],
      ],
      async ([, url, status]) => {
        const { statusCode, headers } = await plain.app.inject(url)
        expect(statusCode).toBe(status)
        expect(headers['x-request-id']).toMatch(/^[\da-f]{12}$/)
        if (url !== '/%zz') expect(logged(plain, headers['x-request-id'])).toHaveLength(1)
      },
    ))

  it('is taken from the x-request-id header only if a trusted proxy sent the header', async () => {
    const ask = async (running: typeof plain, id: string, remoteAddress = '127.0.0.1') =>
      (await running.app.inject({ url: '/healthz', headers: { 'x-request-id': id }, remoteAddress })).headers[
        'x-request-id'
      ]
    expect(await ask(proxied, given)).toBe(given)
    expect(logged(proxied, given)).toHaveLength(1)
    expect(await ask(proxied, given, '127.0.0.2')).toMatch(/^[\da-f]{12}$/)
    expect(await ask(plain, given)).toMatch(/^[\da-f]{12}$/)
    for (const bad of ['short', 'x'.repeat(65), 'two words', '<b>bold</b>', `${given}, ${given}`, 'naïve-name'])
      expect([bad, await ask(proxied, bad)]).toEqual([bad, expect.stringMatching(/^[\da-f]{12}$/)])
  })

  it('is included in responses to malformed requests and to protocol upgrades', async () => {
    await proxied.app.listen({ host: '127.0.0.1', port: 0 })
    const { port } = proxied.app.server.address() as AddressInfo
    const socket = connect(port, '127.0.0.1')
    socket.end('no request at all\r\n\r\n')
    const [bytes] = (await once(socket, 'data')) as [Buffer]
    expect(bytes.toString()).toMatch(/^HTTP\/1\.1 400 [\s\S]*\r\nx-request-id: [\da-f]{12}\r\n/)

    const open = (key: string) =>
      new WebSocket(`ws://127.0.0.1:${port}/realtime/v1/websocket?vsn=2.0.0&apikey=${key}`, {
        headers: { 'x-request-id': given },
      })
    const opened = open(publishableKey)
    const [{ headers }] = await once(opened, 'upgrade')
    opened.terminate()
    expect(headers['x-request-id']).toBe(given)
    const refused = open('sb_publishable_other').on('error', () => {})
    const [, answer] = await once(refused, 'unexpected-response')
    expect([answer.statusCode, answer.headers['x-request-id']]).toEqual([401, given])
    const lines = logged(proxied, given).map((line) => JSON.parse(line) as { status: number; route: string })
    expect(lines.slice(-2)).toMatchObject([{ status: 101 }, { status: 401 }])
  })
})
