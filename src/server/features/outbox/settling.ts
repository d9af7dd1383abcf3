import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '#server/lib/db/database.ts'
import { gathered } from '#server/lib/gathered.ts'
import type { Log } from '#server/lib/log.ts'
import { deliveryTried } from '#server/lib/telemetry.ts'
import { type Settled, type Settlement, settleOutbox } from './queries.ts'
import type { Item } from './types.ts'

/** Results in one commit at most. */
const most = 100

/**
 * Writes down what becomes of tries, those that end at the same time in one commit. For as long as it takes: something that
 * was sent and is not written down would be sent again.
 */
export class Settling {
  readonly #log: Log
  readonly #write: (one: { id: string; settlement: Settlement }) => Promise<Settled>
  /** Aborted when nobody waits for the results any more. */
  readonly #over = new AbortController()

  constructor(database: Database, holder: string, log: Log) {
    this.#log = log
    this.#write = gathered((tries) => settleOutbox(database, holder, tries), most)
  }

  /** Resolves when it is written down, or is no longer ours: somebody else took it, or what it is about was erased. */
  async settle({ id, channel, kind }: Item, settlement: Settlement): Promise<void> {
    for (let pause = 50; ; pause = Math.min(pause * 2, 2000)) {
      try {
        const settled = await this.#write({ id, settlement })
        if (settled === 'gone') this.#log.info({ channel, kind, item: id }, 'something was no longer ours')
        if (settled !== 'busy') {
          const { state: outcome, isUntried } = settlement
          if (!isUntried) deliveryTried.tell({ channel, outcome })
          return
        }
      } catch (error) {
        this.#log.warn({ err: error, channel, kind, item: id }, 'not yet written down')
      }
      if (this.#over.signal.aborted) return
      await sleep(pause, undefined, { signal: this.#over.signal }).catch(() => undefined)
    }
  }

  /** Ends the attempts. */
  giveUp(): void {
    this.#over.abort()
  }
}
