import { expect, it } from 'vitest'
import { me } from '#desk/lib/samples.ts'
import { withUniqueNames } from '#desk/lib/words.ts'
import { fillTemplate, mentionedIn, replyFields, splitAtMentions, suggestMembers, unfilledField } from './text-marks.ts'

const named = (id: string, name: string) => ({ ...me, id, name })
const team = [named('a', 'Ann'), named('b', 'Ann Lee (ERP)'), named('c', 'Zoë')]

it.each([
  ['@Ann Lee (ERP) and @zoë, please', ['b', 'c']],
  ['(@Ann)', ['a']],
  ['@Anna, mail@Ann, Ann, @ Ann', []],
])('finds the members mentioned in %s', (body, ids) => {
  expect(mentionedIn(body, team)).toEqual(ids)
})

it('mentions the right one of two members with the same name, and both if the note does not say which', () => {
  const both = withUniqueNames([
    { ...named('a', 'Anna Berg'), email: 'anna@a.example' },
    { ...named('b', 'anna berg'), email: 'anna@b.example' },
  ])
  const [first, second] = both.map(({ name }) => `@${name}: look`)
  expect([first, second]).toEqual(['@Anna Berg (anna@a.example): look', '@anna berg (anna@b.example): look'])
  expect([first, second, '@Anna Berg'].map((body = '') => mentionedIn(body, both))).toEqual([['a'], ['b'], ['a', 'b']])
})

it('splits text at mentions without changing any character', () => {
  expect(splitAtMentions('For @Ann: now', ['Ann'])).toEqual(['For ', '@Ann', ': now'])
  expect(splitAtMentions('For @Ann: now', [])).toEqual(['For @Ann: now'])
})

it('suggests members whose name contains a word that starts with the typed text', () => {
  const offered = (before: string) => suggestMembers(before, team).map(({ id }) => id)
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

it('fills in the known fields of a template, and leaves {link} and unknown fields unchanged', () => {
  expect(fillTemplate('{name} of {company}: {time}, {link}, {nmae}', known)).toBe(
    'Thandi of Karoo: {time}, {link}, {nmae}',
  )
})

it('returns the first unknown field of a template', () => {
  expect(unfilledField('{name}, {nmae} and {link}', replyFields)).toBe('{nmae}')
  expect(unfilledField('At {time}: {link}', ['link'])).toBe('{time}')
  expect(unfilledField('{ a: 1 } and {link}', ['link'])).toBeNull()
})
