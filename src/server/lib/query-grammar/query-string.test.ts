import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Relation } from './catalog.ts'
import { pageStatement } from './queries.ts'
import { parseReadRequest, type Query, readSpan } from './query-string.ts'
import { RestRefusal } from './refusal.ts'

const column = (name: string, type: string, isKey = false) => [name, { name, type, defaultText: null, isKey }] as const
const notes: Relation = {
  name: 'notes',
  columns: new Map([
    column('id', 'integer', true),
    column('title', 'text'),
    column('data', 'jsonb'),
    column('odd "name', 'boolean'),
  ]),
}

const statementOf = (query: Query) => pageStatement(notes, parseReadRequest(query, readSpan(query, undefined)), true)

/** Characters that end a string, a name or a statement; SQL keywords; any other text. */
const hostile = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.constantFrom(`'; drop table notes; --`, `" or 1=1 --`, '$1', '$$;delete', '/*', '\\"', ') or (1=1', '"'),
)
/** A word that our statements never contain, so it can only come from the input. */
const canary = hostile.map((text) => `canary${text}canary`)
const name = fc.oneof(
  { weight: 9, arbitrary: fc.constantFrom('id', 'title', 'data->a', 'data->>a', 'or', 'and') },
  { weight: 1, arbitrary: canary },
)
const filter = fc.oneof(
  ...['eq.', 'not.like.', 'fts(simple).'].map((before) => fc.tuple(fc.constant(before), canary)),
  canary.map((text) => ['not.in.(', text, ')']),
  canary.map((text) => ['like(any).{', text, '}']),
  canary.map((text) => ['(id.eq."', text.replace(/["\\\\]/g, ''), '",title.eq.', text, ')']),
  canary.map((text) => [text]),
)
const shaping = fc.record(
  {
    select: fc.oneof(
      { weight: 3, arbitrary: fc.constant('id,title') },
      canary,
      canary.map((text) => `"${text}":id`),
      canary.map((text) => `data->"${text}"`),
    ),
    order: fc.oneof({ weight: 5, arbitrary: fc.constant('title.desc.nullslast,id') }, canary),
    limit: fc.oneof({ weight: 5, arbitrary: fc.constant('5') }, canary),
  },
  { requiredKeys: [] },
)

it('[V4] keeps hostile input out of the SQL statement, and binds each value exactly once', () => {
  let made = 0
  fc.assert(
    fc.property(fc.array(fc.tuple(name, filter), { maxLength: 3 }), shaping, (filters, shape) => {
      const query = { ...Object.fromEntries(filters.map(([key, parts]) => [key, parts.join('')])), ...shape }
      try {
        const { text, values } = statementOf(query)
        made += 1
        expect(text).not.toContain('canary')
        const places = new Set([...text.matchAll(/\$(\d+)/g)].map(([, number]) => Number(number)))
        expect([...places].toSorted((a, b) => a - b)).toEqual(values.map((_, index) => index + 1))
      } catch (error) {
        if (!(error instanceof RestRefusal)) throw error
      }
    }),
    { numRuns: 2000 },
  )
  // The test would prove nothing if nearly everything were refused.
  expect(made).toBeGreaterThan(200)
})
