import { constants } from 'node:os'
import { createLog, type Log } from '#server/lib/log.ts'

/** By which somebody asks a process to end. SIGHUP comes from a terminal that closes, SIGQUIT from Ctrl-\. */
const signals = ['SIGHUP', 'SIGINT', 'SIGQUIT', 'SIGTERM'] as const

/**
 * Milliseconds within which signals are one. A terminal gives a press of Ctrl-C to every process of its group, and npm,
 * which is one of them, passes its own on; so does whoever signals a group. A person who presses again has waited.
 */
const onePress = 1000

/** Milliseconds that an end in order may take: more than all its parts together. */
const longestEnd = 20_000

/** Milliseconds that the last lines of the log get. */
const longestFlush = 1000

export interface Life {
  readonly log: Log
  /** From now on the first signal ends the process like this, and a fault that nobody caught no longer does. */
  serve(stop: () => Promise<void>): void
  /** From now on a signal is no fault: nothing that is under way is owed to anybody, but for `first`. */
  endFreely(first?: () => Promise<void>): void
  /** Ends the process as its first signal does. */
  end(): void
  /** Says a sentence to whoever started us. */
  complain(sentence: string): void
  exit(code: number): void
}

/**
 * What may end this process, and how. Whatever it holds that would outlive it, a database of its own, ends in the
 * `exit` of the process, which every way out of here leads through.
 */
export function openLife(log: Log = createLog()): Life {
  let stop: (() => Promise<void>) | null = null
  let isServing = false
  let signalledAt: number | null = null
  let isEnding = false

  function exit(code: number): void {
    const end = () => process.exit(code)
    setTimeout(end, longestFlush)
    log.flush(end)
  }

  async function endInOrder(how: () => Promise<void>): Promise<void> {
    const timer = setTimeout(() => {
      log.error('the end takes too long')
      exit(1)
    }, longestEnd)
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
  // Whoever reads what we say may be gone before us.
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
    serve(how) {
      stop = how
      isServing = true
    },
  }
}
