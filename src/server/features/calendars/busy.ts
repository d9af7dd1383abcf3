import type { UnreadEntries, UnreadReason } from '#shared/contract/calendars.ts'
import { eventUid } from '#shared/lib/calendar-file.ts'
import { busyTimesOf, eventOf, type ParsedEvent, type ZoneContext } from './events.ts'
import type { CalendarComponent } from './lines.ts'
import { instantOf, momentIn, namedZone, type ZonedTime } from './moments.ts'
import { busyRangesOf, isFar, seriesOf } from './series.ts'
import { type CalendarBusyTimes, limits, ReadingError, type ReadWindow, type TimeRange } from './types.ts'
import { zonesOf } from './zones.ts'

/**
 * Returns the host's busy times within the window, and the number of entries that were not read completely. In `files`,
 * null means that a file is not a calendar.
 */
export function busyOf(files: readonly (readonly CalendarComponent[] | null)[], window: ReadWindow): CalendarBusyTimes {
  const tally = openTally(window)
  for (const calendars of files) {
    if (calendars) addFile(calendars, window, tally)
    else tally.count('file', null)
  }
  return tally.result()
}

function addFile(calendars: readonly CalendarComponent[], window: ReadWindow, tally: Tally): void {
  const events: ParsedEvent[] = []
  for (const calendar of calendars) {
    const zones = zoneContextOf(calendar, window)
    for (const part of calendar.parts) {
      if (part.kind === 'VAVAILABILITY') tally.count('kind', null)
      if (part.kind === 'VFREEBUSY') addBusyTimes(part, zones, tally)
      if (part.kind !== 'VEVENT' || isOwnCall(part, window)) continue
      const event = eventOf(part, zones)
      if ('start' in event) events.push(event)
      else tally.count(event.isFree ? null : event.unread, event.begins)
    }
  }
  for (const series of seriesOf(events)) {
    for (const stretch of busyRangesOf(series, window)) tally.keep(stretch)
    for (const event of series) {
      const matters = !event.isFree && !(event.unread === 'zone' && isFar(event, window))
      tally.count(matters ? event.unread : null, event.start)
    }
  }
}

function addBusyTimes(part: CalendarComponent, zones: ZoneContext, tally: Tally): void {
  for (const time of busyTimesOf(part, zones)) {
    if (typeof time === 'string') {
      tally.count(time, null)
      continue
    }
    const begin = momentIn(time.begin, time.begin.isDay ? zones.host : zones.floating.zone)
    tally.count(null, begin)
    const at = instantOf(begin)
    if (time.endOf) tally.keep([at, time.endOf(begin, at)])
  }
}

/** True if the event is a copy of a call that this server stores: the call already counts as busy. */
const isOwnCall = ({ properties }: CalendarComponent, { siteUrl }: ReadWindow) =>
  properties.some(
    ({ name, value }) =>
      name === 'UID' && /^[0-9a-f-]{36}@/i.test(value) && value.slice(36).toLowerCase() === eventUid('', siteUrl),
  )

function zoneContextOf(calendar: CalendarComponent, window: ReadWindow): ZoneContext {
  const host = namedZone(window.zone)
  const named = zonesOf(calendar, window, host)
  const own = calendar.properties.find(({ name }) => name === 'X-WR-TIMEZONE' || name === 'TIMEZONE-ID')
  return { named, host, floating: own?.value ? named(own.value) : { zone: host, isKnown: true } }
}

type Tally = ReturnType<typeof openTally>

function openTally(window: ReadWindow) {
  const host = namedZone(window.zone)
  let found: TimeRange[] = []
  let events = 0
  const unread: UnreadEntries = { entries: 0, unread: 0, first: [] }
  return {
    /** Counts an entry, and stores the reason if the entry could not be read completely. */
    count(why: UnreadReason | null, start: ZonedTime | null) {
      if (++unread.entries > limits.events) throw new ReadingError('too-many-events')
      if (why === null) return
      unread.unread++
      const on = start && new Date(host.wall(instantOf(start))).toISOString().slice(0, 10)
      if (unread.first.length < limits.firstUnread) unread.first.push({ why, on })
    },
    keep([from, until]: TimeRange) {
      if (until <= from || until <= window.from || from >= window.until) return
      found.push([Math.max(from, window.from), Math.min(until, window.until)])
      if (++events > limits.found) throw new ReadingError('too-many-events')
      // Busy times are joined repeatedly during a reading, to limit memory use.
      if (found.length > 10 * limits.busy) found = limitBusy(joinRanges(found))
    },
    result: (): CalendarBusyTimes => ({ busy: limitBusy(joinRanges(found)), events, unread }),
  }
}

function limitBusy(busy: TimeRange[]): TimeRange[] {
  if (busy.length > limits.busy) throw new ReadingError('too-many-events')
  return busy
}

function joinRanges(stretches: readonly TimeRange[]): TimeRange[] {
  const all: [number, number][] = []
  for (const [from, until] of stretches.toSorted((one, other) => one[0] - other[0])) {
    const last = all.at(-1)
    if (last && from <= last[1]) last[1] = Math.max(last[1], until)
    else all.push([from, until])
  }
  return all
}
