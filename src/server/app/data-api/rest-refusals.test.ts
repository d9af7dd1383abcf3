import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, describe, expect, it } from 'vitest'
import { notes } from '#server/lib/rest/testing.ts'
import { everyRow } from '#shared/lib/rows-testing.ts'
import { dataAppForTest } from './rest-testing.ts'

const site = await dataAppForTest(`${notes};
  create function public.same(a integer) returns text language sql as $$ select 'number' $$;
  create function public.same(a text) returns text language sql as $$ select 'text' $$;
  grant execute on function public.same(integer), public.same(text) to authenticated`)
afterAll(() => site.close())
const { client, heard } = site.person

type Refusal = readonly [status: number, code: string, message: string]
const unrelatedTo = (name: string): Refusal => [
  400,
  'PGRST200',
  `Could not find a relationship between '${name}' and 'people' in the schema cache`,
]
const unrelated = unrelatedTo('notes')
const notEmbedded: Refusal = [400, 'PGRST108', "'people' is not an embedded resource in this request"]
const aggregated: Refusal = [400, 'PGRST123', 'Use of aggregate functions is not allowed']
const hidden: Refusal = [406, 'PGRST106', 'Invalid schema: auth']
const unavailable = (type: string): Refusal => [
  406,
  'PGRST107',
  `None of these media types are available: ${type}`,
]
const plan = (format: string, options = '') =>
  unavailable(`application/vnd.pgrst.plan+${format}; for="application/json"; options=${options};`)
const unread = (what: string): Refusal => [400, 'PGRST100', `failed to parse ${what}`]
const ambiguous = (...candidates: string[]): Refusal => [
  300,
  'PGRST203',
  `Could not choose the best candidate function between: ${candidates.join(', ')}`,
]
const noColumn = (name: string): Refusal => [400, '42703', `column ${name}.title does not exist`]

const from = (c: SupabaseClient) => c.from('notes')
const read = (c: SupabaseClient, select?: string) => from(c).select(select)
const elsewhere = { referencedTable: 'people' }
const same = ambiguous('public.same(a => integer)', 'public.same(a => text)')
const twice = ambiguous('public.twice(a => integer)', 'public.twice(a => integer, b => integer)')
const unknown: Refusal = [404, 'PGRST202', 'Could not find the function public.add(a, z) in the schema cache']

type Answer = { error: { code?: string; message?: string } | null; status: number }

it('refuses what is not offered, as PostgREST says it', () =>
  everyRow<[string, (c: SupabaseClient) => PromiseLike<Answer>, Refusal]>(
    [
      ['geojson()', (c) => read(c).geojson(), unavailable('application/geo+json')],
      ['explain()', (c) => read(c).explain(), plan('text')],
      [
        'explain() as JSON',
        (c) => read(c).explain({ format: 'json', analyze: true }),
        plan('json', 'analyze'),
      ],
      [
        'csv() of rows inserted',
        (c) => from(c).insert({ title: 'x' }).select().csv(),
        unavailable('text/csv'),
      ],
      ['csv() of one value', (c) => c.rpc('level', {}, { get: true }).csv(), unavailable('text/csv')],
      ['another schema', (c) => c.schema('auth').from('users').select(), hidden],
      ['another schema to write into', (c) => c.schema('auth').from('users').insert({}), hidden],
      ['another schema to call', (c) => c.schema('auth').rpc('uid'), hidden],
      ['embedding', (c) => read(c, '*, people(name)'), unrelated],
      ['embedding by name', (c) => read(c, 'id, who:people!owner(name)'), unrelated],
      ['!inner', (c) => read(c, 'id, people!inner(name)'), unrelated],
      ['spread', (c) => read(c, 'id, ...people(name)'), unrelated],
      ['a count embedded', (c) => read(c, 'people(count)'), unrelated],
      [
        'embedding in rows changed',
        (c) => from(c).update({ score: 9 }).eq('id', 1).select('people(a)'),
        unrelated,
      ],
      [
        'embedding in rows of a function',
        (c) => c.rpc('own_notes').select('people(name)'),
        unrelatedTo('own_notes'),
      ],
      ['spread of a column', (c) => read(c, '...title'), unread('select parameter')],
      ['count()', (c) => read(c, 'count()'), aggregated],
      ['count() beside a column', (c) => read(c, 'title, many:count()'), aggregated],
      ['max() of a column called count', (c) => read(c, 'count.max()'), aggregated],
      ['sum()', (c) => read(c, 'score.sum()'), aggregated],
      ['avg() of a cast value, cast', (c) => read(c, 'mean:score::numeric.avg()::text'), aggregated],
      ['max() within JSON', (c) => read(c, 'data->list->0.max()'), aggregated],
      ['count() of what a function gives', (c) => c.rpc('own_notes').select('count()'), aggregated],
      ['order() by another table', (c) => read(c).order('name', elsewhere), notEmbedded],
      ['order() by a row of another table', (c) => read(c).order('people(name)'), notEmbedded],
      ['limit() of another table', (c) => read(c).limit(1, elsewhere), notEmbedded],
      ['range() of another table', (c) => read(c).range(0, 1, elsewhere), notEmbedded],
      ['or() of another table', (c) => read(c).or('a.eq.1', elsewhere), notEmbedded],
      ['a filter of another table', (c) => read(c).eq('people.name', 'Ada'), notEmbedded],
      ['that filter of rows removed', (c) => from(c).delete().eq('people.name', 'Ada'), notEmbedded],
      ['order() of rows inserted', (c) => from(c).insert({}).select().order('id'), unread('order parameter')],
      ['limit() of rows inserted', (c) => from(c).insert({}).select().limit(1), unread('limit parameter')],
      [
        'limit() of rows changed',
        (c) => from(c).update({ score: 9 }).gt('id', 0).limit(1),
        unread('limit parameter'),
      ],
      ['order() of rows removed', (c) => from(c).delete().gt('id', 0).order('id'), unread('order parameter')],
      ['an ambiguous call', (c) => c.rpc('same', { a: 1 }), same],
      ['an ambiguous call by GET', (c) => c.rpc('same', { a: 1 }, { get: true }), same],
      ['a call that a default makes ambiguous', (c) => c.rpc('twice', { a: 1 }), twice],
      ['an unknown argument', (c) => c.rpc('add', { a: 1, z: 2 }), unknown],
      ['a filter of one value', (c) => c.rpc('add', { a: 1 }).eq('title', 'x'), noColumn('add')],
      ['a column of one value', (c) => c.rpc('add', { a: 1 }).select('title'), noColumn('add')],
      ['an order of one value', (c) => c.rpc('add', { a: 1 }).order('title'), noColumn('add')],
      ['a page of one value', (c) => c.rpc('add', { a: 1 }).range(1, 2), unread('limit or offset parameter')],
      ['a column of bare values', (c) => c.rpc('evens', { until: 4 }).select('title'), noColumn('evens')],
      [
        'a filter of nothing',
        (c) => c.rpc('note_down', { words: 'x' }).or('and(title.eq.x)'),
        noColumn('note_down'),
      ],
    ],
    async ([, ask, refusal]) => {
      const before = await site.test.asOwner('select * from notes order by id')
      const { status, error } = await ask(client)
      expect([status, error?.code, error?.message]).toEqual(refusal)
      expect(await site.test.asOwner('select * from notes order by id')).toEqual(before)
    },
  ))

