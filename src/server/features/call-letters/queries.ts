import * as v from 'valibot'
import { bookingAnswers } from '#content/booking-answers.ts'
import type { Transaction } from '#server/lib/db/database.ts'
import { type DigestRow, digestSchema, letterSchema, type OutboxEmailRow } from './letter-facts.ts'

/** Whole milliseconds, as JavaScript reads the times in an email's facts. */
const milliseconds = (column: string) => `floor(extract(epoch from ${column}) * 1000)::float8`

const receivedColumns = (row: string) => `
  'id', ${row}.id, 'created', ${milliseconds(`${row}.created_at`)}, 'name', ${row}.name, 'email', ${row}.email,
  'company', ${row}.company, 'status', ${row}.status, 'message', ${row}.message,
  'answerBy', ${milliseconds(`${row}.created_at`)} + ${row}.answer_hours * 3600000, 'due', ${milliseconds(`${row}.due_at`)}`

const sequence = (row: string) => `(${row}.facts ->> 'sequence')::int`
const sameReader = (row: string) =>
  `${row}.booking_id = o.booking_id and ${row}.kind = o.kind and ${row}.recipient is not distinct from o.recipient`
const mayHaveArrived = (row: string) => `(${row}.state = 'sent' or ${row}.may_have_arrived)`

const answers = (row: string) => bookingAnswers.map(({ name }) => `'${name}', ${row}.${name}`).join(', ')

/**
 * The last state that the reader knows comes from the previous email and the last confirmed call. The
 * email and the call are each found through an index. The settings are limited to one row: if PostgreSQL expected
 * hundreds of rows, it would compile this query (JIT) for each email.
 */
const letters = `
  select
    o.id, o.kind, o.recipient, case when o.state = 'sent' then o.sent_as end as sent_as, o.facts, s.time_zone as desk_zone,
    s.call_minutes, s.answer_hours,
    case when b.id is not null then jsonb_build_object(
      ${receivedColumns('b')}, 'phone', b.phone, 'answers', jsonb_build_object(${answers('b')}),
      'time_zone', b.time_zone, 'hour_cycle', b.hour_cycle, 'preferred', ${milliseconds('b.preferred_time')}, 'call_sequence', b.call_sequence,
      'starts', ${milliseconds('lower(b.confirmed)')}, 'ends', ${milliseconds('upper(b.confirmed)')},
      'proposed', ${milliseconds('b.proposed_time')}, 'meeting', private.meeting_of(b.id)
    ) end as booking,
    case when m.id is not null then jsonb_build_object(${receivedColumns('m')}, 'inquiry_type', m.inquiry_type) end as message,
    case when o.kind = 'times-offered' then private.offered_times(o.booking_id, $2) end as offered,
    case when o.kind = 'time-taken' then to_jsonb(array(
      select n from private.available_times_near(b.call_at, $2, b.id) n
    )) end as free,
    case when o.kind = 'reply' then private.reply_letter(o.id) end as reply,
    (
      select jsonb_build_object(
        'status', case when p.sent_as like '%-cancelled' then 'cancelled' else p.facts ->> 'status' end,
        'starts', c.facts ->> 'starts', 'ends', c.facts ->> 'ends', 'is_sure', p.state = 'sent'
      ) || case when c.facts ? 'meeting' then jsonb_build_object('meeting', c.facts -> 'meeting') else '{}' end
      from public.outbox p
      left join lateral (
        select q.facts from public.outbox q
        where ${sameReader('q')} and ${mayHaveArrived('q')} and ${sequence('q')} <= ${sequence('p')}
          and q.facts ->> 'starts' is not null and coalesce(q.sent_as not like '%-cancelled', true)
        order by ${sequence('q')} desc limit 1
      ) c on true
      where ${sameReader('p')} and ${mayHaveArrived('p')} and ${sequence('p')} < ${sequence('o')}
      order by ${sequence('p')} desc limit 1
    ) as told,
    exists (
      select from public.outbox p
      where ${sameReader('p')} and ${sequence('p')} > ${sequence('o')} and p.state <> 'dropped'
    ) as is_overtaken,
    private.mention_letter_data((o.facts ->> 'note')::uuid, o.recipient) as mention,
    case when o.kind = 'team-assigned' then private.handover_letter_data(o.id) end as handovers,
    o.kind = 'team-call' and o.recipient in (select private.call_hosts(b.assigned_to)) as is_host
  from public.outbox o
  cross join (select time_zone, call_minutes, answer_hours from public.desk_settings limit 1) s
  left join public.strategy_call_bookings b on b.id = o.booking_id
  left join public.contact_messages m on m.id = o.message_id
  where o.id = $1`

/** Null if the email was deleted with its booking or message. */
export async function findLetter(tx: Transaction, id: string, now: number): Promise<OutboxEmailRow | null> {
  const { rows } = await tx.query(letters, [id, new Date(now)], 'letters')
  return rows[0] === undefined ? null : v.parse(letterSchema, rows[0])
}

const item = (what: string, row: string, at: string) =>
  `select ${what} as what, ${row}.id, ${row}.name as who, ${row}.company, ${milliseconds(at)} as at`

/** `at`: when the answer is due. While the team waits for the visitor, `unanswered_since` is in the future. */
const waiting = (what: string, table: string) =>
  `${item(what, 'w', 'w.due_at')} from public.${table} w where w.due_at is not null and w.unanswered_since <= $1`

const digest = `
  with waiting as (
    ${waiting("case when w.proposed_time is null then 'booking' else 'wish' end", 'strategy_call_bookings')}
    union all
    ${waiting("'message'", 'contact_messages')}
  ),
  today as (
    select d::timestamp at time zone s.time_zone as starts, (d + 1)::timestamp at time zone s.time_zone as ends
    from public.desk_settings s, lateral (select ($1::timestamptz at time zone s.time_zone)::date as d) as _
  )
  select
    coalesce((select jsonb_agg(w) from (select * from waiting order by at limit 10) w), '[]') as waiting,
    (select count(*)::int from waiting) as "waitingInAll",
    coalesce((
      select jsonb_agg(to_jsonb(c) || jsonb_build_object('host', private.meeting_of(c.id) ->> 'host') order by c.at) from (
        ${item("'booking'", 'b', 'b.call_at')}
        from public.strategy_call_bookings b, today t
        where b.status = 'confirmed' and b.call_at >= t.starts and b.call_at < t.ends
      ) c
    ), '[]') as calls,
    n -> 'steps' as steps, (n ->> 'suspects')::int as suspects, (n ->> 'failed')::int as failed,
    (n ->> 'taken')::int as taken, (n ->> 'capacity')::int as capacity
  from private.digest_counts($1) as n`

export async function findDigest(tx: Transaction, now: number): Promise<DigestRow> {
  const { rows } = await tx.query(digest, [new Date(now)])
  return v.parse(digestSchema, rows[0])
}
