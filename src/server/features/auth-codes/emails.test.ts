import { describe, expect, it } from 'vitest'
import { brand } from '#content/brand.ts'
import {
  addressChangedLetter,
  currentAddressLetter,
  factorAddedLetter,
  factorRemovedLetter,
  inviteLetter,
  largeExportLetter,
  magicLinkLetter,
  newAddressLetter,
  newDeviceLetter,
  passwordChangedLetter,
  reauthenticationLetter,
  recoveryCodeUsedLetter,
  recoveryLetter,
  signUpLetter,
} from './emails.ts'

const to = 'thandi@company.example'
const link =
  'https://site.example/account/confirm?token=canary&type=invite&redirect_to=https%3A%2F%2Fsite.example%2F'
const data = { to, link, code: '481502', expires: 3600 }
const when = Date.UTC(2026, 10, 20, 14, 5)
const newAddress = 'new@company.example'

const withLink = [
  signUpLetter(data),
  inviteLetter(data),
  magicLinkLetter(data),
  recoveryLetter(data),
  newAddressLetter(data),
  currentAddressLetter({ ...data, newAddress }),
]
const withoutLink = [
  reauthenticationLetter({ to, code: '481502', expires: 600 }),
  passwordChangedLetter({ to, when }),
  addressChangedLetter({ to, when, newAddress }),
  factorAddedLetter({ to, when, name: 'Phone', isPasskey: false }),
  factorRemovedLetter({ to, when, name: null, isPasskey: true }),
  recoveryCodeUsedLetter({ to, when, left: 3 }),
  newDeviceLetter({ to, when, agent: 'Firefox/140.0 (Windows NT)', whose: 'Karl' }),
  largeExportLetter({ to, when, what: '12,000 bookings', whose: null }),
]
const named = (letters: typeof withLink) => letters.map((letter) => [letter.kind, letter] as const)

const count = (text: string, part: string) => text.split(part).length - 1
const hrefs = (html: string) => [...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href)
it('every letter is a kind of its own', () => {
  const kinds = [...withLink, ...withoutLink].map(({ kind }) => kind)
  expect(new Set(kinds).size).toBe(14)
})

describe.each(named(withLink))('%s', (_, letter) => {
  it('has its link once in the text, and in the HTML as the button and in full', () => {
    expect(count(letter.text, link)).toBe(1)
    const escaped = link.replaceAll('&', '&amp;')
    expect(hrefs(letter.html)).toEqual([escaped, escaped])
    expect(letter.html).toContain(`>${escaped}</a>`)
  })

  it('has the code, as digits that can be copied, and says how long both are good', () => {
    expect(letter.text).toMatch(/^481502$/m)
    expect(letter.html.replace(/<span[^>]*>|<\/span>/g, '')).toContain('>481502</p>')
    expect(letter.text).toContain('within an hour')
    expect(letter.html).toContain('within an hour')
  })
})

it('a letter without a code speaks of none', () => {
  const { text, html } = inviteLetter({ ...data, code: null, expires: 86_400 })
  expect(`${text}${html}`).not.toMatch(/481502|type this code|link and code/i)
  expect(text).toContain('The link works once, within 24 hours.')
})

describe.each(named(withoutLink))('%s', (_, letter) => {
  it('has nothing to press', () => {
    expect(`${letter.text}${letter.html}`).not.toMatch(/href|https?:/)
  })
})

it('a notice says what happened and when', () => {
  const { text, html } = addressChangedLetter({ to, when, newAddress })
  for (const part of [text, html]) {
    expect(part).toContain(newAddress)
    expect(part).toContain('20 November 2026 at 14:05 UTC')
  }
  expect(recoveryCodeUsedLetter({ to, when, left: 1 }).text).toContain('You have one left.')
  expect(recoveryCodeUsedLetter({ to, when, left: 0 }).text).toContain('the last one')
})

describe('a value that somebody chose', () => {
  const name = '<img src=x onerror=alert(1)>"\'\r\nBcc: x@y.example'

  it('is text in the HTML, one line in the text, and nowhere in the subject', () => {
    const data = { to, when, name, isPasskey: false }
    for (const letter of [factorAddedLetter(data), factorRemovedLetter(data)]) {
      expect(letter.html).not.toContain('<img')
      expect(letter.html).toContain('&lt;img src=x onerror=alert(1)&gt;&quot;&#x27; Bcc:')
      expect(letter.text).toContain('<img src=x onerror=alert(1)>"\' Bcc: x@y.example”')
      expect(letter.subject).not.toMatch(/img|Bcc|[\r\n]/)
    }
  })

  it('cannot leave the attribute of the link', () => {
    const { html } = inviteLetter({ ...data, link: 'https://site.example/?a="onclick="alert(1)' })
    expect(html).not.toContain('"onclick')
  })
})

it('every letter is for its one reader, in one line of subject, and says who wrote it', () => {
  for (const letter of [...withLink, ...withoutLink]) {
    expect(letter.to).toBe(to)
    expect(letter.subject).toMatch(/^\P{Cc}{10,70}$/u)
    expect(letter.subject).toContain(brand.name)
    expect(letter.text).toContain(brand.email)
    expect(letter.html).toMatch(/^<!doctype html>\n<html dir="ltr" lang="en">/)
  }
})

it('fetches nothing and runs nothing', () => {
  for (const { html } of [...withLink, ...withoutLink]) {
    expect(html).not.toMatch(/<(script|img|link|iframe|form)|url\(|@import|@font-face/)
  }
})
