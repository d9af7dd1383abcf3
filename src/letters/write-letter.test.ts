import { describe, expect, it } from 'vitest'
import { accountEmailFrame } from '#content/account-letters.ts'
import { brand } from '#content/brand.ts'
import { applyEdits } from '#content/tree.ts'
import { testEach } from '#shared/lib/testing.ts'
import { footerLinks } from './compose.tsx'
import { sampleData } from './samples.ts'
import { callEmailSamples } from './samples-testing.ts'
import { canary, payloads, withPayload } from './testing.ts'
import type { LetterData } from './types.ts'
import { writeLetter } from './write-letter.ts'

const now = Date.UTC(2026, 10, 20, 14, 5)

const hrefs = (html: string) =>
  [...html.matchAll(/href="([^"]*)"/g)].map(([, href = '']) => href.replaceAll('&amp;', '&'))

/** Tags and attribute names in order, without text or values. */
const skeleton = (html: string) =>
  [...html.matchAll(/<[^>]*>/g)].map(([tag]) => tag.replace(/"[^"]*"/g, '""')).filter((tag) => tag !== '<br/>')

/** Makes every call in the data 45 minutes long. */
const lasting45 = (data: LetterData): LetterData =>
  JSON.parse(JSON.stringify(data), (_, value) =>
    value?.starts && value.ends
      ? { ...value, ends: value.starts + 45 * 60_000 }
      : value?.minutes
        ? { ...value, minutes: 45 }
        : value,
  )

const wordsOf = (text: string) => new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu))

