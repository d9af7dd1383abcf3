import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { closedPort } from '#server/features/ready/testing.ts'
import { readyForTest } from './ready-testing.ts'

const ready = await readyForTest()
const { site, names, usual, who, person, sent, post, room, found } = ready
afterEach(() => ready.clean())
afterAll(() => ready.close())

describe('letters', () => {
  const code = () => /\b[2-9A-Z]{4}-[2-9A-Z]{4}\b/.exec(sent.at(-1)?.text ?? '')?.[0] ?? ''

  it('are proven by the code of one that came, until server or sender change', async () => {
    await site.test.asOwner('delete from private.mail_proof')
    const { ask, look, url } = await room()
    expect((await look()).mail.finding).toBe('unproven')
    const answer = await ask('letter', {})
    expect(await answer.json()).toEqual({ to: who.owner.email, sent: true, reason: null, isDoubtful: false })
    expect(sent.map(({ to }) => to)).toEqual([who.owner.email])
    expect(sent[0]?.html).toContain(`${url}/desk/ready?code=${code()}`)

    for (const wrong of ['AAAA-AAAA', '', 'a code']) {
      expect((await ask('letter/confirmation', { code: wrong })).status).toBe(400)
    }
    expect((await look()).mail.finding).toBe('unproven')
    const typed = ` ${code().toLowerCase().replace('-', ' ')} `
    expect((await ask('letter/confirmation', { code: typed })).status).toBe(200)
    const { mail } = await look()
    expect(mail.finding).toBe('good')
    expect(Math.abs(Date.now() - Date.parse(mail.facts.at ?? ''))).toBeLessThan(10_000)
    const log = await site.test.asOwner('select actor from audit_log where action = $1', ['mail_confirmed'])
    expect(log).toEqual([{ actor: who.owner.id }])

    expect(await found('mail', { sender: 'hello@firm.co.za' })).toBe('changed')
    expect(await found('mail', { mailServer: 'smtp.other.co.za:465' })).toBe('changed')
    expect(await found('mail', { sender: 'desk@localhost' })).toBe('sender')
    expect(await found('mail', { mailServer: null })).toBe('folder')
  })

  it('a code is good for whom it was sent to, by that server, until the next day is over', async () => {
    const later = { by: 0 }
    const { ask } = await room({}, { clock: () => site.auth.clock() + later.by })
    await ask('letter', {})
    const sentCode = code()
    const other = await room({ sender: 'hello@firm.co.za' })
    expect((await other.ask('letter/confirmation', { code: sentCode })).status).toBe(400)
    const colleague = await person('owner')
    const authorization = `Bearer ${colleague.token}`
    expect((await ask('letter/confirmation', { code: sentCode }, { authorization })).status).toBe(400)
    later.by = 86_400_000
    expect((await ask('letter/confirmation', { code: sentCode })).status).toBe(200)
    later.by = 2 * 86_400_000
    expect((await ask('letter/confirmation', { code: sentCode })).status).toBe(400)
    await site.test.asOwner('delete from staff_members where id = $1', [colleague.id])
  })

  it('that the mail server does not take say why', async () => {
    post.said = {
      state: 'missed',
      reason: 'EAUTH 535: our login was refused',
      isDoubtful: false,
      isFinal: false,
      isGeneral: true,
    }
    const answer = await (await room()).ask('letter', {})
    expect(await answer.json()).toMatchObject({ sent: false, reason: 'EAUTH 535: our login was refused' })
  })
})

describe('what name servers say of the sender', () => {
  const spf = 'v=spf1 include:_spf.mail.co.za -all'
  it.each([
    ['good', ['google-site-verification=x', spf]],
    ['soft', ['v=spf1 mx ~all']],
    ['good', ['v=spf1 redirect=_spf.mail.co.za']],
    ['none', ['something else']],
    ['none', []],
    ['several', [spf, 'v=spf1 mx -all']],
    ['open', ['v=spf1 mx +all']],
    ['open', ['v=spf1 mx ?all']],
    ['open', ['v=spf1 mx']],
    ['no_domain', 'no such name'],
    ['refused', 'fails'],
    ['refused', 'refuses'],
  ] as const)('SPF is %s with %j', async (finding, records) => {
    names.zone.set('firm.co.za', records)
    expect(await found('spf')).toBe(finding)
  })

  const { dkim } = usual
  const key = `v=DKIM1; k=rsa; p=${dkim?.publicKey}`
  it.each([
    ['good', [key]],
    ['good', [key.replace('p=', 'p= ')]],
    ['none', ['v=spf1 -all']],
    ['none', 'no such name'],
    ['other_key', [key.replace('MIIB', 'MIIC')]],
    ['revoked', ['v=DKIM1; p=']],
    ['refused', 'fails'],
  ] as const)('DKIM is %s with %j', async (finding, records) => {
    names.zone.set('desk._domainkey.firm.co.za', records)
    expect(await found('dkim')).toBe(finding)
  })

  it('DKIM needs a domain that the sender’s is of, and may be somebody else’s work', async () => {
    expect(await found('dkim', { dkim: null })).toBe('unsigned')
    expect(await found('dkim', { dkim: dkim && { ...dkim, domain: 'mail.co.za' } })).toBe('not_aligned')
    names.zone.set('desk._domainkey.firm.co.za', [key])
    expect(await found('dkim', { sender: 'desk@post.firm.co.za' })).toBe('good')
  })

  it.each([
    ['good', { '_dmarc.firm.co.za': ['v=DMARC1; p=reject; rua=mailto:dmarc@firm.co.za'] }],
    ['watching', { '_dmarc.firm.co.za': ['v=DMARC1; p=none'] }],
    ['none', { '_dmarc.firm.co.za': ['something else'] }],
    ['none', {}],
    ['several', { '_dmarc.firm.co.za': ['v=DMARC1; p=none', 'v=DMARC1; p=reject'] }],
    ['refused', { '_dmarc.firm.co.za': 'fails' }],
  ] as const)('DMARC is %s with %j', async (finding, zone) => {
    for (const [name, records] of Object.entries(zone)) names.zone.set(name, records)
    expect(await found('dmarc')).toBe(finding)
  })

  it('DMARC holds below the domain that has it, by its policy for what is below', async () => {
    names.zone.set('_dmarc.firm.co.za', ['v=DMARC1; p=reject; sp=none'])
    const { dmarc } = await (await room({ sender: 'desk@post.firm.co.za' })).look()
    expect(dmarc).toEqual({ finding: 'watching', facts: { domain: 'firm.co.za', policy: 'none' } })
  })

  it('a name server that is silent, and one that is not there, are told apart', async () => {
    for (const name of ['firm.co.za', 'desk._domainkey.firm.co.za', '_dmarc.firm.co.za']) {
      names.zone.set(name, 'nothing')
    }
    const silent = await (await room()).look()
    const none = await (await room({ nameServers: [`127.0.0.1:${await closedPort()}`] })).look()
    for (const check of ['spf', 'dkim', 'dmarc'] as const) {
      expect([check, silent[check].finding, none[check].finding]).toEqual([check, 'timeout', 'unreachable'])
    }
  })

  it('a sender that nobody outside has is not looked up', async () => {
    const seen = await (await room({ sender: 'desk@localhost' })).look()
    expect([seen.spf.finding, seen.dkim.finding, seen.dmarc.finding]).toEqual(Array(3).fill('no_sender'))
  })
})
