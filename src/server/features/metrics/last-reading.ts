import type { Database } from '#server/lib/db/database.ts'
import type { Log } from '#server/lib/log.ts'
import { type Reading, readMetrics } from './queries.ts'

/** Milliseconds for which a reading is reused, however many scrapes come. */
const fresh = 5000
/** Milliseconds that a scrape waits for a reading, counted from its start, so that a second scrape waits no longer. */
const patience = 1000

type Asked = Pick<Database, 'alone' | 'ping'>

interface Said {
  /** Null if the database does not answer. */
  reading: Reading | null
  /** Whether the database can store rows. */
  isReady: boolean
}

export class LastReading {
  readonly #database: Asked
  readonly #log: Log
  #last: (Said & { at: number; isOver: boolean; done: Promise<void> }) | undefined

  constructor(database: Asked, log: Log) {
    this.#database = database
    this.#log = log
  }

  async read(): Promise<Said> {
    const last = this.#begun()
    const left = last.at + patience - performance.now()
    if (!last.isOver && left > 0) await within(left, last.done)
    return last
  }

  #begun() {
    const at = performance.now()
    if (this.#last && (!this.#last.isOver || at - this.#last.at < fresh)) return this.#last
    const begun = {
      at,
      isOver: false,
      done: Promise.resolve(),
      reading: null as Reading | null,
      isReady: false,
    }
    const reading = readMetrics(this.#database)
      .then((reading) => {
        begun.reading = reading
      })
      .catch((error: unknown) => this.#log.warn({ err: error }, 'the database could not be measured'))
    // `/readyz` logs the cause of a failure.
    const ping = this.#database.ping().then(
      () => {
        begun.isReady = true
      },
      () => {},
    )
    begun.done = Promise.all([reading, ping]).then(() => {
      begun.isOver = true
    })
    this.#last = begun
    return begun
  }
}

async function within(milliseconds: number, work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds)
  })
  await Promise.race([work, late])
  clearTimeout(timer)
}
