import { expect, it } from 'vitest'
import { filledIn, replyFields, strayField } from './reply-fields.ts'

const known = { name: 'Thandi', company: 'Karoo', time: null }

it('fills in what is known, and leaves the link and what is not', () => {
  expect(filledIn('{name} of {company}: {time}, {link}, {nmae}', known)).toBe(
    'Thandi of Karoo: {time}, {link}, {nmae}',
  )
})

it('names the first field that is no field', () => {
  expect(strayField('{name}, {nmae} and {link}', replyFields)).toBe('{nmae}')
  expect(strayField('At {time}: {link}', ['link'])).toBe('{time}')
  expect(strayField('{ a: 1 } and {link}', ['link'])).toBeNull()
})
