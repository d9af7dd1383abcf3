import ICAL from 'ical.js'
import { describe, expect, it } from 'vitest'
import { eventUid, googleCalendarLink, writeCalendarFile } from './calendar-file.ts'

const event = {
  id: '0b8f5f0e-6a3f-4c2e-9a53-7c1f6a1d2e3f',
  title: 'Strategy call, requested; tentative',
  description: 'Größe \\ '.repeat(12),
  start: new Date('2026-11-25T12:00:00Z'),
  minutes: 30,
}

const provider = 'Müller & Söhne "Nord" O\'Neil, Inc.; \\n'
const siteUrl = 'https://Bücher.example:8443/?view=contact'

const unfolded = (file: string) => file.replaceAll('\r\n ', '').split('\r\n')

describe('writeCalendarFile', () => {
  const file = writeCalendarFile(event, provider, siteUrl)

  it('writes the start and end in UTC', () => {
    expect(unfolded(file)).toContain('DTSTART:20261125T120000Z')
    expect(unfolded(file)).toContain('DTEND:20261125T123000Z')
    expect(unfolded(file)).toContain('STATUS:TENTATIVE')
  })
  it('escapes characters that would end a value', () => {
    expect(unfolded(file)).toContain('SUMMARY:Strategy call\\, requested\\; tentative')
  })
  it('names the site by its host, without the port, and the provider in a form that a parser reads back', () => {
    expect(unfolded(file)).toContain(`UID:${event.id}@xn--bcher-kva.example`)
    expect(eventUid(event.id, 'https://xn--bcher-kva.example')).toBe(eventUid(event.id, siteUrl))
    const calendar = new ICAL.Component(ICAL.parse(file))
    expect(calendar.getFirstPropertyValue('prodid')).toBe(`-//${provider}//Strategy call//EN`)
  })
  it('folds lines by octets, and loses no text', () => {
    const lines = file.split('\r\n')
    expect(Math.max(...lines.map((line) => new TextEncoder().encode(line).length))).toBeLessThanOrEqual(75)
    expect(unfolded(file)).toContain(`DESCRIPTION:${event.description.replaceAll('\\', '\\\\')}`)
  })
  it('ends every line with CRLF', () => {
    expect(file.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
  })
})

describe('googleCalendarLink', () => {
  it('returns a link that contains the same event as the calendar file', () => {
    const link = new URL(googleCalendarLink(event))
    expect(link.searchParams.get('dates')).toBe('20261125T120000Z/20261125T123000Z')
    expect(link.searchParams.get('text')).toBe(event.title)
  })
})
