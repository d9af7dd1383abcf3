import { afterAll, describe, expect, it } from 'vitest'
import { key } from '#server/lib/rest/testing.ts'
import { eachOf } from '#shared/lib/testing.ts'
import { notesForTest } from './testing.ts'

const room = await notesForTest()
afterAll(() => room.close())

const post = (path: string, body?: unknown, headers: object = {}) =>
  room.ask('POST', `rpc/${path}`, { ...(body !== undefined && { body }), ...headers })
const get = (path: string, headers: object = {}) => room.ask('GET', `rpc/${path}`, { ...headers })

describe('a function', () => {
  it(
    'gives every kind of value',
    eachOf(
      [
        ['a value', 'add', { a: 2, b: 3 }, '5'],
        ['a value, with a default', 'add', { a: 2 }, '3'],
        ['a value without arguments', 'level', undefined, '"aal1"'],
        ['a value without arguments, of an empty object', 'level', {}, '"aal1"'],
        ['a set of values', 'evens', { until: 7 }, '[2,4,6]'],
        ['no row of a set', 'evens', { until: 0 }, '[]'],
        ['named results', 'pair', { items: ['x', 'y'] }, '{"first":"x","amount":2}'],
        ['the one with this argument', 'either', { a: 1 }, '"number"'],
        ['the other', 'either', { b: 'x' }, '"text"'],
        ['the longer', 'twice', { a: 1, b: 1 }, '"two"'],
        ['null', 'add', { a: null }, 'null'],
      ],
      async (_, name, body, text) => {
        const answer = await post(name, body)
        expect([answer.status, answer.text]).toEqual([200, text])
        expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
      },
    ),
  )

  it('gives rows, which can be filtered, shaped, ordered and counted', async () => {
    const answer = await post(
      'own_notes?select=id&id=gt.1&order=id.desc&limit=1',
      {},
      { prefer: 'count=exact' },
    )
    expect([answer.status, answer.headers['content-range'], answer.json()]).toEqual([
      206,
      '0-0/2',
      [{ id: 3 }],
    ])
    const tagged = await post('tagged', { filter: { city: { name: 'Rome' } } })
    expect(tagged.json()).toEqual([{ title: 'beta, "quoted"' }])
    const one = await post('own_notes?select=id&id=eq.2', {}, { accept: 'application/vnd.pgrst.object+json' })
    expect(one.json()).toEqual({ id: 2 })
    const many = await post('own_notes', {}, { accept: 'application/vnd.pgrst.object+json' })
    expect([many.status, many.code]).toEqual([406, 'PGRST116'])
  })

  it('gives one object for one row', async () => {
    const answer = await post('note?select=id,title&limit=1', { wanted: 1 })
    expect(answer.json()).toEqual({ id: 1, title: 'alpha' })
    // The row of another user: the function runs with the caller's rights.
    expect((await post('note?select=id', { wanted: 4 })).json()).toEqual({ id: null })
  })

  it('gives nothing when it gives nothing', async () => {
    const answer = await post('note_down', { words: 'by a call' })
    expect([answer.status, answer.text]).toEqual([204, ''])
    expect(await room.asOwner(`delete from notes where title = 'by a call' returning 1 as gone`)).toEqual([
      { gone: 1 },
    ])
    const minimal = await post('own_notes', {}, { prefer: 'return=minimal, count=exact' })
    expect([minimal.status, minimal.text, minimal.headers['content-range']]).toEqual([204, '', '0-2/3'])
  })

  it(
    'called wrongly is refused',
    eachOf(
      [
        ['add', { a: 1, c: 2 }, 404, 'PGRST202'],
        ['add', {}, 404, 'PGRST202'],
        ['nothing', {}, 404, 'PGRST202'],
        ['session_is_live', {}, 404, 'PGRST202'],
        ['twice', { a: 1 }, 300, 'PGRST203'],
        ['add', { a: 'x' }, 400, '22P02'],
        ['add', [1], 400, 'PGRST102'],
        ['own_notes?nickname=eq.1', {}, 400, '42703'],
        ['evens?value=eq.2', { until: 3 }, 400, '42703'],
        ['closed', {}, 403, '42501'],
      ],
      async (path, body, status, code) => {
        const answer = await post(path, body)
        expect([answer.status, answer.code]).toEqual([status, code])
      },
    ),
  )

  it(
    'that raises a code is heard as its status',
    eachOf(
      [
        ['P0001', 400],
        ['22023', 400],
        ['PT418', 418],
        ['PT101', 400],
        ['42501', 403],
      ],
      async (code, status) => {
        const answer = await post('complain', { code })
        expect(answer.status).toBe(status)
        expect(answer.json()).toMatchObject({ code, message: 'no', hint: 'how' })
      },
    ),
  )

  it('is not for strangers', async () => {
    const answer = await post('add', { a: 1 }, { token: key })
    expect([answer.status, answer.code]).toEqual([401, '42501'])
  })
})

describe('by GET', () => {
  it.each([
    ['add?a=2&b=3', '5'],
    ['level', '"aal1"'],
    ['pair?items={x,y}', '{"first":"x","amount":2}'],
    ['either?b=eq.1', '"text"'],
    ['evens?until=5&limit=1&offset=1', '[4]'],
    ['own_notes?select=id&id=lt.3&order=id.desc', '[{"id":2},{"id":1}]'],
    ['own_notes?select=id&data->city->>name=eq.Rome', '[{"id":2}]'],
    ['tagged?filter={"city":{"name":"Rome"}}&title=like.beta*', '[{"title":"beta, \\"quoted\\""}]'],
  ])('%s', async (path, text) => {
    const answer = await get(encodeURI(path))
    expect([answer.status, answer.text]).toEqual([200, text])
  })

  it(
    'what is no call is refused',
    eachOf(
      [
        ['add?a=1&a=2', 400, 'PGRST100'],
        ['add?a=1&c=eq.2', 404, 'PGRST202'],
        ['twice?a=1', 300, 'PGRST203'],
        ['note_down?words=x', 405, '25006'],
        ['add?a=x', 400, '22P02'],
        ['pair?items={{{{{{{{', 400, '22P02'],
        [`tagged?filter=${'['.repeat(7000)}`, 400, 'PGRST100'],
      ],
      async (path, status, code) => {
        const answer = await get(path)
        expect([answer.status, answer.code]).toEqual([status, code])
      },
    ),
  )

  it('is the only other way', async () => {
    for (const method of ['PUT', 'PATCH', 'DELETE'] as const) {
      expect(await room.ask(method, 'rpc/level')).toMatchObject({ status: 405, code: 'PGRST101' })
    }
  })
})
