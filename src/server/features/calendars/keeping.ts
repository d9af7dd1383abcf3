import { randomUUID } from 'node:crypto'
import pLimit from 'p-limit'
import { calendarFaultWords } from '#content/calendar-faults.ts'
import { AuthRefusal } from '#server/lib/auth/refusal.ts'
import type { AccessClaims } from '#server/lib/auth/types.ts'
import { type DatabaseError, isDatabaseError, type Transaction } from '#server/lib/db/database.ts'
import { readAddress } from '#server/lib/outgoing/address.ts'
import type { CalendarFault, CalendarInput, DeskCalendar } from '#shared/contract/calendars.ts'
import { sealAccess, withoutWebcal } from './access.ts'
import { atOnce, limits } from './policy.ts'
import { addCalendar, beginCalendar, readCalendarNow } from './queries.ts'
import { readCalendar } from './reading.ts'
import type { CalendarContext } from './types.ts'
import { readOne, windowAt } from './upkeep.ts'

const notFound = () => new AuthRefusal('not_found', 'There is no such calendar. It may have been removed.')

const refused = (fault: CalendarFault) => new AuthRefusal('validation_failed', calendarFaultWords[fault])

/** Calendar requests of the desk that need the cipher or the reader. `claims` are those of the caller's token. */
export function openKeeping(context: CalendarContext) {
  const { cipher, clock, allowPrivate } = context
  const turn = pLimit(atOnce)
  return {
    /** Reads the calendar before it is stored, so that an unreadable one is never stored. */
    async add(claims: AccessClaims, input: CalendarInput, signal: AbortSignal): Promise<DeskCalendar> {
      const { host, kind, name, username, password } = input
      const url = readAddress(withoutWebcal(input.url), allowPrivate)
      if (typeof url === 'string') throw refused(url)
      const zone = await inTheirName(context, claims, (tx) => beginCalendar(tx, host))
      const access = { url: url.href, username, password }
      const task = { kind, access, window: windowAt(clock(), zone), version: null, allowPrivate }
      const reading = await turn(() => readCalendar(context, { ...task, patience: limits.waiting }, signal))
      if (reading.state !== 'read') throw refused(reading.state === 'fault' ? reading.fault : 'no-calendar')
      const id = randomUUID()
      const row = { id, host, kind, name, place: url.host, username }
      const sealedAccess = await sealAccess(cipher, id, access)
      return inTheirName(context, claims, (tx) =>
        addCalendar(tx, { ...row, sealedAccess }, reading.found, reading.version, new Date(clock())),
      )
    },

    /** Reads a calendar at once, and returns its row even if the reading failed. */
    async readNow(claims: AccessClaims, id: string, signal: AbortSignal): Promise<DeskCalendar> {
      const calendar = await inTheirName(context, claims, (tx) => readCalendarNow(tx, id, new Date(clock())))
      if (!calendar) throw notFound()
      // The operator gave up the key that sealed its access.
      if (calendar.sealed_access === null) throw refused('key-lost')
      const read = await turn(() => readOne(context, calendar, limits.waiting, signal))
      if (!read) throw notFound()
      return read
    },
  }
}

/** Runs as the user with these claims, so that the database checks their rights. */
async function inTheirName<T>(
  { database }: CalendarContext,
  claims: AccessClaims,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  try {
    return await database.transaction('backline_upkeep', { ...claims }, work)
  } catch (error) {
    if (isDatabaseError(error)) throw refusalOf(error) ?? error
    throw error
  }
}

function refusalOf({ code, message }: DatabaseError): AuthRefusal | null {
  if (code === 'PT409') return new AuthRefusal('conflict', message)
  if (code === 'PT404') return new AuthRefusal('not_found', `${message}.`)
  if (code === '42501')
    return new AuthRefusal('insufficient_aal', 'Your role does not allow this.', { status: 403 })
  return null
}
