import { expect, it } from 'vitest'
import { originOfReferrer, removePersonalData } from './page-url.ts'

it('removes the token of a call page from URLs and referrers', () => {
  const link = 'https://site.example/?call=eyJhbGciOi.J.x'
  expect(removePersonalData(link)).toBe('https://site.example/')
  expect(removePersonalData(`${link}&view=about`)).toBe('https://site.example/?view=about')
  expect(originOfReferrer(link)).toBe('https://site.example/')
})
