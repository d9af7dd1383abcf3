import { constants } from 'node:os'
import { createLog, type Log } from '#server/lib/log.ts'
import { onePress, signals } from './signals.ts'

/**
 * Milliseconds for an orderly shutdown after its announcement. This is longer than the total time that all parts of the
 * shutdown need.
 */
const longestEnd = 20_000

/** Milliseconds for writing the last log lines. */
const longestFlush = 1000

/**
 * Finishes work in progress. If `isAnnounced` is true, first announces the stop to reverse proxies, and serves requests
 * until the proxies notice.
 */
type Stop = (isAnnounced: boolean) => Promise<void>

export interface ProcessLife {
  readonly log: Log
  /**
   * From now on, a signal ends the process with `stop`. The shutdown is announced `announcedFor` milliseconds before it
   * begins.
   */
  serve(stop: Stop, announcedFor: number): void
  /** From now on, a signal calls `first` and ends the process at once, because no client is waiting for the process. */
  endFreely(first?: () => Promise<void>): void
  /** Ends the process as the first signal does. */
  end(): void
  /** Prints a sentence for the operator on standard error. */
  complain(sentence: string): void
  exit(code: number): void
}

/**
 * Decides what can end this process, and how. After an uncaught exception, the process's state is unknown, so the
 * process shuts down and is restarted; its leases expire and are claimed again. In every case, the process emits
 * `exit`, which ends the embedded database; otherwise, the database would outlive the process.
 */
export function openProcessLife(log: Log = createLog()): ProcessLife {
  let stop: Stop | null = null
  let signalledAt: number | null = null
  let isEnding = false
  let announcedMilliseconds = 0

  function exit(code: number): void {
    const end = () => process.exit(code)
    setTimeout(end, longestFlush)
    log.flush(end)
  }

  async function endInOrder(how: Stop, code: number): Promise<void> {
    const isAnnounced = code === 0
    const timer = setTimeout(
      () => {
        log.error('shutdown timed out')
        exit(1)
      },
      longestEnd + (isAnnounced ? announcedMilliseconds : 0),
    )
    try {
      await how(isAnnounced)
      exit(code)
    } catch (error) {
      log.error({ err: error }, 'shutdown failed')
      exit(1)
    } finally {
      clearTimeout(timer)
    }
  }

  function heed(signal: NodeJS.Signals): void {
    const now = performance.now()
    if (signalledAt !== null) {
      if (now - signalledAt > onePress) exit(1)
      return
    }
    signalledAt = now
    if (!stop) exit(128 + constants.signals[signal])
    else end(stop, 0, { signal })
  }

  function end(how: Stop, code: number, fields: Record<string, unknown> = {}): void {
    if (isEnding) return
    isEnding = true
    log.info(fields, 'stopping')
    void endInOrder(how, code)
  }

  for (const signal of signals) process.on(signal, heed)
  // Node also reports unhandled rejections with this event.
  process.on('uncaughtException', (error, origin) => {
    log.fatal({ err: error, origin }, 'uncaught exception')
    if (stop) end(stop, 1)
    else exit(1)
  })
  // The program that reads our output may have exited before this process.
  process.stdout.on('error', () => {})

  return {
    log,
    exit,
    complain(sentence) {
      if (process.stderr.listenerCount('error') === 0) process.stderr.on('error', () => {})
      process.stderr.write(`${sentence.trimEnd()}\n`)
    },
    endFreely(first = async () => {}) {
      stop = first
    },
    end() {
      if (stop) end(stop, 0)
      else exit(0)
    },
    serve(how, announcedFor) {
      stop = how
      announcedMilliseconds = announcedFor
    },
  }
}
