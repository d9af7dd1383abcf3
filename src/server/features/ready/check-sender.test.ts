import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { checkDkim, checkDmarc, checkSpf } from './check-sender.ts'
import type { CheckResult } from './found.ts'
import { closedPort, nameServerForTest } from './testing.ts'
import type { CheckContext } from './types.ts'

const names = await nameServerForTest()
afterEach(() => names.zone.clear())
afterAll(() => names.close())

const publicKey = 'MIIBpublic'
const signer = { domain: 'firm.co.za', selector: 'desk', publicKey }
const lookWith = (change: Partial<CheckContext['settings']> = {}) =>
  ({
    settings: { sender: 'desk@firm.co.za', dkim: signer, nameServers: [names.address], ...change },
    signal: new AbortController().signal,
  }) as CheckContext

const spf = 'v=spf1 include:_spf.mail.co.za -all'
const key = `v=DKIM1; k=rsa; p=${publicKey}`
type Records = Parameters<typeof names.zone.set>[1]

describe("check of the sender's DNS records", () => {
  it.each<[check: string, (look: CheckContext) => Promise<CheckResult>, name: string, said: [Records, string][]]>([
    [
      'SPF',
      checkSpf,
      'firm.co.za',
      [
        [['google-site-verification=x', spf], 'good'],
        [['v=spf1 mx ~all'], 'soft'],
        [['v=spf1 redirect=_spf.mail.co.za'], 'good'],
        [['something else'], 'none'],
        [[], 'none'],
        [[spf, 'v=spf1 mx -all'], 'several'],
        [['v=spf1 mx +all'], 'open'],
        [['v=spf1 mx ?all'], 'open'],
        [['v=spf1 mx'], 'open'],
        ['no such name', 'no_domain'],
        ['fails', 'refused'],
        ['refuses', 'refused'],
      ],
    ],
    [
      'DKIM',
      checkDkim,
      'desk._domainkey.firm.co.za',
      [
        [[key], 'good'],
        [[key.replace('p=', 'p= ')], 'good'],
        [['v=spf1 -all'], 'none'],
        ['no such name', 'none'],
        [[key.replace('MIIB', 'MIIC')], 'other_key'],
        [['v=DKIM1; p='], 'revoked'],
        ['fails', 'refused'],
      ],
    ],
    [
      'DMARC',
      checkDmarc,
      '_dmarc.firm.co.za',
      [
        [['v=DMARC1; p=reject; rua=mailto:dmarc@firm.co.za'], 'good'],
        [['v=DMARC1; p=none'], 'watching'],
        [['something else'], 'none'],
        ['no such name', 'none'],
        [['v=DMARC1; p=none', 'v=DMARC1; p=reject'], 'several'],
        ['fails', 'refused'],
      ],
    ],
  ])('evaluates the %s record', async (_, check, name, said) => {
    for (const [records, finding] of said) {
      names.zone.set(name, records)
      expect([records, (await check(lookWith())).finding]).toEqual([records, finding])
    }
  })

  it('recommends checking for the email service’s DKIM signature if this server does not sign emails', async () => {
    expect((await checkDkim(lookWith({ dkim: null }))).finding).toBe('unsigned')
  })

  it('applies the subdomain policy of a parent domain’s DMARC record', async () => {
    names.zone.set('_dmarc.firm.co.za', ['v=DMARC1; p=reject; sp=none'])
    expect(await checkDmarc(lookWith({ sender: 'desk@post.firm.co.za' }))).toMatchObject({
      finding: 'watching',
      says: 'firm.co.za asks email providers to report forged emails but not to reject them (p=none).',
    })
  })

  it('distinguishes a silent name server from an unreachable name server', async () => {
    for (const name of ['firm.co.za', 'desk._domainkey.firm.co.za', '_dmarc.firm.co.za']) {
      names.zone.set(name, 'nothing')
    }
    const ask = (change: Partial<CheckContext['settings']> = {}) =>
      Promise.all([checkSpf, checkDkim, checkDmarc].map(async (check) => (await check(lookWith(change))).finding))
    const nowhere = [`127.0.0.1:${await closedPort()}`]
    const [silent, none] = await Promise.all([ask(), ask({ nameServers: nowhere })])
    expect(silent).toEqual(Array(3).fill('timeout'))
    expect(none).toEqual(Array(3).fill('unreachable'))
  })

  it('reports an error if the sender’s address has no public domain', async () => {
    for (const check of [checkSpf, checkDkim, checkDmarc])
      expect(await check(lookWith({ sender: 'desk@localhost' }))).toMatchObject({ finding: 'no_sender' })
  })
})
