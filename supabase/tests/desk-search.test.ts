import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, it } from 'vitest'
import { openDatabase } from '#server/lib/db/database.ts'
import { deskMember, emptyDatabase, testDatabase } from '#server/lib/db/testing.ts'
import { storeRow } from './moving.ts'

interface ListedPage {
  rows: { id: string; name: string }[]
  total: number
  is_near: boolean
  elsewhere: { spam: number; suspect: number; others: number } | null
}

const test = await testDatabase()
afterAll(() => test.close())
const agent = await deskMember(test, 'viewer')

describe('the desk search', () => {
  const list = async (name: 'bookings' | 'messages', wanted: object = {}) => {
    const [row] = await agent.run<{ said: ListedPage }>(`select list_${name}($1) as said`, [JSON.stringify(wanted)])
    if (!row) throw new Error('no list')
    return row.said
  }
  const counts = async (wanted: object = {}) => {
    const [row] = await agent.run<{ said: Record<string, number> }>('select booking_counts($1) as said', [
      JSON.stringify(wanted),
    ])
    return row?.said
  }
  const found = async (term: string, wanted: object = {}) =>
    (await list('bookings', { term, ...wanted })).rows.map(({ name }) => name).toSorted()
  const book = (change: object) => storeRow(test, { ...change })
  const write = (change: object) => storeRow(test, { ...change }, 'contact_messages')

  it('finds a phone number by its last digits or by the full number in any format', async () => {
    await book({ name: 'Prefix', phone: '+27 21 555 0100' })
    await book({ name: 'Trunk', phone: '(021) 555-0101' })
    await book({ name: 'Both', phone: '+44 (0)20 7946 0958' })
    for (const term of ['0215550100', '+27 21 555 0100', '27-21-5550100', '0027215550100', '021 555 0100', '5550100'])
      expect([term, await found(term)]).toEqual([term, ['Prefix']])
    for (const term of ['0215550101', '+27 21 555 0101', '(021) 5550101', '0101'])
      expect([term, await found(term)]).toEqual([term, ['Trunk']])
    for (const term of ['020 7946 0958', '+442079460958', '+44 (0)20 7946 0958', '0958', 'both 2079460958'])
      expect([term, await found(term)]).toEqual([term, ['Both']])
    expect(await found('trunk 0215550100')).toEqual([])
  })

  it('finds names with or without their diacritics', async () => {
    await book({ name: 'Jürgen Müller', company: 'Øresund Straße' })
    await book({ name: "Niamh O'Brien", company: 'Łódź & Co' })
    await book({ name: 'Niamh O’Brien', company: '100% Cloud' })
    await book({ name: 'Iulia', company: '100x Cloud' })
    for (const term of ['Muller', 'MÜLLER', 'Mu\u0308ller', 'oresund', 'strasse', 'STRAẞE'.replace('ẞ', 'ss')])
      expect([term, await found(term)]).toEqual([term, ['Jürgen Müller']])
    for (const term of ['obrien', "O'Brien", 'O’BRIEN'])
      expect([term, await found(term)]).toEqual([term, ["Niamh O'Brien", 'Niamh O’Brien']])
    expect(await found('lodz &')).toEqual(["Niamh O'Brien"])
    expect(await found('100% c')).toEqual(['Niamh O’Brien'])
  })

  it('returns near matches if a search term has one typo and no exact match, and marks these matches as near', async () => {
    await book({ name: 'Thandiwe Nkosi', email: 'thandiwe@slips.example' })
    for (const term of [
      'Thandiwe Nkosi',
      'Thnadiwe',
      'Thandwe',
      'Thandiwwe',
      'Thendiwe',
      'handiwe nkos',
      'nksoi',
      'Xthandiwe',
    ]) {
      const said = await list('bookings', { term })
      expect([term, said.rows.map(({ name }) => name)]).toEqual([term, ['Thandiwe Nkosi']])
      expect([term, said.is_near]).toEqual([term, !['Thandiwe Nkosi', 'handiwe nkos'].includes(term)])
    }
    for (const term of ['Thnadwie', 'nkxxi', 'n(o(i']) expect([term, await found(term)]).toEqual([term, []])
    expect(await list('bookings', { term: '[a-z]+(?:' })).toMatchObject({ total: 0, is_near: false })
  })

  it('counts the matches that the view or the filters hide', async () => {
    await book({ name: 'Hilda Seen', company: 'Beside Ltd' })
    await book({ name: 'Hilda Bad', company: 'Beside Ltd', status: 'spam' })
    await book({ name: 'Hilda Doubt', company: 'Beside Ltd', status: 'spam?' })
    await book({ name: 'Hilda Gone', company: 'Beside Ltd', status: 'cancelled' })
    const wanted = { term: 'hilda beside' }
    expect(await list('bookings', wanted)).toMatchObject({
      total: 2,
      is_near: false,
      elsewhere: { spam: 1, suspect: 1, others: 0 },
    })
    expect(await list('bookings', { ...wanted, view: 'open' })).toMatchObject({
      total: 1,
      elsewhere: { spam: 1, suspect: 1, others: 1 },
    })
    // A near match does not count if there is an exact match elsewhere.
    expect(await list('bookings', { term: 'hilda doubt' })).toMatchObject({
      total: 0,
      is_near: false,
      elsewhere: { spam: 0, suspect: 1, others: 0 },
    })
    expect((await list('bookings', { view: 'spam' })).elsewhere).toBeNull()
    const none = { confirmed: 0, overdue: 0, waiting: 0, 'follow-up': 0 }
    expect(await counts(wanted)).toEqual({ ...none, all: 2, open: 1, 'spam?': 1 })
    expect(await counts({ term: 'hilda besdie' })).toEqual({ ...none, all: 2, open: 1, 'spam?': 1 })
    expect(await counts({ ...wanted, assignee: agent.id })).toEqual({ ...none, all: 0, open: 0, 'spam?': 0 })
  })

  it('finds a row by words in its message and notes, or by the start of its id, until the row is deleted', async () => {
    const id = `5a1d${randomUUID().slice(4)}`
    await book({ id, name: 'Said', message: 'Our Zéppelin is late', created_at: new Date(0) })
    const note = 'insert into notes (booking_id, body) values ($1, $2)'
    await test.asOwner(note, [id, 'Ask Hindenburg first'])
    for (const term of ['zeppelin', 'hindenburg said', `[${id.slice(0, 8).toUpperCase()}]`])
      expect([term, await found(term)]).toEqual([term, ['Said']])
    expect(await found('zeppelin', { assignee: agent.id })).toEqual([])
    await test.asOwner('update strategy_call_bookings set message = $2 where id = $1', [id, 'An airship'])
    expect([await found('zeppelin'), await found('airship')]).toEqual([[], ['Said']])
    await test.asOwner('delete from strategy_call_bookings where id = $1', [id])
    expect(await test.asOwner('select from private.said where booking_id = $1', [id])).toEqual([])
  })

  it('finds messages in the same way as bookings', async () => {
    await write({ name: 'Zoë Ångström', company: 'Ink' })
    for (const term of ['zoe angstrom', 'angtsrom ink', 'ink write']) {
      expect((await list('messages', { term })).rows.map(({ name }) => name)).toEqual(['Zoë Ångström'])
    }
  })

  it('returns the sorted rows and the total of each list', async () => {
    const word = `w${randomUUID().slice(0, 8)}`
    const hours = (back: number) => new Date(Date.now() - back * 3_600_000)
    await book({ name: 'Fresh', company: word, created_at: hours(1) })
    await book({ name: 'Late', company: word, created_at: hours(30) })
    await book({ name: 'Older', company: word, created_at: hours(90), status: 'cancelled' })
    await book({ name: 'Old', company: word, created_at: hours(80), status: 'cancelled' })
    const names = async (wanted: object) =>
      (await list('bookings', { term: word, ...wanted })).rows.map(({ name }) => name)
    expect(await names({})).toEqual(['Late', 'Fresh', 'Old', 'Older'])
    expect(await names({ view: 'open' })).toEqual(['Late', 'Fresh'])
    expect(await names({ view: 'overdue' })).toEqual(['Late'])
    expect(await names({ view: 'cancelled', sort: 'created_at' })).toEqual(['Older', 'Old'])
    expect(await names({ sort: 'name', down: true })).toEqual(['Older', 'Old', 'Late', 'Fresh'])
    expect(await names({ assignee: 'nobody', from: hours(0), until: hours(-24 * 365) })).toHaveLength(4)
    expect(await names({ assignee: agent.id })).toEqual([])
    expect(await names({ source: "' or true --" })).toEqual([])
    expect(await list('bookings', { term: word, page: 3 })).toMatchObject({ rows: [], total: 4 })
    await expect(list('bookings', { sort: 'phone' })).rejects.toThrow('cannot sort by phone')
    const [{ all } = { all: 0 }] = await test.asOwner<{ all: number }>(
      `select count(*)::int as all from strategy_call_bookings where status not in ('spam', 'spam?')`,
    )
    expect(await counts()).toMatchObject({ all, overdue: 1, confirmed: 0, 'spam?': 1 })
  })

  it('uses the trigram index, and returns the same rows if the pg_trgm extension is missing', async () => {
    const indexes = () => test.asOwner(`select indexname from pg_indexes where indexname like '%search_idx'`)
    expect(await indexes()).toHaveLength(3)
    await test.asOwner('drop extension pg_trgm cascade')
    expect(await found('thnadiwe')).toEqual(['Thandiwe Nkosi'])
    expect(await test.asOwner('select private.index_search()')).toEqual([{ index_search: null }])
    expect(await indexes()).toHaveLength(3)
  })
})

it('opens a database that does not permit the pg_trgm extension, and installs the extension once it is permitted', async () => {
  const made = await emptyDatabase()
  await made.asOwner(`create function refuse() returns event_trigger language plpgsql
    as $$ begin raise insufficient_privilege using message = 'not you'; end $$`)
  await made.asOwner(
    `create event trigger refuse on ddl_command_start when tag in ('CREATE EXTENSION') execute function refuse()`,
  )
  const start = async () => {
    const said: [string, unknown][] = []
    const log = (line: string, fields?: object) => void said.push([line, fields])
    const { url: databaseUrl, ownerUrl: migrationUrl } = made
    const database = await openDatabase({ dataDir: '', databaseUrl, migrationUrl, owner: 'a test', log })
    await database.close()
    return said
  }
  const slow = 'desk search is slow: run "create extension pg_trgm" as superuser'
  expect(await start()).toContainEqual([slow, { reason: 'not you' }])
  await made.asOwner('drop event trigger refuse')
  expect(await start()).toEqual([])
  expect(await made.asOwner(`select from pg_indexes where indexname like '%search_idx'`)).toHaveLength(3)
  await made.close()
})
