import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { insertion, message } from '#server/lib/db/rows-testing.ts'
import { testDatabase } from '#server/lib/db/testing.ts'
import { sendRow } from './moving.ts'

/** An attacker repeatedly enters someone else's email address. */
const test = await testDatabase()
afterAll(() => test.close())

describe('the email limiter', () => {
  beforeEach(async () => {
    await test.asOwner('delete from strategy_call_bookings')
    await test.asOwner('delete from contact_messages')
  })

  const arrives = (email: string, table?: 'contact_messages' | 'strategy_call_bookings', role?: 'service_role') =>
    sendRow(test, { email }, table, role)

  /** Returns the result of each email to a visitor, in order. */
  async function letters(): Promise<string[]> {
    const rows = await test.asOwner<{ said: string }>(
      `select coalesce(reason, state) as said from outbox
       where channel = 'letter' and recipient is null order by created_at, state desc`,
    )
    return rows.map(({ said }) => said)
  }
  const over = 'this mailbox is not verified and has received four emails within a day'
  const four = Array.from({ length: 4 }, () => 'waiting')

  it('[R1] allows only four emails for nineteen simultaneous requests whose email addresses differ only after the plus sign', async () => {
    const forms = Array.from({ length: 19 }, (_, n) =>
      arrives(`victim+${n}@x.example`, n % 2 ? 'contact_messages' : 'strategy_call_bookings'),
    )
    await Promise.all(forms)
    expect((await letters()).toSorted()).toEqual([...Array.from({ length: 15 }, () => over), ...four])
    expect(await test.asOwner('select id from strategy_call_bookings')).toHaveLength(10)
  })

  it('limits emails about rows that arrive in a single HTTP request', async () => {
    await test.database.transaction('anon', {}, async (tx) => {
      for (let n = 0; n < 19; n++) await tx.query(...insertion('contact_messages', message()))
    })
    expect((await letters()).filter((said) => said === 'waiting')).toHaveLength(4)
  })

  it('counts the emails sent in a day, but not dropped emails', async () => {
    for (let n = 0; n < 5; n++) await arrives('one@x.example')
    expect(await letters()).toEqual([...four, over])
    await test.asOwner("update outbox set state = 'sent' where state = 'waiting'")
    await test.asOwner(
      "update outbox set created_at = now() - interval '25 hours' where state = 'sent' and recipient is null",
    )
    for (let n = 0; n < 4; n++) await arrives('one@x.example')
    expect((await letters()).filter((said) => said === 'waiting')).toHaveLength(4)
  })

  it('counts emails to each mailbox separately', async () => {
    for (let n = 0; n < 4; n++) await arrives('one@x.example')
    await arrives('two@x.example')
    expect(await letters()).toEqual([...four, 'waiting'])
  })

  it("counts an email about a visitor's cancellation toward the limit", async () => {
    const ids = []
    for (let n = 0; n < 4; n++) ids.push(await arrives('one@x.example'))
    await test.asOwner(
      `select private.cancel_call(id, 'new', date_trunc('milliseconds', call_at), now())
       from strategy_call_bookings where id = $1`,
      [ids[0]],
    )
    expect(await letters()).toEqual([...four, over])
  })

  it('exempts a request from the rate limit only if the visitor verified the mailbox through the link for that request', async () => {
    const ids = []
    for (let n = 0; n < 4; n++) ids.push(await arrives('one@x.example'))
    await test.asOwner('select private.confirm_mailbox($1)', [ids[0]])
    await arrives('ONE+again@x.example')
    expect(await letters()).toEqual([...four, over])
    await test.asOwner(
      `select private.cancel_call(id, 'new', date_trunc('milliseconds', call_at), now())
       from strategy_call_bookings where id = $1`,
      [ids[0]],
    )
    expect(await letters()).toEqual([...four, over, 'waiting'])
  })

  it('[R1] limits emails to a mailbox even if the team answered an earlier message from it', async () => {
    const id = await arrives('one@x.example', 'contact_messages')
    await test.asOwner("update contact_messages set status = 'answered' where id = $1", [id])
    for (let n = 0; n < 4; n++) await arrives('one@x.example')
    expect(await letters()).toEqual([...four, over])
  })

  it('[R1] limits each team mailbox to 100 emails an hour about new bookings and messages, and drops the rest', async () => {
    await test.asOwner("update desk_settings set answer_mailboxes = '{team@x.example}'")
    for (let n = 0; n < 51; n++)
      await Promise.all([arrives(`${n}@x.example`), arrives(`${n}@y.example`, 'contact_messages')])
    const sent = await test.asOwner(
      "select state, count(*)::int from outbox where recipient = 'team@x.example' group by 1 order by 2",
    )
    expect(sent).toEqual([
      { state: 'dropped', count: 2 },
      { state: 'waiting', count: 100 },
    ])
    await test.asOwner("update desk_settings set answer_mailboxes = '{}'")
  })

  it('does not limit emails triggered by a member or the service role', async () => {
    for (let n = 0; n < 4; n++) await arrives('one@x.example')
    await arrives('one@x.example', 'strategy_call_bookings', 'service_role')
    expect(await letters()).toEqual([...four, 'waiting'])
  })

  it('treats email addresses that differ only in the text after a plus sign as one mailbox', async () => {
    for (let n = 0; n < 3; n++) {
      const row = { email: `v+${n}@x.example`, fill_seconds: 1, filled_by: 'browser' }
      await sendRow(test, row, 'contact_messages')
    }
    const rows = await test.asOwner('select status from contact_messages order by created_at')
    expect(rows).toEqual([{ status: 'new' }, { status: 'new' }, { status: 'spam?' }])
  })
})
