import { randomUUID } from 'node:crypto'
import { createClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { callPage } from '#content/visitor-call.ts'
import { appForTest, authAppForTest, publishableKey } from '#server/app/testing.ts'
import { callLink } from '#server/features/visitor-call/service.ts'
import { booking, everyDay, hostForTest } from '#server/lib/db/rows-testing.ts'
import { bookingLock, race, turnsLock } from '#server/lib/db/testing.ts'

/** Two visitors request the same time with a host at the same moment, each with their own client. */
const site = await authAppForTest()
const agent = await site.member('agent')
/** A second process on the same database, because a single process stores requests one after the other. */
const beside = await appForTest(undefined, { database: site.test.database })
afterAll(async () => {
  await beside.close()
  await site.close()
})
const url = await beside.app.listen({ host: '127.0.0.1', port: 0 })
const second = createClient(url, publishableKey, {
  auth: { persistSession: false },
  // Node 20 has no WebSocket. The client requires a WebSocket, although this test never opens a connection.
  realtime: { transport: WebSocket as never },
})
type Client = Pick<typeof second, 'from' | 'rpc'>
const visitors: readonly [Client, Client] = [site.client(), second]

const hour = 3_600_000
const day = 24 * hour
/** Returns a time this many hours after the start of the day after tomorrow. */
const timeAt = (hours: number) => new Date(Math.ceil(Date.now() / day + 1) * day + hours * hour).toISOString()
const [time, later, latest] = [timeAt(0), timeAt(1), timeAt(2)]
const host = () => hostForTest(site.test, { hours: everyDay })
const settings = (change: string) => site.test.asOwner(`update desk_settings set ${change}`)

beforeAll(() => settings('weekly_capacity = 200, moves_at_once = true, move_notice_minutes = 0'))
beforeEach(async () => {
  await site.test.asOwner('delete from strategy_call_bookings')
  await site.test.asOwner('delete from outbox')
  await site.test.asOwner('delete from private.hosts')
})

const nobodyYet = () => `visitor-${randomUUID()}@example.com`
/** Acts like the booking dialog: sends the request, then asks whether the time is held for the request. */
async function pick(client: Client, preferred_time: string, email: string) {
  const id = randomUUID()
  const row = booking({ id, preferred_time, picked: true, email })
  expect((await client.from('strategy_call_bookings').insert(row)).status).toBe(201)
  const { data } = await client.rpc('picked_time', { booking: id })
  return { id, told: data as { outcome: string; next: string[] } }
}

interface Stored {
  status: string
  starts: Date | null
  assigned_to: string | null
}
async function stored(id: string) {
  const [row] = await site.test.asOwner<Stored>(
    'select status, lower(confirmed) as starts, assigned_to from strategy_call_bookings where id = $1',
    [id],
  )
  return row
}

/**
 * Returns confirmed calls that overlap another call of the same host, or that differ from the last email about them.
 */
const untrue = () =>
  site.test.asOwner(
    `select b.id from strategy_call_bookings b join auth.users u on u.id = b.assigned_to
     where b.status = 'confirmed' and (
       exists (
         select from strategy_call_bookings o
         where o.status = 'confirmed' and o.id <> b.id and o.assigned_to = b.assigned_to and o.confirmed && b.confirmed
       )
       or array['call', 'team-call'] is distinct from (
         select array_agg(o.kind order by o.kind) from outbox o
         where o.booking_id = b.id and (o.kind = 'call' or (o.kind = 'team-call' and o.recipient = lower(u.email)))
           and (o.facts ->> 'sequence')::integer = b.call_sequence
           and (o.facts ->> 'starts')::timestamptz = lower(b.confirmed)
           and o.facts #>> '{meeting,host}' = u.raw_user_meta_data ->> 'name'
       )
       or exists (
         select from outbox o where o.booking_id = b.id and (o.facts ->> 'sequence')::integer > b.call_sequence
       )
     )`,
  )

/** Opens the page to which the link in the visitor's email leads, and presses the button. */
const opens = async (id: string) => {
  const link = await callLink(site.auth.cipher, site.url, id, Date.now())
  const answer = await fetch(`${site.url}/call/hold`, {
    method: 'POST',
    headers: { 'sec-fetch-site': 'same-origin' },
    body: new URLSearchParams({ call: new URL(link).searchParams.get('call') ?? '' }),
  })
  return answer.text()
}

describe('two visitors who open their email links at the same moment', () => {
  it.each([
    ['held', false],
    ['confirmed', true],
  ])('cannot both get the same slot: it is %s for only one of them', async (outcome, at_once) => {
    await host()
    await settings(`confirm_at_once = ${at_once}`)
    const [mine, theirs] = visitors
    const [one, other] = [await pick(mine, time, nobodyYet()), await pick(theirs, time, nobodyYet())]
    expect([one.told.outcome, other.told.outcome]).toEqual(['available', 'available'])
    const [won, lost] = await race(
      site.test,
      turnsLock,
      () => opens(other.id),
      () => opens(one.id),
    )
    expect(won).toContain(outcome === 'held' ? callPage.times.held : callPage.states.confirmed.title)
    expect(lost).toContain(callPage.times.taken)
    expect([(await stored(other.id))?.status, (await stored(one.id))?.status]).toEqual([
      at_once ? 'confirmed' : 'new',
      'new',
    ])
    expect(await untrue()).toEqual([])
  })
})

describe('a visitor and an agent who act at the same moment', () => {
  beforeEach(() => settings('confirm_at_once = true'))

  /** Creates a confirmed call with one of the hosts. */
  async function confirmed() {
    const { id } = await pick(visitors[0], time, nobodyYet())
    await opens(id)
    expect((await stored(id))?.status).toBe('confirmed')
    return { id, host: (await stored(id))?.assigned_to ?? '' }
  }
  const visitorMoves = async (id: string, target: string) => {
    const call = new URL(await callLink(site.auth.cipher, site.url, id, Date.now())).searchParams.get('call') ?? ''
    const answer = await fetch(`${site.url}/call/move`, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'sec-fetch-site': 'same-origin' },
      body: new URLSearchParams({
        call,
        status: 'confirmed',
        starts: String(Date.parse(time)),
        target: String(Date.parse(target)),
      }),
    })
    const body = await answer.text()
    if (answer.status === 303) return 'done'
    expect(answer.status).toBe(409)
    return body.includes(callPage.changed) ? 'changed' : body.includes(callPage.move.refused.taken) ? 'taken' : body
  }
  /** Lets the visitor and the agent act at almost the same time, in the given order, and returns both outcomes. */
  async function both(
    lock: string,
    isVisitorFirst: boolean,
    visitor: () => Promise<string>,
    act: () => PromiseLike<{ error: { hint: string } | null }>,
  ): Promise<[visitor: string, agent: string]> {
    const desk = async () => (await act()).error?.hint ?? 'done'
    if (isVisitorFirst) return race(site.test, lock, visitor, desk)
    const [agents, visitors] = await race(site.test, lock, desk, visitor)
    return [visitors, agents]
  }

  const orders = [
    ['the visitor', true],
    ['the agent', false],
  ] as const

  it.each(orders)('cannot both move a call: if %s is first, the other sees the change', async (_, isVisitorFirst) => {
    await host()
    await host()
    const { id } = await confirmed()
    const heard = await both(
      bookingLock(id),
      isVisitorFirst,
      () => visitorMoves(id, later),
      () =>
        agent.strong.rpc('move_booking', {
          booking: id,
          expected: 'confirmed',
          target: 'confirmed',
          call_start: latest,
          expected_time: time,
        }),
    )
    expect(heard).toEqual(isVisitorFirst ? ['done', 'changed'] : ['changed', 'done'])
    expect((await stored(id))?.starts?.toISOString()).toBe(isVisitorFirst ? later : latest)
    expect(await untrue()).toEqual([])
  })

  it.each(orders)(
    'both succeed if the agent reassigns a call first, but the agent fails if the visitor moves the call first (first: %s)',
    async (_, isVisitorFirst) => {
      const hosts = [await host(), await host()]
      const call = await confirmed()
      const other = hosts.find((one) => one !== call.host)
      const heard = await both(
        bookingLock(call.id),
        isVisitorFirst,
        () => visitorMoves(call.id, later),
        () =>
          agent.strong.rpc('reassign_call', {
            booking: call.id,
            expected_host: call.host,
            expected_time: time,
            host: other,
          }),
      )
      expect(heard).toEqual(['done', isVisitorFirst ? 'changed' : 'done'])
      expect(await stored(call.id)).toEqual({
        status: 'confirmed',
        starts: new Date(later),
        assigned_to: isVisitorFirst ? call.host : other,
      })
      expect(await untrue()).toEqual([])
    },
  )

  it.each(orders)(
    'cannot both take the same hour: if %s is first, the other sees that the hour is taken',
    async (_, isVisitorFirst) => {
      const only = await host()
      const moved = await confirmed()
      await settings('confirm_at_once = false')
      const { id } = await pick(visitors[1], latest, nobodyYet())
      await settings('confirm_at_once = true')
      const heard = await both(
        turnsLock,
        isVisitorFirst,
        () => visitorMoves(moved.id, later),
        () =>
          agent.strong.rpc('move_booking', {
            booking: id,
            expected: 'new',
            target: 'confirmed',
            call_start: later,
            host: only,
          }),
      )
      expect(heard).toEqual(isVisitorFirst ? ['done', 'overlap'] : ['taken', 'done'])
      expect((await stored(moved.id))?.starts?.toISOString()).toBe(isVisitorFirst ? later : time)
      expect((await stored(id))?.status).toBe(isVisitorFirst ? 'new' : 'confirmed')
      expect(await untrue()).toEqual([])
    },
  )
})
