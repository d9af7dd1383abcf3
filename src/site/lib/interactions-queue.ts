import { type InsertOutcome, isAlreadyStored } from './api.ts'

/** The server's maximum number of rows per request. */
const maxBatchRows = 100
/** Browsers limit keep-alive requests to 64 KiB in total, so all pending requests count toward the limit. */
const maxBytesInFlight = 60_000
/** The maximum number of queued rows, reached if the page is offline for hours; only the latest rows are kept. */
const maxQueuedRows = 1000
/** The time for which rows are collected into a batch. */
const collectMs = 4000
const maxBackoffMs = 60_000

interface QueuedRow {
  readonly text: string
  readonly bytes: number
}

export interface InteractionQueue {
  /** Adds a row as JSON text to the next batch. */
  readonly push: (row: string) => void
  /** Flushes the queue, unless it is waiting to retry. */
  readonly flush: () => void
  /** Drops all unsent rows. Rows of a pending request are dropped if the request fails. */
  readonly drop: () => void
}

/** Each row has an id, so a retry is idempotent. A batch is retried after a transient error. `post` must not reject. */
export function createQueue(post: (body: string) => Promise<InsertOutcome>): InteractionQueue {
  let waiting: QueuedRow[] = []
  let drops = 0
  let bytesInFlight = 0
  let failures = 0
  let pausedUntil = 0
  let hasLogged = false
  let timer: ReturnType<typeof setTimeout> | undefined

  const flushIn = (ms: number) => {
    timer ||= setTimeout(flush, ms)
  }
  const stopTimer = () => {
    clearTimeout(timer)
    timer = undefined
  }

  function flush(): void {
    stopTimer()
    const pauseLeft = pausedUntil - Date.now()
    if (pauseLeft > 0) flushIn(pauseLeft)
    else for (let batch = nextBatch(); batch.length > 0; batch = nextBatch()) void send(batch)
  }

  function nextBatch(): QueuedRow[] {
    let count = 0
    let bytes = bytesInFlight
    for (const row of waiting.slice(0, maxBatchRows)) {
      bytes += row.bytes
      if (bytes > maxBytesInFlight && (bytesInFlight > 0 || count > 0)) break
      count++
    }
    return waiting.splice(0, count)
  }

  async function send(rows: QueuedRow[]): Promise<void> {
    const bytes = rows.reduce((sum, row) => sum + row.bytes, 0)
    const dropsBefore = drops
    bytesInFlight += bytes
    const outcome = await post(`[${rows.map((row) => row.text).join()}]`)
    bytesInFlight -= bytes
    if (drops > dropsBefore) return
    const refusal = outcome.kind === 'refused' ? outcome : null
    // Logs failures once per page, because an ad blocker fails every request.
    if (outcome.kind !== 'stored' && !isAlreadyStored(outcome, 'user_interactions') && !hasLogged) {
      hasLogged = true
      console.info(`sending interactions failed: ${refusal?.status ?? 0}`)
    }
    // A refusal without a code does not come from the data API.
    if (outcome.kind === 'unknown' || (refusal && (!refusal.code || refusal.status === 429 || refusal.status >= 500))) {
      waiting = [...rows, ...waiting].slice(-maxQueuedRows)
      const retryAfterMs = (refusal?.wait ?? 0) * 1000
      if (retryAfterMs) pausedUntil = Date.now() + retryAfterMs
      stopTimer()
      flushIn(retryAfterMs || Math.min(1000 * 2 ** failures++, maxBackoffMs) * (0.5 + Math.random() / 2))
      return
    }
    failures = 0
    if (refusal && rows.length > 1) {
      // One row is invalid or already stored, so the batch is split until only that row fails.
      const half = rows.length >> 1
      await send(rows.slice(0, half))
      await send(rows.slice(half))
    }
    if (waiting.length > 0) flushIn(collectMs)
  }

  return {
    push(text) {
      // Adds one byte for the comma before the next row.
      waiting.push({ text, bytes: new TextEncoder().encode(text).length + 1 })
      if (waiting.length > maxQueuedRows) waiting.shift()
      flushIn(collectMs)
    },
    flush,
    drop() {
      waiting = []
      drops++
    },
  }
}
