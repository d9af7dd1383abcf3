import { expect, it } from 'vitest'
import { me } from '#desk/lib/samples.ts'
import { atNames, filledIn, namedIn, offeredAfter, replyFields, strayField } from './text-marks.ts'

const named = (id: string, name: string) => ({ ...me, id, name })
const team = [named('a', 'Ann'), named('b', 'Ann Lee (ERP)'), named('c', 'Zoë')]

it.each([
  ['@Ann Lee (ERP) and @zoë, please', ['b', 'c']],
  ['(@Ann)', ['a']],
  ['@Anna, mail@Ann, Ann, @ Ann', []],
])('of %s these are told', (body, ids) => {
  expect(namedIn(body, team)).toEqual(ids)
})

it('a text is set again from its parts', () => {
  expect(atNames('For @Ann: now', ['Ann'])).toEqual(['For ', '@Ann', ': now'])
  expect(atNames('For @Ann: now', [])).toEqual(['For @Ann: now'])
})

it('whose name is being typed is offered, by any word of it', () => {
  const offered = (before: string) => offeredAfter(before, team).map(({ id }) => id)
  expect([
    offered('@'),
    offered('so @le'),
    offered('@Ann l'),
    offered('@Zoë '),
    offered('a@z'),
    offered('@z\n'),
  ]).toEqual([['a', 'b', 'c'], ['b'], ['b'], [], [], []])
})

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
