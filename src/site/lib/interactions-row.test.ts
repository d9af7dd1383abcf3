import { expect, it } from 'vitest'
import { pageFacts } from './interactions-row.ts'

const facts = (query: string, referrer = '', agent = 'Browser') =>
  pageFacts('https://site.example/', query, referrer, agent)

it('keeps the view and the campaign of an address and nothing else', () => {
  const query =
    '?view=about&utm_source=a%26b&utm_medium=mail&email=a%40b.example&token=1&utm_id=7&utm_term=x&utm_content=a%40b'
  expect(facts(query).page_url).toBe(
    'https://site.example/?view=about&utm_source=a%26b&utm_medium=mail&utm_term=x',
  )
  expect(facts('').page_url).toBe('https://site.example/')
  expect(facts('?team=on').page_url).toBe('https://site.example/')
  // The access key of a letter's link, also on an address that the server did not recognise as one.
  expect(facts('?call=eyJhbGciOi.J.x&done=time').page_url).toBe('https://site.example/')
})

it('keeps to the lengths of the table', () => {
  expect(facts(`?utm_source=${'x'.repeat(5000)}`).page_url).toHaveLength(2000)
  expect(facts('', '', 'y'.repeat(900)).user_agent).toHaveLength(512)
})

it('says whose the page before was, and not which', () => {
  expect(facts('', 'https://search.example:8443/results?q=secret#here').referrer).toBe(
    'https://search.example:8443',
  )
  expect(facts('', '').referrer).toBeNull()
  expect(facts('', 'android-app://com.mail').referrer).toBeNull()
})
