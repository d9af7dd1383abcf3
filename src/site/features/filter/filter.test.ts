import { expect, it } from 'vitest'
import { createSearch } from './filter.tsx'

const item = {
  category: 'any',
  title: 'Quality assurance',
  subtitle: 'Für den Café-Betrieb',
  description: 'We test the client’s build before the client does.',
  features: ['Regression suite', 'Go-live rehearsal'],
}
const finds = (query: string) => createSearch(query)(item)

it('finds an item by words in its title, subtitle, description and features, regardless of case and accents', () => {
  for (const query of ['QUALITY', 'cafe', 'fur den', 'CAFÉ', "client's build", 'regres', 'go-live'])
    expect(finds(query), query).toBe(true)
})

it('finds an item only if its fields contain every word of the query, in any order', () => {
  expect(finds('rehearsal  quality ')).toBe(true)
  expect(finds('quality migration')).toBe(false)
})

it('finds every item if the query has no words', () => {
  expect(finds('')).toBe(true)
  expect(finds(' \t')).toBe(true)
})

it("does not search an item's category, and does not match a word across two fields", () => {
  expect(finds('any')).toBe(false)
  expect(finds('suitego')).toBe(false)
})

it('treats a search query as text, not as a pattern', () => {
  expect(finds('.*')).toBe(false)
  expect(finds('(')).toBe(false)
})
