import { expect, it } from 'vitest'
import { trimPageUrl, trimReferrer } from './page-url.ts'

it('removes a call page’s token from addresses and referrers', () => {
  const link = 'https://site.example/?call=eyJhbGciOi.J.x'
  expect(trimPageUrl(link)).toBe('https://site.example/')
  expect(trimPageUrl(`${link}&view=about`)).toBe('https://site.example/?view=about')
  expect(trimReferrer(link)).toBe('https://site.example/')
})
