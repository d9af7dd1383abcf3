import pLimit from 'p-limit'
import { type Repeated, repeat } from '#server/lib/time/repeat.ts'
import type { DeskCalendar } from '#shared/contract/calendars.ts'
import { openAccess } from './access.ts'
import { ahead, atOnce, behind, limits, look, wholeEvery } from './policy.ts'
import { claimCalendars, keepCalendar, noteCalendarFault } from './queries.ts'
import { readCalendar } from './reading.ts'
import type { CalendarContext, DueCalendar, Patience, Window } from './types.ts'

/** Reads due calendars as long as the server runs; its stop aborts running readings. */
export function startCalendars(context: CalendarContext, every = look): Repeated {
  const stopping = new AbortController()
  const job = repeat('calendars', every, context.log, () => readDue(context, stopping.signal))
  return {
    stop() {
      stopping.abort()
      return job.stop()
    },
  }
}

export async function readDue(context: CalendarContext, signal: AbortSignal): Promise<void> {
  const { database, clock, log } = context
  const turn = pLimit(atOnce)
  for (;;) {
    const due = await database.transaction('backline_upkeep', {}, (tx) =>
      claimCalendars(tx, 10, new Date(clock())),
    )
    await Promise.all(
      due.map((calendar) =>
        turn(async () => {
          if (signal.aborted) return
          await readOne(context, calendar, limits.patience, signal).catch((error: unknown) => {
            if (!signal.aborted) log.error({ err: error, calendar: calendar.id }, 'a calendar was not read')
          })
        }),
      ),
    )
    if (due.length === 0 || signal.aborted) return
  }
}

/** The span of time that matters in a host's calendar. */
export const windowAt = (now: number, zone: string): Window => ({
  from: now - behind,
  until: now + ahead,
  zone,
})

/** Reads a calendar and stores its busy times or its fault. Null if the calendar was removed meanwhile. */
export async function readOne(
  context: CalendarContext,
  { id, kind, sealed_access, version, whole_at, time_zone }: DueCalendar,
  patience: Patience,
  signal: AbortSignal,
): Promise<DeskCalendar | null> {
  const { database, clock, cipher, allowPrivate } = context
  if (sealed_access === null) return null
  const access = await openAccess(cipher, id, sealed_access)
  const isFresh = whole_at !== null && clock() - whole_at.getTime() < wholeEvery
  const task = {
    kind,
    access,
    window: windowAt(clock(), time_zone),
    version: isFresh ? version : null,
    allowPrivate,
    patience,
  }
  const reading = await readCalendar(context, task, signal)
  const now = new Date(clock())
  return database.transaction('backline_upkeep', {}, (tx) => {
    if (reading.state === 'fault') return noteCalendarFault(tx, id, reading.fault, now)
    const found = reading.state === 'read' ? reading.found : null
    return keepCalendar(tx, id, found, reading.state === 'read' ? reading.version : null, now)
  })
}
