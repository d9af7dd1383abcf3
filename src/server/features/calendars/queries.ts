import type { Transaction } from '#server/lib/db/database.ts'
import { callSqlFunction } from '#server/lib/db/rows.ts'
import type { CalendarError, CalendarKind, DeskCalendar, UnreadEntries } from '#shared/contract/calendars.ts'
import type { CalendarBusyTimes, DueCalendar } from './types.ts'

/** Returns the busy times in PostgreSQL's text format for multiranges. */
const multirange = ({ busy }: CalendarBusyTimes) =>
  `{${busy.map(([from, until]) => `[${new Date(from).toISOString()},${new Date(until).toISOString()})`).join()}}`

/** Returns the host's time zone. The database refuses callers who may not add a calendar. */
export async function beginCalendar(tx: Transaction, host: string): Promise<string> {
  const zone = await callSqlFunction(tx, 'private.begin_calendar', [host])
  if (zone === null) throw new Error('host has no time zone')
  return zone
}

interface NewCalendar {
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
  { id, host, kind, name, place, username, sealedAccess }: NewCalendar,
  found: CalendarBusyTimes,
  version: string | null,
  now: Date,
): Promise<DeskCalendar> {
  const answer = await callSqlFunction(tx, 'private.add_calendar', [
    id,
    host,
    kind,
    name,
    place,
    username,
    sealedAccess,
    multirange(found),
    found.events,
    found.unread,
    version,
    now,
  ])
  return answer as unknown as DeskCalendar
}

export async function changeCalendar(
  tx: Transaction,
  { id, name, place, username, sealedAccess }: Omit<NewCalendar, 'host' | 'kind'>,
  found: CalendarBusyTimes,
  version: string | null,
  now: Date,
): Promise<DeskCalendar> {
  const values = [id, name, place, username, sealedAccess]
  const reading = [multirange(found), found.events, found.unread, version, now]
  return (await callSqlFunction(tx, 'private.change_calendar', [...values, ...reading])) as unknown as DeskCalendar
}

const columns = 'id, kind, sealed_access, version, whole_at, time_zone'

export async function readCalendarNow(tx: Transaction, id: string, now: Date): Promise<DueCalendar | null> {
  const { rows } = await tx.query<DueCalendar>(`select ${columns} from private.read_calendar_now($1, $2)`, [id, now])
  return rows[0] ?? null
}

export async function claimCalendars(tx: Transaction, most: number, now: Date): Promise<DueCalendar[]> {
  const { rows } = await tx.query<DueCalendar>(`select ${columns} from private.claim_calendars($1, $2)`, [most, now])
  return rows
}

/** Stores a reading; `found` is null if the calendar is unchanged. Returns null if the calendar was removed. */
export async function storeReading(
  tx: Transaction,
  id: string,
  found: CalendarBusyTimes | null,
  version: string | null,
  now: Date,
): Promise<DeskCalendar | null> {
  const busy = found && multirange(found)
  const answer = await callSqlFunction(tx, 'private.store_calendar', [
    id,
    busy,
    found?.events ?? 0,
    found?.unread ?? null,
    version,
    now,
  ])
  return answer as unknown as DeskCalendar | null
}

export async function recordCalendarError(
  tx: Transaction,
  id: string,
  { fault, unread = null }: { fault: CalendarError; unread?: UnreadEntries | null },
  now: Date,
): Promise<DeskCalendar | null> {
  const answer = await callSqlFunction(tx, 'private.record_calendar_fault', [id, fault, unread, now])
  return answer as unknown as DeskCalendar | null
}
