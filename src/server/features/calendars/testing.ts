import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pathToFileURL } from 'node:url'
import { compileProgram } from '#server/lib/shared-test-resources.ts'
import { busyOf } from './busy.ts'
import { calendarsOf } from './lines.ts'

/** Returns a calendar file with these events. Each event is a list of lines. */
export const fileOf = (...events: (readonly string[])[]): string =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Test//EN',
    ...events.flatMap((lines, index) => ['BEGIN:VEVENT', `UID:${index}@test`, ...lines, 'END:VEVENT']),
    'END:VCALENDAR',
    '',
  ].join('\r\n')

/** A calendar server on this machine; `answer` sends its response, initially an empty calendar. */
export async function calendarServerForTest() {
  const asked: Pick<IncomingMessage, 'method' | 'url' | 'headers'>[] = []
  const server = createServer((request, reply) => {
    asked.push(request)
    calendars.answer(reply, request)
  })
  const calendars = {
    asked,
    url: '',
    answer: (reply: ServerResponse, _request: IncomingMessage): void => void reply.end(fileOf()),
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  calendars.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/calendar.ics`
  return calendars
}

const day = 24 * 3_600_000
const begin = Date.UTC(2026, 10, 22)
export const windowForTest = {
  from: begin,
  until: begin + 65 * day,
  zone: 'Europe/Berlin',
  siteUrl: 'https://www.site.example',
}

const short = (at: number) => new Date(at).toISOString().slice(5, 16)

/** The busy times of a file, in UTC: `11-23T09:00 11-23T10:00`. */
export const readForTest = (file: string, change: Partial<typeof windowForTest> = {}): string[] =>
  busyOf([calendarsOf(file)], { ...windowForTest, ...change }).busy.map(
    ([from, until]) => `${short(from)} ${short(until)}`,
  )

export const eventForTest = (...lines: string[]): string[] => readForTest(fileOf(lines))

export const readerForTest = async (): Promise<URL> =>
  pathToFileURL(await compileProgram(new URL('./calendar-reader.ts', import.meta.url)))
