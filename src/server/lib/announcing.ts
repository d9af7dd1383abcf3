import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '#server/lib/db/database.ts'
import type { Log } from '#server/lib/log.ts'
import { repeat } from '#server/lib/repeat.ts'

/**
 * Among the claims of a transaction: it notifies nobody, since we announce what it did once it is committed. A NOTIFY holds a
 * lock of the whole database until the flush, so that all who notify commit one after the other: decision page 58.
 */
export const announcedLater = { announces: true } as const

export interface Announcer {
  /** Something was committed, or may have been. What comes while an announcement is under way goes with the next one. */
  soon(): void
  /** Announces what is left. */
  close(): Promise<void>
}

/** Between two announcements, so that what many commits left goes with one: the first of them waits for nothing. */
const pauseMilliseconds = 15
/** How often we look for what a server left behind that ended between a commit and its announcement. */
const lookMilliseconds = 2000

export function openAnnouncer(database: Database, log: Log, look = lookMilliseconds): Announcer {
  const each = database.alone('backline_outbox', {})
  let isAway = false
  let running: Promise<void> | null = null
  let again = false

  async function announce(): Promise<void> {
    try {
      await each.query('select private.announce()')
      isAway = false
    } catch (error) {
      // The next look announces what is left.
      if (!isAway) log.warn({ err: error }, 'news could not be announced')
      isAway = true
    }
  }

  async function run(): Promise<void> {
    do {
      again = false
      await announce()
      if (again) await sleep(pauseMilliseconds)
    } while (again)
    running = null
  }

  function soon(): void {
    again = true
    running ??= run()
  }

  const looking = repeat('announcements', look, log, async () => soon())
  return {
    soon,
    async close() {
      await looking.stop()
      soon()
      await running
    },
  }
}
