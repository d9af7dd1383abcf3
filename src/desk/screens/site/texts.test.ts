import { describe, expect, it } from 'vitest'
import type { SiteWord } from '#shared/contract/site.ts'
import { testEach } from '#shared/lib/testing.ts'
import { entryForms, entryFromForm } from './entry-fields.ts'
import { labelOf, partOf } from './labels.ts'
import { siteState } from './site.states.ts'
import { fillValues, filterTexts, keepEdges, linkToText, readDraft, valuesIn } from './texts.ts'

const draft = readDraft(siteState())
const pathsOf = (search: Parameters<typeof filterTexts>[1], term = '') =>
  filterTexts(draft, search, term).map(({ word }) => word.path)
const linkOf = (path: string, change = {}) => {
  const text = draft.texts.get(path)
  return text && linkToText({ ...text, ...change }, draft.state.values)
}

it(
  'names paths and finds their part',
  testEach(
    [
      ['home.painPoints.cards.1.day', 'Home › Pain points › Cards 2 › Day', 'words'],
      ['callLetterWords.moved.lede', 'Call email › Moved › Lede', 'words'],
      ['nextSuggestions.estimation-workbook.text', 'Next suggestions › Estimation workbook › Text', 'words'],
      ['brand.name', 'Identity › Provider’s name', 'identity'],
      ['legalEntity.vat.value', 'Identity › VAT number', 'identity'],
      ['claims.apps', 'Figures › Apps covered', 'figures'],
      ['people.team', 'People › List', 'people'],
    ] as const,
    (path, label, part) => {
      expect([labelOf(path), partOf(path)]).toEqual([label, part])
    },
  ),
)

describe('the filter of texts', () => {
  it('searches the original, the current text and the values in braces', () => {
    expect(pathsOf({}, 'SMALL TEAMS')).toEqual(['home.hero.title'])
    expect(pathsOf({}, 'large teams')).toEqual(['home.hero.title'])
    expect(pathsOf({}, 'northbay answers')).toEqual(['contact.form.note'])
    expect(pathsOf({}, 'ruth okoye')).toEqual(['people.team'])
  })

  it('selects by view, by state and by path', () => {
    expect(pathsOf({ group: 'contact' })).toEqual(['contact.form.note', 'contact.form.day'])
    expect(pathsOf({ group: 'contact', only: 'stale' })).toEqual(['contact.form.note'])
    expect(pathsOf({ only: 'unpublished' })).toEqual(draft.state.unpublished)
    expect(pathsOf({ group: 'home', find: 'contact.form.day' })).toEqual(['contact.form.day'])
  })
})

describe('the link to a text', () => {
  it('contains the beginning of a published text', () => {
    expect(linkOf('contact.form.note', { current: 'Back-office, {provider}' })).toBe(
      '/?view=contact#:~:text=Back%2Doffice%2C%20Northbay',
    )
    expect(linkOf('contact.form.note', { current: `${'word '.repeat(20)}` })).toMatch(/text=word(%20word){11}$/)
    expect(linkOf('contact.form.day', { current: 'We answer by {day}.' })).toBe(
      '/?view=contact#:~:text=We%20answer%20by',
    )
  })

  it('leads to the view alone if the text is not published, and is missing outside the views', () => {
    expect(linkOf('home.hero.title')).toBe('/?view=home')
    expect(linkOf('brand.name')).toBeNull()
  })
})

it('keeps names in braces that have no known value', () => {
  expect(fillValues('By {day}, {provider}', { provider: 'Northbay' })).toBe('By {day}, Northbay')
})

it('lists the names in a text and its original, with their values', () => {
  const word = { ...siteState().words[0], original: 'By {day}', names: ['day'] } as SiteWord
  expect(valuesIn(word, '{provider} {day} {typo}', { provider: 'Northbay', day: 'today' })).toEqual([
    ['day', null],
    ['provider', 'Northbay'],
  ])
})

it('keeps the spaces at the ends of the original only', () => {
  expect(keepEdges('See the ', ' Read the')).toBe('Read the ')
  expect(keepEdges('', ' New ')).toBe('New')
})

it('reads an entry from a form: no longer a sample, still hidden, without empty optional values', () => {
  const form = new FormData()
  for (const [name, value] of Object.entries({ name: ' Ada ', from: '9', to: '', portrait: '' })) form.set(name, value)
  const before = { name: 'Hana', portrait: '/files/a.png', isSample: true, isHidden: true }
  const fields = entryForms.people.fields.filter(({ name }) => form.has(name))
  expect(entryFromForm(fields, before, form)).toEqual({ name: 'Ada', from: 9, to: '', isHidden: true })
  form.set('isPartner', 'on')
  const { isPartner, time } = entryFromForm(entryForms.example.fields, {}, form)
  expect([isPartner, time]).toEqual([true, ''])
})
