import { type Database, isDatabaseError } from '#server/lib/db/database.ts'
import { GroupCommit } from '#server/lib/group-commit.ts'
import { TooManyRequests } from '#server/lib/rate-limit/limits.ts'
import { browserErrorReported, rowsStored } from '#server/lib/telemetry.ts'
import type { Clock } from '#server/lib/time/clock.ts'
import type { ValidInteraction } from '#shared/contract/interaction.ts'
import { insertInteractions, insertNewInteractions } from './queries.ts'
import { type InteractionSender, prepareRows, type StoredInteraction } from './review.ts'
import { openVisitorKeys } from './visitor-key.ts'

export type { InteractionSender } from './review.ts'

export interface Interactions {
  /**
   * Stores either all rows of one request or none. Resolves when the rows are committed. A row whose id is already
   * stored counts as stored.
   */
  store(rows: readonly ValidInteraction[], sender: InteractionSender): Promise<void>
}

/**
 * Three groups run at a time, so that some are prepared while others wait for the disk; the other seven connections are
 * for bookings. A group of five hundred rows takes a few milliseconds, and the waiting rows use a few megabytes.
 */
const limits = { group: 500, running: 3, company: 8, waiting: 20_000 }

type InteractionRows = readonly StoredInteraction[]

/** Milliseconds that a client must wait if the disk is nearly full; the remaining space is reserved for bookings. */
const diskWait = 3_600_000

/** The only code that stores interactions. Concurrent requests share one commit. */
export function openInteractions(database: Database, clock: Clock, isDiskNearlyFull = () => false): Interactions {
  // The table's policy recognizes our server by this issuer, which is never used to sign a token.
  const each = database.alone('anon', { role: 'anon', iss: 'our server' })
  const visitorKey = openVisitorKeys(database, clock)

  /** Repeated rows are rare, so the slower statement runs only after an id conflict. */
  async function insertOnce(rows: InteractionRows): Promise<void> {
    try {
      const count = await insertInteractions(each, rows)
      if (count !== rows.length) throw new Error(`stored ${count} of ${rows.length} rows`)
    } catch (error) {
      if (!isDatabaseError(error) || error.code !== '23505') throw error
      await insertNewInteractions(each, rows)
    }
  }

  /**
   * Stores a group of requests. If the database rejects the rows of one request, the rows of the other requests are
   * still stored.
   */
  async function storeGroup(batches: readonly InteractionRows[]): Promise<unknown[]> {
    try {
      await insertOnce(batches.flat())
      return []
    } catch (error) {
      if (batches.length === 1 || !isDataError(error)) throw error
      const refusals: unknown[] = []
      for (const batch of batches) {
        refusals.push(await insertOnce(batch).catch((refusal: unknown) => refusal))
      }
      return refusals
    }
  }

  const commits = new GroupCommit<StoredInteraction>(storeGroup, limits)
  return {
    async store(rows, sender) {
      if (isDiskNearlyFull()) throw new TooManyRequests(diskWait)
      await commits.add(prepareRows(rows, sender.agent, await visitorKey(sender)))
      rowsStored.publish({ table: 'user_interactions', rows: rows.length })
      if (browserErrorReported.hasSubscribers) publishBrowserErrors(rows)
    },
  }
}

function publishBrowserErrors(rows: readonly ValidInteraction[]): void {
  for (const { event_type, event_data } of rows) {
    if (event_type !== 'error' || !event_data) continue
    const { code } = JSON.parse(event_data) as { code?: unknown }
    if (typeof code === 'string') browserErrorReported.publish({ code })
  }
}

/**
 * True if some of the rows caused the error, so that other rows can be stored. After a lost connection, all rows would
 * fail.
 */
function isDataError(error: unknown): boolean {
  return isDatabaseError(error) && /^(2[1-3]|42|54)/.test(error.code)
}
