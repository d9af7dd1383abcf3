import { parse } from 'csv-parse/sync'
import { afterAll, describe, expect, it } from 'vitest'
import { everyRow } from '#shared/lib/rows-testing.ts'
import { notesForTest } from './rest-testing.ts'

const room = await notesForTest()
afterAll(() => room.close())

const csv = { accept: 'text/csv' }
const get = (path: string, headers: object = {}) => room.ask('GET', path, { ...csv, ...headers })

describe('rows as a sheet', () => {
  it('have a header and the values as they are, quoted as PostgREST quotes them', async () => {
    const answer = await get('notes?order=id')
    expect([answer.status, answer.headers['content-type'], answer.headers['content-disposition']]).toEqual([
      200,
      'text/csv; charset=utf-8',
      'attachment; filename="notes.csv"',
    ])
    const ada = '00000000-0000-4000-8000-00000000000a'
    expect(answer.text).toBe(
      [
        'id,owner,title,tags,data,score,at,span,"odd ""name"',
        `1,${ada},alpha,"{red,blue}","{""city"": {""name"": ""Paris""}, ""list"": [10, 20]}",1.5,"2026-01-01 00:00:00+00","[1,5)",t`,
        `2,${ada},"beta, ""quoted""",{blue},"{""city"": {""name"": ""Rome""}}",2,"2026-02-01 00:00:00+00","[5,9)",f`,
        `3,${ada},"gamma (2)",{},,,,,`,
      ].join('\n'),
    )
  })

  it('are chosen, ordered and counted as others are, and a sheet of none has its header', async () => {
    const answer = await get(
      'notes?select=name:title,data->city->>name,id::text&order=id.desc&limit=1&id=lt.3',
      {
        prefer: 'count=exact',
      },
    )
    expect([answer.status, answer.headers['content-range'], answer.text]).toEqual([
      206,
      '0-0/2',
      'name,name,id\n"beta, ""quoted""",Rome,2',
    ])
    expect((await get('notes?select=id&id=eq.0')).text).toBe('id')
  })

  it('keep what a spreadsheet would take for a formula, and every other value, for programs', async () => {
    const cells = ['=Ada', '+1 555 0100', '@sum', "'plain", '-5', 'a\\b', ' "\n', '\\\\', ')', '', 'ß;|\t=1']
    await room.asOwner('alter table notes disable trigger all')
    for (const title of cells) {
      await room.asOwner(
        `insert into notes (owner, title) values ('00000000-0000-4000-8000-00000000000a', $1)`,
        [title],
      )
    }
    const { text } = await get('notes?select=%22=title%22:title,score&id=gt.4&order=id')
    expect(text.split('\n').slice(0, 4)).toEqual(['=title,score', '=Ada,', '"+1 555 0100",', '@sum,'])
    expect(parse(text)).toEqual([['=title', 'score'], ...cells.map((cell) => [cell, ''])])
    await room.asOwner(`delete from notes where title = any ($1)`, [cells])
  })

  it('end where a page ends', async () => {
    const { text, headers } = await get('rpc/evens?until=4000')
    expect(text.split('\n')).toHaveLength(1 + 1000)
    expect(headers['content-range']).toBe('0-999/*')
    const small = await get('rpc/evens?until=4')
    expect([small.text, small.headers['content-disposition']]).toEqual([
      'evens\n2\n4',
      'attachment; filename="evens.csv"',
    ])
  })

  it('cannot be had of a bare value or a change', () =>
    everyRow(
      [
        ['a bare value', 'GET', 'rpc/add?a=1'],
        ['a bare value', 'POST', 'rpc/add'],
        ['a change', 'PATCH', 'notes?id=eq.1'],
        ['an insert', 'POST', 'notes'],
      ] as const,
      async ([, method, path]) => {
        const body = method === 'GET' ? {} : { body: path === 'rpc/add' ? { a: 1 } : { title: 'x' } }
        const answer = await room.ask(method, path, { ...csv, ...body })
        expect([answer.status, answer.code]).toEqual([406, 'PGRST107'])
      },
    ))

  it('are refused in JSON', async () => {
    const answer = await get('notes?nickname=eq.1')
    expect([answer.status, answer.headers['content-type'], answer.headers['content-disposition']]).toEqual([
      400,
      'application/json; charset=utf-8',
      undefined,
    ])
  })
})
