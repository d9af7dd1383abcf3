import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { readyForTest } from './ready-testing.ts'

const ready = await readyForTest()
const { site, names, usual, who, person, sent, post, room, found } = ready
afterEach(() => ready.clean())
afterAll(() => ready.close())

describe('the email check', () => {
  const code = () => /\b[2-9A-Z]{4}-[2-9A-Z]{4}\b/.exec(sent.at(-1)?.text ?? '')?.[0] ?? ''

  it('passes once an owner enters the code from the test email, and must be repeated if the mail server or the sender changes', async () => {
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
    const before = Date.now()
    const typed = ` ${code().toLowerCase().replace('-', ' ')} `
    expect((await ask('letter/confirmation', { code: typed })).status).toBe(200)
    const { mail } = await look()
    expect(mail.finding).toBe('good')
    const at = Date.parse(mail.says.match(/\d{4}-\S+Z/)?.[0] ?? '')
    expect([at >= before, at <= Date.now()]).toEqual([true, true])
    const log = await site.test.asOwner('select actor from audit_log where action = $1', ['mail_confirmed'])
    expect(log).toEqual([{ actor: who.owner.id }])

    expect(await found('mail', { sender: 'hello@firm.co.za' })).toBe('changed')
    expect(await found('mail', { mailServer: 'smtp.other.co.za:465' })).toBe('changed')
    expect(await found('mail', { sender: 'desk@localhost' })).toBe('sender')
    expect(await found('mail', { mailServer: null })).toBe('folder')
  })

  it('accepts a code until the end of the next day, but only from its recipient and only if the mail settings are unchanged', async () => {
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

  it('shows why the mail server refused the test email', async () => {
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

it("recognizes correct SPF, DKIM and DMARC records in the sender's DNS", async () => {
  names.zone.set('firm.co.za', ['v=spf1 include:_spf.mail.co.za -all'])
  names.zone.set('desk._domainkey.firm.co.za', [`v=DKIM1; k=rsa; p=${usual.dkim?.publicKey}`])
  names.zone.set('_dmarc.firm.co.za', ['v=DMARC1; p=reject; rua=mailto:dmarc@firm.co.za'])
  const { spf, dkim, dmarc } = await (await room()).look()
  expect([spf.finding, dkim.finding, dmarc.finding]).toEqual(['good', 'good', 'good'])
})
