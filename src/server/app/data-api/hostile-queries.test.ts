import fc from 'fast-check'
import { afterAll, expect, it } from 'vitest'
import { propertyRuns } from '#shared/lib/testing.ts'
import { notesForTest } from './rest-testing.ts'

const room = await notesForTest()
afterAll(() => room.close())

const stored = () => room.asOwner<{ id: number }>('select * from notes where id <> 4 order by id')
const before = await stored()

/** Text that has a special meaning in SQL or in query strings, mixed with ordinary text. */
const hostile = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.constantFrom(
    ...[`'; drop table notes; --`, `" or 1=1 --`, `') or ('1'='1`, '$1', '$$;delete from notes;$$', '/*', '*/'],
    ...['id); delete from notes where (1=1', '\\', '\\"', '\u0000', '\u202e', 'Ω≈ç', '{{{{{{{{', '(((((((('],
    ...['!'.repeat(40), '-'.repeat(40), '1e999999', 'NaN', '-1', '9'.repeat(30)],
  ),
)
const column = fc.constantFrom(
  ...['id', 'title', 'tags', 'data', 'score', 'at', 'span', 'data->a', 'data->>0', '"odd \\"name"'],
)
const operator = fc.constantFrom(
  ...['eq', 'neq', 'gt', 'like', 'ilike', 'match', 'imatch', 'in', 'is', 'isdistinct', 'cs', 'cd', 'ov', 'nothing'],
  ...['fts', 'plfts', 'phfts', 'wfts', 'fts(english)', 'eq(any)', 'like(all)', 'not.eq', 'not.in'],
)
const value = fc.oneof(
  hostile,
  hostile.map((text) => `(${text})`),
  hostile.map((text) => `{${text}}`),
  hostile.map((text) => `"${text}"`),
  fc.constantFrom('1', 'null', 'true', '(1,2)', '{1,2}', '[1,2)', '{"a":1}', 'alpha'),
)
const joined = (separator: string, ...parts: fc.Arbitrary<string>[]) =>
  fc.tuple(...parts).map((texts) => texts.join(separator))
const term = joined('.', column, operator, value)
const group = fc.array(term, { maxLength: 3 }).map((terms) => `(${terms.join()})`)
const shape = fc.oneof(value, column, joined(':', column, hostile), joined('::', column, hostile))
const parameter: fc.Arbitrary<[string, string]> = fc.oneof(
  fc.tuple(column, joined('.', operator, value)),
  fc.tuple(fc.constantFrom('or', 'and', 'not.or'), group),
  fc.tuple(fc.constantFrom('select', 'order', 'limit', 'offset', 'columns', 'on_conflict'), shape),
  fc.tuple(hostile, fc.oneof(value, term)),
)
const encoded = (text: string) => encodeURIComponent(text.toWellFormed())
const query = fc
  .array(parameter, { maxLength: 4 })
  .map((parameters) => parameters.map((pair) => pair.map(encoded).join('=')).join('&'))

async function expectHandled(...request: Parameters<typeof room.ask>) {
  const { status, text } = await room.ask(...request)
  expect(status >= 200 && status < 500, `${request[1]} ${status} ${text}`).toBe(true)
  return status
}

it('[V4] serves or refuses every random read request without a server error', async () => {
  let answered = 0
  await fc.assert(
    fc.asyncProperty(query, async (text) => {
      if ((await expectHandled('GET', `notes?${text}`, { prefer: 'count=exact' })) < 300) answered += 1
    }),
    propertyRuns(1500, 300),
  )
  // The test would prove nothing if nearly everything were refused.
  expect(answered).toBeGreaterThan(50)
})

it("[V4] never changes or deletes other users' rows, whatever filters a request contains", async () => {
  await fc.assert(
    fc.asyncProperty(query, async (text) => {
      await expectHandled('PATCH', `notes?${text}`, { token: room.tokens.bob, body: { score: 1 } })
      await expectHandled('DELETE', `notes?${text}`, { token: room.tokens.bob })
    }),
    propertyRuns(500, 100),
  )
  expect(await stored()).toEqual(before)
})

it('[V4] handles random inserts, and random table and function names, without a server error', async () => {
  await fc.assert(
    fc.asyncProperty(hostile, query, fc.dictionary(hostile, fc.jsonValue()), async (name, text, body) => {
      await expectHandled('GET', `rpc/${encoded(name)}?${text}`)
      await expectHandled('GET', `rpc/own_notes?${text}`)
      await expectHandled('POST', `rpc/own_notes?${text}`, { body: {} })
      await expectHandled('POST', 'rpc/add', { body })
      await expectHandled('POST', 'notes', { body })
      await expectHandled('GET', `${encoded(name)}?${text}`)
    }),
    propertyRuns(200, 50),
  )
  expect(await stored()).toEqual(before)
})
