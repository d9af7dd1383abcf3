import { afterAll, describe, expect, it } from 'vitest'
import { notes } from '#server/lib/rest/testing.ts'
import { everyRow } from '#shared/lib/rows-testing.ts'
import { dataAppForTest } from './rest-testing.ts'

/** Every method and option that the library has for data: what it gives here, or how it is refused. */
const site = await dataAppForTest(notes)
afterAll(() => site.close())
const { client } = site.person

type Rows = ReturnType<typeof rows>
const rows = () => client.from('notes').select('id').order('id')
const tried = new Set<string>()

/** Wraps a request so that every method of it that is called is noted in `tried`. */
function noted<T extends object>(request: T): T {
  return new Proxy(request, {
    get(target, name, receiver) {
      const value: unknown = Reflect.get(target, name, target)
      if (typeof value !== 'function') return value
      tried.add(String(name))
      return (...values: unknown[]) => {
        const result: unknown = value.apply(target, values)
        return result === target ? receiver : result
      }
    },
  })
}

describe('a filter', () => {
  it('or what else follows select gives its rows', () =>
    everyRow<[string, (from: Rows) => PromiseLike<{ data: unknown; error: unknown }>, number[]]>(
      [
        ['eq', (from) => from.eq('id', 1), [1]],
        ['neq', (from) => from.neq('id', 1), [2, 3]],
        ['gt', (from) => from.gt('id', 2), [3]],
        ['gte', (from) => from.gte('id', 2), [2, 3]],
        ['lt', (from) => from.lt('id', 2), [1]],
        ['lte', (from) => from.lte('id', 2), [1, 2]],
        ['like', (from) => from.like('title', 'al%'), [1]],
        ['likeAllOf', (from) => from.likeAllOf('title', ['al%', '%ha']), [1]],
        ['likeAnyOf', (from) => from.likeAnyOf('title', ['al%', 'ga%']), [1, 3]],
        ['ilike', (from) => from.ilike('title', 'AL%'), [1]],
        ['ilikeAllOf', (from) => from.ilikeAllOf('title', ['%A%', '%L%']), [1]],
        ['ilikeAnyOf', (from) => from.ilikeAnyOf('title', ['AL%', 'GA%']), [1, 3]],
        ['regexMatch', (from) => from.regexMatch('title', '^al'), [1]],
        ['regexIMatch', (from) => from.regexIMatch('title', '^AL'), [1]],
        ['is', (from) => from.is('score', null), [3]],
        ['isDistinct', (from) => from.isDistinct('score', 2), [1, 3]],
        ['in', (from) => from.in('title', ['alpha', 'gamma (2)']), [1, 3]],
        ['in nothing', (from) => from.in('id', []), []],
        ['notIn', (from) => from.notIn('id', [1, 2]), [3]],
        ['contains', (from) => from.contains('data', { city: { name: 'Rome' } }), [2]],
        ['containedBy', (from) => from.containedBy('tags', ['blue']), [2, 3]],
        ['overlaps', (from) => from.overlaps('tags', ['red', 'green']), [1]],
        ['rangeGt', (from) => from.rangeGt('span', '[0,3)'), [2]],
        ['rangeGte', (from) => from.rangeGte('span', '[2,3)'), [2]],
        ['rangeLt', (from) => from.rangeLt('span', '[5,6)'), [1]],
        ['rangeLte', (from) => from.rangeLte('span', '[1,5)'), [1]],
        ['rangeAdjacent', (from) => from.rangeAdjacent('span', '[5,6)'), [1]],
        ['textSearch', (from) => from.textSearch('title', 'alpha | gamma'), [1, 3]],
        ['textSearch plain', (from) => from.textSearch('title', 'gamma 2', { type: 'plain' }), [3]],
        ['textSearch phrase', (from) => from.textSearch('title', 'beta quoted', { type: 'phrase' }), [2]],
        ['textSearch websearch', (from) => from.textSearch('title', 'alpha -x', { type: 'websearch' }), [1]],
        ['textSearch english', (from) => from.textSearch('title', 'quotes', { config: 'english' }), [2]],
        ['match', (from) => from.match({ title: 'alpha', score: 1.5 }), [1]],
        ['not', (from) => from.not('id', 'in', '(1,2)'), [3]],
        ['or', (from) => from.or('id.eq.1,and(score.gte.2,title.like(any).{beta*,x*})'), [1, 2]],
        ['filter', (from) => from.filter('data->city->>name', 'eq', 'Rome'), [2]],
        ['limit', (from) => from.limit(2), [1, 2]],
        ['range', (from) => from.range(1, 1), [2]],
        [
          'order',
          () => client.from('notes').select('id').order('score', { ascending: false, nullsFirst: false }),
          [2, 1, 3],
        ],
        [
          'order within JSON',
          () => client.from('notes').select('id').order('data->city->>name', { nullsFirst: true }),
          [3, 1, 2],
        ],
        ['setHeader', (from) => from.setHeader('Range', '1-1'), [2]],
        ['retry', (from) => from.retry(false), [1, 2, 3]],
        ['returns', (from) => from.returns<{ id: number }[]>(), [1, 2, 3]],
        ['overrideTypes', (from) => from.overrideTypes<{ id: number }[]>(), [1, 2, 3]],
        ['throwOnError', (from) => from.throwOnError(), [1, 2, 3]],
        ['abortSignal', (from) => from.abortSignal(new AbortController().signal), [1, 2, 3]],
      ],
      async ([, ask, ids]) => {
        const { data, error } = await ask(noted(rows()))
        expect([error, (data as { id: number }[]).map(({ id }) => id)]).toEqual([null, ids])
      },
    ))
})

