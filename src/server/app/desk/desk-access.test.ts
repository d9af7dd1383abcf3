import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { authAppForTest, publishableKey } from '#server/app/testing.ts'
import { booking, message } from '#server/lib/db/schema/visitor-rows.ts'
import { staffRoles } from '#shared/contract/desk-people.ts'
import { everyRow } from '#shared/lib/rows-testing.ts'

/**
 * Who may call which function, and read and write which table, of the data API. The tables below are compared with the
 * database's own lists, so that something new there fails until it is listed here.
 */
const site = await authAppForTest()
afterAll(() => site.close())

const staff = staffRoles
const working = ['owner', 'agent'] as const
const owners = ['owner'] as const
const signedIn = [...staff, 'first factor alone', 'stranger', 'stopped, back again'] as const
const everybody = [...signedIn, 'visitor'] as const

const nobody = randomUUID()
const webhooks = { webhook: randomUUID(), spareWebhook: randomUUID() }
const ids = { booking: randomUUID(), message: randomUUID(), colleague: '', newcomer: '', ...webhooks }
const today = new Date().toISOString().slice(0, 10)

/** Arguments with which a call does no harm where it is let in. */
const functions: Record<string, { for: readonly Who[]; with?: object }> = {
  desk_me: { for: signedIn },
  desk_people: { for: staff },
  my_sessions: { for: staff },
  end_session: { for: staff, with: { session: nobody } },
  add_member: { for: owners, with: { address: 'nobody@example.com', role: 'viewer' } },
  reset_second_factor: { for: owners, with: { member: nobody } },
  end_sessions_of: { for: owners, with: { member: nobody } },
  end_all_sessions: { for: owners, with: { confirmed: false } },
  replace_keys: { for: owners, with: { confirmed: false } },
  end_token: { for: owners, with: { token: 'none-that-anybody-has' } },
  audit_trail: { for: owners },
  backup_facts: { for: owners },
  export_person: { for: owners, with: { address: 'nobody@example.com' } },
  erase_person: { for: owners, with: { address: 'nobody@example.com' } },
  calls_to_come: { for: owners, with: { address: 'nobody@example.com' } },
  read_booking: { for: staff, with: { booking: ids.booking } },
  read_message: { for: staff, with: { message: ids.message } },
  read_person: { for: staff, with: { address: 'ada@example.com' } },
  list_bookings: { for: staff },
  list_messages: { for: staff },
  booking_counts: { for: staff },
  message_counts: { for: staff },
  booking_sources: { for: staff },
  message_sources: { for: staff },
  week_of_calls: { for: staff },
  free_calls_this_week: { for: everybody },
  callers: { for: everybody },
  free_times: { for: everybody },
  picked_time: { for: everybody, with: { booking: nobody } },
  desk_hosts: { for: staff },
  free_times_of_host: { for: staff, with: { host: nobody } },
  hosts_for_call: { for: staff, with: { booking: nobody, call_start: `${today}T10:00:00Z` } },
  // Agents may save their own settings: held-times.test.ts.
  save_host: { for: owners, with: { host: nobody, settings: {} } },
  desk_calendars: { for: owners, with: { host: nobody } },
  remove_calendar: { for: owners, with: { calendar: nobody } },
  renew_feed: { for: owners, with: { host: nobody } },
  end_feed: { for: owners, with: { host: nobody } },
  pass_call: { for: working, with: { booking: nobody, expected_host: null, host: nobody } },
  insights: { for: staff, with: { from_day: today, to_day: today } },
  insights_live: { for: staff },
  insights_faults: { for: staff, with: { from_day: today, to_day: today } },
  move_booking: { for: working, with: { booking: nobody, expected: 'new', target: 'spam' } },
  move_message: { for: working, with: { message: nobody, expected: 'new', target: 'spam' } },
  undo_booking_move: { for: working, with: { booking: nobody, expected: 'spam' } },
  undo_message_move: { for: working, with: { message: nobody, expected: 'spam' } },
  change_many: { for: working, with: { list: 'messages', act: 'move', rows: [] } },
  decline_proposal: { for: working, with: { booking: nobody, proposed: `${today}T10:00:00Z` } },
  send_again: { for: working, with: { item: nobody } },
  give_up: { for: working, with: { item: nobody } },
  export_bookings: { for: working, with: { from_day: today, to_day: today } },
  export_messages: { for: working, with: { from_day: today, to_day: today } },
  export_interactions: { for: working, with: { from_day: today, to_day: today } },
  note_insights_export: {
    for: working,
    with: { report: 'days', from_day: today, to_day: today, visitor: 'all', lines: 1 },
  },
}

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'
type Asked = [method: Method, path: string, body?: object, shown?: 'representation' | 'minimal']
type Wish = { for: readonly Who[]; ask: () => Asked }

const form = (table: string, row: () => object): Wish => ({
  for: everybody,
  ask: () => ['POST', table, row(), 'minimal'],
})
const savedView = { list: 'messages', name: 'Mine', filters: {} }
const pageView = () => ({ session_id: nobody, event_type: 'page_view' })

