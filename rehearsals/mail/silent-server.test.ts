import { expect, it, onTestFinished } from 'vitest'
import { openMailer } from '#server/lib/mail/mailer.ts'
import { letterForTest, openActor, openTestLog } from '#server/lib/mail/testing.ts'

it('the answer to a whole letter is waited for longer than anything before it', async () => {
  const actor = await openActor((phase) => (phase === 'end' ? 2500 : 0))
  onTestFinished(actor.close)
  const mailer = openMailer({
    smtpUrl: actor.url,
    from: 'desk@backline.example',
    folder: '',
    log: openTestLog().log,
    timing: { patience: 15_000, attempt: 1500, answer: 15_000 },
  })
  onTestFinished(() => mailer.close())
  const stamp = { id: '0b0f8e6e-6c1c-4b3e-9f55-3d8f0a4c8d11', date: new Date(Date.UTC(2026, 10, 20)) }
  expect(await mailer.send(letterForTest, { ...stamp, signal: new AbortController().signal })).toEqual({
    state: 'sent',
  })
  expect(actor.accepted).toHaveLength(1)
})
