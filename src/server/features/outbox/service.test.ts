import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import { type TestDatabase, testDatabase } from '#server/lib/db/testing.ts'
import { openTestLog } from '#server/lib/mail/testing.ts'
import { type Item, type OutboxOptions, type Outcome, type Send, startOutbox } from './service.ts'

const sent: Outcome = { state: 'sent' }
const missed = (change: object = {}): Outcome => ({
  state: 'missed',
  reason: 'EENVELOPE 451: the address was refused',
  isDoubtful: false,
  isFinal: false,
  ...change,
})

/** A promise and its ends. */
function gate<T = void>() {
  let open: (value: T) => void = () => undefined
  const opened = new Promise<T>((resolve) => {
    open = resolve
  })
  return { open, opened }
}

describe.each(['embedded', 'fifteen'] as const)('the outbox on %s', (server) => {
  describe.skipIf(inject('postgres')[server] === null)('', () => {
    let test: TestDatabase
    const running: { stop(): Promise<void> }[] = []
    beforeAll(async () => {
      test = await testDatabase(server)
    })
    beforeEach(() => test.asOwner('delete from outbox'))
    afterEach(async () => {
      await Promise.all(running.splice(0).map((each) => each.stop()))
    })
    afterAll(() => test.close())

    function start(letter: Send, change: Partial<OutboxOptions> & { webhook?: Send } = {}) {
      const log = openTestLog()
      const { webhook = async () => sent, timing, ...others } = change
      const outbox = startOutbox({
        database: test.database,
        clock: Date.now,
        log: log.log,
        senders: { letter, webhook },
        // Nobody looks by itself: what comes was told, unless a test says otherwise.
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
        `select id, state, reason, attempts, sent_as, is_doubtful, settled_at is not null as is_settled,
         holder is null as is_free, sealed from outbox order by created_at, id`,
      )

    /** Waits until so many rows are in a state. */
    const until = (state: string, count = 1) =>
      expect
        .poll(async () => (await rows()).filter((row) => row.state === state).length, { timeout: 10_000 })
        .toBe(count)

    it('sends what is there when it starts and what comes later, each once, and says as what', async () => {
      const items: Item[] = []
      await add(12)
      start(async (item) => {
        items.push(item)
        return { state: 'sent', sentAs: 'call-moved' }
      })
      await until('sent', 12)
      await add(1, { facts: { day: '2026-11-21' }, sealed: 'a key' })
      await until('sent', 13)
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
      expect((await rows()).at(-1)).toMatchObject({
        state: 'sent',
        sent_as: 'call-moved',
        sealed: null,
        is_settled: true,
        is_free: true,
      })
    })

    it('two processes send nothing twice', async () => {
      const ids: string[] = []
      const send: Send = async ({ id }) => {
        ids.push(id)
        await sleep(1)
        return sent
      }
      await add(200)
      start(send)
      start(send)
      await until('sent', 200)
      expect(new Set(ids).size).toBe(200)
      expect(ids).toHaveLength(200)
    })
    void gate
    void randomUUID
    void missed
  })
})
