import { afterAll, describe, expect, it } from 'vitest'
import { type Mount, notesForTest } from '#server/lib/rest/testing.ts'
import { testEach } from '#shared/lib/testing.ts'
import { readingRoutes } from './routes.ts'

const mount: Mount = (app, context) => readingRoutes(app, context)
const room = await notesForTest(mount)
afterAll(() => room.close())
await room.asOwner(`
  create table public.many as select generate_series(1, 2500) as id;
  grant select on public.many to authenticated;
  create table public.seats (hall text primary key, name text, secret text);
  insert into public.seats values ('a', 'n', 's');
  grant select (hall, name) on public.seats to authenticated;
  create sequence public.ticks;
  create view public.ticking as select nextval('public.ticks') as tick;
  grant usage on sequence public.ticks to authenticated;
  grant select on public.ticking to authenticated`)

const get = (query: string, headers: object = {}) => room.ask('GET', `notes?${query}`, { ...headers })

it(
  'applies each filter of a REST query as PostgREST does',
  testEach(
    [
      ['title=eq.alpha', ['alpha']],
      ['title=eq.beta, "quoted"', ['beta']],
      ['title=neq.alpha', ['beta', 'gamma']],
      ['score=gt.1.5', ['beta']],
      ['score=gte.1.5', ['alpha', 'beta']],
      ['score=lt.2', ['alpha']],
      ['score=lte.2&score=gt.1', ['alpha', 'beta']],
      ['score=isdistinct.2', ['alpha', 'gamma']],
      ['title=like.*a', ['alpha']],
      ['title=like.%25a', ['alpha']],
      ['title=ilike.ALPHA', ['alpha']],
      ['title=like(any).{al*,ga*}', ['alpha', 'gamma']],
      ['title=ilike(all).{*A*,*L*}', ['alpha']],
      ['title=match.^[ab]', ['alpha', 'beta']],
      ['title=imatch.^A', ['alpha']],
      ['id=eq(any).{1,3}', ['alpha', 'gamma']],
      ['title=in.(alpha,"beta, \\"quoted\\"")', ['alpha', 'beta']],
      ['id=in.()', []],
      ['data->city->>name=in.()', []],
      ['id=not.in.(1,2)', ['gamma']],
      ['score=is.null', ['gamma']],
      ['score=is.not_null', ['alpha', 'beta']],
      ['score=not.is.null', ['alpha', 'beta']],
      ['"odd \\"name"=is.true', ['alpha']],
      ['"odd \\"name"=is.false', ['beta']],
      ['"odd \\"name"=is.unknown', ['gamma']],
      ['tags=cs.{red}', ['alpha']],
      ['data=cs.{"city":{"name":"Rome"}}', ['beta']],
      ['tags=cd.{blue,green}', ['beta', 'gamma']],
      ['tags=ov.{red,green}', ['alpha']],
      ['data->city->>name=eq.Paris', ['alpha']],
      ['data->list->-1=eq.20', ['alpha']],
      ['tags->>0=eq.red', ['alpha']],
      ['title=fts.alpha', ['alpha']],
      ['title=fts(english).quote', ['beta']],
      ['title=plfts.gamma', ['gamma']],
      ['title=phfts(simple).gamma', ['gamma']],
      ['title=not.wfts.alpha or gamma', ['beta']],
      ['or=(id.eq.1,id.eq.3)', ['alpha', 'gamma']],
      ['or=(id.eq.1,and(score.gt.1,score.lt.3,tags.cs.{blue}))', ['alpha', 'beta']],
      ['not.or=(id.eq.1,id.eq.3)', ['beta']],
      ['and=(id.gt.1,not.and(id.eq.2,score.eq.2))', ['gamma']],
      ['or=(id.not.in.(1,2),title.eq."alpha")', ['alpha', 'gamma']],
      ['or=(title.eq."beta, \\"quoted\\"",title.like.*(2*)', ['beta', 'gamma']],
      ['or=(data->city->>name.eq.Rome,title.ilike.GAMMA*)', ['beta', 'gamma']],
    ],
    async (query, titles) => {
      const pairs = query.split('&').map((part) => {
        const [name = '', ...value] = part.split('=')
        return `${encodeURIComponent(name)}=${encodeURIComponent(value.join('=').replace('%25', '%'))}`
      })
      const answer = await get(`select=title&order=id&${pairs.join('&')}`)
      expect(answer.status, answer.text).toBe(200)
      expect((answer.json() as { title: string }[]).map(({ title }) => title.split(/[ ,]/)[0])).toEqual(titles)
    },
  ),
)

