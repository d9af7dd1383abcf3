import type { Clock } from '#server/lib/clock.ts'
import type { Database } from '#server/lib/db/database.ts'
import { addDownloads } from './queries.ts'
import type { PackCount } from './types.ts'

const second = 1000
/** Milliseconds that counts wait after a download, so that several are written together. */
const gathering = second
/** While the database does not answer, each retry waits twice as long, up to this. */
const longestPause = 30 * second

interface CounterOptions {
  database: Database
  clock: Clock
  log: { warn(fields: object, message: string): void }
}

/**
 * Counts in memory and writes to the database in the background, so that counting neither delays nor fails a download.
 * Counts that could not be written are kept and retried as long as the process lives.
 */
export class DownloadCounter {
  readonly #options: CounterOptions
  #counts = new Map<string, PackCount>()
  #timer: NodeJS.Timeout | undefined
  #writing: Promise<void> = Promise.resolve()
  #pause = gathering

  constructor(options: CounterOptions) {
    this.#options = options
  }

  add(pack: string, visitor: PackCount['visitor']): void {
    const day = new Date(this.#options.clock()).toISOString().slice(0, 10)
    this.#merge({ day, pack, visitor, downloads: 1 })
    this.#timer ??= setTimeout(() => void this.flush(), this.#pause).unref()
  }

  /** Writes all counts to the database. Never throws. */
  flush(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#writing = this.#writing.then(() => this.#write())
    return this.#writing
  }

  async #write(): Promise<void> {
    const counts = [...this.#counts.values()]
    if (counts.length === 0) return
    this.#counts = new Map()
    const { database, log } = this.#options
    try {
      await database.transaction('backline_counters', {}, (tx) => addDownloads(tx, counts))
      this.#pause = gathering
    } catch (error) {
      for (const count of counts) this.#merge(count)
      this.#pause = Math.min(2 * this.#pause, longestPause)
      log.warn({ err: error, downloads: sum(counts) }, 'downloads are not counted yet')
      this.#timer ??= setTimeout(() => void this.flush(), this.#pause).unref()
    }
  }

  #merge(count: PackCount): void {
    const key = `${count.day} ${count.pack} ${count.visitor}`
    const known = this.#counts.get(key)?.downloads ?? 0
    this.#counts.set(key, { ...count, downloads: known + count.downloads })
  }
}

const sum = (counts: readonly PackCount[]) => counts.reduce((all, { downloads }) => all + downloads, 0)
