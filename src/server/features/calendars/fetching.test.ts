import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import type { LookupFunction } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { openFetch } from './fetching.ts'
import { calendarServerForTest, fileOf } from './testing.ts'
import { limits } from './types.ts'

const server = await calendarServerForTest()
afterAll(() => server.close())
beforeEach(() => {
  server.asked.length = 0
  server.answer = (reply) => void reply.end(fileOf())
})

const siteUrl = 'https://www.site.example'
const patient = new AbortController().signal
const open = (signal = patient) => openFetch({ allowPrivate: true }, siteUrl, signal)
const at = (path: string) => new URL(path, server.url).href

/** Writes until the client disconnects. */
const endless = async (reply: ServerResponse, chunk: Buffer) => {
  reply.setMaxListeners(0)
  while (!reply.destroyed) if (!reply.write(chunk)) await Promise.race([once(reply, 'drain'), once(reply, 'close')])
}

describe('the calendar client', () => {
  it('names the site, and returns the status and the headers of compressed and uncompressed responses', async () => {
    server.answer = (reply) => void reply.writeHead(200, { etag: '"one"' }).end('plain')
    const plain = await open()(server.url)
    expect(server.asked[0]?.headers['user-agent']).toBe(`Calendars/1 (+${siteUrl})`)
    expect([plain.status, plain.headers.get('etag'), await plain.text()]).toEqual([200, '"one"', 'plain'])
    server.answer = (reply) => void reply.writeHead(404, { 'content-encoding': 'gzip' }).end(gzipSync('packed'))
    const packed = await open()(server.url)
    expect([packed.status, await packed.text()]).toEqual([404, 'packed'])
    server.answer = (reply) => void reply.writeHead(304).end()
    expect((await open()(server.url)).status).toBe(304)
  })

  it('[O2] aborts a response if its compressed or decompressed size is too large', async () => {
    server.answer = (reply) => void endless(reply, Buffer.alloc(65_536, 'x'))
    await expect(open()(server.url)).rejects.toThrow('too-large')
    const bomb = gzipSync(Buffer.alloc(200_000_000, ' '))
    server.answer = (reply) => void reply.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb)
    await expect(open()(server.url)).rejects.toThrow('too-large')
  })

  it('reports invalid compression and a lost connection', async () => {
    server.answer = (reply) => void reply.writeHead(200, { 'content-encoding': 'gzip' }).end('not packed')
    await expect(open()(server.url)).rejects.toThrow('broken-off')
    server.answer = (reply) => {
      reply.writeHead(200, { 'content-length': '1000' }).write('half', () => reply.destroy())
    }
    await expect(open()(server.url)).rejects.toThrow('broken-off')
  })

  it('aborts a slow response', async () => {
    server.answer = (reply) => {
      const timer = setInterval(() => reply.write('x'), 20)
      reply.once('close', () => clearInterval(timer))
    }
    await expect(open(AbortSignal.timeout(300))(server.url)).rejects.toThrow('too-slow')
    server.answer = () => {}
    await expect(open(AbortSignal.timeout(300))(server.url)).rejects.toThrow('too-slow')
  })

  it('limits the total size and the number of responses while it fetches one calendar', async () => {
    server.answer = (reply) => void reply.end('x'.repeat(6_000_000))
    const fetch = open()
    await fetch(server.url)
    await expect(fetch(server.url)).rejects.toThrow('too-large')
    server.answer = (reply) => void reply.end()
    const many = open()
    for (let count = 0; count < limits.requests; count++) await many(server.url)
    await expect(many(server.url)).rejects.toThrow('too-many-redirects')
  })
})

describe('the calendar client', () => {
  const leading = (to: string) => {
    server.answer = (reply, { url }) =>
      void (url === '/calendar.ics' ? reply.writeHead(302, { location: to }).end() : reply.end('there'))
  }

  it('[V7] sends no password when a redirect leads to another server', async () => {
    leading('/other')
    const headers = { authorization: 'Basic secret' }
    const response = await open()(server.url, { headers })
    expect([await response.text(), response.url]).toEqual(['there', at('/other')])
    expect(server.asked.map((asked) => asked.headers.authorization)).toEqual(['Basic secret', 'Basic secret'])
    server.asked.length = 0
    leading(at('/other').replace('127.0.0.1', 'localhost'))
    await open()(server.url, { headers })
    expect(server.asked.map((asked) => asked.headers.authorization)).toEqual(['Basic secret', undefined])
  })

  it('refuses endless redirects', async () => {
    leading('/calendar.ics')
    await expect(open()(server.url)).rejects.toThrow('too-many-redirects')
    expect(server.asked).toHaveLength(limits.redirects + 1)
  })

  it('returns the redirect response itself if the calendar library requests manual redirects', async () => {
    leading('/other')
    const response = await open()(server.url, { redirect: 'manual' })
    expect([response.status, response.headers.get('location')]).toEqual([302, '/other'])
  })

  const nowhere: LookupFunction = (_name, options, callback) => {
    const address = '3ffe::1'
    if (options.all) callback(null, [{ address, family: 6 }])
    else callback(null, address, 6)
  }

  it.each([
    ['http://169.254.169.254/latest/meta-data/', 'not-encrypted'],
    ['https://169.254.169.254/latest/meta-data/', 'private-address'],
    ['https://[::1]/', 'private-address'],
    ['https://user:password@example.com/', 'bad-address'],
    ['file:///etc/passwd', 'bad-address'],
  ])('[V7] refuses a redirect to %s', async (to, fault) => {
    const fetch = openFetch({ allowPrivate: false, lookup: nowhere }, siteUrl, patient)
    await expect(fetch(to)).rejects.toThrow(fault)
    leading(to)
    const own = open()
    if (fault === 'bad-address') await expect(own(server.url)).rejects.toThrow(fault)
  })
})
