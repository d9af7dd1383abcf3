import { expect, it } from 'vitest'
import { claims } from '#content/claims.ts'
import { type ViewId, viewIds } from '#content/views.ts'
import { dataBlock, structuredData, type Thing } from './structured-data.ts'

const thingsOf = (view: ViewId) => structuredData(view, '/assets/icon-512-abc.png')
const typesOf = (view: ViewId) => thingsOf(view).map((thing) => thing['@type'])
const all = viewIds.flatMap(thingsOf)

/** What search engines ask of each type: https://developers.google.com/search/docs/appearance/structured-data. */
const required: Record<string, readonly string[]> = {
  Organization: ['@id', 'name', 'url', 'logo'],
  Service: ['name', 'url', 'provider'],
  FAQPage: ['mainEntity'],
}
const allowed: Record<string, readonly string[]> = {
  Organization: [...(required.Organization ?? []), 'email', 'sameAs'],
  Service: required.Service ?? [],
  FAQPage: required.FAQPage ?? [],
}

it('says who we are on home and about, what we do where that is shown, and what is asked on contact', () => {
  expect(typesOf('home')).toEqual(['Organization'])
  expect(typesOf('about')).toEqual(['Organization'])
  expect(new Set(typesOf('services'))).toEqual(new Set(['Organization', 'Service']))
  expect(typesOf('partner360')).toEqual(['Organization', 'Service'])
  expect(typesOf('contact')).toEqual(['FAQPage'])
  for (const view of ['success-kit', 'delivery-frameworks', 'qa-checklists', 'roi-calculator'] as const)
    expect(thingsOf(view)).toEqual([])
})

it('each thing has what its type needs, nothing else, and makes no claim', () => {
  for (const thing of all) {
    const [type, keys, text] = [thing['@type'], Object.keys(thing), JSON.stringify(thing)]
    expect(keys, text).toEqual(expect.arrayContaining([...(required[type] ?? ['no such type'])]))
    const known = ['@type', ...(allowed[type] ?? [])]
    const more = keys.filter((key) => !known.includes(key))
    expect(more, text).toEqual([])
    for (const claim of Object.values(claims)) {
      const asWord = new RegExp(`(?<![\\w.-])${claim.replace(/[.+*?^$()|[\]\\/]/g, '\\$&')}(?![\\w.-])`)
      expect(text, claim).not.toMatch(asWord)
    }
  }
})

it('asks questions in the shape that is asked for', () => {
  const [page] = thingsOf('contact')
  const questions = page?.mainEntity as Thing[]
  expect(questions.length).toBeGreaterThan(0)
  for (const question of questions) {
    expect(question).toEqual({
      '@type': 'Question',
      name: expect.stringMatching(/\?$/),
      acceptedAnswer: { '@type': 'Answer', text: expect.stringMatching(/\.$/) },
    })
  }
})

it('leads to https addresses and to our own alone, and to no placeholder', () => {
  const links = (value: unknown): string[] =>
    typeof value === 'string'
      ? [value]
      : Object.entries(value ?? {}).flatMap(([key, one]) =>
          ['url', 'logo', 'sameAs', '@id', 'provider'].includes(key) || Array.isArray(value)
            ? links(one)
            : [],
        )
  const found = all.flatMap(links)
  expect(found.length).toBeGreaterThan(5)
  for (const link of found) expect(link).toMatch(/^(__PUBLIC_URL__|https:\/)\//)
})

it('cannot end its own block', () => {
  const evil: Thing = { '@type': 'Thing', name: '</script><script>alert(1)</script><!--' }
  const block = dataBlock([evil])
  expect(block.match(/</g)).toHaveLength(2)
  const text = block.replace(/^<[^>]*>/, '').replace('</script>', '')
  expect(JSON.parse(text)).toEqual({ '@context': 'https://schema.org', ...evil })
})