describe('every email', () => {
  const sheet = callEmailSamples(now)
  const isOurs = ({ kind }: LetterData) => kind.startsWith('team-')
  const open = { ...sampleData('team-proposal', now), call: null } as LetterData

  it(
    'has one recipient, a subject, and the same words in text and HTML',
    testEach(sheet, async (_, data) => {
      const letter = await writeLetter(data)
      expect(letter).toMatchObject({ kind: data.kind, to: data.to })
      expect(letter.subject.replace(brand.name, 'Provider')).toMatch(/^\P{Cc}{10,70}$/u)
      const onPage = wordsOf(
        letter.html
          .replace(
            /<style>.*?<\/style>|<!--.*?-->|<title>.*?<\/title>|<(div|table)[^>]* aria-hidden="true".*?<\/\1>|<div[^>]*data-skip-in-text.*?<\/div>/gs,
            '',
          )
          .replace(/<[^>]*>/g, ' ')
          .replaceAll(/&(amp|quot|#x27);/g, ' '),
      )
      const inText = wordsOf(letter.text)
      const links = hrefs(letter.html).flatMap((href) => [...wordsOf(href)])
      expect([...inText].filter((word) => !onPage.has(word) && !links.includes(word))).toEqual([])
      const frame = wordsOf(`${brand.name} ${accountEmailFrame.plainLink}`)
      expect([...onPage].filter((word) => !inText.has(word) && !frame.has(word))).toEqual([])
    }),
  )

  it(
    'links only to our site, the sender and calendars, and loads no remote content',
    testEach(sheet, async (_, data) => {
      const { html } = await writeLetter(data)
      const ofHost = 'meeting' in data ? data.meeting.link : null
      const foot = footerLinks('https://www.backline.example').map(({ url }) => url)
      for (const href of hrefs(html).filter((one) => one !== ofHost && !foot.includes(one))) {
        expect(href).toMatch(
          isOurs(data)
            ? /^(https:\/\/www\.backline\.example\/desk\/|mailto:|tel:\+?\d+$)/
            : /^https:\/\/(www\.backline\.example|calendar\.google\.com|outlook\.(live|office)\.com)\//,
        )
        // The secret in the link to a visitor's page must not reach other servers.
        if (!href.startsWith('https://www.backline.example/')) expect(decodeURIComponent(href)).not.toContain('?call=')
      }
      expect(hrefs(html).slice(-foot.length), 'the privacy notice').toEqual(foot)
      expect(html).not.toMatch(/<(script|img|link|iframe|form|svg|object|input)|url\(|@import|@font-face|src=/i)
    }),
  )

  it(
    "uses the call's actual length in its text, invitation and calendar links",
    testEach([...sheet, ['team-proposal for a request', open]], async (_, data) => {
      const { subject, text, html, calendar } = await writeLetter(lasting45(data))
      const links = hrefs(html).map((href) => decodeURIComponent(href).replaceAll('+', ' '))
      const unfolded = calendar?.text.replaceAll('\r\n ', '')
      for (const said of [subject, text, html, unfolded ?? '', ...links])
        expect(said).not.toMatch(/\b30 minutes|20–30 min/)
      if (calendar?.method === 'REQUEST' && !isOurs(data)) expect(unfolded).toContain('Free 45 minutes')
      if (data.kind === 'call-confirmed') expect(text).toMatch(/use the 45 minutes.*0–15 min.*30–45 min/is)
      if (data === open) expect(text).toContain('18:00–18:45')
    }),
  )

  it(
    'never turns typed text into markup, a link or a header',
    testEach(sheet, async (_, data) => {
      const usual = await writeLetter(withPayload(data, ''))
      for (const payload of payloads) {
        const letter = await writeLetter(withPayload(data, payload))
        expect(skeleton(letter.html)).toEqual(
          // An invalid email address is shown without a link.
          skeleton(usual.html.replace(/<a [^>]*href="mailto:[^>]*>(.*?)<\/a>/g, '$1')),
        )
        expect(hrefs(letter.html)).toEqual(hrefs(usual.html).filter((href) => !href.startsWith('mailto:')))
        expect(letter.subject).not.toMatch(/[\p{Cc}\p{Zl}\p{Bidi_Control}]/u)
        expect(letter.text).not.toMatch(/[^\P{Cc}\n]|[\u2028\p{Bidi_Control}]/u)
        expect(letter.to).toBe(data.to)
        expect([undefined, usual.replyTo]).toContain(letter.replyTo)
        if (isOurs(data)) {
          // User input follows a label, is quoted or is part of a sentence, so that no line of user input looks like
          // our own text.
          for (const line of letter.text.split('\n').filter((text) => text.includes(canary)))
            expect(line).toMatch(
              /^(> |[A-Z][a-z ]+: |\d\d:\d\d {2}|Message from |Booking from |Another time requested by )/,
            )
        } else {
          expect(`${letter.subject}${letter.text}${letter.html}${letter.calendar?.text}`).not.toContain(canary)
        }
      }
    }),
  )
})

it('includes only plausible phone numbers in emails, and links only to HTTPS URLs', async () => {
  const usual = sampleData('call-confirmed', now)
  if (usual.kind !== 'call-confirmed') throw new Error('wrong email kind')
  const said = async (phone: string, link: string | null = null) => {
    const meeting = { host: 'Ada', place: link === null ? 'phone' : 'link', link } as const
    const { text, calendar, html } = await writeLetter({
      ...usual,
      meeting,
      booking: { ...usual.booking, phone },
    })
    return { all: `${text}${html}${calendar?.text.replaceAll('\r\n ', '')}`, html }
  }
  for (const phone of ['+44 20 7946 0000', '(021) 555-0100', '0215550100'])
    expect((await said(phone)).all).toContain(`Ada will call you at ${phone}`)
  for (const phone of ['0800 WIN NOW', 'evil.example', '12.34.56.78', '--- ---', '1234', '+44 1/evil', '٣٣٣٣٣٣٣']) {
    const { all } = await said(phone)
    expect(all).not.toContain(phone)
    expect(all).toContain('Ada will call the number you gave us.')
  }
  const link = `https://meet.example/${'a'.repeat(470)}?b=1&c=2`
  expect(hrefs((await said('1234567', link)).html)).toContain(link)
  for (const bad of ['javascript:alert(1)', 'http://meet.example/', 'https://a b', 'https://x.example/">'])
    expect(hrefs((await said('1234567', bad)).html).filter((href) => href === bad)).toEqual([])
})

it('greets a visitor by name only if the entered text looks like a name', async () => {
  const usual = sampleData('request-received', now)
  if (usual.kind !== 'request-received') throw new Error('wrong email kind')
  const greeted = async (name: string) =>
    (await writeLetter({ ...usual, visitor: { ...usual.visitor, name } })).text.split('\n')[2]
  for (const name of [
    "Siobhán O'Brien-Nkosi",
    'Dr. J. Müller',
    '李小龍',
    'Aroha Te Ngata',
    'María de los Ángeles López',
  ])
    expect(await greeted(name)).toBe(`Hello ${name},`)
  for (const name of [
    'evil.example',
    'You have won a prize click here now',
    'A'.repeat(61),
    'Call 0800 123',
    'x@y.example',
    'Thandi\nNkosi',
    ' ',
    '-',
  ])
    expect(await greeted(name)).toBe('Hello,')
})

it('writes times in the visitor’s 12-hour or 24-hour format, or in 24-hour format if the visitor’s format is unknown', async () => {
  const usual = sampleData('call-confirmed', now)
  if (usual.kind !== 'call-confirmed') throw new Error('wrong email kind')
  const of = async (hourCycle: 'h12' | null) =>
    (await writeLetter({ ...usual, visitor: { ...usual.visitor, hourCycle } })).text
  expect(await of(null)).not.toMatch(/\d [AP]M/)
  expect(await of('h12')).toMatch(/\d+:\d\d–\d+:\d\d [AP]M/)
})

it('attaches no calendar cancellation if the request was never confirmed', async () => {
  const usual = sampleData('call-cancelled', now)
  if (usual.kind !== 'call-cancelled') throw new Error('wrong email kind')
  expect((await writeLetter(usual)).calendar?.method).toBe('CANCEL')
  expect((await writeLetter({ ...usual, was: null })).calendar).toBe(undefined)
  const reopened = await writeLetter({ ...usual, isOpenAgain: true })
  expect(reopened.calendar?.method).toBe('CANCEL')
  expect(reopened.text).toContain('will write again with a new time within 24 hours')
})

it('states the promise of the row, not the current one, in the warning to the team', async () => {
  const usual = sampleData('team-risk', now)
  if (usual.kind !== 'team-risk') throw new Error('wrong email kind')
  const { text } = await writeLetter({ ...usual, due: usual.received + 6 * 3_600_000 })
  expect(text).toMatch(/within 6 hours, by /)
})

it('directs a visitor’s replies to the team, and the team’s replies to the visitor', async () => {
  expect((await writeLetter(sampleData('team-booking', now))).replyTo).toBe('thandi@company.example')
  expect((await writeLetter(sampleData('call-confirmed', now))).replyTo).toBe('partners@backline.example')
  expect((await writeLetter(sampleData('team-digest', now))).replyTo).toBe(undefined)
})

it('has the owner’s color, with readable text on it, and the sender’s current name in the invitation', async () => {
  applyEdits({ 'look.signal': '#1d4ed8', 'brand.senderName': 'Ada of {provider}' })
  const { html, calendar } = await writeLetter(sampleData('call-confirmed', now))
  applyEdits({})
  expect(html.match(/background:#1d4ed8;color:#ffffff/g)).toHaveLength(2)
  expect(html).not.toMatch(/#fbcf0e|#efbd00/)
  expect(calendar?.text).toContain('ORGANIZER;CN="Ada of Backline"')
})

it('keeps the path of the site’s base URL in email links', async () => {
  const { html } = await writeLetter({
    ...sampleData('team-booking', now),
    siteUrl: 'https://x.example/base/',
  })
  expect(hrefs(html)[0]).toMatch(/^https:\/\/x\.example\/base\/desk\/bookings\?item=/)
})

it('shortens the subjects of team emails to one line', async () => {
  const { subject } = await writeLetter(
    withPayload(sampleData('team-booking', now), ` of ${'Long '.repeat(40)}\r\nBcc: x`),
  )
  expect(subject).toMatch(/^New booking: Karoo Business Software of .*…$/)
  expect(subject.length).toBeLessThanOrEqual('New booking: '.length + 60)
})