it('says where it looked for a name, and which is near', () =>
  everyRow<
    [(c: SupabaseClient) => PromiseLike<{ error: { details?: string; hint?: string } | null }>, ...string[]]
  >(
    [
      [
        (c) => c.from('note').select(),
        "Searched for the table 'public.note', but no matches were found in the schema cache.",
        "Perhaps you meant the table 'public.notes'",
      ],
      [
        (c) => c.from('bookings').insert({}),
        "Searched for the table 'public.bookings', but no matches were found in the schema cache.",
        "Perhaps you meant the table 'public.strategy_call_bookings'",
      ],
      [
        (c) => c.rpc('own_note'),
        'Searched for the function public.own_note without parameters, but no matches were found in the schema cache.',
        'Perhaps you meant to call the function public.own_notes',
      ],
      [
        (c) => c.rpc('add', { z: 1 }),
        'Searched for the function public.add with parameter z, but no matches were found in the schema cache.',
        'Perhaps you meant to call the function public.add(a, b)',
      ],
      [
        (c) => c.rpc('twice', { a: 1, c: 1 }, { get: true }),
        'Searched for the function public.twice with parameters a, c, but no matches were found in the schema cache.',
        'Perhaps you meant to call the function public.twice(a, b)',
      ],
      [
        (c) => c.rpc('zzz'),
        'Searched for the function public.zzz without parameters, but no matches were found in the schema cache.',
        'Functions are found by their name and the names of their arguments',
      ],
      [
        (c) => read(c, 'id, staff_member(id)'),
        "Searched for a relationship between 'notes' and 'staff_member' in the schema 'public', but none is offered here.",
        "Perhaps you meant 'staff_members' instead of 'staff_member'. Rows of other tables are not embedded here; ask for them in a request of their own, or by a view or function",
      ],
    ],
    async ([ask, ...said]) => {
      const { error } = await ask(client)
      expect([error?.details, error?.hint]).toEqual(said)
    },
  ))

it('says what helps against an ambiguous call', async () => {
  const { error } = await client.rpc('same', { a: 1 })
  expect(error?.hint).toBe(
    'Try renaming the parameters or the function itself in the database so function overloading can be resolved',
  )
})

it('does not describe itself', async () => {
  const { rest } = client as unknown as { rest: ReturnType<SupabaseClient['schema']> }
  const answer = await rest.getOpenApiSpec()
  expect([answer.status, answer.error?.code, answer.error?.message]).toEqual([
    404,
    'PGRST126',
    'Root endpoint metadata is disabled',
  ])
})

describe('a function', () => {
  it('that gives one row gives it if it fits, and null if not', async () => {
    const one = (wanted = 1) => client.rpc('note', { wanted }).select('id')
    expect((await one().eq('title', 'alpha').limit(1)).data).toEqual({ id: 1 })
    for (const none of [one().eq('title', 'beta'), one().limit(0), one().range(1, 1)]) {
      const { data, error } = await none
      expect([error, data]).toEqual([null, null])
    }
    expect((await one().eq('title', 'beta').single()).error?.code).toBe('PGRST116')
  })

  it('gives the rows of a Range header, by POST and by GET', async () => {
    for (const get of [false, true]) {
      const { data } = await client
        .rpc('own_notes', {}, { get })
        .select('id')
        .order('id')
        .setHeader('Range', '1-1')
      expect([data, heard.headers.get('content-range')]).toEqual([[{ id: 2 }], '1-1/*'])
    }
  })
})
