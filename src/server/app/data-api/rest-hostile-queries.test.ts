import fc from 'fast-check'
import { afterAll, expect, it } from 'vitest'
import { tries } from '#shared/lib/testing.ts'
import { notesForTest } from './rest-testing.ts'

const room = await notesForTest()
afterAll(() => room.close())

const stored = () => room.asOwner<{ id: number }>('select * from notes order by id')
const before = await stored()

/** Text that means something to SQL or to the grammar of the query string, and text that means nothing. */
const hostile = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.constantFrom(
    `'; drop table notes; --`,
    `" or 1=1 --`,
    `') or ('1'='1`,
    '$1',
    '$$;delete from notes;$$',
    '/*',
    '*/',
    'id); delete from notes where (1=1',
    '\\',
    '\\"',
    '\u0000',
    '\u202e',
    'Ω≈ç',
    '{{{{{{{{',
    '((((((((',
    '!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!',
    '-'.repeat(40),
    '1e999999',
    'NaN',
    '-1',
    '9'.repeat(30),
  ),
)
const column = fc.constantFrom(
  'id',
  'title',
  'tags',
  'data',
  'score',
  'at',
  'span',
  'data->a',
  'data->>0',
  '"odd \\"name"',
)
const operator = fc.constantFrom(
  ...[
    'eq',
    'neq',
    'gt',
    'like',
    'ilike',
    'match',
    'imatch',
    'in',
    'is',
    'isdistinct',
    'cs',
    'cd',
    'ov',
    'adj',
  ],
  ...['fts', 'plfts', 'phfts', 'wfts', 'fts(english)', 'eq(any)', 'like(all)', 'not.eq', 'not.in', 'nothing'],
)
const value = fc.oneof(
  hostile,
  hostile.map((text) => `(${text})`),
  hostile.map((text) => `{${text}}`),
  hostile.map((text) => `"${text}"`),
  fc.constantFrom('1', 'null', 'true', '(1,2)', '{1,2}', '[1,2)', '{"a":1}', 'alpha'),
)
const term = fc.tuple(column, operator, value).map((parts) => parts.join('.'))
const parameter: fc.Arbitrary<[string, string]> = fc.oneof(
  fc.tuple(
    column,
    fc.tuple(operator, value).map((parts) => parts.join('.')),
  ),
  fc.tuple(
    fc.constantFrom('or', 'and', 'not.or'),
    fc.array(term, { maxLength: 3 }).map((terms) => `(${terms.join()})`),
  ),
  fc.tuple(
    fc.constantFrom('select', 'order', 'limit', 'offset', 'columns', 'on_conflict'),
    fc.oneof(
      value,
      column,
      fc.tuple(column, hostile).map((parts) => parts.join(':')),
      fc.tuple(column, hostile).map((parts) => parts.join('::')),
    ),
  ),
  fc.tuple(hostile, fc.oneof(value, term)),
)
const query = fc
  .array(parameter, { maxLength: 4 })
  .map((parameters) =>
    parameters.map((pair) => pair.map((text) => encodeURIComponent(text.toWellFormed())).join('=')).join('&'),
  )

it('whatever it says, a read is answered or refused', async () => {
  let answered = 0
  await fc.assert(
    fc.asyncProperty(query, async (text) => {
      const { status, text: body } = await room.ask('GET', `notes?${text}`, { prefer: 'count=exact' })
      expect(status >= 200 && status < 500, `${status} ${body}`).toBe(true)
      if (status < 300) answered += 1
    }),
    tries(1500, 300),
  )
  // The property would be empty if hardly anything got as far as the database.
  expect(answered).toBeGreaterThan(50)
  expect(await stored()).toEqual(before)
})

it('whatever its filters, the rows of others stay as they are', async () => {
  await fc.assert(
    fc.asyncProperty(query, fc.constantFrom('PATCH', 'DELETE'), async (text, method) => {
      const asBob = { token: room.tokens.bob, ...(method === 'PATCH' && { body: { score: 1 } }) }
      const { status, text: body } = await room.ask(method as 'PATCH', `notes?${text}`, asBob)
      expect(status >= 200 && status < 500, `${status} ${body}`).toBe(true)
    }),
    tries(500, 100),
  )
  expect((await stored()).filter((row) => row.id !== 4)).toEqual(before.filter((row) => row.id !== 4))
})

it('calls and inserts of whatever name are answered or refused', async () => {
  await fc.assert(
    fc.asyncProperty(hostile, query, fc.dictionary(hostile, fc.jsonValue()), async (name, text, body) => {
      const path = encodeURIComponent(name.toWellFormed())
      for (const [method, url, sent] of [
        ['GET', `rpc/${path}?${text}`, undefined],
        ['GET', `rpc/own_notes?${text}`, undefined],
        ['POST', `rpc/own_notes?${text}`, {}],
        ['POST', 'rpc/add', body],
        ['POST', 'notes', body],
        ['GET', `${path}?${text}`, undefined],
      ] as const) {
        const answer = await room.ask(method, url, sent === undefined ? {} : { body: sent })
        expect(answer.status >= 200 && answer.status < 500, `${url} ${answer.status} ${answer.text}`).toBe(
          true,
        )
      }
    }),
    tries(200, 50),
  )
  expect((await stored()).filter((row) => row.id !== 4)).toEqual(before.filter((row) => row.id !== 4))
})
