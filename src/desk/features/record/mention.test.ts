import { expect, it } from 'vitest'
import { me } from '#desk/lib/samples.ts'
import { atNames, namedIn, offeredAfter } from './mention.ts'

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
