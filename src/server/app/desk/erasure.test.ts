import { randomUUID } from 'node:crypto'
import { parse } from 'valibot'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { authAppForTest } from '#server/app/testing.ts'
import { booking, everyDay, hostForTest, message } from '#server/lib/db/rows-testing.ts'
import { visitorErasureSchema, visitorExportSchema } from '#shared/contract/team.ts'

/** The data of one person, which is exported and erased by email address. */
const site = await authAppForTest()
afterAll(() => site.close())
const owner = await site.member('owner')
const agent = await site.member('agent')

const email = 'Pia.Canary+call@example.com'
const visit = randomUUID()
const ids = { booking: randomUUID(), message: randomUUID(), other: randomUUID() }

/** Returns the table name of each row that contains the text in any column. */
async function tablesWith(text: string) {
  const tables = await site.test.asOwner<{ name: string }>(
    `select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and n.nspname !~ '^(pg_|information_schema)' order by 1`,
  )
  const found: string[] = []
  for (const { name } of tables) {
    const rows = await site.test.asOwner(`select from ${name} t where strpos(lower(t::text), lower($1)) > 0`, [text])
    found.push(...rows.map(() => name))
  }
  return found
}

const view = (session_id: string, created_at: string) =>
  site.test.asOwner(
    `insert into user_interactions (id, session_id, event_type, event_data, created_at)
     values (gen_random_uuid(), $1, 'page_view', '{"view": "home"}', $2)`,
    [session_id, created_at],
  )

const exported = async () =>
  parse(visitorExportSchema, (await owner.strong.rpc('export_person', { address: ` ${email.toLowerCase()} ` })).data)
const days = (count: number) => new Date(Date.now() + count * 86_400_000).toISOString()
const log = (action: string) =>
  site.test.asOwner('select actor, subject, subject_id, details from audit_log where action = $1', [action])

/** Returns noon in UTC on the day after tomorrow. */
const noon = new Date(Math.floor(Date.now() / 86_400_000 + 2.5) * 86_400_000 + 43_200_000).toISOString()

beforeAll(async () => {
  await hostForTest(site.test, { hours: everyDay })
  const visitor = site.client()
  await visitor
    .from('strategy_call_bookings')
    .insert({ ...booking({ id: ids.booking, email, preferred_time: noon, picked: true }), session_id: visit })
  await site.test.asOwner('select private.confirm_mailbox($1)', [ids.booking])
  await visitor.from('contact_messages').insert(message({ id: ids.message, email: email.toUpperCase() }))
  await visitor
    .from('contact_messages')
    .insert(message({ id: ids.other, email: 'friend@example.com', message: `I am a friend of ${email}` }))
  await agent.strong.from('notes').insert({ booking_id: ids.booking, body: `Called ${email}` })
  await agent.strong.rpc('read_booking', { booking: ids.booking })
  for (const at of [days(0), days(-1)]) await view(visit, at)
  // A month-old event from the same visit is not this visitor's data, because a visit's id must not grant access to
  // other visitors' events.
  await view(visit, days(-30))
  await view(randomUUID(), days(0))
})

describe('export_person', () => {
  it('returns all data for an email address, regardless of its capitalization', async () => {
    const person = await exported()
    expect(person).toMatchObject({
      email: email.toLowerCase(),
      bookings: [
        {
          id: ids.booking,
          email,
          phone: expect.any(String) as string,
          session_id: visit,
          held_until: expect.any(String) as string,
        },
      ],
      messages: [{ id: ids.message, message: expect.any(String) as string }],
      notes: [{ booking_id: ids.booking, body: `Called ${email}`, author: agent.id }],
      letters: [
        { kind: 'request-received', state: 'waiting' },
        { kind: 'message-received', state: 'waiting' },
      ],
      account: null,
    })
    expect(person.interactions).toHaveLength(2)
    expect(person.log.map(({ action }) => action)).toEqual(['booking_noted', 'booking_read'])
    expect(await log('person_exported')).toEqual([
      {
        actor: owner.id,
        subject: 'person',
        subject_id: ids.message,
        details: { bookings: 1, messages: 1, interactions: 2 },
      },
    ])
  })

  it('returns no data of a visitor whose email address differs from the requested address', async () => {
    const answer = await owner.strong.rpc('export_person', { address: 'friend@example.com' })
    expect(JSON.stringify(answer.data)).not.toContain(ids.booking)
    const wild = await owner.strong.rpc('export_person', { address: '%@example.com' })
    expect(parse(visitorExportSchema, wild.data)).toMatchObject({
      bookings: [],
      messages: [],
      interactions: [],
    })
    expect((await owner.strong.rpc('export_person', { address: ' ' })).status).toBe(400)
  })
})

describe('erase_person', () => {
  it("[P4] removes the visitor's email address from all tables, and reports where other people mentioned it", async () => {
    expect(new Set(await tablesWith(email))).toEqual(
      new Set(['private.said', 'public.contact_messages', 'public.notes', 'public.strategy_call_bookings']),
    )
    expect(await tablesWith(ids.booking)).toContain('private.call_holds')
    const before = await tablesWith('')
    const { data } = await owner.strong.rpc('erase_person', { address: email })
    expect(parse(visitorErasureSchema, data)).toEqual({
      bookings: 1,
      messages: 1,
      interactions: 2,
      account: 'none',
      mentions: [{ subject: 'contact_messages', id: ids.other }],
    })
    expect(await tablesWith(email)).toEqual(['private.said', 'public.contact_messages'])
    await site.test.asOwner('delete from contact_messages where id = $1', [ids.other])
    expect(await tablesWith(email)).toEqual([])
    expect(await tablesWith(ids.booking)).toEqual(['public.audit_log', 'public.audit_log'])

    // Only this person's two events were deleted, and the audit log has a new entry.
    const rows = (names: string[], table: RegExp) => names.filter((name) => table.test(name)).length
    const after = await tablesWith('')
    expect(rows(before, /interactions/) - rows(after, /interactions/)).toBe(2)
    expect(rows(after, /audit_log$/) - rows(before, /audit_log$/)).toBe(1)
    expect(await log('person_erased')).toEqual([
      {
        actor: owner.id,
        subject: 'person',
        subject_id: ids.message,
        details: { bookings: 1, messages: 1, interactions: 2, account: 'none' },
      },
    ])
    expect(await exported()).toMatchObject({ bookings: [], messages: [], interactions: [] })
  })

  it('erases an account unless it belongs to a member', async () => {
    const erase = async (address: string) =>
      parse(visitorErasureSchema, (await owner.strong.rpc('erase_person', { address })).data).account
    const visitor = await site.person()
    await site.signedIn(visitor)
    expect(await erase(visitor.email)).toBe('erased')
    expect(await tablesWith(visitor.email)).toEqual([])

    const colleague = await site.member('viewer')
    expect(await erase(colleague.email)).toBe('kept')
    expect((await colleague.strong.rpc('desk_me')).status).toBe(200)
    await owner.strong
      .from('staff_members')
      .update({ disabled_at: days(0) })
      .eq('id', colleague.id)
    expect(await erase(colleague.email)).toBe('erased')
    expect(await tablesWith(colleague.email)).toEqual([])
    expect(await erase(owner.email)).toBe('kept')
    expect(await erase('nobody@example.com')).toBe('none')
    expect((await owner.strong.rpc('erase_person', { address: '' })).status).toBe(400)
  })
})
