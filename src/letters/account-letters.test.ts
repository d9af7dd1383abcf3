import { describe, expect, it } from 'vitest'
import { brand } from '#content/brand.ts'
import { type SentAccountLetterKind, sentAccountLetterKinds } from '#shared/contract/outbox.ts'
import { testEach } from '#shared/lib/testing.ts'
import {
  addressChangedLetter,
  factorAddedLetter,
  factorRemovedLetter,
  inviteLetter,
  recoveryCodeUsedLetter,
} from './account-letters.ts'
import { accountEmailSamples, accountSample, mailProofSample } from './samples-testing.ts'

const { to, siteUrl, link, newAddress } = accountSample
const data = { to, siteUrl, link, code: accountSample.code, expires: 3600 }
const when = Date.UTC(2026, 10, 20, 14, 5)

const sheet = accountEmailSamples(when)
const letters = sheet.map(([, letter]) => letter)
/** The emails that contain a link. */
const pressed: readonly SentAccountLetterKind[] = ['invite', 'recovery', 'new-address', 'current-address']
const withLink = sheet.filter(([, { kind }]) => pressed.includes(kind))
const withoutLink = sheet.filter(([, { kind }]) => !pressed.includes(kind))

const count = (text: string, part: string) => text.split(part).length - 1
const hrefs = (html: string) => [...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href)

it('provides a sample of every account email', () => {
  expect(new Set(letters.map(({ kind }) => kind))).toEqual(new Set(sentAccountLetterKinds))
})

describe('an email with a link', () => {
  it(
    'contains the link once in the plain text and twice in the HTML: as a button and as a visible URL',
    testEach(withLink, (_, letter) => {
      expect(count(letter.text, link)).toBe(1)
      const escaped = link.replaceAll('&', '&amp;')
      expect(hrefs(letter.html)).toEqual([escaped, escaped, `${siteUrl}/privacy`, `${siteUrl}/your-data`])
      expect(letter.html).toContain(`>${escaped}</a>`)
    }),
  )

  it(
    'has a code that can be copied, and says when the link and the code expire',
    testEach(withLink, (_, letter) => {
      expect(letter.text).toMatch(/^481502$/m)
      expect(letter.html.replace(/<span[^>]*>|<\/span>/g, '')).toContain('>481502</p>')
      expect(letter.text).toContain('in an hour')
      expect(letter.html).toContain('in an hour')
    }),
  )
})

it('does not mention a code in an invitation without a code', () => {
  const { text, html } = inviteLetter({ ...data, code: null, expires: 86_400 })
  expect(`${text}${html}`).not.toMatch(/481502|enter this code|link and the code/i)
  expect(text).toContain('The link works once and expires in 24 hours.')
})

describe('an email without a link', () => {
  it(
    'says where the privacy notice is instead of linking to it',
    testEach(withoutLink, (_, letter) => {
      expect(`${letter.text}${letter.html}`).not.toMatch(/href|https?:/)
      expect(letter.text).toContain('on our site under “Privacy”')
    }),
  )
})

it('states in an alert email what happened and when', () => {
  const { text, html } = addressChangedLetter({ to, when, newAddress })
  for (const part of [text, html]) {
    expect(part).toContain(newAddress)
    expect(part).toContain('20 November 2026 at 14:05 UTC')
  }
  expect(recoveryCodeUsedLetter({ to, when, left: 1 }).text).toContain('You have one left.')
  expect(recoveryCodeUsedLetter({ to, when, left: 0 }).text).toContain('You have no recovery codes left.')
})

describe('a value that a user typed', () => {
  const name = '<img src=x onerror=alert(1)>"\'\r\nBcc: x@y.example'

  it('is escaped in the HTML, stays on one line in the text, and is absent from the subject', () => {
    const data = { to, when, name, isPasskey: false }
    for (const letter of [factorAddedLetter(data), factorRemovedLetter(data)]) {
      expect(letter.html).not.toContain('<img')
      expect(letter.html).toContain('&lt;img src=x onerror=alert(1)&gt;&quot;&#x27; Bcc:')
      expect(letter.text).toContain('<img src=x onerror=alert(1)>"\' Bcc: x@y.example”')
      expect(letter.subject).not.toMatch(/img|Bcc|[\r\n]/)
    }
  })

  it('cannot break out of the HTML attribute of a link', () => {
    const { html } = inviteLetter({ ...data, link: 'https://site.example/?a="onclick="alert(1)' })
    expect(html).not.toContain('"onclick')
  })
})

it('gives each account email one recipient, a one-line subject and our contact address', () => {
  for (const letter of letters) {
    expect(letter.to).toBe(to)
    expect(letter.subject.replace(brand.name, 'Provider')).toMatch(/^\P{Cc}{10,70}$/u)
    expect(letter.subject).toContain(brand.name)
    expect(letter.text).toContain(brand.email)
    expect(letter.html).toMatch(/^<!doctype html>\n<html dir="ltr" lang="en">/)
  }
})

it('loads no remote content and runs no scripts in any account email', () => {
  for (const { html } of letters) {
    expect(html).not.toMatch(/<(script|img|link|iframe|form)|url\(|@import|@font-face/)
  }
})

it('prevents a line break at the hyphen of a code in an email', () => {
  expect(mailProofSample().html).toContain('<span>K7QM-3XWD</span>')
})
