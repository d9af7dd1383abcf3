/** What the server takes in one request, with room to spare: rows, and bytes. */
const mostRows = 100
/** A browser lets bodies of 64 KiB in all outlive their page, so everything under way counts. */
const mostBytes = 60_000
/** A page that cannot send for hours keeps this many, the latest. */
const mostWaiting = 1000
/** How long rows wait for others. */
const pauseMs = 4000
const longestBackoffMs = 60_000

interface Row {
  readonly text: string
  readonly bytes: number
}

/** Of an answer, what the queue reads. */
type Answer = Pick<Response, 'ok' | 'status'> & { headers: Pick<Headers, 'get'> }

export interface Queue {
  /** Takes a row as JSON text; it goes with the next batch. */
  readonly push: (row: string) => void
  /** Sends what waits, unless the server asked us to hold back. */
  readonly flush: () => void
}

/**
 * Rows on their way to the server. They have ids, so one that is sent again after a lost answer is the same row,
 * and a batch that fails for the moment simply waits in front of the others. `post` rejects, and never throws.
 */
export function createQueue(post: (body: string) => Promise<Answer>): Queue {
  let waiting: Row[] = []
  let underWay = 0
  let failures = 0
  let heldUntil = 0
  let isTold = false
  let timer: ReturnType<typeof setTimeout> | 0 = 0

  const flushIn = (ms: number) => {
    timer ||= setTimeout(flush, ms)
  }
  const stopTimer = () => {
    clearTimeout(timer)
    timer = 0
  }

  function flush(): void {
    stopTimer()
    const held = heldUntil - Date.now()
    if (held > 0) flushIn(held)
    else for (let batch = nextBatch(); batch.length > 0; batch = nextBatch()) void send(batch)
  }

  function nextBatch(): Row[] {
    let count = 0
    let bytes = underWay
    for (const row of waiting.slice(0, mostRows)) {
      bytes += row.bytes
      if (bytes > mostBytes && (underWay > 0 || count > 0)) break
      count++
    }
    return waiting.splice(0, count)
  }

  async function send(rows: Row[]): Promise<void> {
    const bytes = rows.reduce((sum, row) => sum + row.bytes, 0)
    underWay += bytes
    let answer: Answer | undefined
    try {
      answer = await post(`[${rows.map((row) => row.text).join()}]`)
    } catch {}
    underWay -= bytes
    // Zero when there was no answer.
    const status = answer?.status ?? 0
    // A conflict is a row that is there already. Anything else is said, once a page: whoever blocks us does so for good.
    if (!answer?.ok && status !== 409 && !isTold) {
      isTold = true
      console.info(`Interactions are not arriving: ${status}`)
    }
    if (!status || status === 429 || status >= 500) {
      waiting = [...rows, ...waiting].slice(-mostWaiting)
      const asked = Number(answer?.headers.get('retry-after')) * 1000
      if (asked) heldUntil = Date.now() + asked
      stopTimer()
      flushIn(asked || Math.min(1000 * 2 ** failures++, longestBackoffMs) * (0.5 + Math.random() / 2))
      return
    }
    failures = 0
    if (!answer?.ok && rows.length > 1) {
      // One of them is bad: it shall fail alone.
      const half = rows.length >> 1
      await send(rows.slice(0, half))
      await send(rows.slice(half))
    }
    if (waiting.length > 0) flushIn(pauseMs)
  }

  return {
    push(text) {
      // With the comma before the next.
      waiting.push({ text, bytes: new TextEncoder().encode(text).length + 1 })
      if (waiting.length > mostWaiting) waiting.shift()
      flushIn(pauseMs)
    },
    flush,
  }
}
