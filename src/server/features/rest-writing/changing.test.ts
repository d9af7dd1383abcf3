import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { bob, key } from '#server/lib/rest/testing.ts'
import { eachOf } from '#shared/lib/testing.ts'
import { notesForTest } from './testing.ts'

const room = await notesForTest()
afterAll(() => room.close())

/** All rows, regardless of policies. */
const stored = () => room.asOwner<{ id: number }>('select id, title, score, owner from notes order by id')
const before = await room.asOwner('select * from notes')
beforeEach(async () => {
  await room.asOwner('delete from notes')
  await room.asOwner('insert into notes select * from json_populate_recordset(null::notes, $1)', [
    JSON.stringify(before),
  ])
})

describe('PATCH', () => {
  it('changes the rows that the filters name and the policies allow', async () => {
    const answer = await room.ask('PATCH', 'notes?id=in.(1,4)', { body: { score: 7 } })
    expect([answer.status, answer.text, answer.headers['content-range']]).toEqual([204, '', '0-0/*'])
    expect(answer.headers).not.toHaveProperty('content-type')
    expect((await stored()).map((row) => (row as { score?: string }).score)).toEqual(['7', '2', null, '9'])
  })

  it('says nothing of rows that are not there', async () => {
    for (const query of ['id=eq.4', 'id=eq.99']) {
      const answer = await room.ask('PATCH', `notes?${query}`, {
        body: { score: 7 },
        prefer: 'return=representation, count=exact',
      })
      expect([answer.status, answer.text, answer.headers['content-range']]).toEqual([200, '[]', '*/0'])
    }
  })

  it('answers with the rows as they are now', async () => {
    const body = { score: 3, tags: ['a', 'b'], data: { deep: [1, { x: null }] }, at: '2026-05-01T10:00:00Z' }
    const answer = await room.ask('PATCH', 'notes?id=eq.1&select=id,score,tags,data,words:title', {
      body,
      prefer: 'return=representation, count=exact',
    })
    expect([answer.status, answer.headers['content-range'], answer.json()]).toEqual([
      200,
      '0-0/1',
      [{ id: 1, score: 3, tags: ['a', 'b'], data: body.data, words: 'alpha' }],
    ])
    expect(answer.headers['preference-applied']).toBe('return=representation, count=exact')
  })

  it('changes no more than it may', async () => {
    const was = await stored()
    const two = await room.ask('PATCH', 'notes?id=gt.0', {
      body: { score: 7 },
      accept: 'application/vnd.pgrst.object+json',
      prefer: 'return=representation',
    })
    expect([two.status, two.code]).toEqual([406, 'PGRST116'])
    expect(await stored()).toEqual(was)
  })

  it(
    'of what cannot be changed is refused',
    eachOf(
      [
        ['notes', { score: 1 }, 400, '21000'],
        ['notes?select=id', { score: 1 }, 400, '21000'],
        ['notes?id=eq.1', { nickname: 'x' }, 400, 'PGRST204'],
        ['notes?id=eq.1', { 'title" = (select 1) --': 'x' }, 400, 'PGRST204'],
        ['notes?nickname=eq.1', { score: 1 }, 400, '42703'],
        ['notes?id=eq.1&limit=1', { score: 1 }, 400, 'PGRST100'],
        ['notes?id=eq.1&order=id', { score: 1 }, 400, 'PGRST100'],
        ['notes?id=eq.1', [{ score: 1 }], 400, 'PGRST102'],
        ['notes?id=eq.1', '', 400, 'PGRST102'],
        ['notes?id=eq.1', { score: 'much' }, 400, '22P02'],
        ['notes?id=eq.1', { title: null }, 400, '23502'],
        ['notes?id=eq.1', { title: 'forbidden' }, 400, '23514'],
        ['notes?id=eq.1', { title: 'gamma (2)' }, 409, '23505'],
        ['notes?id=eq.1', { owner: bob }, 403, '42501'],
        ['notes?id=eq.1', '{"title":"a\\u0000b"}', 400, '22P05'],
        ['nothing?id=eq.1', { a: 1 }, 404, 'PGRST205'],
      ],
      async (path, body, status, code) => {
        const was = await stored()
        const answer = await room.ask('PATCH', path, { body })
        expect([answer.status, answer.code]).toEqual([status, code])
        // In these errors PostgreSQL puts the row into the details.
        if (code.startsWith('23')) expect(answer.json()).toMatchObject({ details: null })
        expect(await stored()).toEqual(was)
      },
    ),
  )

  it('of nothing changes nothing', async () => {
    const was = await stored()
    expect((await room.ask('PATCH', 'notes?id=eq.1', { body: {} })).status).toBe(204)
    expect(await stored()).toEqual(was)
  })
})

describe('DELETE', () => {
  it('removes the rows that the filters name and the policies allow', async () => {
    const answer = await room.ask('DELETE', 'notes?id=gte.3', { prefer: 'count=exact' })
    expect([answer.status, answer.text, answer.headers['content-range']]).toEqual([204, '', '*/1'])
    expect((await stored()).map(({ id }) => id)).toEqual([1, 2, 4])
    const last = await room.ask('DELETE', 'notes?title=eq.alpha&select=title', {
      prefer: 'return=representation',
    })
    expect([last.status, last.json(), last.headers['content-range']]).toEqual([
      200,
      [{ title: 'alpha' }],
      '*/*',
    ])
  })

  it('of everything and by strangers removes nothing', async () => {
    const was = await stored()
    const all = await room.ask('DELETE', 'notes')
    expect([all.status, all.json()]).toMatchObject([
      400,
      { code: '21000', message: 'DELETE requires a WHERE clause' },
    ])
    const stranger = await room.ask('DELETE', 'notes?id=gt.0', { token: key })
    expect([stranger.status, stranger.code]).toEqual([401, '42501'])
    expect(await stored()).toEqual(was)
  })
})
