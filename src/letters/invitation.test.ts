import fc from 'fast-check'
import ICAL from 'ical.js'
import { expect, it, onTestFinished } from 'vitest'
import { applyEdits } from '#content/tree.ts'
import { propertyRuns, testEach } from '#shared/lib/testing.ts'
import { type Invitation, writeInvitation } from './invitation.ts'
import { sampleData } from './samples.ts'
import type { LetterData } from './types.ts'
import { writeLetter } from './write-letter.ts'

const now = Date.UTC(2026, 10, 20, 14, 5)

const octets = (line: string) => new TextEncoder().encode(line).length

/** Returns the event's properties by name, as read by another parser. Each property occurs once. */
function readBack(text: string) {
  const calendar = new ICAL.Component(ICAL.parse(text))
  const events = calendar.getAllSubcomponents()
  expect(events.map(({ name }) => name)).toEqual(['vevent'])
  const properties = events[0]?.getAllProperties() ?? []
  const names = properties.map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
  const event = Object.fromEntries(properties.map((one) => [one.name, String(one.getFirstValue())]))
  const attendee = events[0]?.getFirstProperty('attendee')
  return {
    event,
    method: calendar.getFirstPropertyValue('method'),
    attendee: {
      address: String(attendee?.getFirstValue()).replace(/^mailto:/i, ''),
      rsvp: attendee?.getParameter('rsvp'),
    },
    alarms: events[0]?.getAllSubcomponents().length,
  }
}

const link = 'https://meet.example/ada?room=1,2;3'
function byLink(): Extract<LetterData, { kind: 'call-confirmed' }> {
  const data = sampleData('call-confirmed', now)
  if (data.kind !== 'call-confirmed') throw new Error('wrong email kind')
  return { ...data, meeting: { host: 'Ada, "the" Host; Lovelace', place: 'link', link } }
}

const goldens = [
  ['request', sampleData('call-confirmed', now)],
  ['update', sampleData('call-moved', now)],
  ['reassigned', sampleData('call-reassigned', now)],
  ['link', byLink()],
  ['cancel', sampleData('call-cancelled', now)],
  ['host', sampleData('team-call-confirmed', now)],
] as const

it(
  'writes a calendar file that matches its snapshot and contains the expected event',
  testEach(goldens, async (name, data) => {
    onTestFinished(() => applyEdits({}))
    applyEdits({ 'brand.name': 'Backline' })
    const { calendar } = await writeLetter(data)
    await expect(calendar?.text).toMatchFileSnapshot(`invitation-${name}.ics`)
    const { event, method, attendee } = readBack(calendar?.text ?? '')
    const { booking, call, sequence } = data as Extract<LetterData, { kind: 'call-moved' }>
    const { was } = data as { was?: { starts: number; ends: number } }
    const stands = call ?? was
    expect(method).toBe(calendar?.method)
    expect(attendee).toEqual({ address: data.to, rsvp: 'FALSE' })
    expect(event).toMatchObject({
      uid: `${booking.id}@www.backline.example`,
      sequence: String(sequence),
      dtstamp: '2026-11-20T14:05:00Z',
      dtstart: new Date(stands.starts).toISOString().replace('.000', ''),
      dtend: new Date(stands.ends).toISOString().replace('.000', ''),
      organizer: 'mailto:desk@backline.example',
      status: name === 'cancel' ? 'CANCELLED' : 'CONFIRMED',
    })
  }),
)

it('gives an invitation the phone number or the link as its location, and gives a cancellation no location', async () => {
  const location = async (data: LetterData) => readBack((await writeLetter(data)).calendar?.text ?? '').event
  expect(await location(sampleData('call-reassigned', now))).toMatchObject({
    location: 'By phone: Naledi Dlamini will call you at +27 21 555 0100',
  })
  const { location: where, description } = await location(byLink())
  expect(where).toBe(link)
  expect(description).toContain(`Meet Ada, "the" Host; Lovelace here: ${link}\n`)
  expect(await location(sampleData('call-cancelled', now))).not.toHaveProperty('location')
})

const names = [
  'attendee',
  'description',
  'dtend',
  'dtstamp',
  'dtstart',
  'location',
  'organizer',
  'sequence',
  'status',
  'summary',
  'uid',
]
const plain: Invitation = {
  method: 'REQUEST',
  id: '3f1c9a52-7d0e-4b7a-9c1d-5a2e8f6b4c10',
  siteUrl: 'https://www.backline.example',
  sequence: 1,
  call: { starts: now, ends: now + 1_800_000 },
  title: 'Strategy call',
  description: '',
  location: 'By phone',
  organizer: 'desk@backline.example',
  attendee: 'thandi@company.example',
  now,
}

it(
  'escapes text in a calendar invitation so that a parser reads the original text',
  testEach(
    [
      'Smith, Jones; "Sons" \\ Ltd',
      'https://site.example/?a=1;b=2,3:4',
      'ATTENDEE;RSVP=TRUE:mailto:x@y.example',
      '東京ソリューションズ株式会社 — Größe, naïve café, 👩🏽‍💻 and a line that is much longer than seventy-five octets',
    ],
    (title) => {
      const { event } = readBack(writeInvitation({ ...plain, title, description: `${title}\nsecond line` }).text)
      expect(event).toMatchObject({ summary: title, description: `${title}\nsecond line` })
    },
  ),
)

it("contains the provider's name, whatever characters the name has", () => {
  const name = 'Müller & Söhne "Nord" O\'Neil, Inc.; \\n'
  onTestFinished(() => applyEdits({}))
  applyEdits({ 'brand.name': name })
  const calendar = new ICAL.Component(ICAL.parse(writeInvitation(plain).text))
  expect(calendar.getFirstPropertyValue('prodid')).toBe(`-//${name}//Strategy call//EN`)
  const organizer = calendar.getFirstSubcomponent('vevent')?.getFirstProperty('organizer')
  expect(organizer?.getParameter('cn')).toBe(name.replaceAll('"', "'"))
  expect(organizer?.getFirstValue()).toBe(`mailto:${plain.organizer}`)
})

it('never turns typed text into a property, component or alarm of an invitation', () => {
  const odd = fc.string({
    unit: fc.oneof(
      fc.constantFrom(
        '\r\n',
        '\n',
        '\r',
        '\u2028',
        '\u0085',
        '\u0000',
        '\u202e',
        ',',
        ';',
        ':',
        '"',
        '\\',
        '\\n',
        ' ',
        '\t',
      ),
      fc.constantFrom('BEGIN:VALARM', 'END:VEVENT', 'ATTENDEE:mailto:x@y.example', 'METHOD:CANCEL', '=', '^n'),
      fc.string({ unit: 'grapheme', maxLength: 8 }),
    ),
    maxLength: 40,
  })
  fc.assert(
    fc.property(odd, odd, (title, description) => {
      const { text } = writeInvitation({ ...plain, title: `x${title}`, description: `x${description}` })
      const { event, method, alarms } = readBack(text)
      expect(Object.keys(event).sort()).toEqual(names)
      expect([method, alarms]).toEqual(['REQUEST', 0])
      expect(event.summary).not.toMatch(/[\p{Cc}\p{Zl}\p{Bidi_Control}]/u)
      for (const line of text.split('\r\n')) expect(octets(line)).toBeLessThanOrEqual(75)
      expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n\u0085\u2028]/)
    }),
    propertyRuns(500, 100),
  )
})
