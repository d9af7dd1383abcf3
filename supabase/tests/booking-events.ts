import { randomUUID } from 'node:crypto'
import { booking, everyDay, hostForTest, insertion } from '#server/lib/db/rows-testing.ts'
import { deskMember, testDatabase } from '#server/lib/db/testing.ts'
import type { BookingState } from '#shared/contract/booking-state.ts'
import { hintOf, move } from './moving.ts'

const quarter = 900_000

interface StoredBooking {
  id: string
  status: string
  call_at: Date
  confirmed: string | null
  assigned_to: string | null
  proposed_time: Date | null
  unanswered_since: Date | null
  remind_at: Date | null
  due_at: Date | null
}

/** A database whose hosts are available at any time, and everything that visitors, members and the clock can do. */
export async function openBookingEvents() {
  const test = await testDatabase()
  const [agent, colleague] = [await deskMember(test, 'agent'), await deskMember(test, 'owner')]
  const hosts = [await hostForTest(test, { hours: everyDay }), await hostForTest(test, { hours: everyDay })]
  await test.asOwner(
    `update desk_settings set weekly_capacity = 200, moves_at_once = true, most_moves = 20, move_notice_minutes = 0,
       answer_mailboxes = '{team@example.com}', work_days = '{1,2,3,4,5,6,7}'`,
  )

  const one = async <Value>(sql: string, values: unknown[] = []) =>
    (await test.asOwner<{ value: Value }>(`select ${sql} as value`, values))[0]?.value as Value
  const rowOf = async (id: string) => {
    const [row] = await test.asOwner<StoredBooking>('select * from strategy_call_bookings where id = $1', [id])
    if (!row) throw new Error('booking not found')
    return row
  }
  const stateOf = async (id: string) =>
    one<BookingState>('(select private.booking_state(b, now()) from strategy_call_bookings b where b.id = $1)', [id])
  const now = async () => (await one<Date>('clock_timestamp()')).getTime()
  /** Returns a slot on a quarter hour, the given number of hours from now. */
  const slot = async (hours: number) =>
    new Date(Math.ceil((await now()) / quarter) * quarter + hours * 3_600_000).toISOString()
  /** Returns an available slot between two and six days from now. */
  const available = async (rank = 0) =>
    one<string>(
      `(select private.iso_instant(f.start) from private.available_starts(now() + interval '2 days', now() + interval '6 days', now(), 30) f
        group by f.start order by f.start offset $1 limit 1)`,
      [rank],
    )

  async function arrives(change: Record<string, unknown> = {}) {
    const id = randomUUID()
    const row = booking({ id, email: `${id}@example.com`, preferred_time: await slot(72), ...change })
    await test.database.transaction('anon', {}, (tx) => tx.query(...insertion('strategy_call_bookings', row)))
    return id
  }

  const page = async (sql: string, values: unknown[]) => {
    const { rows } = await test.database.transaction('backline_call_page', {}, (tx) =>
      tx.query<{ said: string }>(`select private.${sql} as said`, values),
    )
    return rows[0]?.said
  }
  const seenBy = async (id: string) => {
    const { status, call_at } = await rowOf(id)
    return [id, status === 'spam?' ? 'new' : status, call_at]
  }
  const moveTo = async (id: string, target: string) =>
    page('move_call($1, $2, $3, $4, now())', [...(await seenBy(id)), target])
  const confirmAt = async (id: string, start: string, who = agent) => {
    const { status, call_at } = await rowOf(id)
    return hintOf(
      move(who, id, status, 'confirmed', {
        call_start: start,
        expected_time: call_at,
        anyway: true,
        host: hosts[0],
      }),
    )
  }
  const moves = async (id: string, target: string, who = agent) =>
    hintOf(move(who, id, (await rowOf(id)).status, target))

  const lastReply = (id: string) => one('(select s.id from private.last_said($1) s)', [id])
  await test.asOwner(
    `insert into private.team_mailbox (host, port, username, makes_messages, uid_validity, first_uid_validity, last_uid)
     values ('mail.example.com', 993, 'team', false, 1, 1, 0)`,
  )
  /** Stores an email of the visitor, as the server's reader does. */
  const email = (id: string) => {
    const texts = { from_name: '', from_address: `${id}@example.com`, subject: '', body: 'Tuesday.', quoted: '' }
    const parsed = { ...texts, letters: [], header_ids: [], references: [id.slice(0, 8)], kind: 'answer', files: [] }
    const fingerprint = randomUUID().replaceAll('-', '')
    return one(
      `(select private.store_visitor_email(m.revision, 1, m.last_uid + 1, $1, '{}') from private.team_mailbox m)`,
      [JSON.stringify({ ...parsed, fingerprint, is_cut: false })],
    ).then((said) => (said === 'stored' ? 'done' : String(said)))
  }

  /** A different time for each proposal. */
  let proposals = 0
  /** A booking's events, named as in the table in docs/architecture.md. */
  const events = {
    'visitor proves the mailbox': (id: string) => page('confirm_mailbox($1)', [id]),
    'visitor proposes': async (id: string) =>
      page('propose_time($1, $2, $3, $4, now())', [...(await seenBy(id)), await slot(100 + (proposals++ % 200))]),
    'visitor chooses': async (id: string) => moveTo(id, await available(2)),
    'visitor holds it again': async (id: string) => moveTo(id, (await rowOf(id)).call_at.toISOString()),
    'visitor moves it': async (id: string) => moveTo(id, await available(5)),
    'visitor accepts': async (id: string) => {
      const { offered } = await stateOf(id)
      return moveTo(id, offered[0]?.start ?? (await available()))
    },
    'visitor cancels': async (id: string) => page('cancel_call($1, $2, $3, now())', await seenBy(id)),
    'member confirms': async (id: string) => confirmAt(id, await available(9)),
    'member confirms another time': async (id: string) => confirmAt(id, await available(13)),
    'member confirms another call there': async (id: string) => {
      const [held] = await test.asOwner<{ host: string; start: Date }>(
        'select host, lower(slot) as start from private.call_holds where booking = $1',
        [id],
      )
      const other = await arrives()
      if (!held) return 'nothing'
      const call = { call_start: held.start, anyway: true, host: held.host }
      // Makes the other host busy as well, so that no host is available at this time.
      const second = await arrives()
      const free = { ...call, host: hosts.find((host) => host !== held.host) }
      await hintOf(move(agent, second, 'new', 'confirmed', free))
      return hintOf(move(agent, other, 'new', 'confirmed', call))
    },
    'member undoes that': async () => {
      const [last] = await test.asOwner<{ id: string }>(
        "select id from strategy_call_bookings where status = 'confirmed' order by call_changed_at desc limit 1",
      )
      return hintOf(agent.run("select undo_booking_move($1, 'confirmed')", [last?.id]))
    },
    'member offers': async (id: string) => {
      const { status, call_at } = await rowOf(id)
      const times = [await available(20), await available(26)]
      return hintOf(agent.run('select offer_times($1, $2, $3, $4)', [id, status, call_at, times]))
    },
    'member withdraws the offer': (id: string) => hintOf(agent.run('select withdraw_offer($1)', [id])),
    'member replies': async (id: string) => {
      const sent = [randomUUID(), 'Hello.', id, await lastReply(id)]
      return hintOf(agent.run('select send_reply($1, $2, booking => $3, seen => $4)', sent))
    },
    'member replies and waits': async (id: string) => {
      const sent = [randomUUID(), 'Hello.', id, await lastReply(id)]
      return hintOf(agent.run('select send_reply($1, $2, booking => $3, seen => $4, remind_days => 2)', sent))
    },
    'member waits': async (id: string) =>
      hintOf(
        agent.run('select wait_for_visitor(unanswered_since, id) from strategy_call_bookings where id = $1', [id]),
      ),
    'visitor emails': email,
    'member undoes the reply': async (id: string) => hintOf(agent.run('select undo_reply($1)', [await lastReply(id)])),
    'member declines': async (id: string) =>
      hintOf(agent.run('select decline_proposal($1, $2)', [id, (await rowOf(id)).proposed_time])),
    'member reassigns': async (id: string) => {
      const { assigned_to } = await rowOf(id)
      const other = hosts.find((host) => host !== assigned_to)
      return hintOf(agent.run('select reassign_call($1, $2, $3, true)', [id, assigned_to, other]))
    },
    'member cancels': (id: string) => moves(id, 'cancelled'),
    'member marks spam': (id: string) => moves(id, 'spam'),
    'member clears it': (id: string) => moves(id, 'new'),
    'member reopens': (id: string) => moves(id, 'new'),
    'member marks completed': (id: string) => moves(id, 'completed'),
    'member marks no-show': (id: string) => moves(id, 'no-show'),
    'member undoes': async (id: string) =>
      hintOf(agent.run('select undo_booking_move($1, $2)', [id, (await rowOf(id)).status])),
    'the time passes': (id: string) => until(id, 'preferred_time'),
    'the hold ends': (id: string) =>
      until(id, '(select until from private.call_holds where booking = b.id and not is_offered)'),
    'the offer ends': (id: string) => until(id, '(select max(until) from private.call_holds where booking = b.id)'),
    'the reminder comes': (id: string) => until(id, 'remind_at'),
    'the call begins': (id: string) => until(id, 'lower(confirmed)'),
    'the call ends': (id: string) => until(id, 'upper(confirmed)'),
  } as const satisfies Record<string, (id: string) => Promise<string | undefined>>

  async function until(id: string, instant: string) {
    const hours = await one<number>(
      `(select ceil(extract(epoch from ${instant} - now()) / 900) * 0.25 from strategy_call_bookings b where b.id = $1)`,
      [id],
    )
    await passes(Math.max(0, Number(hours)))
    return 'done'
  }

  /** Simulates the passing of hours by making every row older, a quarter of an hour at a time. */
  async function passes(hours: number) {
    await test.asOwner(`
      begin; set local session_replication_role = replica;
      update strategy_call_bookings b set created_at = created_at - t.by, preferred_time = preferred_time - t.by,
        confirmed = case when confirmed is not null then tstzrange(lower(confirmed) - t.by, upper(confirmed) - t.by) end, proposed_time = proposed_time - t.by,
        answered_at = answered_at - t.by, unanswered_since = unanswered_since - t.by, remind_at = remind_at - t.by, call_changed_at = call_changed_at - t.by
      from (select make_interval(mins => ${Math.round(hours * 60)}) as by) t;
      update private.call_holds set until = until - t.by, slot = tstzrange(lower(slot) - t.by, upper(slot) - t.by)
      from (select make_interval(mins => ${Math.round(hours * 60)}) as by) t;
      update audit_log set at = at - make_interval(mins => ${Math.round(hours * 60)});
      update private.replies set created_at = created_at - make_interval(mins => ${Math.round(hours * 60)});
      update outbox set state = 'sent', sent_as = kind, settled_at = now(), created_at = created_at - make_interval(mins => ${Math.round(hours * 60)})
      where ${hours} > 0.1;
      commit`)
    await test.asOwner('select private.plan_letters(now())')
  }

  return {
    test,
    agent,
    colleague,
    hosts,
    arrives,
    events,
    rowOf,
    stateOf,
    available,
    slot,
    passes,
    one,
    close: () => test.close(),
  }
}

export type EventName = keyof Awaited<ReturnType<typeof openBookingEvents>>['events']
