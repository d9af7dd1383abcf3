import { afterAll, describe, expect, it } from 'vitest'
import { eachOf } from '#shared/lib/testing.ts'
import { notesForTest } from './testing.ts'

const room = await notesForTest()
afterAll(() => room.close())
await room.asOwner(`
  create table public.many as select generate_series(1, 2500) as id;
  grant select on public.many to authenticated;
  analyze public.many;
  create table public.seats (hall text, place int, name text, secret text, primary key (hall, place));
  insert into public.seats select 'h' || n % 3, n, 'n' || n % 7, 's' || n from generate_series(1, 100) n;
  grant select (hall, place, name) on public.seats to authenticated;
  create sequence public.ticks;
  create view public.ticking as select nextval('public.ticks') as tick;
  grant usage on sequence public.ticks to authenticated;
  grant select on public.ticking to authenticated`)

const get = (query: string, headers: object = {}) => room.ask('GET', `notes?${query}`, { ...headers })
const titles = async (query: string) => {
  const answer = await get(`select=title&order=id&${query}`)
  expect(answer.status, answer.text).toBe(200)
  return (answer.json() as { title: string }[]).map(({ title }) => title.split(/[ ,]/)[0])
}

describe('who reads', () => {
  it('sees what the policies show', async () => {
    expect(await titles('')).toEqual(['alpha', 'beta', 'gamma'])
    const theirs = await room.ask('GET', 'notes?select=title,owner', { token: room.tokens.bob })
    expect(theirs.json()).toEqual([{ title: 'delta', owner: room.people.bob }])
    const service = await room.token('service', { role: 'service_role' })
    expect((await room.ask('GET', 'notes?select=id', { token: service })).json()).toHaveLength(4)
    expect(await room.ask('GET', 'titles?id=eq.4')).toMatchObject({ status: 200, text: '[]' })
  })

  it('is refused by the database: 401 as a stranger, 403 as somebody', async () => {
    const stranger = await room.send({ url: '/rest/v1/notes', headers: { apikey: 'sb_publishable_test' } })
    expect([stranger.statusCode, stranger.headers['www-authenticate']]).toEqual([401, 'Bearer'])
    expect(stranger.json()).toEqual({
      code: '42501',
      message: 'permission denied for table notes',
      details: null,
      hint: null,
    })
    const known = await room.ask('GET', 'interaction_days')
    expect([known.status, known.code, known.headers['www-authenticate']]).toEqual([403, '42501', undefined])
  })
})

