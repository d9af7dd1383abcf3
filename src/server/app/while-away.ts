import { setTimeout as sleep } from 'node:timers/promises'
import { DatabaseUnreachable, isAway } from '#server/lib/db/database.ts'
import type { Log } from '#server/lib/log.ts'

/** Seconds that a database which nobody has seen yet gets: it may be starting too, or the address is wrong. */
const unseenSeconds = 30
const pauseMilliseconds = 250

interface Witness {
  log: Log
  complain: (sentence: string) => void
}

/**
 * Does something until the database is there for all of it. One that was there and went away comes back, and is waited
 * for without an end, as it is by a server that runs; one that was never there is waited for a while.
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
