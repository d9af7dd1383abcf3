import { pino } from 'pino'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { testEach } from '#shared/lib/testing.ts'
import { assertOk } from './fetching.ts'
import { readCalendar } from './service.ts'
import { calendarServerForTest, fileOf, readerForTest } from './testing.ts'
import type { ReadingTask } from './types.ts'

const reader = await readerForTest()
const silent = pino({ level: 'silent' })
const from = Date.UTC(2026, 10, 22)
const window = { from, until: from + 65 * 24 * 3_600_000, zone: 'Europe/Berlin', siteUrl: 'https://www.site.example' }

const server = await calendarServerForTest()
afterAll(() => server.close())
beforeEach(() => {
  server.asked.length = 0
})

const read = (change: Partial<ReadingTask> = {}, signal = new AbortController().signal) =>
  readCalendar(
    { reader, log: silent },
    {
      kind: 'address',
      access: { url: server.url, username: '', password: '' },
      window,
      version: null,
      allowPrivate: true,
      patience: { fetching: 5000, reading: 8000 },
      ...change,
    },
    signal,
  )

const meeting = ['DTSTART:20261123T090000Z', 'DTEND:20261123T100000Z']
const serve = (text: string) => {
  server.answer = (reply) => void reply.end(text)
}

describe('the calendar reader', () => {
  it('downloads a calendar again only if it has changed', async () => {
    server.answer = (reply, { headers }) =>
      void (headers['if-none-match'] === '"one"'
        ? reply.writeHead(304).end()
        : reply.writeHead(200, { etag: '"one"' }).end(fileOf(meeting)))
    const first = await read()
    expect(first).toMatchObject({
      state: 'read',
      found: { busy: [[Date.UTC(2026, 10, 23, 9), Date.UTC(2026, 10, 23, 10)]], events: 1 },
    })
    expect(await read({ version: first.state === 'read' ? first.version : null })).toEqual({ state: 'same' })
  })

  it('sends If-Modified-Since if the calendar server sends no ETag', async () => {
    const date = 'Sun, 22 Nov 2026 10:00:00 GMT'
    server.answer = (reply) => void reply.writeHead(200, { 'last-modified': date }).end(fileOf())
    const first = await read()
    await read({ version: first.state === 'read' ? first.version : null })
    expect(server.asked[1]?.headers['if-modified-since']).toBe(date)
  })

  it('sends the user name and the password to the calendar server', async () => {
    serve(fileOf())
    await read({ access: { url: server.url, username: 'ada', password: 'päss' } })
    expect(server.asked[0]?.headers.authorization).toBe(`Basic ${Buffer.from('ada:päss').toString('base64')}`)
  })

  it('distinguishes a refused request from a wrong password', async () => {
    server.answer = (reply) => void reply.writeHead(401).end()
    expect(await read()).toEqual({ state: 'fault', fault: 'forbidden' })
    const access = { url: server.url, username: 'ada', password: 'wrong' }
    expect(await read({ access })).toEqual({ state: 'fault', fault: 'wrong-password' })
  })

  it(
    'maps each unsuccessful HTTP status to an error',
    testEach(
      [
        [403, 'forbidden'],
        [404, 'not-found'],
        [410, 'not-found'],
        [429, 'unwell'],
        [503, 'unwell'],
        [418, 'no-calendar'],
        [304, 'no-calendar'],
      ],
      (status, fault) => {
        expect(() => assertOk(status, true)).toThrow(fault)
      },
    ),
  )
})

describe('the calendar reader', () => {
  it('refuses a calendar with too many events', async () => {
    serve(fileOf(['DTSTART:19700101T000000Z', 'DURATION:PT1S', 'RRULE:FREQ=SECONDLY']))
    expect(await read()).toEqual({ state: 'fault', fault: 'too-many-events' })
  })

  it('[O2] refuses a time zone whose clocks change every second', async () => {
    const table = [
      'BEGIN:VTIMEZONE',
      'TZID:mine',
      'BEGIN:STANDARD',
      'DTSTART:16010101T000000',
      'RRULE:FREQ=SECONDLY;BYSECOND=0,1,2,3,4,5,6,7,8,9',
      'TZOFFSETFROM:+0100',
      'TZOFFSETTO:+0200',
      'END:STANDARD',
      'END:VTIMEZONE',
      'BEGIN:VEVENT',
    ]
    const event = fileOf(['DTSTART;TZID=mine:20261123T090000', 'DURATION:PT1H'])
    serve(event.replace('BEGIN:VEVENT', table.join('\r\n')))
    expect(await read()).toEqual({ state: 'fault', fault: 'too-many-events' })
  })

  it('[O2] stops reading a calendar with thousands of recurrence rules that never apply', async () => {
    // The library would spend more than a minute searching hour by hour for an occurrence of each rule.
    const rule = ['DTSTART:20261101T000000Z', 'RRULE:FREQ=HOURLY;BYMONTH=2;BYMONTHDAY=30']
    serve(fileOf(...Array.from({ length: 20_000 }, () => rule)))
    const patience = { fetching: 5000, reading: 500 }
    expect(await read({ patience })).toEqual({ state: 'fault', fault: 'too-hard' })
  })

  it('aborts a running download at once when this server stops', async () => {
    server.answer = () => {}
    const stopping = new AbortController()
    const reading = read({}, stopping.signal)
    await expect.poll(() => server.asked.length).toBe(1)
    stopping.abort()
    await expect(reading).rejects.toThrow()
  })
})