it(
  '[H5] rejects unsupported query strings with the same error codes as PostgREST, and reveals no values from rows',
  testEach(
    [
      ['id=1', 400, 'PGRST100'],
      ['id=eq', 400, 'PGRST100'],
      ['id=equals.1', 400, 'PGRST100'],
      ['id=constructor.1', 400, 'PGRST100'],
      ['span=adj.[5,6)', 400, 'PGRST100'],
      ['id=in.1', 400, 'PGRST100'],
      ['id=in.(1', 400, 'PGRST100'],
      ['id=is.1', 400, 'PGRST100'],
      ['id=neq(any).{1}', 400, 'PGRST100'],
      ['id=eq(any).1', 400, 'PGRST100'],
      ['or=(id.eq.1', 400, 'PGRST100'],
      ['or=()', 400, 'PGRST100'],
      ['or=id.eq.1', 400, 'PGRST100'],
      ['id=eq.one', 400, '22P02'],
      ['id=eq.99999999999', 400, '22003'],
      ['title=match.(', 400, '2201B'],
      ['tags=eq.{{{{{{{{', 400, '22P02'],
      ['title=fts(klingon).a', 400, '42704'],
      ['nickname=eq.1', 400, '42703'],
      ['id=like.1*', 404, '42883'],
      ['select=nickname', 400, '42703'],
      ['select=', 400, 'PGRST100'],
      ['select=id,,title', 400, 'PGRST100'],
      ['select=...title', 400, 'PGRST100'],
      ['select=id::regclass', 400, 'PGRST100'],
      ['select=title::integer', 400, '22P02'],
      ['order=nickname', 400, '42703'],
      ['order=id.up', 400, 'PGRST100'],
      ['limit=x', 400, 'PGRST100'],
      ['limit=-1', 416, 'PGRST103'],
      ['select=id&select=title', 400, 'PGRST100'],
      // These requests would embed rows from other tables or compute aggregates; neither is supported.
      ['select=*,who:people!owner(name)', 400, 'PGRST200'],
      ['people.name=eq.Ada', 400, 'PGRST108'],
      ['people.limit=1', 400, 'PGRST108'],
      ['order=people(name)', 400, 'PGRST108'],
      ['select=title,many:count()', 400, 'PGRST123'],
      ['select=mean:score::numeric.avg()::text', 400, 'PGRST123'],
    ],
    async (query, status, code) => {
      const answer = await get(query)
      expect([answer.status, answer.code]).toEqual([status, code])
      expect(Object.keys(answer.json() as object)).toEqual(['code', 'message', 'details', 'hint'])
      expect(answer.text).not.toContain('alpha')
    },
  ),
)

it(
  'limits each part of a REST query that can be repeated or nested',
  testEach(
    [
      ['filters', Array.from({ length: 101 }, () => 'id=gt.0').join('&')],
      ['levels', `or=${'(and'.repeat(9)}(id.eq.1)${')'.repeat(9)}`],
      ['values in a list', `id=in.(${Array.from({ length: 1001 }, () => 1).join()})`],
      ['arrows', `data${'->a'.repeat(17)}=eq.1`],
      ['columns', `select=${Array.from({ length: 201 }, () => 'id').join()}`],
      ['order', `order=${Array.from({ length: 21 }, () => 'id').join()}`],
      ['brackets', `data=eq.${'['.repeat(7000)}`],
      ['brackets in a list', `data=in.(${'['.repeat(7000)})`],
      ['negations', `title=fts.${'!'.repeat(40)}a`],
      ['a regular expression', `title=match.${'(a|b)*'.repeat(1500)}`],
      ['a reference to a group', `title=match(any).${encodeURIComponent('{(.*)\\\\1}')}`],
      ['dashes', `title=wfts.${'-'.repeat(40)}a`],
    ],
    async (_, query) => {
      expect(await get(query)).toMatchObject({ status: 400, code: 'PGRST100' })
    },
  ),
)

describe('a read request', () => {
  it('returns only rows that the policies allow', async () => {
    const theirs = await room.ask('GET', 'notes?select=title,owner', { token: room.tokens.bob })
    expect(theirs.json()).toEqual([{ title: 'delta', owner: room.people.bob }])
    const service = await room.token('service', { role: 'service_role' })
    expect((await room.ask('GET', 'notes?select=id', { token: service })).json()).toHaveLength(4)
    expect(await room.ask('GET', 'titles?id=eq.4')).toMatchObject({ status: 200, text: '[]' })
  })

  it('returns 401 to anonymous callers, and 403 to signed-in users, if the database denies access', async () => {
    const stranger = await room.send({ url: '/rest/v1/notes', headers: { apikey: 'sb_publishable_test' } })
    expect([stranger.statusCode, stranger.headers['www-authenticate'], stranger.json()]).toEqual([
      401,
      'Bearer',
      { code: '42501', message: 'permission denied for table notes', details: null, hint: null },
    ])
    const known = await room.ask('GET', 'interaction_days')
    expect([known.status, known.code, known.headers['www-authenticate']]).toEqual([403, '42501', undefined])
  })

  it('requires the SELECT privilege only on the columns that it names', async () => {
    const seats = async (query: string) => (await room.ask('GET', `seats?${query}`)).status
    expect([await seats('select=name&hall=eq.a&order=hall'), await seats('select=*')]).toEqual([200, 403])
    expect([await seats('select=name&secret=eq.s'), await seats('select=name&order=secret')]).toEqual([403, 403])
  })

  it('cannot write, even through a view', async () => {
    expect(await room.ask('GET', 'ticking')).toMatchObject({ status: 405, code: '25006' })
    expect(await room.asOwner('select is_called from public.ticks')).toEqual([{ is_called: false }])
  })
})