/** A caller who may see or change a row gets it back, any other gets no row. Forms give nobody a row. */
const tables: Record<string, Wish> = {
  'strategy_call_bookings insert': form('strategy_call_bookings', booking),
  'contact_messages insert': form('contact_messages', message),
  'user_interactions insert': form('user_interactions', pageView),
  'strategy_call_bookings select': {
    for: staff,
    ask: () => ['GET', `strategy_call_bookings?id=eq.${ids.booking}&select=id`],
  },
  'strategy_call_bookings update': {
    for: working,
    ask: () => [
      'PATCH',
      `strategy_call_bookings?id=eq.${ids.booking}&select=id`,
      { assigned_to: ids.colleague },
    ],
  },
  'contact_messages select': { for: staff, ask: () => ['GET', 'contact_messages?select=id'] },
  'contact_messages update': {
    for: working,
    ask: () => ['PATCH', `contact_messages?id=eq.${ids.message}&select=id`, { assigned_to: ids.colleague }],
  },
  'notes select': { for: staff, ask: () => ['GET', `notes?booking_id=eq.${ids.booking}`] },
  'notes insert': {
    for: working,
    ask: () => ['POST', 'notes?select=id', { booking_id: ids.booking, body: 'A note' }],
  },
  'desk_settings select': { for: staff, ask: () => ['GET', 'desk_settings'] },
  'desk_settings update': {
    for: owners,
    ask: () => ['PATCH', 'desk_settings?only=is.true', { call_minutes: 30 }],
  },
  'days_off select': { for: staff, ask: () => ['GET', 'days_off?day=eq.2026-12-24'] },
  'days_off insert': { for: owners, ask: () => ['POST', 'days_off', { day: anotherDay() }] },
  'days_off delete': { for: owners, ask: () => ['DELETE', 'days_off?day=eq.2026-12-25'] },
  'staff_members select': { for: staff, ask: () => ['GET', `staff_members?id=eq.${ids.colleague}`] },
  'staff_members insert': {
    for: owners,
    ask: () => ['POST', 'staff_members', { id: ids.newcomer, role: 'viewer' }],
  },
  'staff_members update': {
    for: owners,
    ask: () => ['PATCH', `staff_members?id=eq.${ids.colleague}`, { role: 'agent' }],
  },
  'saved_views insert': { for: staff, ask: () => ['POST', 'saved_views?select=id', savedView] },
  'saved_views select': { for: staff, ask: () => ['GET', 'saved_views?select=id'] },
  'saved_views delete': { for: staff, ask: () => ['DELETE', 'saved_views?name=eq.Mine&select=id'] },
  'outbox select': { for: staff, ask: () => ['GET', `outbox?booking_id=eq.${ids.booking}&select=id`] },
  'webhooks select': { for: owners, ask: () => ['GET', `webhooks?id=eq.${ids.webhook}&select=id`] },
  'webhooks update': {
    for: owners,
    ask: () => ['PATCH', `webhooks?id=eq.${ids.webhook}&select=id`, { is_active: false }],
  },
  'webhooks delete': { for: owners, ask: () => ['DELETE', `webhooks?id=eq.${ids.spareWebhook}&select=id`] },
  'audit_log select': { for: owners, ask: () => ['GET', 'audit_log?limit=1'] },
}

let day = 0
const anotherDay = () => new Date(Date.UTC(2030, 0, ++day)).toISOString().slice(0, 10)

type Who =
  | (typeof staff)[number]
  | 'nobody'
  | 'visitor'
  | 'expired'
  | 'first factor alone'
  | 'stranger'
  | 'stopped'
  | 'stopped, back again'

const headersOf = {} as Record<Who, Record<string, string>>

const withToken = (token: string) => ({ apikey: publishableKey, authorization: `Bearer ${token}` })
type Client = Awaited<ReturnType<typeof site.signedIn>>
const tokenOf = async (client: Client) => (await client.auth.getSession()).data.session?.access_token ?? ''
const secondFactor = async (who: Awaited<ReturnType<typeof site.member>>) => {
  const client = await site.signedIn(who)
  await client.auth.mfa.challengeAndVerify({ factorId: who.factorId, code: site.code(who.secret) })
  return client
}

