import { constants } from 'node:os'
import { createLog, type Log } from '#server/lib/log.ts'
import { onePress, signals } from './signals.ts'

/** Milliseconds for an orderly end, besides those for which it is announced; more than all its parts need together. */
const longestEnd = 20_000

/** Milliseconds that the last lines of the log get. */
const longestFlush = 1000

/** Finishes what is under way. `isAnnounced`: first tells reverse proxies, and serves on until they have noticed. */
type Stop = (isAnnounced: boolean) => Promise<void>

export interface Life {
  readonly log: Log
  /** From now on a signal ends the process by `stop`, which announces the end for so many milliseconds. */
  serve(stop: Stop, announcedFor: number): void
  /** From now on a signal runs `first` and ends the process, since nobody waits for anything that is under way. */
  endFreely(first?: () => Promise<void>): void
  /** Ends the process as its first signal does. */
  end(): void
  /** Prints a sentence on standard error, for the person who started us. */
  complain(sentence: string): void
  exit(code: number): void
}

/**
 * Decides what may end this process, and how. After an exception that nothing caught its state is unknown, so it closes
 * and ends, and is started again; rows with a lease are then taken up again. Every way out leads through the `exit` of the
 * process, where the embedded database is ended, which would outlive it otherwise.
 */
export function openLife(log: Log = createLog()): Life {
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
        log.error('the end takes too long')
        exit(1)
      },
      longestEnd + (isAnnounced ? announcedMilliseconds : 0),
    )
    try {
      await how(isAnnounced)
      exit(code)
    } catch (error) {
      log.error({ err: error }, 'stop failed')
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
  // Node reports a rejection that nothing handles here too.
  process.on('uncaughtException', (error, origin) => {
    log.fatal({ err: error, origin }, 'uncaught exception')
    if (stop) end(stop, 1)
    else exit(1)
  })
  // The reader of our output may have ended before us.
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
