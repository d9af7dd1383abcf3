import { afterEach, describe, expect, it } from 'vitest'
import { testEach } from '#shared/lib/testing.ts'
import { openMailer } from './mailer.ts'
import { letterForTest, openScriptedServer, openTestLog, type Phase, phases, type ScriptedReply } from './testing.ts'

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

const id = '0b0f8e6e-6c1c-4b3e-9f55-3d8f0a4c8d11'
const date = new Date(Date.UTC(2026, 10, 20, 14, 5, 3))
const never = new AbortController().signal

/** This time is long enough for any machine. Tests of a timeout set a shorter time. */
const long = 15_000
const phasesLong = { patience: long, attempt: long, answer: long }

/** Connects a mailer to a server that sends these replies in these phases, and normal replies in all other phases. */
async function open(turns: Partial<Record<Phase, ScriptedReply>>, change: Partial<typeof phasesLong> = {}) {
  const actor = await openScriptedServer((phase) => turns[phase] ?? 0)
  closing.push(actor.close)
  return { ...actor, send: mailerTo(actor.url, { ...phasesLong, ...change }) }
}

function mailerTo(smtpUrl: string, timing: typeof phasesLong) {
  const mailer = openMailer({
    smtpUrl,
    from: 'desk@backline.example',
    folder: '',
    log: openTestLog().log,
    timing,
  })
  closing.push(async () => mailer.close())
  return (signal = never) => mailer.send(letterForTest, { id, date, signal })
}

describe('a delivery attempt', () => {
  it.each([
    ['hang up', 'ECONNECTION: the connection was closed', true],
    ['be silent', 'EABORT: it timed out', false],
    ['421 4.3.2 going down', /^(ECONNECTION|EPROTOCOL|EENVELOPE) 421/, true],
  ] as const)(
    'is reported as failed if it ends before the mail server has received the complete email (%s)',
    async (turn, reason, isGeneral) => {
      for (const phase of phases.slice(1, -1)) {
        const { send, accepted } = await open({ [phase]: turn }, turn === 'be silent' ? { attempt: 300 } : {})
        const missed = {
          state: 'missed',
          isDoubtful: false,
          isFinal: false,
          isGeneral,
          reason: expect.stringMatching(reason),
        }
        expect([phase, await send()]).toEqual([phase, missed])
        expect(accepted).toEqual([])
      }
    },
  )

  it.each([
    ['hang up', 'ECONNECTION: the connection was closed'],
    ['be silent', 'ETIMEDOUT: the mail server did not respond'],
    ['554 5.3.2 not here', 'EPROTOCOL 554 5.3.2: the mail server sent an invalid reply'],
  ] as const)(
    'is reported as a failure that affects all emails if the server sends no valid greeting (%s)',
    async (turn, reason) => {
      const { send } = await open({ greeting: turn }, turn === 'be silent' ? { patience: 100 } : {})
      expect(await send()).toEqual({
        state: 'missed',
        reason,
        isDoubtful: false,
        isFinal: false,
        isGeneral: true,
      })
    },
  )

  it.each([
    ['smtp://127.0.0.1:1', 'ESOCKET: the connection failed'],
    ['smtp://mail.invalid?tls=off', 'EDNS: the name of the mail server was not found'],
  ])('is reported as a failure that affects all emails if no server listens at %s', async (url, reason) => {
    const sent = await mailerTo(url, phasesLong)()
    expect(sent).toEqual({ state: 'missed', reason, isDoubtful: false, isFinal: false, isGeneral: true })
  })

  it('is reported as possibly successful if the mail server stops reading after the email was passed to the network', async () => {
    const { send, accepted } = await open({ DATA: 'read no more' }, { answer: 200 })
    expect(await send()).toMatchObject({
      state: 'missed',
      isFinal: false,
      isGeneral: false,
      isDoubtful: true,
    })
    expect(accepted).toEqual([])
  })

  it.each([
    ['hang up', /^ECONNECTION: the connection was closed, after/],
    ['be silent', /^EABORT: it timed out, after/],
  ] as const)(
    'is reported as possibly successful if the server does not confirm the email (%s)',
    async (turn, reason) => {
      const { send } = await open({ end: turn }, turn === 'be silent' ? { answer: 200 } : {})
      expect(await send()).toEqual({
        state: 'missed',
        reason: expect.stringMatching(reason),
        isDoubtful: true,
        isFinal: false,
        isGeneral: false,
      })
    },
  )

  it('can be aborted until the last byte is sent, but not after that', async () => {
    const ending = new AbortController()
    const early = await openScriptedServer((phase) => {
      if (phase === 'RCPT') ending.abort()
      return phase === 'RCPT' ? 'be silent' : 0
    })
    closing.push(early.close)
    expect(await mailerTo(early.url, phasesLong)(ending.signal)).toMatchObject({
      state: 'missed',
      isDoubtful: false,
    })

    const handed = new AbortController()
    const late = await openScriptedServer((phase) => {
      // The last byte has already arrived.
      if (phase === 'end') handed.abort()
      return phase === 'end' ? 100 : 0
    })
    closing.push(late.close)
    expect(await mailerTo(late.url, phasesLong)(handed.signal)).toEqual({ state: 'sent' })
  })
})

describe('a refusal by the mail server', () => {
  it(
    'is reported as final or temporary, in a message that states whether the address or the email was refused',
    testEach(
      [
        ['RCPT', '550 5.1.1 no such mailbox x@y.example', 'EENVELOPE 550 5.1.1: the address was refused', true, false],
        ['RCPT', '450 4.1.2 no such domain', 'EENVELOPE 450 4.1.2: the address was refused', false, false, true],
        ['RCPT', '451 4.7.1 come again', 'EENVELOPE 451 4.7.1: the address was refused', false, false],
        ['MAIL', '550 5.7.1 not you', 'EENVELOPE 550 5.7.1: the mail server refused to accept an email', false, true],
        ['MAIL', '452 full', 'EENVELOPE 452: the mail server refused to accept an email', false, true],
        ['DATA', '554 no', 'EENVELOPE 554: the mail server refused to accept an email', false, false],
        ['end', '554 5.6.0 x@y.example', 'EMESSAGE 554 5.6.0: the email was refused', true, false],
        ['end', '451 later', 'EMESSAGE 451: the email was refused', false, false],
      ] as const,
      async (phase, answer, reason, isFinal, isGeneral, isOfAddress?: true) => {
        const { send } = await open({ [phase]: answer })
        const missed = { state: 'missed', reason, isDoubtful: false, isFinal, isGeneral }
        expect(await send()).toEqual({ ...missed, ...(isOfAddress && { isOfAddress }) })
      },
    ),
  )
})
