import type { Transaction } from '#server/lib/db/database.ts'
import { answerOf } from '#server/lib/db/rows.ts'
import type { CalendarFault, CalendarKind, DeskCalendar } from '#shared/contract/calendars.ts'
import type { Busy, DueCalendar } from './types.ts'

/** As PostgreSQL reads stretches of time. */
const multirange = ({ busy }: Busy) =>
  `{${busy.map(([from, until]) => `[${new Date(from).toISOString()},${new Date(until).toISOString()})`).join()}}`

/** The zone that a calendar of this host is read in; a refusal where the caller may add none. */
export async function beginCalendar(tx: Transaction, host: string): Promise<string> {
  const zone = await answerOf(tx, 'private.begin_calendar', [host])
  if (zone === null) throw new Error('a host has a time zone')
  return zone
}

interface Added {
  id: string
  host: string
  kind: CalendarKind
  name: string
  place: string
  username: string
  sealedAccess: string
}

export async function addCalendar(
  tx: Transaction,
  { id, host, kind, name, place, username, sealedAccess }: Added,
  found: Busy,
  version: string | null,
  now: Date,
): Promise<DeskCalendar> {
  const answer = await answerOf(tx, 'private.add_calendar', [
    id,
    host,
    kind,
    name,
    place,
    username,
    sealedAccess,
    multirange(found),
    found.events,
    version,
    now,
  ])
  return answer as unknown as DeskCalendar
}

const columns = 'id, kind, sealed_access, version, whole_at, time_zone'

/** One that somebody wants read now, whole. */
export async function readCalendarNow(tx: Transaction, id: string, now: Date): Promise<DueCalendar | null> {
  const { rows } = await tx.query<DueCalendar>(`select ${columns} from private.read_calendar_now($1, $2)`, [
    id,
    now,
  ])
  return rows[0] ?? null
}

/** Those that are due, so many at most. */
export async function claimCalendars(tx: Transaction, most: number, now: Date): Promise<DueCalendar[]> {
  const { rows } = await tx.query<DueCalendar>(`select ${columns} from private.claim_calendars($1, $2)`, [
    most,
    now,
  ])
  return rows
}

/** What it says now; `found` is null where that is what it said. Null where the calendar is gone. */
export async function keepCalendar(
  tx: Transaction,
  id: string,
  found: Busy | null,
  version: string | null,
  now: Date,
): Promise<DeskCalendar | null> {
  const busy = found && multirange(found)
  const answer = await answerOf(tx, 'private.keep_calendar', [id, busy, found?.events ?? 0, version, now])
  return answer as unknown as DeskCalendar | null
}

export async function noteCalendarFault(
  tx: Transaction,
  id: string,
  fault: CalendarFault,
  now: Date,
): Promise<DeskCalendar | null> {
  const answer = await answerOf(tx, 'private.note_calendar_fault', [id, fault, now])
  return answer as unknown as DeskCalendar | null
}
