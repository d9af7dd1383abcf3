import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Database, ListenSubscription } from '#server/lib/db/database.ts'
import type { Log } from '#server/lib/log.ts'
import type { Clock } from '#server/lib/time/clock.ts'
import { type RepeatedJob, repeat, repeatCleanup } from '#server/lib/time/repeat.ts'
import type { OutboxChannel } from '#shared/contract/outbox.ts'
import { deleteOldItems, queueErrorEmail, queueScheduledEmails, renewLeases } from './queries.ts'
import { OutboxWorker, type SendItem, usualTiming, type WorkerTiming } from './worker.ts'

export type { OutboxItem } from './queries.ts'
export type { DeliveryOutcome, SendItem } from './worker.ts'

export interface OutboxOptions {
  database: Database
  clock: Clock
  ownClock?: Clock | undefined
  log: Log
  senders: Readonly<Record<OutboxChannel, SendItem>>
  timing?: Partial<WorkerTiming>
}

/**
 * Sends outbox items while the server runs; other processes may send items too. `stop` prevents new attempts, waits a
 * limited time for running attempts, and then aborts any attempts that can still be aborted.
 */
export function startOutbox(options: OutboxOptions): RepeatedJob {
  const { database, clock, log, senders, timing: change } = options
  const timing = { ...usualTiming, ...change }
  const leaseOwner = randomUUID()
  const shared = { database, clock, log, leaseOwner, timing }
  // Emails and webhooks have separate workers, so that a slow webhook does not delay emails.
  const workers = {
    letter: new OutboxWorker({ ...shared, channel: 'letter', send: senders.letter }),
    webhook: new OutboxWorker({ ...shared, channel: 'webhook', send: senders.webhook }),
  }
  const both = Object.values(workers)
  const wakeAll = () => {
    for (const worker of both) worker.wake()
  }
  const ear = listenForItems(database, {
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
    repeat('outbox leases', timing.heartbeat, log, () => renewLeases(database, leaseOwner, timing.lease)),
    repeat('scheduled emails', timing.plan, log, async () => {
      await queueScheduledEmails(database, clock())
    }),
    repeat('error emails', timing.plan, log, async () => {
      await queueErrorEmail(database, clock())
    }),
    repeatCleanup('outbox pruned', timing.prune, options, async (now) => {
      const gone = await deleteOldItems(database, now)
      if (gone > 0) log.info({ gone }, 'old outbox rows deleted')
    }),
  ]
  return {
    async stop() {
      const ended = Promise.all(jobs.map((job) => job.stop()))
      const finished = Promise.all(both.map((worker) => worker.finish()))
      await waitAtMost(timing.closing, finished)
      for (const worker of both) worker.cut()
      await waitAtMost(1000, finished)
      for (const worker of both) worker.giveUp()
      // The final wait also has a time limit, so that the process can end even if the database is unreachable.
      await waitAtMost(1000, Promise.all([ended, ear.close()]))
    },
  }
}

/** Listens for notifications once the database responds; the periodic search works without notifications. */
function listenForItems(database: Database, listener: Parameters<Database['listen']>[1]) {
  let listening: ListenSubscription | undefined
  let isClosed = false
  return {
    async open() {
      if (listening || isClosed) return
      const opened = await database.listen('outbox', listener)
      if (isClosed) await opened.close()
      else listening = opened
      // Items may have been queued before listening began.
      listener.onGap()
    },
    async close() {
      isClosed = true
      await listening?.close()
    },
  }
}

async function waitAtMost(milliseconds: number, work: Promise<unknown>): Promise<void> {
  const bound = new AbortController()
  await Promise.race([work, sleep(milliseconds, undefined, { signal: bound.signal }).catch(() => undefined)])
  bound.abort()
}
