import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import { afterAll, describe, expect, it } from 'vitest'
import { insertion } from '#server/lib/db/rows-testing.ts'
import { deskMember, type TestDeskMember, testDatabase } from '#server/lib/db/testing.ts'
import {
  bookingRecordSchema,
  messageRecordSchema,
  type VisitorRecord,
  visitorRecordSchema,
} from '#shared/contract/desk-records.ts'
import { bookingListRowSchema, messageListRowSchema } from '#shared/contract/desk-rows.ts'
import { sendRow } from './moving.ts'

const page = 'https://backline.example/'

const test = await testDatabase()
afterAll(() => test.close())
const agent = await deskMember(test, 'agent')
const viewer = await deskMember(test, 'viewer')

describe('the database', () => {
  const book = (change = {}) => sendRow(test, change)
  const write = (change = {}) => sendRow(test, change, 'contact_messages')
  const read = async (who: TestDeskMember, name: string, value: string) =>
    (await who.run<{ said: unknown }>(`select ${name}($1) as said`, [value]))[0]?.said
  const logged = (id: string) =>
    test.asOwner('select actor, action, subject, details from audit_log where subject_id = $1 order by id', [id])

  it.each([
    ['strategy_call_bookings', 'list_bookings', bookingListRowSchema, book],
    ['contact_messages', 'list_messages', messageListRowSchema, write],
  ] as const)(
    'returns exactly the columns that the contract specifies for the list of %s',
    async (table, list, schema, make) => {
      const id = await make({ company: 'Öl & Söhne' })
      const [listed] = await viewer.run<{ row: unknown }>(`select ${list}($1) #> '{rows,0}' as row`, [
        { view: 'any', ids: [id] },
      ])
      expect(v.parse(schema, listed?.row)).toMatchObject({ id, status: 'new', source: 'site' })
      const columns = Object.keys(schema.entries).filter((name) => name !== 'state')
      const [granted] = await test.asOwner<{ columns: string[] }>(
        `select array_agg(attname::text) as columns from pg_attribute
       where attrelid = $1::regclass and attnum > 0 and has_column_privilege('authenticated', attrelid, attnum, 'select')`,
        [table],
      )
      expect(granted?.columns.toSorted()).toEqual([...columns].toSorted())
    },
  )

  it('indexes the longest texts that a visitor can send', async () => {
    // Four-byte characters that cannot be compressed, because they do not repeat.
    const long = (count: number, from: number) =>
      String.fromCodePoint(...Array.from({ length: count }, (_, at) => 0x20000 + ((from + at * 7919) % 40_000)))
    const email = `${'a'.repeat(240)}@longest.example`.slice(-254)
    const row = { name: long(200, 0), company: long(200, 13), email }
    const landing_page = `${page}?utm_source=${long(100, 57)}`
    for (const make of [book, write]) {
      const id = await make({ ...row, landing_page })
      expect(id).toEqual(expect.any(String))
    }
  })

  it('returns a complete booking with its history in order', async () => {
    const email = `${randomUUID()}@example.com`
    const id = await book({
      email,
      fill_seconds: 12.5,
      session_id: randomUUID(),
      landing_page: `${page}?utm_source=News`,
    })
    await write({ email: email.toUpperCase() })
    await agent.run('update strategy_call_bookings set assigned_to = $2 where id = $1', [id, agent.id])
    await agent.run(`insert into notes (booking_id, body) values ($1, '  Call before noon. ')`, [id])
    await agent.run(`select move_booking($1, 'new', 'cancelled')`, [id])
    const told = v.parse(bookingRecordSchema, await read(viewer, 'read_booking', id))
    expect(told.booking).toMatchObject({
      id,
      phone: '+44 20 7946 0000',
      fill_seconds: 12.5,
      source: 'news',
      assigned_to: agent.id,
      status: 'cancelled',
    })
    expect(told.booking).not.toHaveProperty('search')
    expect(told.notes).toMatchObject([{ author: agent.id, body: 'Call before noon.', mentioned: [] }])
    expect(told.timeline.map(({ actor, action, details }) => [actor, action, details])).toEqual([
      [null, 'received', {}],
      [agent.id, 'booking_assigned', { from: null, to: agent.id }],
      [agent.id, 'noted', { note: told.notes[0]?.id }],
      [
        agent.id,
        'booking_moved',
        {
          from: 'new',
          to: 'cancelled',
          was: { assigned_to: agent.id, unanswered_since: expect.any(String), due_hours: 24 },
        },
      ],
    ])
    expect(told.others).toEqual({ bookings: 0, messages: 1 })
  })

  it('returns a complete message with its history in order', async () => {
    const email = `${randomUUID()}@example.com`
    const [id] = [await write({ email }), await write({ email }), await book({ email })]
    await agent.run('insert into notes (message_id, body) values ($1, $2)', [id, 'Ask for more.'])
    await agent.run(`select move_message($1, 'new', 'answered')`, [id])
    const told = v.parse(messageRecordSchema, await read(agent, 'read_message', id))
    expect(told.message).toMatchObject({ id, message: 'Please write.', status: 'answered' })
    expect(told.timeline.map(({ action }) => action)).toEqual(['received', 'noted', 'message_moved'])
    expect(told.others).toEqual({ bookings: 1, messages: 1 })
  })

  it('logs reads of a row at most once every ten minutes per member, and never logs the content of the row', async () => {
    const id = await book()
    const reading = { action: 'booking_read', subject: 'strategy_call_bookings', details: {} }
    for (const who of [viewer, viewer, agent]) await read(who, 'read_booking', id)
    expect(await logged(id)).toEqual([
      { ...reading, actor: viewer.id },
      { ...reading, actor: agent.id },
    ])
    await test.asOwner(`alter table audit_log disable trigger append_only`)
    await test.asOwner(`update audit_log set at = at - interval '11 minutes' where subject_id = $1`, [id])
    await test.asOwner(`alter table audit_log enable trigger append_only`)
    await read(viewer, 'read_booking', id)
    expect(await logged(id)).toHaveLength(3)
    const note = await write()
    await read(viewer, 'read_message', note)
    expect(await logged(note)).toEqual([
      { actor: viewer.id, action: 'message_read', subject: 'contact_messages', details: {} },
    ])
  })

  it("returns a visitor's forms, downloads and views, regardless of the case of the email address", async () => {
    const email = `Ada.${randomUUID()}@example.com`
    const sessions = [randomUUID(), randomUUID(), randomUUID()]
    const visit = { session_id: sessions[0], landing_page: `${page}?view=services&utm_campaign=Fall` }
    const first = await book({ email, ...visit })
    const second = await write({ email: email.toLowerCase(), session_id: sessions[1], landing_page: page })
    await test.asOwner(`update contact_messages set created_at = now() + interval '1 second' where id = $1`, [second])
    await book({ email: `x${email}`, session_id: sessions[2] })
    const event = (session: unknown, type: string, data: object, more: Record<string, unknown> = {}) =>
      test.asOwner(
        ...insertion('user_interactions', {
          session_id: session,
          event_type: type,
          event_data: data,
          ...more,
        }),
      )
    const landing = visit.landing_page
    await event(
      sessions[0],
      'page_view',
      { view: 'services' },
      { page_url: landing, referrer: 'https://www.news.example/' },
    )
    await event(sessions[0], 'page_view', { view: 'contact' }, { page_url: page })
    await event(sessions[0], 'download', { pack: 'sales-kit' }, { page_url: page })
    await event(sessions[1], 'download', { pack: 'qa-kit' }, { page_url: page, created_at: '2020-01-01' })
    await event(sessions[2], 'download', { pack: 'of-another' }, { page_url: page })
    const person = v.parse(visitorRecordSchema, await read(viewer, 'read_person', ` ${email.toUpperCase()} `))
    expect(person).toMatchObject({
      bookings: [{ id: first, phone: '+44 20 7946 0000' }],
      messages: [{ id: second }],
      downloads: [{ pack: 'sales-kit' }],
      visits: [
        {
          session_id: sessions[0],
          first_view: 'services',
          source: 'news.example',
          campaign: 'Fall',
          views: 2,
        },
      ],
    } satisfies Partial<Record<keyof VisitorRecord, unknown>>)
    expect(await logged(second)).toEqual([{ actor: viewer.id, action: 'person_read', subject: 'person', details: {} }])
  })

  it.each(['read_booking', 'read_message'])('raises PT404 in %s for an unknown id', async (name) => {
    await expect(read(viewer, name, randomUUID())).rejects.toMatchObject({ code: 'PT404' })
  })

  it('returns no personal data for an unknown email address, and adds nothing to the audit log', async () => {
    const [before] = await test.asOwner('select count(*) from audit_log')
    expect(await read(viewer, 'read_person', 'nobody@example.com')).toEqual({
      email: 'nobody@example.com',
      bookings: [],
      messages: [],
      downloads: [],
      visits: [],
    })
    expect(await test.asOwner('select count(*) from audit_log')).toEqual([before])
  })

  it('lists each source of bookings and messages once', async () => {
    await book({ landing_page: `${page}?utm_source=b` })
    for (const _twice of [1, 2]) await book({ landing_page: `${page}?utm_source=a` })
    await write({ landing_page: `${page}?utm_source=c` })
    const names = async (name: string) =>
      (await viewer.run<{ source: string }>(`select ${name}() as source`)).map(({ source }) => source)
    const stored = async (table: string) =>
      (await test.asOwner<{ source: string }>(`select distinct source from ${table}`)).map(({ source }) => source)
    expect((await names('booking_sources')).toSorted()).toEqual((await stored('strategy_call_bookings')).toSorted())
    expect(await names('message_sources')).toEqual(expect.arrayContaining(['c', 'site']))
  })
})
