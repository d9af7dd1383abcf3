import { expect, it } from 'vitest'
import { changedOn, wordsHash } from './view-dates.ts'

const hash = (body: string) => wordsHash('Title', 'Description', body)
const before = hash('<main class="a"><p>Eight packs<!-- -->, up to 3.2MB, now 41 kB</p></main>')

it('is the same as long as a visitor reads the same', () => {
  expect(hash('<main class="b" id="x"><p>Eight packs, up to 3.2MB, now 42.5 kB</p>\n</main>')).toBe(before)
})

it('is another when a word, a number, the title or the description is another', () => {
  expect(hash('<p>Nine packs, up to 3.2MB, now 41 kB</p>')).not.toBe(before)
  const [title, description] = [wordsHash('Other', 'Description', 'x'), wordsHash('Title', 'Other', 'x')]
  expect(new Set([wordsHash('Title', 'Description', 'x'), title, description]).size).toBe(3)
})

it('says no date of words that nobody has dated', () => {
  const dates = { home: { words: before, changed: '2026-11-23' } }
  expect(changedOn(dates, 'home', before)).toBe('2026-11-23')
  expect(changedOn(dates, 'home', 'another')).toBeUndefined()
  expect(changedOn(dates, 'about', before)).toBeUndefined()
})
