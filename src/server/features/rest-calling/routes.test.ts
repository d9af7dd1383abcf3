import { afterAll, describe, expect, it } from 'vitest'
import { key, type Mount, notesForTest, restForTest } from '#server/lib/rest/testing.ts'
import { testEach } from '#shared/lib/testing.ts'
import { callingRoutes } from './routes.ts'
import { SharedResponses } from './shared-responses.ts'

const mount: Mount = (app, context) => callingRoutes(app, context, { over: () => {} })
const room = await notesForTest(mount)
afterAll(() => room.close())

const post = (path: string, body?: unknown, headers: object = {}) =>
  room.ask('POST', `rpc/${path}`, { ...(body !== undefined && { body }), ...headers })
const get = (path: string, headers: object = {}) => room.ask('GET', `rpc/${path}`, { ...headers })

describe('a function call', () => {
  it(
    'can return every kind of value',
    testEach(
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

  it('returns rows, and applies filters, order, ranges and counts to them', async () => {
    const answer = await post('own_notes?select=id&id=gt.1&order=id.desc&limit=1', {}, { prefer: 'count=exact' })
    expect([answer.status, answer.headers['content-range'], answer.json()]).toEqual([206, '0-0/2', [{ id: 3 }]])
    const ranged = await post('own_notes?select=id&order=id', {}, { range: '1-1' })
    expect([ranged.headers['content-range'], ranged.json()]).toEqual(['1-1/*', [{ id: 2 }]])
    const tagged = await post('tagged', { filter: { city: { name: 'Rome' } } })
    expect(tagged.json()).toEqual([{ title: 'beta, "quoted"' }])
    const one = await post('own_notes?select=id&id=eq.2', {}, { accept: 'application/vnd.pgrst.object+json' })
    expect(one.json()).toEqual({ id: 2 })
    const many = await post('own_notes', {}, { accept: 'application/vnd.pgrst.object+json' })
    expect([many.status, many.code]).toEqual([406, 'PGRST116'])
  })

  it('returns an object or null, instead of an array, if the function returns a single row', async () => {
    const answer = await post('note?select=id,title&limit=1', { wanted: 1 })
    expect(answer.json()).toEqual({ id: 1, title: 'alpha' })
    expect((await post('note?title=eq.beta', { wanted: 1 })).text).toBe('null')
    // The row belongs to another user, and the function runs with the caller's rights.
    expect((await post('note?select=id', { wanted: 4 })).json()).toEqual({ id: null })
  })

  it('returns 204 if the function returns nothing or the client sends return=minimal', async () => {
    const answer = await post('note_down', { words: 'by a call' })
    expect([answer.status, answer.text]).toEqual([204, ''])
    expect(await room.asOwner(`delete from notes where title = 'by a call' returning 1 as gone`)).toEqual([{ gone: 1 }])
    const minimal = await post('own_notes', {}, { prefer: 'return=minimal, count=exact' })
    expect([minimal.status, minimal.text, minimal.headers['content-range']]).toEqual([204, '', '0-2/3'])
  })

  it(
    'is rejected if it is malformed or not allowed',
    testEach(
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
        ['add?select=title', { a: 1 }, 400, '42703'],
        ['add?order=title', { a: 1 }, 400, '42703'],
        ['add?offset=1&limit=2', { a: 1 }, 400, 'PGRST100'],
        ['closed', {}, 403, '42501'],
      ],
      async (path, body, status, code) => {
        const answer = await post(path, body)
        expect([answer.status, answer.code]).toEqual([status, code])
      },
    ),
  )

  it(
    'returns the status that corresponds to the error code that the function raises',
    testEach(
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

  it('is rejected without a token', async () => {
    const answer = await post('add', { a: 1 }, { token: key })
    expect([answer.status, answer.code]).toEqual([401, '42501'])
  })
})

describe('a function call with a method other than POST', () => {
  it.each([
    ['add?a=2&b=3', '5'],
    ['level', '"aal1"'],
    ['pair?items={x,y}', '{"first":"x","amount":2}'],
    ['either?b=eq.1', '"text"'],
    ['evens?until=5&limit=1&offset=1', '[4]'],
    ['own_notes?select=id&id=lt.3&order=id.desc', '[{"id":2},{"id":1}]'],
    ['own_notes?select=id&data->city->>name=eq.Rome', '[{"id":2}]'],
    ['tagged?filter={"city":{"name":"Rome"}}&title=like.beta*', '[{"title":"beta, \\"quoted\\""}]'],
  ])('responds to GET %s with the function’s result', async (path, text) => {
    const answer = await get(encodeURI(path))
    expect([answer.status, answer.text]).toEqual([200, text])
  })

  it(
    'is rejected if its arguments are invalid or the function would change data',
    testEach(
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

  it('is rejected if the method is PUT, PATCH or DELETE', async () => {
    for (const method of ['PUT', 'PATCH', 'DELETE'] as const) {
      expect(await room.ask(method, 'rpc/level')).toMatchObject({ status: 405, code: 'PGRST101' })
    }
  })
})

it('computes a shared response once for many requests, and computes it again only after it expires', async () => {
  let [now, times] = [0, 0]
  const answers = new SharedResponses<number>(() => now)
  const get = () => answers.get('calls', 60, async () => ++times)
  expect(new Set(await Promise.all(Array.from({ length: 100 }, get)))).toEqual(new Set([1]))
  now = 59_999
  expect(await get()).toBe(1)
  now = 60_000
  expect([await get(), await get()]).toEqual([2, 2])
})

describe('remaining_calls_this_week', async () => {
  let now = Date.now()
  const room = await restForTest(mount, () => now)
  afterAll(() => room.close())

  const path = '/rest/v1/rpc/remaining_calls_this_week'
  const ask = (headers: object = {}, query = '') =>
    room.send({ method: 'GET', url: path + query, headers: { apikey: key, ...headers } })
  const capacity = (calls: number) => room.asOwner('update desk_settings set weekly_capacity = $1', [calls])

  it('responds to GET and POST from visitors, and lets caches store the response to GET for a minute', async () => {
    // The result depends on the current day, so it is compared with a result from the same moment.
    const said = (await room.asOwner<{ calls: object }>('select remaining_calls_this_week() as calls'))[0]?.calls
    expect(said).toMatchObject({ capacity: 5, taken: 0 })
    const answer = await ask()
    expect([answer.statusCode, answer.json(), answer.headers['cache-control']]).toEqual([
      200,
      said,
      'public, max-age=60',
    ])
    const posted = await room.post('rpc/remaining_calls_this_week', {})
    expect([posted.json(), posted.headers['cache-control']]).toEqual([said, 'no-store'])
    // A cached response would repeat the sender's release name, even if the sender was an older server.
    expect([answer.headers['x-release'], posted.headers['x-release']]).toEqual([undefined, expect.any(String)])
    const token = await room.token(crypto.randomUUID())
    const own = await ask({ authorization: `Bearer ${token}` })
    expect([own.json(), own.headers['cache-control']]).toEqual([said, 'no-store'])
  })

  it('is computed at most once a minute for visitors, and on every request for signed-in users', async () => {
    await capacity(7)
    expect((await ask()).json()).toMatchObject({ capacity: 5 })
    expect((await room.post('rpc/remaining_calls_this_week', {})).json()).toMatchObject({ capacity: 5 })
    const authorization = `Bearer ${await room.token(crypto.randomUUID())}`
    expect((await ask({ authorization })).json()).toMatchObject({ capacity: 7 })
    now += 60_000
    expect((await ask()).json()).toMatchObject({ capacity: 7 })
  })

  it('does not cache failures, and tells clients not to cache them', async () => {
    now += 60_000
    await room.asOwner('revoke execute on function remaining_calls_this_week() from anon')
    const refused = await ask()
    expect([refused.statusCode, refused.headers['cache-control']]).toEqual([401, 'no-store'])
    await room.asOwner('grant execute on function remaining_calls_this_week() to anon')
    expect((await ask()).statusCode).toBe(200)
  })

  it('rejects arguments', async () => {
    const answer = await ask({}, '?capacity=9')
    expect([answer.statusCode, answer.headers['cache-control']]).toEqual([404, 'no-store'])
  })
})