describe('filters', () => {
  it(
    'find what PostgREST’s find',
    eachOf(
      [
        ['title=eq.alpha', ['alpha']],
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
        ['title=like(all).{*a*,*l*}', ['alpha']],
        ['title=match.^[ab]', ['alpha', 'beta']],
        ['title=imatch.^A', ['alpha']],
        ['id=eq(any).{1,3}', ['alpha', 'gamma']],
        ['id=in.(1,2)', ['alpha', 'beta']],
        ['id=in.()', []],
        ['data->city->>name=in.()', []],
        ['id=not.in.()', ['alpha', 'beta', 'gamma']],
        ['title=in.(alpha,"beta, \\"quoted\\"")', ['alpha', 'beta']],
        ['title=eq.beta, "quoted"', ['beta']],
        ['id=not.in.(1,2)', ['gamma']],
        ['score=is.null', ['gamma']],
        ['score=is.not_null', ['alpha', 'beta']],
        ['score=not.is.null', ['alpha', 'beta']],
        ['"odd \\"name"=is.true', ['alpha']],
        ['"odd \\"name"=is.unknown', ['gamma']],
        ['tags=cs.{red}', ['alpha']],
        ['tags=cd.{blue,green}', ['beta', 'gamma']],
        ['tags=ov.{red,green}', ['alpha']],
        ['data=cs.{"city":{"name":"Rome"}}', ['beta']],
        ['data->city->>name=eq.Paris', ['alpha']],
        ['data->list->1=eq.20', ['alpha']],
        ['data->list->-1=eq.20', ['alpha']],
        ['tags->>0=eq.red', ['alpha']],
        ['span=cs.[2,3)', ['alpha']],
        ['span=adj.[5,6)', ['alpha']],
        ['span=sr.[0,3)', ['beta']],
        ['span=sl.[5,6)', ['alpha']],
        ['span=nxr.[0,5)', ['alpha']],
        ['span=nxl.[5,6)', ['beta']],
        ['title=fts.alpha', ['alpha']],
        ['title=fts(english).quote', ['beta']],
        ['title=plfts.gamma', ['gamma']],
        ['title=phfts(simple).gamma', ['gamma']],
        ['title=wfts.alpha or gamma', ['alpha', 'gamma']],
        ['title=not.wfts(simple).alpha', ['beta', 'gamma']],
        ['or=(id.eq.1,id.eq.3)', ['alpha', 'gamma']],
        ['or=(id.eq.1,and(score.gt.1,score.lt.3,tags.cs.{blue}))', ['alpha', 'beta']],
        ['not.or=(id.eq.1,id.eq.3)', ['beta']],
        ['and=(id.gt.1,not.and(id.eq.2,score.eq.2))', ['gamma']],
        ['or=(id.not.in.(1,2),title.eq."alpha")', ['alpha', 'gamma']],
        ['or=(title.eq."beta, \\"quoted\\"",title.like.*(2*)', ['beta', 'gamma']],
        ['or=(data->city->>name.eq.Rome,title.ilike.GAMMA*)', ['beta', 'gamma']],
      ],
      async (query, expected) => {
        const encoded = query
          .split('&')
          .map((part) => {
            const [name = '', ...value] = part.split('=')
            return `${encodeURIComponent(name)}=${encodeURIComponent(value.join('=').replace('%25', '%'))}`
          })
          .join('&')
        expect(await titles(encoded)).toEqual(expected)
      },
    ),
  )
})

