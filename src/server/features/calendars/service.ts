import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import pLimit from 'p-limit'
import type { SecretCipher } from '#server/lib/crypto/secret-cipher.ts'
import { type RepeatedJob, repeat } from '#server/lib/time/repeat.ts'
import type { DeskCalendar } from '#shared/contract/calendars.ts'
import { claimCalendars, recordCalendarError, storeReading } from './queries.ts'
import {
  type CalendarAccess,
  type CalendarContext,
  type DueCalendar,
  fullReadInterval,
  limits,
  parallelReadings,
  type ReadingTask,
  type ReadingTimeouts,
  type ReadResult,
  type ReadWindow,
  readAhead,
  readBehind,
  searchInterval,
} from './types.ts'

/** The build puts the compiled reader next to the server. */
export const calendarReader = new URL('./calendar-reader.js', import.meta.url)

/** Reads due calendars while the server runs; `stop` aborts reads in progress. */
export function startCalendars(context: CalendarContext, every = searchInterval): RepeatedJob {
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
  const turn = pLimit(parallelReadings)
  for (;;) {
    const due = await database.transaction('backline_upkeep', {}, (tx) => claimCalendars(tx, 10, new Date(clock())))
    await Promise.all(
      due.map((calendar) =>
        turn(async () => {
          if (signal.aborted) return
          await readOne(context, calendar, limits.patience, signal).catch((error: unknown) => {
            if (!signal.aborted) log.error({ err: error, calendar: calendar.id }, 'calendar read failed')
          })
        }),
      ),
    )
    if (due.length === 0 || signal.aborted) return
  }
}

/** The span of time for which a host's calendar is read. */
export function windowOf({ clock, publicUrl }: CalendarContext, zone: string): ReadWindow {
  const now = clock()
  return { from: now - readBehind, until: now + readAhead, zone, siteUrl: publicUrl() }
}

/** Reads a calendar, and stores its busy times or its error. Returns null if the calendar was removed in the meantime. */
export async function readOne(
  context: CalendarContext,
  { id, kind, sealed_access, version, whole_at, time_zone }: DueCalendar,
  patience: ReadingTimeouts,
  signal: AbortSignal,
): Promise<DeskCalendar | null> {
  const { database, clock, cipher, allowPrivate } = context
  if (sealed_access === null) return null
  const access = await openAccess(cipher, id, sealed_access)
  const isFresh = whole_at !== null && clock() - whole_at.getTime() < fullReadInterval
  const task = {
    kind,
    access,
    window: windowOf(context, time_zone),
    version: isFresh ? version : null,
    allowPrivate,
    patience,
  }
  const reading = await readCalendar(context, task, signal)
  const now = new Date(clock())
  return database.transaction('backline_upkeep', {}, (tx) => {
    if (reading.state === 'fault') return recordCalendarError(tx, id, reading, now)
    const found = reading.state === 'read' ? reading.found : null
    return storeReading(tx, id, found, reading.state === 'read' ? reading.version : null, now)
  })
}

/**
 * Reads a calendar in a worker thread, which is terminated if it takes too much time or memory. Throws if an error
 * was not caused by the calendar.
 */
export async function readCalendar(
  { reader, log }: Pick<CalendarContext, 'reader' | 'log'>,
  task: ReadingTask,
  signal: AbortSignal,
): Promise<ReadResult> {
  const ended = AbortSignal.any([signal, AbortSignal.timeout(task.patience.reading)])
  const thread = new Worker(reader, {
    workerData: task,
    env: {},
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: limits.memory },
  })
  // Errors after the response or while the thread is being terminated do not matter.
  thread.on('error', () => {})
  try {
    const [reading] = (await once(thread, 'message', { signal: ended })) as [ReadResult]
    if (reading.state === 'fault' && reading.broke) log.error(reading.broke, 'calendar reader crashed')
    return reading
  } catch (error) {
    signal.throwIfAborted()
    // Fetching has its own, earlier deadline.
    const isTooHard = ended.aborted || (error as { code?: string }).code === 'ERR_WORKER_OUT_OF_MEMORY'
    if (isTooHard) return { state: 'fault', fault: 'too-hard' }
    throw error
  } finally {
    await thread.terminate()
  }
}

/** Binds the encrypted value to its calendar, so that it cannot be decrypted in another calendar's row. */
const purpose = (id: string) => `calendar ${id}`

export const sealAccess = (cipher: Pick<SecretCipher, 'seal'>, id: string, access: CalendarAccess): Promise<string> =>
  cipher.seal(purpose(id), JSON.stringify(access))

export const openAccess = async (
  cipher: Pick<SecretCipher, 'open'>,
  id: string,
  sealed: string,
): Promise<CalendarAccess> => JSON.parse(await cipher.open(purpose(id), sealed)) as CalendarAccess

/** Calendar sites publish `webcal:` URLs, so that browsers open them in a calendar program. */
export const withoutWebcal = (url: string): string => url.trim().replace(/^webcals?:\/\//i, 'https://')