beforeAll(async () => {
  headersOf.nobody = {}
  headersOf.visitor = { apikey: publishableKey }
  for (const role of staff) headersOf[role] = withToken(await tokenOf((await site.member(role)).strong))

  const owner = await site.memberTwice('owner')
  headersOf['first factor alone'] = withToken(await tokenOf(owner.weak))
  const claims = JSON.parse(
    Buffer.from((await tokenOf(owner.strong)).split('.')[1] ?? '', 'base64url').toString(),
  )
  headersOf.expired = withToken(await site.auth.keys.sign(claims, -1))

  const stranger = await site.member('owner')
  await site.test.asOwner('delete from staff_members where id = $1', [stranger.id])
  headersOf.stranger = withToken(await tokenOf(stranger.strong))

  const stopped = await site.member('owner')
  headersOf.stopped = withToken(await tokenOf(stopped.strong))
  await site.test.asOwner('update staff_members set disabled_at = now() where id = $1', [stopped.id])
  headersOf['stopped, back again'] = withToken(await tokenOf(await secondFactor(stopped)))

  ids.colleague = (await site.member('agent')).id
  ids.newcomer = (await site.person()).id
  const visitor = site.client()
  await visitor.from('strategy_call_bookings').insert(booking({ id: ids.booking }))
  await visitor.from('contact_messages').insert(message({ id: ids.message }))
  await site.test.asOwner("insert into notes (booking_id, body) values ($1, 'A note')", [ids.booking])
  await site.test.asOwner("insert into days_off (day) values ('2026-12-24')")
  await addWebhook(ids.webhook)
})

const addWebhook = (id: string) =>
  site.test.asOwner(
    `insert into webhooks (id, url, events, sealed_secret)
     values ($1, 'https://hooks.example.com', '{message.created}', '') on conflict do nothing`,
    [id],
  )

async function ask(who: Who, ...[method, path, body, shown = 'representation']: Asked) {
  const answer = await site.app.inject({
    method,
    url: `/rest/v1/${path}`,
    headers: {
      ...headersOf[who],
      'content-type': 'application/json',
      prefer: `return=${shown}`,
    },
    ...(body && { payload: JSON.stringify(body) }),
  })
  const said = answer.body === '' ? null : (answer.json() as unknown)
  return { status: answer.statusCode, said }
}

const callers = ['nobody', 'expired', 'stopped', 'visitor', 'stranger', 'first factor alone'] as const
const all: readonly Who[] = [...callers, 'stopped, back again', ...staff]

/** For each caller 'in', or the status of the refusal. */
async function outcome(mayEnter: (who: Who) => Promise<number | 'in'>) {
  const said: [Who, number | 'in'][] = []
  for (const who of all) said.push([who, await mayEnter(who)])
  return Object.fromEntries(said)
}

/** A caller who is unknown or whose session is over gets 401, a known one who is not allowed 403 or no row. */
const expected = (allowed: readonly Who[], refusal: (who: Who) => number) =>
  Object.fromEntries(all.map((who) => [who, allowed.includes(who) ? 'in' : refusal(who)]))

const unknown: readonly Who[] = ['nobody', 'visitor', 'expired', 'stopped']
const refusalOf = (who: Who) => (unknown.includes(who) ? 401 : 403)

describe('every function', () => {
  it('that a request may call is in the table', async () => {
    const rows = await site.test.asOwner<{ name: string }>(
      `select distinct proname as name from pg_proc
       where pronamespace = 'public'::regnamespace and prorettype <> 'trigger'::regtype
         and (has_function_privilege('authenticated', oid, 'execute') or has_function_privilege('anon', oid, 'execute'))`,
    )
    expect(rows.map(({ name }) => name).sort()).toEqual(Object.keys(functions).sort())
  })

  it('is for whom the table says', () =>
    everyRow(Object.entries(functions), async ([name, row]) => {
      const found = await outcome(async (who) => {
        const { status, said } = await ask(who, 'POST', `rpc/${name}`, row.with ?? {})
        // A call that does not reach the function proves nothing.
        expect(String((said as { code?: string } | null)?.code)).not.toMatch(/^PGRST2/)
        return [401, 403].includes(status) ? status : 'in'
      })
      expect(found).toEqual(expected(row.for, refusalOf))
    }))
})

describe('every table', () => {
  it('that signed-in people may read or write is in the table', async () => {
    const rows = await site.test.asOwner<{ right: string }>(
      `select relname || ' ' || privilege as right
       from pg_class cross join unnest(array['select', 'insert', 'update', 'delete']) as privilege
       where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm', 'f')
         and case privilege when 'delete' then has_table_privilege('authenticated', oid, privilege)
           else has_any_column_privilege('authenticated', oid, privilege) end`,
    )
    expect(rows.map(({ right }) => right).sort()).toEqual(Object.keys(tables).sort())
  })

  it('is for whom the table says', () =>
    everyRow(Object.entries(tables), async ([, row]) => {
      const found = await outcome(async (who) => {
        await site.test.asOwner("insert into days_off (day) values ('2026-12-25') on conflict do nothing")
        await addWebhook(ids.spareWebhook)
        const { status, said } = await ask(who, ...row.ask())
        if (status >= 300) return status
        return said === null || (Array.isArray(said) && said.length > 0) ? 'in' : 0
      })
      const adds = row.ask()[0] === 'POST'
      const refusal = (who: Who) => {
        // A select or update without the right gives no row; only an insert is refused.
        return unknown.includes(who) ? 401 : adds ? 403 : 0
      }
      expect(found).toEqual(expected(row.for, refusal))
    }))
})
