import { setImmediate as yieldOnce } from 'node:timers/promises'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import type { OutboxItem, SendItem } from './service.ts'
import { deferred, failedAttempt, outboxForTest, sent } from './testing.ts'

const outbox = await outboxForTest()

describe('the outbox', () => {
  afterEach(() => outbox.empty())
  afterAll(() => outbox.close())

  it('sends each item once, even if it was queued before the outbox started, and records which kind of email was sent', async () => {
    const items: OutboxItem[] = []
    await outbox.add(12)
    outbox.start(async (item) => {
      items.push(item)
      return { state: 'sent', sentAs: 'call-moved' }
    })
    await outbox.until('sent', 12)
    await outbox.add(1, { facts: { day: '2026-11-21' }, sealed: 'a key' })
    await outbox.until('sent', 13)
    expect(new Set(items.map(({ id }) => id)).size).toBe(13)
    expect(items).toHaveLength(13)
    expect(items.at(-1)).toMatchObject({
      channel: 'letter',
      kind: 'team-digest',
      bookingId: null,
      recipient: 'team@desk.example',
      facts: { day: '2026-11-21' },
      sealed: 'a key',
      attempts: 1,
      isDoubtful: false,
    })
    expect((await outbox.rows()).at(-1)).toMatchObject({
      state: 'sent',
      sent_as: 'call-moved',
      sealed: null,
      is_settled: true,
      is_free: true,
    })
  })

  it('sends each item only once, even if two workers run at the same time', async () => {
    const ids: string[] = []
    const send: SendItem = async ({ id }) => {
      ids.push(id)
      await yieldOnce()
      return sent
    }
    await outbox.add(200)
    outbox.start(send)
    outbox.start(send)
    await outbox.until('sent', 200)
    expect(new Set(ids).size).toBe(200)
    expect(ids).toHaveLength(200)
  })

  it("continues to send emails and other webhooks' events even if one webhook never responds", async () => {
    const end = deferred()
    const [other] = await outbox.asOwner<{ id: string }>(
      "insert into webhooks (url, events, sealed_secret) values ('https://i.example', '{booking.created}', 's') returning id",
    )
    await outbox.add(20, outbox.hook)
    await outbox.add(10, { ...outbox.hook, webhook_id: other?.id })
    outbox.start(async () => sent, {
      webhook: async ({ webhookId }) => {
        if (webhookId !== other?.id) await end.opened
        return sent
      },
    })
    await outbox.until('sent', 10)
    await outbox.add(20)
    await outbox.until('sent', 30)
    await outbox.until('sending', 3)
    end.open()
    await outbox.until('sent', 50)
  })

  it('sends emails with a secret link before other emails', async () => {
    const kinds: string[] = []
    await outbox.add(3, { due_at: new Date(Date.now() - 60_000) })
    await outbox.add(1, { kind: 'account' })
    outbox.start(
      async ({ kind }) => {
        kinds.push(kind)
        return sent
      },
      { timing: { atOnce: 1 } },
    )
    await outbox.until('sent', 4)
    expect(kinds).toEqual(['account', ...Array(3).fill('team-digest')])
  })

  it('drops items whose deadline has passed', async () => {
    await outbox.add(1, { ends_at: new Date(Date.now() - 1) })
    outbox.start(async () => expect.unreachable())
    await outbox.until('dropped')
    expect(await outbox.rows()).toMatchObject([{ reason: 'too late' }])
  })

  it('waits for running attempts when it stops, starts no new attempts, and requeues the items of aborted attempts', async () => {
    const begun = deferred()
    const end = deferred()
    await outbox.add()
    const { stop } = outbox.start(async () => {
      begun.open()
      await end.opened
      return sent
    })
    await begun.opened
    const stopped = stop()
    const [later] = await outbox.add()
    end.open()
    await stopped
    expect((await outbox.rows()).map(({ state }) => state)).toEqual(['sent', 'waiting'])

    const again = deferred()
    const impatient = outbox.start(
      async (_item, signal) => {
        again.open()
        await new Promise((resolve) => signal.addEventListener('abort', resolve))
        return failedAttempt()
      },
      { timing: { closing: 20, firstPause: 3_600_000 } },
    )
    await again.opened
    await impatient.stop()
    expect((await outbox.rows())[1]).toMatchObject({ id: later, state: 'waiting', is_free: true })
    outbox.start(async () => sent)
    await outbox.until('sent', 2)
  })

  it('queues scheduled emails, and deletes old items', async () => {
    await outbox.asOwner("update desk_settings set time_zone = 'Europe/London', answer_mailboxes = '{a@desk.example}'")
    const clock = () => Date.parse('2026-11-23T10:00:00Z')
    await outbox.setClock(clock())
    await outbox.asOwner(
      `insert into user_interactions (created_at, session_id, event_type, event_data)
       select '2026-11-23T09:50:00Z', gen_random_uuid(), 'error', '{"code": "uncaught"}' from generate_series(1, 5)`,
    )
    const long = new Date(clock() - 91 * 86_400_000)
    const settled = { state: 'sent', settled_at: long }
    await outbox.add(2, settled)
    await outbox.add(2, { ...settled, ...outbox.hook })
    const kept = [
      ...(await outbox.add(1, { ...settled, recipient: null, kind: 'request-received' })),
      ...(await outbox.add(1, { state: 'failed', settled_at: long })),
      ...(await outbox.add(1, { state: 'dropped', settled_at: new Date(clock() - 89 * 86_400_000) })),
    ]
    const kinds: string[] = []
    outbox.start(
      async ({ kind }) => {
        kinds.push(kind)
        return sent
      },
      { clock, ownClock: clock },
    )
    await expect.poll(() => kinds.toSorted()).toEqual(['team-digest', 'team-fault'])
    await expect
      .poll(
        async () =>
          (await outbox.rows()).map(({ id }) => id).filter((id) => kept.includes(id)).length ===
          (await outbox.rows()).length - 2,
      )
      .toBe(true)
  })
})
