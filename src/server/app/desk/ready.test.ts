import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { tokenOf } from '#server/app/testing.ts'
import { logOpenChecks } from '#server/features/ready/service.ts'
import { closedPort, siteForTest } from '#server/features/ready/testing.ts'
import { openTestLog } from '#server/lib/mail/testing.ts'
import { checkEachRow } from '#shared/lib/testing.ts'
import { readyForTest } from './ready-testing.ts'

const ready = await readyForTest()
const { site, names, usual, who, room, found } = ready
afterEach(() => ready.clean())
afterAll(() => ready.close())

describe('the routes of the launch checklist', () => {
  it('are open only to owners', () =>
    checkEachRow(['checks', 'letter', 'letter/confirmation'], async (path) => {
      const { ask } = await room()
      const weak = await tokenOf(await site.signedIn(who.owner))
      const statusOf = async (authorization: string) =>
        (await ask(path, { now: Date.now(), code: 'AAAA-AAAA' }, { authorization })).status
      expect(await statusOf(`Bearer ${who.owner.token}`)).toBe(path === 'letter/confirmation' ? 400 : 200)
      for (const role of ['agent', 'viewer'] as const) {
        expect([role, await statusOf(`Bearer ${who[role].token}`)]).toEqual([role, 403])
      }
      expect(await statusOf(`Bearer ${weak}`)).toBe(403)
      expect(await statusOf('')).toBe(401)
    }))

  it('include an echo route that proves which encryption key the server has', async () => {
    const { url } = await room()
    const nonce = 'a'.repeat(32)
    const echo = await (await fetch(`${url}/ready/v1/echo/${nonce}`)).text()
    expect(echo).toBe(site.auth.cipher.mac('ready echo', nonce))
    expect((await fetch(`${url}/ready/v1/echo/short`)).status).toBe(404)
  })
})

describe('the checks of the public URL', () => {
  it('report whether the public URL is set, uses https and has a public domain name', () =>
    checkEachRow(
      [
        [null, 'unset'],
        ['http://www.firm.co.za', 'not_https'],
        ['https://203.0.113.4', 'no_name'],
        ['https://[2001:db8::1]', 'no_name'],
        ['https://localhost', 'no_name'],
        ['https://backline.example', 'no_name'],
        ['https://intranet', 'no_name'],
        ['https://www.firm.co.za', 'good'],
      ],
      async ([publicUrl, finding]) => {
        expect(await found('address', { publicUrl })).toBe(finding)
      },
    ))

  it('pass only if a request to the public URL reaches this server', async () => {
    expect(await found('reach', { publicUrl: 'here' })).toBe('good')
    expect(await found('reach')).toBe('not_asked')
    expect(await found('reach', { publicUrl: `http://127.0.0.1:${await closedPort()}` })).toBe('no_answer')
    const other = await siteForTest((_request, reply) => void reply.end('Welcome to nginx'))
    ready.later(() => other.close())
    expect(await found('reach', { publicUrl: other.url })).toBe('elsewhere')
    const { reach: plain } = await (await room({ publicUrl: other.url.replace('http:', 'https:') })).look()
    expect(plain).toMatchObject({
      finding: 'certificate',
      says: expect.stringContaining('(ERR_SSL_WRONG_VERSION_NUMBER)'),
    })
    const moved = await siteForTest(
      (_request, reply) => void reply.writeHead(301, { location: 'https://www.firm.co.za/' }).end(),
    )
    ready.later(() => moved.close())
    const { reach } = await (await room({ publicUrl: moved.url })).look()
    expect(reach).toMatchObject({
      finding: 'redirected',
      says: `${moved.url} redirects to https://www.firm.co.za/.`,
    })
  })

  it('detect that the public URL leads to a server with another encryption key', async () => {
    const other = await room({}, { cipher: { mac: () => 'not ours' } })
    expect(await found('reach', { publicUrl: other.url })).toBe('elsewhere')
  })

  it('detect a reverse proxy from the owner’s request', async () => {
    const forwarded = (origin: string, address = '203.0.113.9') => ({ origin, 'x-forwarded-for': address })
    const direct = await room({ publicUrl: 'here' })
    expect((await direct.look({ origin: direct.url })).proxy.finding).toBe('direct')
    expect((await direct.look({ origin: 'http://127.0.0.1:1' })).proxy.finding).toBe('not_seen')
    expect((await direct.look(forwarded(direct.url))).proxy).toMatchObject({
      finding: 'not_trusted',
      todo: 'Set TRUST_PROXY to the IP address of this proxy, 127.0.0.1, and restart the server.',
    })
    const trusting = await room({ publicUrl: 'here', trustProxy: ['127.0.0.1'] })
    expect((await trusting.look(forwarded(trusting.url))).proxy).toMatchObject({
      finding: 'good',
      says: expect.stringContaining('203.0.113.9'),
    })
    expect((await trusting.look(forwarded(trusting.url, '10.1.2.3'))).proxy.finding).toBe('inner')
    expect((await trusting.look({ origin: trusting.url })).proxy.finding).toBe('silent')
    const elsewhere = await room({ publicUrl: 'here', trustProxy: ['10.0.0.0/8'] })
    expect((await elsewhere.look(forwarded(elsewhere.url))).proxy.finding).toBe('other')
    // This server has no TLS, so a reverse proxy must provide it.
    const secure = await room({ publicUrl: 'https://www.firm.co.za' })
    expect((await secure.look({ origin: 'https://www.firm.co.za' })).proxy.finding).toBe('silent')
  })
})

describe('a check of the launch checklist', () => {
  it('does not affect the other checks if it fails or times out', async () => {
    await site.test.asOwner('alter function private.backup_facts rename to backup_facts_away')
    for (const name of ['firm.co.za', '_dmarc.firm.co.za']) names.zone.set(name, 'nothing')
    const { log, saying } = openTestLog()
    try {
      const { look } = await room({}, { patience: 500, log })
      const seen = await look()
      expect([seen.backup.finding, seen.spf.finding, seen.dmarc.finding]).toEqual(['failed', 'slow', 'slow'])
      expect([seen.owners.finding, seen.private_addresses.finding]).toEqual(['one', 'good'])
      expect(saying('failed').filter(({ check }) => check === 'backup')).toHaveLength(1)
    } finally {
      await site.test.asOwner('alter function private.backup_facts_away rename to backup_facts')
    }
  })

  it('is logged at startup if it fails, unless it needs network access', async () => {
    names.zone.set('firm.co.za', ['v=spf1 -all'])
    const { log, said, saying } = openTestLog()
    const settings = { ...usual, publicUrl: 'https://www.firm.co.za' }
    const counting = logOpenChecks({ ...site.auth, settings, log })
    await said('not ready for launch')
    await counting.stop()
    const [line] = saying('')
    const missing = line?.missing
    if (!Array.isArray(missing)) throw new Error('nothing is missing')
    expect(missing).toContain('dkim')
    expect(missing).not.toEqual(expect.arrayContaining([expect.stringMatching(/reach|proxy|documents|spf/)]))
    expect(line).toMatchObject({
      level: 'warn',
      msg: 'not ready for launch, see /desk/ready',
    })
  })
})