it('what is no JSON and no sheet is refused', async () => {
  for (const request of [noted(rows()).geojson(), noted(rows()).explain()])
    expect((await request).error?.code).toBe('PGRST107')
})

it('rows of another table are not ordered by', async () => {
  expect((await noted(rows()).order('name', { referencedTable: 'people' })).error?.code).toBe('PGRST108')
})

describe('an answer', () => {
  it('is one object, or none', async () => {
    expect((await noted(rows()).eq('id', 1).single()).data).toEqual({ id: 1 })
    expect((await noted(rows()).eq('id', 9).maybeSingle()).data).toBeNull()
    expect((await noted(rows()).lt('id', 3).maybeSingle()).error?.code).toBe('PGRST116')
  })

  it('is a sheet', async () => {
    const { data, error } = await noted(client.from('notes').select('id, title').eq('id', 1)).csv()
    expect([error, data]).toEqual([null, 'id,title\n1,alpha'])
  })

  it('is cut short by whoever leaves, and by nobody else', async () => {
    const { error } = await rows().abortSignal(AbortSignal.abort())
    expect(error?.message).toContain('AbortError')
    await expect(client.from('nowhere').select().throwOnError()).rejects.toMatchObject({ code: 'PGRST205' })
  })
})

it('rows are written as the options say', async () => {
  const from = () => client.from('notes')
  const many = [{ title: 'one' }, { title: 'two', tags: ['x'] }]
  expect((await from().insert(many)).error?.code).toBe('23502')
  const made = await from().insert(many, { defaultToNull: false, count: 'exact' }).select('tags')
  expect([made.count, made.data]).toEqual([2, [{ tags: [] }, { tags: ['x'] }]])
  const again = { title: 'one', score: 7 }
  const ignored = { onConflict: 'title', ignoreDuplicates: true, defaultToNull: false }
  expect((await from().upsert(again, ignored).select('score')).data).toEqual([])
  const merged = await from().upsert(again, { onConflict: 'title', count: 'exact' }).select('score')
  expect([merged.status, merged.count, merged.data]).toEqual([200, 1, [{ score: 7 }]])
  const gone = await from().delete({ count: 'exact' }).in('title', ['one', 'two'])
  expect([gone.error, gone.count]).toEqual([null, 2])
})

it('nothing that the library can be asked is missing here', () => {
  const names = new Set<string>()
  for (let at: object = rows(); at !== Object.prototype; at = Object.getPrototypeOf(at) as object)
    if (!Object.hasOwn(at, 'url')) for (const name of Object.getOwnPropertyNames(at)) names.add(name)
  // Refused methods have a test of their own; `processResponse` is internal to the library.
  for (const name of ['constructor', 'select', 'rollback', 'maxAffected', 'stripNulls', 'processResponse'])
    names.delete(name)
  expect([...names].filter((name) => !tried.has(name))).toEqual([])
})