describe('the reading route', () => {
  it('returns the requested columns under the requested names and with the requested types', async () => {
    const select =
      'select=number:id,score::text,place:data->city->>name,data->list,data->list->0::text,first:data->list->0,"odd \\"name"'
    const answer = await get(`${encodeURI(select)}&id=eq.1`)
    expect(answer.json()).toEqual([
      { number: 1, score: '1.5', place: 'Paris', list: '10', first: 10, 'odd "name': true },
    ])
    expect(answer.text).toContain('"list":[10, 20],"list":"10","first":10')
    const all = (await get('id=eq.3')).json() as object[]
    expect(Object.keys(all[0] ?? {}).join()).toBe('id,owner,title,tags,data,score,at,span,odd "name')
  })

  it('[V4] treats a hostile column alias only as a name, never as SQL', async () => {
    const name = `"'; drop table notes; --"`
    const answer = await get(`select=${encodeURIComponent(`${name}:id`)}&id=eq.1`)
    expect([answer.status, answer.json()]).toEqual([200, [{ [name.slice(1, -1)]: 1 }]])
  })

  it('returns rows in the requested order', async () => {
    const ids = async (order: string) =>
      ((await get(`select=id&order=${order}`)).json() as { id: number }[]).map(({ id }) => id)
    expect(await ids('id.desc')).toEqual([3, 2, 1])
    expect(await ids('score.desc')).toEqual([3, 2, 1])
    expect(await ids('score.desc.nullslast')).toEqual([2, 1, 3])
    expect(await ids('score.nullsfirst,id')).toEqual([3, 1, 2])
    expect(await ids('data->city->>name.desc.nullslast')).toEqual([2, 1, 3])
  })

  const count = { prefer: 'count=exact' }
  it(
    'returns the requested range of rows and the requested count',
    testEach(
      [
        ['', {}, 200, '0-2/*', 3],
        ['limit=2&offset=1', {}, 200, '1-2/*', 2],
        ['', { range: '1-1', 'range-unit': 'items' }, 200, '1-1/*', 1],
        ['', { range: '1-' }, 200, '1-2/*', 2],
        ['limit=1', { range: '1-2' }, 200, '*/*', 0],
        ['id=eq.9', {}, 200, '*/*', 0],
        ['', count, 200, '0-2/3', 3],
        ['limit=2', count, 206, '0-1/3', 2],
        ['offset=2&id=gt.0', count, 206, '2-2/3', 1],
        ['id=eq.9', count, 200, '*/0', 0],
        ['limit=0', count, 206, '*/3', 0],
      ],
      async (query, headers, status, range, length) => {
        const answer = await get(`select=id&order=id&${query}`, headers)
        expect([answer.status, answer.headers['content-range']]).toEqual([status, range])
        expect(answer.json()).toHaveLength(length)
        expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
      },
    ),
  )

  it('returns 416 if the requested range is invalid or starts beyond the last row', async () => {
    expect(await get('offset=4', count)).toMatchObject({ status: 416, code: 'PGRST103' })
    expect(await get('', { range: '5-2' })).toMatchObject({ status: 416, code: 'PGRST103' })
  })

  it('returns at most a thousand rows', async () => {
    const answer = await room.ask('GET', 'many?limit=5000&order=id', count)
    expect([answer.status, answer.headers['content-range']]).toEqual([206, '0-999/2500'])
    expect(answer.json()).toHaveLength(1000)
  })

  it('returns a single object if the client requests one, and returns an error if the query does not match exactly one row', async () => {
    const accept = 'application/vnd.pgrst.object+json'
    const one = await get('select=id&id=eq.1', { accept })
    expect([one.status, one.text, one.headers['content-type']]).toEqual([200, '{"id":1}', `${accept}; charset=utf-8`])
    for (const [query, rows] of Object.entries({ 'id=eq.9': 0, 'id=in.(1,2)': 2 })) {
      const answer = await get(query, { accept })
      expect([answer.status, answer.json()]).toMatchObject([
        406,
        { code: 'PGRST116', details: `The result contains ${rows} rows` },
      ])
    }
  })

  it('sends no body in response to HEAD', async () => {
    const answer = await room.ask('HEAD', 'notes?limit=1', count)
    expect([answer.status, answer.headers['content-range'], answer.text]).toEqual([206, '0-0/3', ''])
  })
})
