import { describe, expect, it } from 'vitest'
import { testEach } from '#shared/lib/testing.ts'
import type { SiteEntry, SiteWord } from './site.ts'
import { checkSiteEntry, checkSiteText, checkSiteValue, siteListLimit, sitePaths } from './site-checks.ts'

const word = (change: Partial<SiteWord> = {}): SiteWord => ({
  ...{ path: 'home.hero.title', group: 'home', original: 'By {day}', names: ['day'], longest: 20, isOptional: false },
  ...change,
})
const plain = { original: 'Hello', names: [] }
const known = new Set(['provider', 'apps'])
const file = `/files/${'a'.repeat(64)}.png`

it(
  'names the problem of a text',
  testEach(
    [
      [word(), 'By {day}, {provider}', null],
      [word(), ' ', 'Enter a text. This field cannot be empty.'],
      [word({ isOptional: true }), '', null],
      [word(), 'By Monday', 'Keep {day}: the site puts a value there.'],
      [word(), 'By { day}', 'The site has no value for { day}. Correct the name, or remove the braces.'],
      [word(plain), 'By {day}', 'The site has no value for {day}. Correct the name, or remove the braces.'],
      [word(plain), 'x'.repeat(21), 'Use at most 20 characters. This text has 21.'],
      [word(plain), 'one\ntwo', 'Remove line breaks and control characters.'],
      [word({ ...plain, original: 'a\nb' }), 'one\ntwo', null],
      [word({ ...plain, original: 'a\nb' }), 'one\ttwo', 'Remove line breaks and control characters.'],
      [word({ ...plain, path: 'claims.apps' }), '{apps}', 'Remove {apps}: this field sets that value.'],
      [word({ ...plain, path: sitePaths.name }), 'New {provider}', 'Remove {provider}: this field sets that value.'],
    ] as const,
    (word, text, says) => {
      expect(checkSiteText(word, text, known)).toBe(says)
    },
  ),
)

it(
  'checks the mailbox, links, the signal color and the logo',
  testEach(
    [
      [sitePaths.mailbox, 'team@company.example', true],
      [sitePaths.mailbox, 'team', false],
      [`${sitePaths.links}x`, '#', true],
      [`${sitePaths.links}x`, 'https://x.example/us', true],
      [`${sitePaths.links}x`, 'http://x.example/us', false],
      [`${sitePaths.links}x`, 'javascript:alert(1)', false],
      [sitePaths.signal, 'yellow', false],
      [sitePaths.logo, '', true],
      [sitePaths.logo, file, true],
      [sitePaths.logo, 'https://x.example/logo.png', false],
    ] as const,
    (path, text, isFine) => {
      expect(checkSiteText(word({ ...plain, path }), text, known) === null).toBe(isFine)
    },
  ),
)

describe('a list', () => {
  const ada: SiteEntry = {
    ...{ name: 'Ada', does: 'Writes', role: 'Writer', text: 'Writes for {provider}.', city: 'Rome' },
    ...{ zone: 'Europe/Rome', from: 9, to: 17, portrait: file, isHidden: true },
  }

  it(
    'names the wrong field of an entry',
    testEach(
      [
        [{}, null],
        [{ name: '' }, 'name'],
        [{ zone: 'Rome' }, 'zone'],
        [{ to: 8 }, 'to'],
        [{ from: 8.5 }, 'from'],
        [{ portrait: 'ada.webp' }, 'portrait'],
        [{ text: 'for {nobody}' }, 'text'],
        [{ role: 'x'.repeat(41) }, 'role'],
        [{ script: 'x' }, 'script'],
      ] as const,
      (change, field) => {
        expect(checkSiteEntry(sitePaths.people, { ...ada, ...change }, known)?.field ?? null).toBe(field)
      },
    ),
  )

  it('accepts testimonials and steps in their own form only', () => {
    const quote = { quote: 'Good.', author: 'Owner', title: 'Partner, Denver', rating: 5, isSample: true }
    const step = { time: '09:00', who: 'You', what: 'You ask.', isPartner: true }
    expect(checkSiteEntry(sitePaths.testimonials, quote, known)).toBeNull()
    expect(checkSiteEntry(sitePaths.testimonials, { ...quote, rating: 6 }, known)?.field).toBe('rating')
    expect(checkSiteEntry(sitePaths.steps, step, known)).toBeNull()
    expect(checkSiteEntry('home.steps', step, known)?.says).toBe('This list cannot be changed.')
  })

  it('has a maximum length, and is not a text', () => {
    const list = word({ path: sitePaths.people, original: [], names: [] })
    const most = Array.from({ length: siteListLimit(sitePaths.people) }, () => ada)
    expect(checkSiteValue(list, most, known)).toBeNull()
    expect(checkSiteValue(list, [...most, ada], known)).toBe('Use at most 12 entries.')
    expect(checkSiteValue(list, [ada, { ...ada, to: 8 }], known)).toMatch(/^Entry 2, to: The end must be later/)
    expect(checkSiteValue(list, 'Ada', known)).toBe('This path contains a list.')
    expect(checkSiteValue(word(), [ada], known)).toBe('This path contains a text.')
  })
})
