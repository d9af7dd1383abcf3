import { constants } from 'node:os'
import { createLog, type Log } from '#server/lib/log.ts'

/** Signals that ask a process to end. SIGHUP comes from a terminal that closes, SIGQUIT from Ctrl-\. */
const signals = ['SIGHUP', 'SIGINT', 'SIGQUIT', 'SIGTERM'] as const

/**
 * Signals that arrive within so many milliseconds count as one. A press of Ctrl-C reaches every process of the group,
 * and npm, which is one of them, passes its own on to us. A person who presses a second time has waited longer.
 */
const onePress = 1000

/** Milliseconds for an orderly end, besides those for which it is announced; more than all its parts need together. */
const longestEnd = 20_000

/** Milliseconds that the last lines of the log get. */
const longestFlush = 1000

export interface Life {
  readonly log: Log
  /**
   * From now on the first signal ends the process by `stop`, and an uncaught exception no longer ends it. For
   * `announced` milliseconds the end is only announced.
   */
  serve(stop: () => Promise<void>, announced: number): void
  /** From now on a signal runs `first` and ends the process, since nobody waits for anything that is under way. */
  endFreely(first?: () => Promise<void>): void
  /** Ends the process as its first signal does. */
  end(): void
  /** Prints a sentence on standard error, for the person who started us. */
  complain(sentence: string): void
  exit(code: number): void
}

/**
 * Decides what may end this process, and how. Every way out leads through the `exit` of the process, where the
 * embedded database is ended, which would outlive it otherwise.
 */
export function openLife(log: Log = createLog()): Life {
  let stop: (() => Promise<void>) | null = null
  let isServing = false
  let signalledAt: number | null = null
  let isEnding = false
  let announcedFor = 0

  function exit(code: number): void {
    const end = () => process.exit(code)
    setTimeout(end, longestFlush)
    log.flush(end)
  }

  async function endInOrder(how: () => Promise<void>): Promise<void> {
    const timer = setTimeout(() => {
      log.error('the end takes too long')
      exit(1)
    }, announcedFor + longestEnd)
    try {
      await how()
      exit(0)
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
    else end(stop, { signal })
  }

  function end(how: () => Promise<void>, fields: Record<string, unknown> = {}): void {
    if (isEnding) return
    isEnding = true
    log.info(fields, 'stopping')
    void endInOrder(how)
  }

  for (const signal of signals) process.on(signal, heed)
  process.on('unhandledRejection', (error) => log.error({ err: error }, 'unhandled rejection'))
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'uncaught exception')
    if (!isServing) exit(1)
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
      if (stop) end(stop)
      else exit(0)
    },
    serve(how, announced) {
      stop = how
      announcedFor = announced
      isServing = true
    },
  }
}