describe('the answer', () => {
  it('has the columns asked for, by the names asked for, as the types asked for', async () => {
    const select =
      'select=number:id,score::text,place:data->city->>name,data->list,data->list->0::text,first:data->list->0,"odd \\"name"'
    const answer = await get(`${encodeURI(select)}&id=eq.1`)
    expect(answer.json()).toEqual([
      { number: 1, score: '1.5', place: 'Paris', list: '10', first: 10, 'odd "name': true },
    ])
    expect(answer.text).toContain('"list":[10, 20],"list":"10","first":10')
    const all = (await get('id=eq.3')).json() as object[]
    expect(Object.keys(all[0] ?? {})).toEqual([
      'id',
      'owner',
      'title',
      'tags',
      'data',
      'score',
      'at',
      'span',
      'odd "name',
    ])
  })

  it('keeps a hostile name a name', async () => {
    const name = `"'; drop table notes; --"`
    const answer = await get(`select=${encodeURIComponent(`${name}:id`)}&id=eq.1`)
    expect([answer.status, answer.json()]).toEqual([200, [{ [name.slice(1, -1)]: 1 }]])
  })

  it('is ordered', async () => {
    const ids = async (order: string) =>
      ((await get(`select=id&order=${order}`)).json() as { id: number }[]).map(({ id }) => id)
    expect(await ids('id.desc')).toEqual([3, 2, 1])
    expect(await ids('score.desc')).toEqual([3, 2, 1])
    expect(await ids('score.desc.nullslast')).toEqual([2, 1, 3])
    expect(await ids('score.nullsfirst,id')).toEqual([3, 1, 2])
    expect(await ids('data->city->>name.desc.nullslast')).toEqual([2, 1, 3])
  })

  it(
    'has the range and the count that were asked for',
    eachOf(
      [
        ['', {}, 200, '0-2/*', 3],
        ['limit=2', {}, 200, '0-1/*', 2],
        ['limit=2&offset=1', {}, 200, '1-2/*', 2],
        ['', { range: '1-1', 'range-unit': 'items' }, 200, '1-1/*', 1],
        ['', { range: '1-' }, 200, '1-2/*', 2],
        ['limit=1', { range: '1-2' }, 200, '*/*', 0],
        ['id=eq.9', {}, 200, '*/*', 0],
        ['offset=9', {}, 200, '*/*', 0],
        ['', { prefer: 'count=exact' }, 200, '0-2/3', 3],
        ['limit=2', { prefer: 'count=exact' }, 206, '0-1/3', 2],
        ['offset=2', { prefer: 'count=exact' }, 206, '2-2/3', 1],
        ['id=eq.9', { prefer: 'count=exact' }, 200, '*/0', 0],
        ['limit=0', { prefer: 'count=exact' }, 206, '*/3', 0],
      ],
      async (query, headers, status, range, length) => {
        const answer = await get(`select=id&order=id&${query}`, headers)
        expect([answer.status, answer.headers['content-range']]).toEqual([status, range])
        expect(answer.json()).toHaveLength(length)
        expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
        if ('prefer' in headers) expect(answer.headers['preference-applied']).toBe(headers.prefer)
      },
    ),
  )

  it('is the same page in the same order, whether it names the key or may not even read it', async () => {
    const page = (select: string) =>
      room.ask('GET', `seats?select=${select}&place=gt.0&order=name.desc,place&limit=3&offset=40`)
    expect((await page('secret')).status).toBe(403)
    expect((await page('*')).status).toBe(403)
    const rows = [
      { name: 'n4', place: 88, hall: 'h1' },
      { name: 'n4', place: 95, hall: 'h2' },
      { name: 'n3', place: 3, hall: 'h0' },
    ]
    expect((await page('name,place,hall')).json()).toEqual(rows)
    expect((await page('hall,place')).json()).toEqual(rows.map(({ hall, place }) => ({ hall, place })))
    expect((await page('name')).json()).toEqual(rows.map(({ name }) => ({ name })))
    await room.asOwner('revoke select (hall) on public.seats from authenticated')
    expect((await page('name,place')).json()).toEqual(rows.map(({ name, place }) => ({ name, place })))
  })

  it('to a range that cannot be is 416', async () => {
    expect(await get('offset=4', { prefer: 'count=exact' })).toMatchObject({ status: 416, code: 'PGRST103' })
    expect(await get('', { range: '5-2' })).toMatchObject({ status: 416, code: 'PGRST103' })
  })

  it('has a thousand rows at most, whatever was asked', async () => {
    const uncounted = await room.ask('GET', 'many?limit=5000&order=id')
    expect([uncounted.status, uncounted.headers['content-range']]).toEqual([200, '0-999/*'])
    expect(uncounted.json()).toHaveLength(1000)
    const counted = await room.ask('GET', 'many', { range: '0-4999', prefer: 'count=exact' })
    expect([counted.status, counted.headers['content-range']]).toEqual([206, '0-999/2500'])
  })

  it('is one object when one is wanted', async () => {
    const accept = 'application/vnd.pgrst.object+json'
    const one = await get('select=id&id=eq.1', { accept })
    expect([one.status, one.json(), one.headers['content-type']]).toEqual([
      200,
      { id: 1 },
      `${accept}; charset=utf-8`,
    ])
    for (const [query, count] of [
      ['id=eq.9', 0],
      ['id=in.(1,2)', 2],
    ] as const) {
      const answer = await get(query, { accept })
      expect([answer.status, answer.json()]).toMatchObject([
        406,
        { code: 'PGRST116', details: `The result contains ${count} rows` },
      ])
    }
  })

  it('to HEAD has no body', async () => {
    const answer = await room.ask('HEAD', 'notes?limit=1', { prefer: 'count=exact' })
    expect([answer.status, answer.headers['content-range'], answer.text]).toEqual([206, '0-0/3', ''])
  })
})

it('writes nothing, even where a view would', async () => {
  expect(await room.ask('GET', 'ticking')).toMatchObject({ status: 405, code: '25006' })
  expect(await room.asOwner('select is_called from public.ticks')).toEqual([{ is_called: false }])
})
