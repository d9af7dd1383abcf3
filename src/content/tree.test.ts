import { afterEach, describe, expect, it } from 'vitest'
import { applyEdits, editableLeaves, editableList, isEdited, registerTexts, registerValues, sentence } from './tree.ts'

const facts = registerTexts('treeFacts', { city: 'Cape Town', nickname: '{city}' })
registerValues(() => ({ city: facts.city }))
const texts = registerTexts('treeTexts', {
  title: 'Written in {city}',
  id: 'title',
  kind: 'A kind with words',
  figure: '{city}',
  deep: { lines: ['first', 'second'] },
  hello: sentence('Hello {name} from {city}, in {place}', 'name', 'place', 'more'),
  people: editableList<{ name: string; isHidden?: boolean }>([{ name: 'Ada in {city}' }, { name: 'Ben' }]),
})
const names = () => texts.people.map(({ name }) => name)

afterEach(() => applyEdits({}))

describe('a text', () => {
  it('contains shared values, and the values of its caller', () => {
    expect(texts.title).toBe('Written in Cape Town')
    expect(texts.hello('Ada', '{city}', '')).toBe('Hello Ada from Cape Town, in {city}')
  })

  it('changes with its edit, and with a value that it contains', () => {
    applyEdits({ 'treeFacts.city': 'Auckland', 'treeTexts.deep.lines.1': 'near {city}', 'treeTexts.hello': '{name}!' })
    expect(facts.nickname).toBe('Auckland')
    expect(texts.title).toBe('Written in Auckland')
    expect(texts.deep.lines).toEqual(['first', 'near Auckland'])
    expect(texts.hello('Ada', '', '')).toBe('Ada!')
    applyEdits({})
    expect(texts.deep.lines).toEqual(['first', 'second'])
    expect(texts.hello('Ada', 'town', '')).toBe('Hello Ada from Cape Town, in town')
  })

  it('ignores an edit of a code, of another type, or of an unknown path', () => {
    applyEdits({ 'treeTexts.id': 'other', 'treeTexts.title': 5, 'treeTexts.people': 'Ada', 'treeTexts.gone': 'text' })
    expect(texts).toMatchObject({ id: 'title', title: 'Written in Cape Town' })
    expect(names()).toEqual(['Ada in Cape Town', 'Ben'])
  })
})

it('replaces the entries of a list in place, and leaves out hidden entries', () => {
  const { people } = texts
  applyEdits({ 'treeTexts.people': [{ name: 'Zoe of {city}' }, { name: 'Ben', isHidden: true }] })
  expect(texts.people).toBe(people)
  expect(names()).toEqual(['Zoe of Cape Town'])
  expect(isEdited('treeTexts.people')).toBe(true)
})

it('offers words for editing, but neither codes nor texts that are only a value', () => {
  const paths = editableLeaves().map(({ path }) => path)
  expect(paths.filter((path) => path.startsWith('treeTexts.')).map((path) => path.slice(10))).toEqual([
    'title',
    'kind',
    'deep.lines.0',
    'deep.lines.1',
    'hello',
    'people',
  ])
  expect(editableLeaves().find(({ path }) => path === 'treeTexts.hello')?.names).toEqual(['name', 'place'])
})
