import { expect, it } from 'vitest'
import { sitePaths } from '#shared/contract/site-checks.ts'
import { testEach } from '#shared/lib/testing.ts'
import { labelOf, lists, partOf } from './labels.ts'
import { siteState } from './site.states.ts'
import { entryFromForm, filterTexts, linkToText, readDraft, type SiteText, storedText, valuesIn } from './texts.ts'

const draft = readDraft(siteState())
const textAt = (path: string, change: Partial<SiteText> = {}) => ({ ...draft.texts.get(path), ...change }) as SiteText
const pathsOf = (search: Parameters<typeof filterTexts>[1], term = '') =>
  filterTexts(draft, search, term).map(({ word }) => word.path)

it(
  'names paths and finds their part',
  testEach(
    [
      ['home.painPoints.cards.1.day', 'Home › Pain points › Cards 2 › Day', 'words'],
      ['callLetterWords.moved.lede', 'Call email › Moved › Lede', 'words'],
      ['nextSuggestions.estimation-workbook.text', 'Next suggestions › Estimation workbook › Text', 'words'],
      ['legalEntity.vat.value', 'Identity › VAT number', 'identity'],
      ['claims.apps', 'Figures › Apps covered', 'figures'],
      ['people.team', 'People › List', 'people'],
    ] as const,
    (path, label, part) => {
      expect([labelOf(path), partOf(path)]).toEqual([label, part])
    },
  ),
)

it('searches the original, the current text, lists and the values in braces', () => {
  expect(pathsOf({}, 'SMALL TEAMS')).toEqual(['home.hero.title'])
  expect(pathsOf({}, 'large teams')).toEqual(['home.hero.title'])
  expect(pathsOf({}, 'northbay usually')).toEqual(['contact.form.note'])
  expect(pathsOf({}, 'ruth okoye')).toEqual(['people.team'])
})

it('filters texts by view, by state and by path', () => {
  expect(pathsOf({ group: 'contact' })).toEqual(['contact.form.note', 'contact.form.day'])
  expect(pathsOf({ only: 'stale' })).toEqual(['home.old.title', 'contact.form.note'])
  expect(pathsOf({ only: 'unpublished' }).sort()).toEqual([...draft.state.unpublished].sort())
  expect(pathsOf({ group: 'home', find: 'contact.form.day' })).toEqual(['contact.form.day'])
})

it('links to the beginning of a published text, to the view of another text, and nowhere outside the views', () => {
  const note = textAt('contact.form.note', { current: 'Back-office, {provider}, by {day}' })
  expect(linkToText(note, draft)).toBe('/?view=contact#:~:text=Back%2Doffice%2C%20Northbay%2C%20by')
  expect(linkToText(textAt('home.hero.title'), draft)).toBe('/?view=home')
  expect(linkToText(textAt('brand.name'), draft)).toBeNull()
})

it('lists the names in a text and its original, with their values', () => {
  const { word } = textAt('contact.form.day')
  expect(valuesIn(word, '{provider} {typo}', draft.state.values)).toEqual([
    ['day', null],
    ['provider', 'Northbay'],
  ])
})

it('keeps only the spaces of the original at the ends of a text, and stores an empty link as #', () => {
  const { word } = textAt('home.hero.title')
  expect(storedText({ ...word, original: 'See the ' }, ' Read the')).toBe('Read the ')
  expect(storedText({ ...word, original: '' }, ' New ')).toBe('New')
  expect(storedText(textAt('brand.links.x').word, ' ')).toBe('#')
})

it('reads an entry from a form: no longer a sample, still hidden, without empty optional values', () => {
  const form = new FormData()
  for (const [name, value] of Object.entries({ name: ' Ada ', from: '9', to: '', isPartner: 'on' }))
    form.set(name, value)
  const fields = [...lists[sitePaths.people].fields, ...lists[sitePaths.steps].fields].filter(
    ({ name }) => form.has(name) || name === 'portrait',
  )
  const entry = entryFromForm(fields, { name: 'Hana', portrait: '/files/a.png', isSample: true, isHidden: true }, form)
  expect(entry).toEqual({ name: 'Ada', from: 9, to: '', isPartner: true, isHidden: true })
})
