import { type Clock, systemClock } from './clock.ts'
import type { Database } from './db/database.ts'
import type { Log } from './log.ts'
import { type Repeated, repeat } from './repeat.ts'

export interface UpkeepMeans {
  database: Database
  log: Log
  /** What this process takes for now: where the database sees it otherwise, the process removes nothing. */
  ownClock?: Clock | undefined
}

interface Begun {
  /** Milliseconds since 1970, by the clock of the database. */
  now: number
  held: 'clock' | 'calendar' | null
  /** Seconds by which this process is ahead. */
  ahead: number
  today: string
  last_day: string
}

/**
 * Runs, from time to time, what removes rows that are too old. What time it is the database says, so that of several
 * processes on it none is too early; and nothing is removed by a process whose clock is another, or once the calendar of
 * the database jumped, until an operator says that it is right.
 */
export function repeatUpkeep(
  name: string,
  milliseconds: number,
  { database, log, ownClock = systemClock }: UpkeepMeans,
  work: (now: number) => Promise<void>,
): Repeated {
  return repeat(name, milliseconds, log, async () => {
    const { now, held, ahead, today, last_day } = await beginUpkeep(database, ownClock())
    if (held === null) return work(now)
    if (held === 'clock') {
      log.error(
        { job: name, seconds_ahead: ahead },
        'nothing is removed: this process and the database have different times',
      )
      return
    }
    log.error(
      { job: name, today, last_day },
      `nothing is removed: it is ${today} for the database, and the last upkeep was on ${last_day}; if that is right, say so: npm run auth -- confirm-date ${today}`,
    )
  })
}

async function beginUpkeep(database: Database, processTime: number): Promise<Begun> {
  const { rows } = await database
    .alone('backline_upkeep', {})
    .query<{ begun: Begun }>('select private.begin_upkeep($1) as begun', [new Date(processTime)])
  if (!rows[0]) throw new Error('the database does not say what time it is')
  return rows[0].begun
}

/** An operator's word that it is this day; gives the day that the database has. */
export async function confirmDay(database: Database, day: string): Promise<string> {
  const { rows } = await database
    .alone('backline_upkeep', {})
    .query<{ today: string }>('select private.confirm_day($1::date)::text as today', [day])
  return rows[0]?.today ?? ''
}
