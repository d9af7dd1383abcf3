import { describe, expect, it } from 'vitest'
import { testEach } from '#shared/lib/testing.ts'
import { busyOf } from './busy.ts'
import { calendarsOf, decodeText } from './lines.ts'
import { fileOf, windowForTest as window } from './testing.ts'

const start = Date.UTC(2026, 10, 23, 9)
const file = fileOf(
  ['DTSTART;TZID=Europe/Berlin:20261123T100000', 'DTEND;TZID=Europe/Berlin:20261123T110000', 'SUMMARY:Meeting'],
  ['DTSTART:20261124T090000Z', 'DTEND:20261124T100000Z'],
)
const busy = (bytes: Uint8Array) => {
  const { busy: found, unread } = busyOf([calendarsOf(decodeText(bytes))], window)
  return [...found.map(([from]) => (from - start) / 3_600_000), unread.unread]
}

describe('the calendar parser', () => {
  it(
    'reads files with common mistakes as their authors intended',
    testEach<[string, (text: string) => string]>(
      [
        ['with line feeds only', (text) => text.replaceAll('\r\n', '\n')],
        ['with carriage returns only', (text) => text.replaceAll('\r\n', '\r')],
        ['converted twice', (text) => text.replaceAll('\r\n', '\r\r\n')],
        ['with a blank line after each line', (text) => text.replaceAll('\r\n', '\r\n\r\n')],
        ['with blanks at the ends of lines', (text) => text.replaceAll('\r\n', ' \t\r\n')],
        ['with blanks around colons', (text) => text.replace(/(BEGIN|END|UID|DTSTART):/g, '$1 : ')],
        ['in lower case', (text) => text.toLowerCase()],
        ['folded within names and values', (text) => text.replace('DTSTART:2026', 'DTST\r\n ART:20\r\n\t26')],
        ['after blank lines', (text) => `\r\n  \r\n${text}`],
        ['with an alarm that does not end', (text) => text.replace('SUMMARY', 'BEGIN:VALARM\r\nSUMMARY')],
        ['with an event that does not end', (text) => text.replace('END:VEVENT\r\n', '')],
        ['with an extra END line', (text) => text.replace('BEGIN:VEVENT', 'END:VTODO\r\nBEGIN:VEVENT')],
        ['as two calendars', (text) => text.replace(/(END:VEVENT)/, '$1\r\nEND:VCALENDAR\r\nBEGIN:VCALENDAR')],
        ['with a colon in place of the first semicolon', (text) => text.replace('DTSTART;TZID', 'DTSTART:TZID')],
      ],
      (_, change) => {
        expect(busy(Buffer.from(change(file)))).toEqual([0, 24, 0])
      },
    ),
  )

  it(
    'detects the encoding of a file from its first bytes',
    testEach<[string, Uint8Array]>(
      [
        ['UTF-8 with a byte order mark', Buffer.from(`\uFEFF${file}`)],
        ['UTF-16, little end first', Buffer.from(file, 'utf16le')],
        ['the same with a byte order mark', Buffer.from(`\uFEFF${file}`, 'utf16le')],
        ['UTF-16, big end first', Buffer.from(file, 'utf16le').swap16()],
        ['the same with a byte order mark', Buffer.from(`\uFEFF${file}`, 'utf16le').swap16()],
      ],
      (_, bytes) => {
        expect(busy(bytes)).toEqual([0, 24, 0])
      },
    ),
  )

  it(
    'refuses a file that is truncated or is not a calendar',
    testEach(
      [
        ['a web page', '<!doctype html><title>Sign in'],
        ['a web page with a calendar in it', `<pre>\r\n${file}`],
        ['empty', ''],
        ['cut off', file.slice(0, -30)],
        ['cut off between two events', file.replace('END:VCALENDAR', '')],
      ],
      (_, text) => {
        expect(() => calendarsOf(text)).toThrow('no-calendar')
      },
    ),
  )
})
