import { setTimeout as sleep } from 'node:timers/promises'
import { DatabaseUnreachable, isAway } from '#server/lib/db/database.ts'
import type { Log } from '#server/lib/log.ts'

/** Seconds to wait for a database that was never reached: it may be starting too, or its address is wrong. */
const unseenSeconds = 30
const pauseMilliseconds = 250

interface Witness {
  log: Log
  complain: (sentence: string) => void
}

/**
 * Repeats the work until the database stays available for all of it. A database that was reached once is waited for
 * without end, as a running server does; one that was never reached only for `seconds`.
 */
export async function whileAway<T>(
  { log, complain }: Witness,
  work: () => Promise<T>,
  seconds = unseenSeconds,
): Promise<T> {
  const since = performance.now()
  let wasSeen = false
  let wasAway = false
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!isAway(error)) throw error
      wasSeen ||= !(error instanceof DatabaseUnreachable)
      if (!wasSeen && performance.now() - since > seconds * 1000) throw error
      if (!wasAway) {
        log.warn({ err: error }, 'the database is away, so the start begins anew')
        const what = wasSeen ? 'The database went away' : (error as Error).message.replace(/\.?$/, '')
        complain(`${what}; trying again${wasSeen ? '' : ` for ${seconds} seconds`}.`)
      }
      wasAway = true
      await sleep(pauseMilliseconds)
    }
  }
}
