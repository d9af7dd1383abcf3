import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Clock } from '#server/lib/clock.ts'
import type { Database, Listening } from '#server/lib/db/database.ts'
import type { Log } from '#server/lib/log.ts'
import { type Repeated, repeat } from '#server/lib/repeat.ts'
import type { Rush } from '#server/lib/rush.ts'
import { repeatUpkeep } from '#server/lib/time/upkeep.ts'
import type { OutboxChannel } from '#shared/contract/outbox.ts'
import { Leases } from './leases.ts'
import { type Timing, usualTiming } from './policy.ts'
import { planFaultLetter, planLetters, pruneOutbox, renewOutbox } from './queries.ts'
import { Settling } from './settling.ts'
import type { Send } from './types.ts'
import { Worker } from './worker.ts'

export type { Item, Outcome, Send } from './types.ts'

export interface OutboxOptions {
  database: Database
  clock: Clock
  ownClock?: Clock | undefined
  log: Log
  senders: Readonly<Record<OutboxChannel, Send>>
  /**
   * How many letters the mail server is asked to take at once, and in a minute at most; null is as many as it takes. In
   * a rush of visitors they leave slowly, as writing one takes as long as storing several bookings.
   */
  letters?: { atOnce: number; perMinute: number | null; rush?: Pick<Rush, 'isOn'> }
  timing?: Partial<Timing>
}

/**
 * Sends what lies in the outbox for as long as the server runs, beside any other process that does so. `stop` begins
 * nothing new, waits for what is under way for a bounded time, and ends what can still be ended.
 */
export function startOutbox(options: OutboxOptions): Repeated {
  const { database, clock, log, senders, timing: change } = options
  const timing = { ...usualTiming, ...change }
  const { lease } = timing
  const holder = randomUUID()
  const leases = new Leases((ids) => renewOutbox(database, { holder, ids, lease }), timing, log)
  const settling = new Settling(database, holder, log)
  const shared = { database, clock, log, holder, leases, settling, timing }
  const { atOnce, perMinute, rush } = options.letters ?? { atOnce: timing.atOnce, perMinute: null }
  const pace = perMinute ? 60_000 / perMinute : 0
  const letters = {
    timing: { ...timing, atOnce },
    pace: () => (rush?.isOn ? Math.max(pace, timing.inRush) : pace),
  }
  // Letters and webhooks have a worker each, so that a slow receiver of webhooks delays no letter.
  const workers = {
    letter: new Worker({ ...shared, ...letters, channel: 'letter', send: senders.letter }),
    webhook: new Worker({ ...shared, channel: 'webhook', send: senders.webhook }),
  }
  const wakeAll = () => {
    workers.letter.wake()
    workers.webhook.wake()
  }
  const ear = hear(database, {
    onMessage(channel) {
      if (channel === 'letter' || channel === 'webhook') workers[channel].wake()
      else wakeAll()
    },
    onGap: wakeAll,
  })
  const jobs = [
    repeat('outbox', timing.look, log, async () => {
      wakeAll()
      await ear.open()
    }),
    repeat('letters by the clock', timing.plan, log, async () => {
      await planLetters(database, clock())
    }),
    repeat('letters of faults', timing.plan, log, async () => {
      await planFaultLetter(database, clock())
    }),
    repeatUpkeep('outbox pruned', timing.prune, options, async (now) => {
      const gone = await pruneOutbox(database, now)
      if (gone > 0) log.info({ gone }, 'old letters and webhooks removed')
    }),
  ]
  return {
    async stop() {
      const ended = Promise.all(jobs.map((job) => job.stop()))
      const finished = Promise.all(Object.values(workers).map((worker) => worker.finish()))
      await within(timing.closing, finished)
      leases.endAll()
      await within(1000, finished)
      settling.giveUp()
      // All of these are ended even when the database is away, so that the process can end.
      await within(1000, Promise.all([ended, leases.close(), ear.close()]))
    },
  }
}

/** Listens as soon as the database lets us; until then, and besides, there is the looking. */
function hear(database: Database, listener: Parameters<Database['listen']>[1]) {
  let listening: Listening | undefined
  let isClosed = false
  return {
    async open() {
      if (listening || isClosed) return
      const opened = await database.listen('outbox', listener)
      if (isClosed) await opened.close()
      else listening = opened
      // Looks for what was notified before we listened.
      listener.onGap()
    },
    async close() {
      isClosed = true
      await listening?.close()
    },
  }
}

async function within(milliseconds: number, work: Promise<unknown>): Promise<void> {
  const bound = new AbortController()
  await Promise.race([work, sleep(milliseconds, undefined, { signal: bound.signal }).catch(() => undefined)])
  bound.abort()
}
