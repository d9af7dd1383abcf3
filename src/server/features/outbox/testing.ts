import { expect } from 'vitest'
import { type TestDatabase, testDatabase } from '#server/lib/db/testing.ts'
import { openTestLog } from '#server/lib/mail/testing.ts'
import { type DeliveryOutcome, type OutboxOptions, type SendItem, startOutbox } from './service.ts'

export const sent: DeliveryOutcome = { state: 'sent' }
export const failedAttempt = (change: object = {}): DeliveryOutcome => ({
  state: 'missed',
  reason: 'EENVELOPE 451: the address was refused',
  isDoubtful: false,
  isFinal: false,
  ...change,
})

/** A promise that the test resolves. */
export function deferred<T = void>() {
  let open: (value: T) => void = () => undefined
  const opened = new Promise<T>((resolve) => {
    open = resolve
  })
  return { open, opened }
}

/** A database with an outbox, and processes that send its items. */
export async function outboxForTest() {
  const test: TestDatabase = await testDatabase()
  const running: { stop(): Promise<void> }[] = []
  const [webhook] = await test.asOwner<{ id: string }>(
    "insert into webhooks (url, events, sealed_secret) values ('https://h.example', '{booking.created}', 's') returning id",
  )
  function start(letter: SendItem, change: Partial<OutboxOptions> & { webhook?: SendItem } = {}) {
    const log = openTestLog()
    const { webhook = async () => sent, timing, ...others } = change
    const outbox = startOutbox({
      database: test.database,
      clock: Date.now,
      log: log.log,
      senders: { letter, webhook },
      // Workers search for items only when notified, unless a test changes the timing.
      timing: { look: 60_000, plan: 3_600_000, firstPause: 20, firstRest: 20, closing: 2000, ...timing },
      ...others,
    })
    const stop = () => {
      running.splice(running.indexOf(outbox), 1)
      return outbox.stop()
    }
    running.push(outbox)
    return { stop, log }
  }

  async function add(count = 1, change: Record<string, unknown> = {}) {
    const row = { channel: 'letter', kind: 'team-digest', recipient: 'team@desk.example', ...change }
    const names = Object.keys(row)
    const places = names.map((_, index) => `$${index + 2}`)
    const rows = await test.asOwner<{ id: string }>(
      `insert into outbox (${names.join()}) select ${places.join()} from generate_series(1, $1) returning id`,
      [count, ...Object.values(row)],
    )
    return rows.map(({ id }) => id)
  }

  const rows = () =>
    test.asOwner<{ id: string; state: string; reason: string; attempts: number; sent_as: string }>(
      `select id, state, reason, attempts, sent_as, may_have_arrived, settled_at is not null as is_settled,
       lease_owner is null as is_free, sealed from outbox order by created_at, id`,
    )

  const until = (state: string, count = 1) =>
    expect.poll(async () => (await rows()).filter((row) => row.state === state).length).toBe(count)

  return {
    ...test,
    start,
    add,
    rows,
    until,
    hook: { channel: 'webhook', kind: 'booking.created', recipient: null, webhook_id: webhook?.id },
    async empty() {
      await Promise.all(running.splice(0).map((each) => each.stop()))
      await test.asOwner('delete from outbox')
    },
  }
}
