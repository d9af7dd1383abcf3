import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { checkText, phrases } from './check-english.ts'
import { readTexts, type TextKind } from './texts.ts'

/**
 * For each pattern, in the order of `phrases`: a kind, an example that it finds, and an example that it must not find.
 */
const samples: readonly [kind: TextKind, odd: string, plain: string][] = [
  ['comment', `Tells ${'who'}ever asks`, 'Tells anyone who asks'],
  ['title', `is open to ${'who'} knows the link`, 'shows who confirmed the call'],
  ['log', `retry ${'any'} more`, 'no longer retried'],
  ['string', `This ${'is no'} address.`, 'There is no address.'],
  ['document', `The key ${'stands'} in the file.`, 'The key is in the file.'],
  ['string', `The visitor ${'is told'}.`, 'The two are told apart by their ids.'],
  ['comment', `A key of ${'its own'}`, 'Its own key'],
  ['string', `Reloads ${'by'} itself.`, 'Reloads automatically.'],
  ['string', `What ${'came'} of the call`, 'What came first'],
  ['error', `${'mend'} the form`, 'mention the form'],
  ['string', `${'E-mail'} address`, 'Email address'],
  ['title', `offers ${'free'} times`, 'offers available times'],
  ['string', `The list ${'did not'} arrive`, 'The list could not be loaded'],
  ['string', `${'Not'} now`, 'Cancel'],
  ['comment', `${'Of'} a call: its start`, 'The start of a call'],
  ['title', `${'that'} a row is stored`, 'stores a row'],
  ['log', `${'the'} lease was lost`, 'outbox lease lost'],
]

describe('the English patterns', () => {
  it.each(phrases.map((phrase, index) => [phrase[2], index] as const))(
    'match their wrong samples but not their correct samples: %s',
    (write, index) => {
      const [kind, odd, plain] = samples[index] ?? ['comment', '', '']
      expect(checkText({ kind, text: odd })).toEqual([write])
      expect(checkText({ kind, text: plain })).toEqual([])
    },
  )

  it('each have one pair of samples', () => {
    expect(samples).toHaveLength(phrases.length)
  })
})

describe('the texts extracted from a file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'english-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  const read = (name: string, source: string) => {
    writeFileSync(join(folder, name), source)
    return readTexts(folder, name).map(({ kind, line, text }) => `${kind} ${line}: ${text.trim()}`)
  }

  it('include comments, strings, elements, errors, log messages and types', () => {
    const source = [
      '// One comment',
      '// on two lines',
      "import { x } from '#not/a text.ts'",
      'interface Shape { kind: "one" }',
      "log.info({ x }, 'row stored twice')",
      "throw new Error('row is missing')",
      'const view = <p title="A short title">Hello dear visitor {x}</p>',
      "const style = 'a { color: red }'",
    ].join('\n')
    expect(read('some.tsx', source)).toEqual([
      'comment 1: One comment on two lines',
      'type 4: Shape',
      'log 5: row stored twice',
      'error 6: row is missing',
      'string 7: A short title',
      'string 7: Hello dear visitor',
    ])
  })

  it('include the titles of a test, but not its strings', () => {
    const source = "describe('rows', () => { it.each([1])('stores %s', () => expect('some odd text').toBe(1)) })"
    expect(read('some.test.ts', source)).toEqual(['subject 1: rows', 'title 1: stores %s'])
  })

  it('include comments and error messages from SQL files, and text outside code from Markdown files', () => {
    expect(read('some.sql', "-- A row\nperform private.refuse('x', 'Choose another time.');")).toEqual([
      'comment 1: A row',
      'string 2: Choose another time.',
    ])
    expect(read('some.md', 'Read `whoever` twice.\n```\nwhoever\n```')).toEqual(['document 1: Read ` twice.'])
  })
})
