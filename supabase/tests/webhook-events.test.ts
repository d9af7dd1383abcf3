import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { deskMember, testDatabase } from '#server/lib/db/testing.ts'
import { storeRow } from './moving.ts'

interface WebhookEventRow {
  kind: string
  state: string
  data: Record<string, unknown>
  waits: boolean
}

const monday = '2030-01-07T10:00:00.000Z'
const tuesday = '2030-01-08T10:00:00.000Z'

const test = await testDatabase()
afterAll(() => test.close())
const owner = await deskMember(test, 'owner')

describe('the server', () => {
  beforeEach(() => test.asOwner('truncate webhooks, outbox, strategy_call_bookings, contact_messages cascade'))

  async function hook(...events: string[]): Promise<string> {
    const [row] = await test.asOwner<{ id: string }>(
      `insert into webhooks (url, events, sealed_secret) values ('https://example.com/', $1, 's') returning id`,
      [events],
    )
    return row?.id ?? ''
  }
  const all = () => hook('booking.created', 'booking.confirmed', 'booking.cancelled', 'message.created')
  const book = (change = {}) => storeRow(test, change)
  const move = (id: string, from: string, to: string, start: string | null = null) =>
    owner.run(
      `select move_booking($1, $2, $3, call_start => $4, anyway => true, expected_time => (
         select lower(b.confirmed) from strategy_call_bookings b where b.id = $1
       ))`,
      [id, from, to, start],
    )
  const told = () =>
    test.asOwner<WebhookEventRow>(
      `select kind, state, facts -> 'data' as data, due_at > now() + interval '10 seconds' as waits
       from outbox where channel = 'webhook' order by created_at`,
    )
  const kinds = async () => (await told()).map(({ kind, state }) => (state === 'waiting' ? kind : `${kind} ${state}`))
  const send = () =>
    test.asOwner(
      "update outbox set state = 'sent', attempts = 1, settled_at = now() where channel = 'webhook' and state = 'waiting'",
    )

  it('sends each new booking or message once, with its data, to every active webhook that subscribes to it', async () => {
    const both = [await all(), await hook('booking.created')]
    await hook('message.created')
    await test.asOwner("update webhooks set is_active = false where events = '{message.created}'")
    const id = await book({ preferred_time: '2030-01-07T12:00:00+02:00', time_zone: 'Europe/Paris' })
    await storeRow(test, {}, 'contact_messages')
    expect(await kinds()).toEqual(['booking.created', 'booking.created', 'message.created'])
    const rows = await test.asOwner<{ webhook_id: string; booking_id: string }>(
      "select webhook_id, booking_id from outbox where kind = 'booking.created'",
    )
    expect(rows.map(({ webhook_id }) => webhook_id).sort()).toEqual(both.sort())
    expect(rows.map(({ booking_id }) => booking_id)).toEqual([id, id])
    const [booked, , wrote] = await told()
    const stamp = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as string
    expect(booked?.data).toEqual({
      id,
      created_at: stamp,
      status: 'new',
      sequence: 0,
      name: 'Ada Lovelace',
      email: 'ada@example.com',
      company: 'Analytical Engines',
      phone: '+44 20 7946 0000',
      current_challenges: 'slow-proposals',
      team_size: '2-5',
      preferred_time: monday,
      time_zone: 'Europe/Paris',
      message: 'Please call.',
      confirmed_start: null,
      confirmed_end: null,
      picked: false,
      host: null,
      place: null,
      link: null,
      outcome: null,
      outcome_value: null,
      currency: 'EUR',
    })
    expect(wrote?.data).toEqual({
      id: expect.any(String) as string,
      created_at: stamp,
      status: 'new',
      name: 'Ada Lovelace',
      email: 'ada@example.com',
      company: 'Analytical Engines',
      inquiry_type: 'services',
      message: 'Please write.',
    })
  })

  it('queues no webhook events for restored bookings, for suspected spam, or for events without a subscribed webhook', async () => {
    const id = await book()
    await move(id, 'new', 'confirmed', monday)
    expect(await kinds()).toEqual([])
    await all()
    await book({ created_at: '2020-01-01' })
    const suspect = await book({ status: 'spam?' })
    expect(await kinds()).toEqual([])
    for (const [from, to] of [
      ['spam?', 'new'],
      ['new', 'spam'],
      ['spam', 'new'],
    ] as const) {
      await move(suspect, from, to)
    }
    expect(await kinds()).toEqual(['booking.created'])
  })

  it("reports to webhooks that a call was confirmed, moved or cancelled, and includes the call's previous time", async () => {
    await all()
    const id = await book()
    await send()
    await move(id, 'new', 'confirmed', monday)
    await send()
    await move(id, 'confirmed', 'confirmed', tuesday)
    await send()
    await move(id, 'confirmed', 'cancelled')
    const [, confirmed, moved, cancelled] = await told()
    const end = (start: string) => start.replace(':00:00', ':30:00')
    const by = { host: { id: owner.id, name: null }, place: 'phone', link: null }
    expect(confirmed).toMatchObject({ kind: 'booking.confirmed', data: { confirmed_start: monday, ...by } })
    expect(confirmed?.data).not.toHaveProperty('previous_start')
    expect(moved).toMatchObject({
      kind: 'booking.confirmed',
      data: {
        status: 'confirmed',
        sequence: 2,
        confirmed_start: tuesday,
        confirmed_end: end(tuesday),
        previous_start: monday,
        previous_end: end(monday),
      },
    })
    expect(cancelled).toMatchObject({
      kind: 'booking.cancelled',
      // The event waits until the undo window ends.
      waits: true,
      data: { status: 'cancelled', confirmed_start: null, previous_start: tuesday },
    })
  })

  it('sends a webhook event at once when a visitor cancels, and never sends the same confirmed time twice', async () => {
    await all()
    const [one, other] = [await book(), await book()]
    await send()
    await test.asOwner("update strategy_call_bookings set status = 'cancelled' where id = $1", [one])
    expect(await told()).toContainEqual(
      expect.objectContaining({ kind: 'booking.cancelled', waits: false }) as WebhookEventRow,
    )
    await send()
    const begun = '2021-03-01T10:00:00Z'
    await move(other, 'new', 'confirmed', begun)
    await send()
    await move(other, 'confirmed', 'completed')
    await move(other, 'completed', 'no-show')
    await owner.run('update strategy_call_bookings set assigned_to = null where id = $1', [other])
    // This time was already sent to the receivers.
    await move(other, 'no-show', 'confirmed', begun)
    expect((await kinds()).filter((kind) => !kind.endsWith('sent'))).toEqual([])
  })

  it('drops a webhook event if the change that it reports is undone before the event is sent', async () => {
    await all()
    const id = await book()
    await send()
    await move(id, 'new', 'confirmed', monday)
    await move(id, 'confirmed', 'confirmed', tuesday)
    await move(id, 'confirmed', 'confirmed', monday)
    expect(await kinds()).toEqual(['booking.created sent', 'booking.confirmed', 'booking.confirmed dropped'])
    // The desk undoes a confirmation by cancelling the call first.
    await move(id, 'confirmed', 'cancelled')
    await move(id, 'cancelled', 'new')
    expect((await kinds()).filter((kind) => !/ (sent|dropped)$/.test(kind))).toEqual([])
    await move(id, 'new', 'confirmed', tuesday)
    await send()
    await move(id, 'confirmed', 'cancelled')
    await move(id, 'cancelled', 'new')
    await move(id, 'new', 'confirmed', tuesday)
    expect((await kinds()).filter((kind) => !/ (sent|dropped)$/.test(kind))).toEqual([])
  })

  it("deletes webhook events when their visitor's data is erased or their webhook is deleted", async () => {
    const gone = await all()
    await book({ email: 'leaves@example.com' })
    await owner.run("select erase_person('leaves@example.com')")
    expect(await kinds()).toEqual([])
    await book()
    await owner.run('delete from webhooks where id = $1', [gone])
    expect(await kinds()).toEqual([])
  })

  const add = (change: Record<string, unknown> = {}) =>
    test.asOwner<{ id: string }>(
      `insert into webhooks (url, events, sealed_secret) values ($1, $2, 's') returning id`,
      [change.url ?? 'https://example.com/', change.events ?? ['message.created']],
    )
  const log = async (id: string) =>
    (
      await test.asOwner<{ entry: string }>(
        `select concat_ws(' ', action, details ->> 'columns', details ->> 'because', actor is not null) as entry
         from audit_log where subject_id = $1 order by id`,
        [id],
      )
    ).map(({ entry }) => entry)

  it("hides a webhook's secret from members", async () => {
    await expect(owner.run('select sealed_secret from webhooks')).rejects.toMatchObject({ code: '42501' })
    await expect(owner.run("update webhooks set sealed_secret = 'x'")).rejects.toMatchObject({
      code: '42501',
    })
    await expect(owner.run("update webhooks set url = 'http://127.0.0.1'")).rejects.toMatchObject({
      code: '42501',
    })
  })

  it('disables a webhook after several days without a successful delivery, and logs the change', async () => {
    const [row] = await add()
    const tried = (went: boolean, gone: boolean, day: number) =>
      test.database.transaction('backline_outbox', {}, (tx) =>
        tx.query("select private.record_webhook_attempt($1, $2, $3, '5 days', $4)", [
          row?.id,
          went,
          gone,
          new Date(Date.UTC(2030, 0, day)),
        ]),
      )
    const state = async () => {
      const [found] = await owner.run<{ is_active: boolean; stopped_because: string | null }>(
        'select is_active, stopped_because from webhooks where id = $1',
        [row?.id],
      )
      return found?.is_active ? 'active' : found?.stopped_because
    }
    await tried(false, false, 1)
    await tried(true, false, 4)
    await tried(false, false, 7)
    expect(await state()).toBe('active')
    await tried(false, false, 12)
    expect(await state()).toBe('failing')
    await owner.run('update webhooks set is_active = true')
    await tried(false, false, 20)
    expect(await state()).toBe('active')
    await tried(false, true, 21)
    expect(await state()).toBe('gone')
    await owner.run('delete from webhooks where id = $1', [row?.id])
    expect(await log(row?.id ?? '')).toEqual([
      'webhook_added f',
      'webhook_switched_off failing f',
      'webhook_resumed t',
      'webhook_switched_off gone f',
      'webhook_removed t',
    ])
  })
})
