import { afterAll, expect, it } from 'vitest'
import { eachOf } from '#shared/lib/testing.ts'
import { notesForTest } from './testing.ts'

const room = await notesForTest()
afterAll(() => room.close())
const get = (query: string) => room.ask('GET', `notes?${query}`)

it(
  'refuses what is no query, with PostgREST’s code',
  eachOf(
    [
      ['id=1', 400, 'PGRST100'],
      ['id=eq', 400, 'PGRST100'],
      ['id=equals.1', 400, 'PGRST100'],
      ['id=constructor.1', 400, 'PGRST100'],
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
      ['title.x=eq.1', 400, 'PGRST108'],
      ['id=like.1*', 404, '42883'],
      ['select=nickname', 400, '42703'],
      ['select=', 400, 'PGRST100'],
      ['select=id,,title', 400, 'PGRST100'],
      ['select=id::regclass', 400, 'PGRST100'],
      ['select=title::integer', 400, '22P02'],
      ['select=*,people(name)', 400, 'PGRST200'],
      ['select=id.count()', 400, 'PGRST123'],
      ['order=nickname', 400, '42703'],
      ['order=id.up', 400, 'PGRST100'],
      ['limit=x', 400, 'PGRST100'],
      ['limit=-1', 416, 'PGRST103'],
      ['select=id&select=title', 400, 'PGRST100'],
    ],
    async (query, status, code) => {
      const answer = await get(query)
      expect([answer.status, answer.code]).toEqual([status, code])
      expect(Object.keys(answer.json() as object)).toEqual(['code', 'message', 'details', 'hint'])
      // An error must not contain row values: the database would quote them here.
      expect(answer.text).not.toContain('alpha')
    },
  ),
)

it(
  'has an end of everything that repeats',
  eachOf(
    [
      ['filters', Array.from({ length: 101 }, () => 'id=gt.0').join('&')],
      ['levels', `or=${'(and'.repeat(9)}(id.eq.1)${')'.repeat(9)}`],
      ['values in a list', `id=in.(${Array.from({ length: 1001 }, () => 1).join()})`],
      ['arrows', `data${'->a'.repeat(17)}=eq.1`],
      ['columns', `select=${Array.from({ length: 201 }, () => 'id').join()}`],
      ['brackets', `data=eq.${'['.repeat(7000)}`],
      ['brackets in a list', `data=in.(${'['.repeat(7000)})`],
      ['negations', `title=fts.${'!'.repeat(40)}a`],
      ['dashes', `title=wfts.${'-'.repeat(40)}a`],
    ],
    async (_, query) => {
      expect(await get(query)).toMatchObject({ status: 400, code: 'PGRST100' })
    },
  ),
)
