import fc from 'fast-check'
import { safeParse } from 'valibot'
import { expect, it } from 'vitest'
import { propertyRuns } from '#shared/lib/testing.ts'
import { interactionSchema, parseValidInteraction } from './interaction.ts'
import { interactionTypes } from './interaction-data.ts'

/** Values that are not quite valid: empty, too long, malformed, or impossible to store. */
const almostValid = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    '',
    ' \u2003',
    0,
    true,
    [],
    {},
    'a\u0000b',
    '\ud800',
    '{}',
    '019A0000-0000-7000-8000-00000000000G',
    '019a0000-0000-7000-8000-0000000000001',
    '019a000000007000800000000000000001',
    '{019a0000-0000-7000-8000-000000000001}',
    ' 019a0000-0000-7000-8000-000000000001',
    '019a0000-0000-7000-8000-000000000001\n',
    '\u212a19a0000-0000-7000-8000-000000000001',
    '\u066019a0000-0000-7000-8000-00000000001',
    'page_view ',
    'toString',
  ),
  fc.jsonValue(),
  fc.string({ unit: 'binary' }),
)

const around = (longest: number) =>
  fc
    .record({
      length: fc.integer({ min: longest - 3, max: longest + 3 }),
      unit: fc.constantFrom('x', '\u20ac', '\u{1f600}', ' '),
      tail: fc.constantFrom('', ' ', '\t', '\ufeff'),
    })
    .map(({ length, unit, tail }) => `${unit.repeat(length).slice(0, length)}${tail}`)

const nested = fc
  .integer({ min: 6, max: 11 })
  .map((levels) => JSON.parse(`${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`) as unknown)

const data = fc.oneof(
  fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue({ stringUnit: 'binary' }), { maxKeys: 6 }),
  nested,
  nested.map((value) => ({ list: [[value]] })),
  fc
    .record({ length: fc.integer({ min: 8170, max: 8200 }), unit: fc.constantFrom('x', '\\', '"', '\u0001') })
    .map(({ length, unit }) => ({ a: unit.repeat(length / JSON.stringify(unit).slice(1, -1).length) })),
  around(2722).map((a) => ({ a })),
  fc.constantFrom({ a: '\\u0000' }, { a: '\\\u0000' }, { '\ud800': 1 }, { a: '\\ud800' }, { a: '\udfff' }),
)

const text = (longest: number) => fc.oneof(fc.webUrl(), fc.string({ unit: 'grapheme' }), around(longest), almostValid)

const row = fc.record(
  {
    id: fc.oneof(
      { weight: 4, arbitrary: fc.uuid() },
      fc.uuid().map((id) => id.toUpperCase()),
      almostValid,
    ),
    session_id: fc.oneof({ weight: 8, arbitrary: fc.uuid() }, almostValid),
    event_type: fc.oneof({ weight: 8, arbitrary: fc.constantFrom<unknown>(...interactionTypes) }, almostValid),
    event_data: fc.oneof({ weight: 3, arbitrary: data }, almostValid),
    page_url: text(2000),
    user_agent: text(512),
    referrer: text(2000),
    is_bot: fc.boolean(),
    toString: almostValid,
  },
  { requiredKeys: [] },
)

const bySchema = (value: unknown) => {
  const { success, output } = safeParse(interactionSchema, value)
  return success ? output : null
}

it('parses every interaction exactly as the schema does', () => {
  fc.assert(
    // Rows are parsed from JSON.
    fc.property(row, (made) => {
      const value = JSON.parse(JSON.stringify(made)) as Record<string, unknown>
      expect(parseValidInteraction(value)).toEqual(bySchema(value))
    }),
    propertyRuns(5000, 500),
  )
})

it('accepts an interaction of each type that the site sends', () => {
  for (const event_type of interactionTypes) {
    const value = {
      id: '019a0000-0000-7000-8000-000000000001',
      session_id: '019A0000-0000-7000-8000-0000000000AB',
      event_type,
      event_data: { view: 'home', fields: ['email'] },
      page_url: ' https://site.example/ ',
      user_agent: 'Mozilla/5.0',
      referrer: '',
    }
    expect(parseValidInteraction(value)).toEqual({
      ...value,
      event_data: '{"view":"home","fields":["email"]}',
      page_url: 'https://site.example/',
      referrer: null,
    })
    expect(bySchema(value)).toEqual(parseValidInteraction(value))
  }
})
