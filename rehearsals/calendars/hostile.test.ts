import { performance } from 'node:perf_hooks'
import { gzipSync } from 'node:zlib'
import { pino } from 'pino'
import { afterAll, expect, it } from 'vitest'
import { busyOf } from '#server/features/calendars/busy.ts'
import { openFetch } from '#server/features/calendars/fetching.ts'
import { readerForTest } from '#server/features/calendars/reader-testing.ts'
import { readCalendar } from '#server/features/calendars/reading.ts'
import { calendarServerForTest, fileOf } from '#server/features/calendars/testing.ts'
import type { ReadingTask } from '#server/features/calendars/types.ts'

const reader = await readerForTest()
const server = await calendarServerForTest()
afterAll(() => server.close())
const from = Date.UTC(2026, 10, 22)
const window = { from, until: from + 65 * 24 * 3_600_000, zone: 'Europe/Berlin' }

it('a calendar that takes for ever is ended, and our own work goes on meanwhile', async () => {
  // A table of zones that changes every second since the year 1: the parser of it knows no end.
  const rule = 'RRULE:FREQ=SECONDLY;BYSECOND=0,1,2,3,4,5,6,7,8,9'
  const table = [
    'TZID:mine',
    'BEGIN:STANDARD',
    'DTSTART:00010101T000000',
    rule,
    'TZOFFSETFROM:+0100',
    'TZOFFSETTO:+0200',
    'END:STANDARD',
  ]
  const zone = ['BEGIN:VTIMEZONE', ...table, 'END:VTIMEZONE'].join('\r\n')
  const text = fileOf(['DTSTART;TZID=mine:20261123T090000', 'DURATION:PT1H']).replace(
    'BEGIN:VEVENT',
    `${zone}\r\nBEGIN:VEVENT`,
  )
  server.answer = (reply) => void reply.end(text)
  const task: ReadingTask = {
    kind: 'address',
    access: { url: server.url, username: '', password: '' },
    window,
    version: null,
    allowPrivate: true,
    patience: { fetching: 1000, reading: 2500 },
  }
  const before = performance.eventLoopUtilization()
  const log = pino({ level: 'silent' })
  expect(await readCalendar({ reader, log }, task, new AbortController().signal)).toEqual({
    state: 'fault',
    fault: 'too-hard',
  })
  // Of the 2500 ms that it took.
  expect(performance.eventLoopUtilization(before).active).toBeLessThan(500)
})

it('an answer that unpacks to more than we take is never held whole', async () => {
  const bomb = gzipSync(Buffer.alloc(200_000_000, ' '))
  server.answer = (reply) => void reply.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb)
  const before = process.memoryUsage().arrayBuffers
  const fetch = openFetch({ allowPrivate: true }, AbortSignal.timeout(30_000))
  await expect(fetch(server.url)).rejects.toThrow('too-large')
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(100_000_000)
})

it('a file of a hundred thousand events, or of rules without end, is given up within seconds', () => {
  for (const text of [
    fileOf(['DTSTART:19700101T000000Z', 'DURATION:PT1S', 'RRULE:FREQ=SECONDLY']),
    fileOf(...Array.from({ length: 100_000 }, () => ['DTSTART:20261123T090000Z'])),
  ]) {
    const began = performance.now()
    expect(() => busyOf([text], window)).toThrow('too-many-events')
    expect(performance.now() - began).toBeLessThan(5000)
  }
})
