import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { eachOf } from '#shared/lib/testing.ts'
import type { Statement } from './bound.ts'
import { deleteStatement } from './change-queries.ts'
import { pageStatement } from './page-queries.ts'
import { readReading, readTargets } from './query-string.ts'
import { Refusal } from './refusal.ts'
import { readSpan } from './span.ts'
import type { Query, Relation } from './types.ts'

const column = (name: string, type: string, isKey = false) =>
  [name, { name, type, otherwise: null, isKey }] as const
const notes: Relation = {
  name: 'notes',
  columns: new Map([
    column('id', 'integer', true),
    column('title', 'text'),
    column('data', 'jsonb'),
    column('odd "name', 'boolean'),
  ]),
}

const deleting = (query: Query): Statement => deleteStatement(notes, readTargets(query), null)
const reading = (query: Query): Statement =>
  pageStatement(notes, readReading(query, readSpan(query, undefined), 'rows'), false)

describe('filters become conditions with bound values', () => {
  it(
    'reads what PostgREST reads',
    eachOf(
      [
        [{ id: 'eq.1' }, '((source."id" = $1::integer))', ['1']],
        [{ id: 'in.(1,"2,3")' }, '((source."id" in ($1::integer, $2::integer)))', ['1', '2,3']],
        [{ id: 'in.()' }, '(((source."id" is null and false)))', []],
        [{ title: 'not.like.a*' }, '(not (source."title" like $1::text))', ['a%']],
        [{ title: 'is.not_null' }, '((source."title" is not null))', []],
        [{ title: 'eq(any).{a,b}' }, '((source."title" = any ($1::text[])))', ['{a,b}']],
        [
          { title: 'fts(english).cat' },
          '((to_tsvector($1::regconfig, source."title") @@ to_tsquery($1::regconfig, $2::text)))',
          ['english', 'cat'],
        ],
        [
          { 'data->a->>0': 'eq.x' },
          '((((source."data" -> $1::text) ->> $2::integer) = $3::text))',
          ['a', 0, 'x'],
        ],
        [{ '"odd \\"name"': 'is.true' }, '((source."odd ""name" is true))', []],
        [
          { id: ['gt.1', 'lt.9'] },
          '((source."id" > $1::integer) and (source."id" < $2::integer))',
          ['1', '9'],
        ],
        [
          { or: '(id.eq.1,and(title.eq.b,id.gt.2))' },
          '(((source."id" = $1::integer) or ((source."title" = $2::text) and (source."id" > $3::integer))))',
          ['1', 'b', '2'],
        ],
      ],
      (query, where, values) => {
        expect(deleting(query)).toEqual({
          text: `delete from public."notes" as source where ${where}`,
          values,
        })
      },
    ),
  )
})

it(
  'refuses the rest',
  eachOf(
    [
      [{ id: 'equals.1' }, 'PGRST100'],
      [{ id: '1' }, 'PGRST100'],
      [{ nickname: 'eq.1' }, '42703'],
      [{ 'people.name': 'eq.a' }, 'PGRST108'],
      [{ or: '(id.eq.1' }, 'PGRST100'],
      [{ title: `eq.${'('.repeat(101)}` }, 'PGRST100'],
      [{ limit: '-1' }, 'PGRST103'],
      [{ select: 'id::money' }, 'PGRST100'],
      [{ select: 'id.sum()' }, 'PGRST123'],
      [{ order: 'id,id', select: ['id', 'id'] }, 'PGRST100'],
    ],
    (query, code) => {
      expect(() => reading(query)).toThrow(
        expect.objectContaining({ body: expect.objectContaining({ code }) }),
      )
    },
  ),
)

/** Signs that end a text, a name or a statement, the words of a statement, and anything else. */
const hostile = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.constantFrom(`'; drop table notes; --`, `" or 1=1 --`, '$1', '$$;delete', '/*', '\\"', ') or (1=1', '"'),
)
/** A word that no statement of ours contains, so that it shows if it comes from the text. */
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

it('whatever the text says, it stays out of the statement, and each value in it has its place', () => {
  let made = 0
  fc.assert(
    fc.property(fc.array(fc.tuple(name, filter), { maxLength: 3 }), shaping, (filters, shape) => {
      const query = { ...Object.fromEntries(filters.map(([key, parts]) => [key, parts.join('')])), ...shape }
      try {
        const { text, values } = reading(query)
        made += 1
        expect(text).not.toContain('canary')
        const places = new Set([...text.matchAll(/\$(\d+)/g)].map(([, number]) => Number(number)))
        expect([...places].toSorted((a, b) => a - b)).toEqual(values.map((_, index) => index + 1))
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
      }
    }),
    { numRuns: 2000 },
  )
  // The property would be empty if nearly everything were refused.
  expect(made).toBeGreaterThan(200)
})
