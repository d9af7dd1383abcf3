import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { readCalendar } from '#server/features/calendars/service.ts'
import { fileOf, readerForTest } from '#server/features/calendars/testing.ts'
import type { ReadingTask } from '#server/features/calendars/types.ts'
import { startRadicale } from './radicale.ts'

/** A VTIMEZONE as calendar programs include it. */
const berlin = [
  'BEGIN:VTIMEZONE',
  'TZID:Europe/Berlin',
  'BEGIN:DAYLIGHT',
  'TZOFFSETFROM:+0100',
  'TZOFFSETTO:+0200',
  'DTSTART:19810329T020000',
  'RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU',
  'END:DAYLIGHT',
  'BEGIN:STANDARD',
  'TZOFFSETFROM:+0200',
  'TZOFFSETTO:+0100',
  'DTSTART:19961027T030000',
  'RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU',
  'END:STANDARD',
  'END:VTIMEZONE',
  'BEGIN:VEVENT',
].join('\r\n')

const silent = pino({ level: 'silent' })
const from = Date.UTC(2026, 10, 22)
const window = { from, until: from + 65 * 24 * 3_600_000, zone: 'Europe/Berlin', siteUrl: 'https://www.site.example' }

describe('the calendar reader with a real CalDAV server', () => {
  let server: Awaited<ReturnType<typeof startRadicale>>
  let reader: URL
  beforeAll(async () => {
    ;[server, reader] = await Promise.all([startRadicale('ada', 'two words'), readerForTest()])
  })
  afterAll(() => server.stop())

  const read = (url: string, change: Partial<ReadingTask> = {}, password = 'two words') =>
    readCalendar(
      { reader, log: silent },
      {
        kind: 'caldav',
        access: { url, username: 'ada', password },
        window,
        version: null,
        allowPrivate: true,
        patience: { fetching: 8000, reading: 10_000 },
        ...change,
      },
      new AbortController().signal,
    )
  const busy = async (url: string) => {
    const reading = await read(url)
    if (reading.state !== 'read') throw new Error(JSON.stringify(reading))
    return reading.found.busy.map(([at]) => new Date(at).toISOString().slice(5, 16))
  }

  let count = 0
  let calendar: string
  beforeEach(async () => {
    calendar = await server.makeCalendar(`one-${++count}`)
  })
  const meeting = (start: string, ...more: string[]) =>
    fileOf([`DTSTART;TZID=Europe/Berlin:${start}`, 'DTSTAMP:20261101T000000Z', 'DURATION:PT1H', ...more])
      .replace('BEGIN:VEVENT', berlin)
      .replace('0@test', `${start}@test`)

  it('reads a single calendar from its URL, including recurrence rules and exceptions', async () => {
    await server.put(calendar, 'a', meeting('20261123T090000'))
    await server.put(
      calendar,
      'b',
      meeting(
        '20200106T100000',
        'RRULE:FREQ=WEEKLY;UNTIL=20261215T090000Z',
        'EXDATE;TZID=Europe/Berlin:20261130T100000',
      ),
    )
    await server.put(calendar, 'c', meeting('20250101T090000'))
    expect(await busy(calendar)).toEqual(['11-23T08:00', '12-07T09:00', '12-14T09:00'])
  })

  it('finds all of an account’s calendars, but no task lists, if it knows only the server’s URL', async () => {
    const other = await server.makeCalendar(`other-${count}`)
    await server.makeCalendar(`tasks-${count}`, 'VTODO')
    await server.put(calendar, 'a', meeting('20261123T090000'))
    await server.put(other, 'b', meeting('20261124T090000'))
    expect(await busy(server.url)).toEqual(expect.arrayContaining(['11-23T08:00', '11-24T08:00']))
  })

  it('downloads a calendar again only if it has changed', async () => {
    await server.put(calendar, 'a', meeting('20261123T090000'))
    const first = await read(calendar)
    if (first.state !== 'read') throw new Error(JSON.stringify(first))
    expect(first.version).not.toBeNull()
    expect(await read(calendar, { version: first.version })).toEqual({ state: 'same' })
    await server.put(calendar, 'b', meeting('20261124T090000'))
    expect(await read(calendar, { version: first.version })).toMatchObject({
      state: 'read',
      found: { events: 2 },
    })
    await server.remove(calendar, 'a')
    expect(await busy(calendar)).toEqual(['11-24T08:00'])
  })

  it('interprets calendars in the same way as the programs that wrote them, and counts unreadable entries', async () => {
    for (let day = 11; day < 21; day++) await server.put(calendar, `${day}`, meeting(`202612${day}T090000`))
    const other = (name: string, ...lines: string[]) =>
      server.put(calendar, name, fileOf(['DTSTAMP:20261101T000000Z', ...lines]).replace('0@test', name))
    await other('a', 'DTSTART;TZID="(UTC-05:00) Eastern Time (US & Canada)":20261123T0900', 'DURATION:PT3H')
    await other('b', 'DTSTART:20261125')
    await other('c', 'DTSTART:20261127T080000Z', 'DTEND:20261127T070000Z')
    const reading = await read(calendar)
    if (reading.state !== 'read') throw new Error(JSON.stringify(reading))
    const { busy: found, unread } = reading.found
    expect(found.slice(0, 2).map(([from, until]) => (until - from) / 3_600_000)).toEqual([3, 24])
    expect(unread).toEqual({
      entries: 13,
      unread: 1,
      first: [{ why: 'end', on: '2026-11-27' }],
    })
  })

  it('reports why a calendar cannot be read', async () => {
    expect(await read(calendar, {}, 'wrong')).toEqual({ state: 'fault', fault: 'wrong-password' })
    expect(await read(server.url, {}, 'wrong')).toEqual({ state: 'fault', fault: 'wrong-password' })
    expect(await read(`${server.url}ada/none/`)).toEqual({ state: 'fault', fault: 'not-found' })
    expect(await read(calendar, { allowPrivate: false })).toEqual({ state: 'fault', fault: 'not-encrypted' })
  })
})
