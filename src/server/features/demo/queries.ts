import type { Transaction } from '#server/lib/db/database.ts'
import type { DemoHost } from './hosts.ts'
import type { Quarter } from './quarter.ts'
import type { DemoBooking, DemoMessage, LogLine, Note, Visit } from './types.ts'

const iso = (at: number) => new Date(at).toISOString()

/** Whether anything is there that a demo could be taken for, or be mixed up with. */
export async function isInhabited(tx: Transaction): Promise<boolean> {
  const { rows } = await tx.query<{ inhabited: boolean }>(
    `select exists (select from public.strategy_call_bookings) or exists (select from public.contact_messages)
       or exists (select from public.user_interactions) or exists (select from auth.users) as inhabited`,
  )
  return rows[0]?.inhabited === true
}

/** The log has lines of its own for what these rows tell: the trigger would date them now. */
async function unlogged(
  tx: Transaction,
  table: string,
  trigger: string,
  work: () => Promise<unknown>,
): Promise<void> {
  await tx.query(`alter table ${table} disable trigger ${trigger}`)
  await work()
  await tx.query(`alter table ${table} enable trigger ${trigger}`)
}

export async function insertAgents(tx: Transaction, agents: Quarter['agents'], since: number): Promise<void> {
  for (const { id, email, name, lastSignIn } of agents) {
    await tx.query(
      `insert into auth.users (id, email, raw_user_meta_data, email_confirmed_at, last_sign_in_at, created_at, updated_at)
       values ($1, $2, $3, $4, $5, $4, $4)`,
      [id, email, JSON.stringify({ name }), iso(since), iso(lastSignIn)],
    )
  }
  const ids = agents.map(({ id }) => id)
  await unlogged(tx, 'public.staff_members', 'note_staff', () =>
    tx.query(
      `insert into public.staff_members (id, role, created_at) select id, 'agent', $2 from unnest($1::uuid[]) id`,
      [ids, iso(since)],
    ),
  )
}

/** Their calendars have no address: what they say is read nowhere, and stays as it is. */
export async function insertHosts(tx: Transaction, hosts: readonly DemoHost[], now: number): Promise<void> {
  for (const { id, zone, place, link, breakAfter, hours, calendar } of hosts) {
    await tx.query(
      `insert into private.hosts (id, time_zone, place, link, break_after, named_to_visitors)
       values ($1, $2, $3, $4, $5, true)`,
      [id, zone, place, link, breakAfter],
    )
    await tx.query(
      `insert into private.host_hours (host, weekday, opens, closes)
       select $1, weekday, opens, closes from jsonb_to_recordset($2) as _ (weekday int, opens time, closes time)`,
      [id, JSON.stringify(hours)],
    )
    await tx.query(
      `insert into private.host_calendars (host, name, place, busy, events, whole_at, read_at, tried_at)
       values ($1, $2, 'calendar.example.com', $3, $4, $5, $5, $5)`,
      [id, calendar.name, `{${calendar.busy.map(rangeOf).join()}}`, calendar.busy.length, iso(now)],
    )
  }
}

export async function updateSettings(
  tx: Transaction,
  { zone, capacity }: { zone: string; capacity: number },
): Promise<void> {
  await tx.query('update public.desk_settings set time_zone = $1, weekly_capacity = $2', [zone, capacity])
}

export async function insertDayOff(tx: Transaction, day: string): Promise<void> {
  await tx.query('insert into public.days_off (day, note) values ($1, $2)', [day, 'Team day'])
}

/** Months of their own, as the upkeep makes them for the months to come. */
export async function makeMonths(tx: Transaction, from: number): Promise<void> {
  await tx.query(
    `select private.make_interaction_month(month::date)
     from generate_series(date_trunc('month', $1::timestamptz at time zone 'UTC'), now() at time zone 'UTC', '1 month') month`,
    [iso(from)],
  )
}

export async function insertVisits(
  tx: Transaction,
  visits: readonly Visit[],
  until: number,
): Promise<number> {
  const rows = visits.flatMap((visit) =>
    visit.events
      .filter(({ at }) => at <= until)
      .map(({ id, at, type, data }) => ({
        id,
        created_at: iso(at),
        session_id: visit.id,
        event_type: type,
        event_data: data,
        page_url: visit.page,
        user_agent: visit.agent,
        referrer: visit.referrer,
        is_bot: visit.isBot,
        visitor_key: visit.key,
      })),
  )
  for (let start = 0; start < rows.length; start += 5000) {
    await tx.query(
      `insert into public.user_interactions
         (id, created_at, session_id, event_type, event_data, page_url, user_agent, referrer, is_bot, visitor_key)
       select * from json_to_recordset($1) as _ (id uuid, created_at timestamptz, session_id uuid, event_type text,
         event_data jsonb, page_url text, user_agent text, referrer text, is_bot boolean, visitor_key bigint)`,
      [JSON.stringify(rows.slice(start, start + 5000))],
    )
  }
  return rows.length
}

/** What our server sent: what was tracked, and as much again by those who are not. */
export async function insertDownloads(tx: Transaction): Promise<void> {
  await tx.query(
    `insert into private.pack_downloads (day, pack, visitor, downloads)
     select (created_at at time zone 'UTC')::date, event_data ->> 'pack', case when is_bot then 'bot' else 'person' end,
       ceil(count(*) * 1.6)
     from public.user_interactions where event_type = 'download' group by 1, 2, 3`,
  )
}

const rangeOf = ([from, until]: readonly [from: number, until: number]) => `[${iso(from)},${iso(until)})`

const origin = ({ visit }: DemoBooking | DemoMessage) => ({
  session_id: visit.id,
  landing_page: visit.landing,
  referrer: visit.referrer,
})

const common = (row: DemoBooking | DemoMessage) => ({
  id: row.id,
  created_at: iso(row.at),
  name: row.person.name,
  email: row.person.email,
  company: row.person.company,
  message: row.message,
  status: row.status,
  assigned_to: row.assignedTo,
  answered_at: row.answeredAt === null ? null : iso(row.answeredAt),
  updated_at: iso(row.updatedAt),
  fill_seconds: row.fillSeconds,
  ...origin(row),
})

const commonTypes = `id uuid, created_at timestamptz, name text, email text, company text, message text, status text,
  assigned_to uuid, answered_at timestamptz, updated_at timestamptz, fill_seconds real, session_id uuid,
  landing_page text, referrer text`
const commonNames = `id, created_at, name, email, company, message, status, assigned_to, answered_at, updated_at,
  fill_seconds, session_id, landing_page, referrer`
/** As the trigger reads them out of what a visitor sends. */
const readOut = `private.visit_source(landing_page, referrer), private.visit_campaign(landing_page),
  private.visit_first_view(landing_page)`

export async function insertBookings(tx: Transaction, bookings: readonly DemoBooking[]): Promise<void> {
  const rows = bookings.map((booking) => ({
    ...common(booking),
    phone: booking.person.phone,
    current_challenges: booking.challenge,
    team_size: booking.teamSize,
    preferred_time: iso(booking.preferredTime),
    time_zone: booking.person.zone,
    monthly_revenue: booking.revenue,
    confirmed: booking.call && rangeOf(booking.call),
    picked: booking.hold !== null,
  }))
  const more =
    'phone, current_challenges, team_size, preferred_time, time_zone, monthly_revenue, confirmed, picked'
  await tx.query(
    `insert into public.strategy_call_bookings (${commonNames}, ${more}, source, campaign, first_view)
     select ${commonNames}, ${more}, ${readOut} from json_to_recordset($1) as _ (${commonTypes}, phone text,
       current_challenges text, team_size text, preferred_time timestamptz, time_zone text, monthly_revenue text,
       confirmed tstzrange, picked boolean)`,
    [JSON.stringify(rows)],
  )
}

/** For a day each, as of when they came. */
export async function insertHolds(tx: Transaction, bookings: readonly DemoBooking[]): Promise<void> {
  for (const { id, at, hold } of bookings) {
    if (!hold) continue
    await tx.query(
      `insert into private.call_holds (booking, host, slot, until, is_proven)
       values ($1, $2, $3, $4::timestamptz + interval '1 day', true)`,
      [id, hold.host, rangeOf(hold.slot), iso(at)],
    )
  }
}

export async function insertMessages(tx: Transaction, messages: readonly DemoMessage[]): Promise<void> {
  const rows = messages.map((message) => ({ ...common(message), inquiry_type: message.inquiry }))
  await tx.query(
    `insert into public.contact_messages (${commonNames}, inquiry_type, source, campaign, first_view)
     select ${commonNames}, inquiry_type, ${readOut}
     from json_to_recordset($1) as _ (${commonTypes}, inquiry_type text)`,
    [JSON.stringify(rows)],
  )
}

export async function insertNotes(
  tx: Transaction,
  notes: readonly (Note & { booking: string | null; message: string | null })[],
): Promise<void> {
  const rows = notes.map(({ at, ...note }) => ({ ...note, created_at: iso(at) }))
  await unlogged(tx, 'public.notes', 'record', () =>
    tx.query(
      `insert into public.notes (id, created_at, author, body, booking_id, message_id)
       select id, created_at, author, body, booking, message from json_to_recordset($1) as _ (id uuid,
         created_at timestamptz, author uuid, body text, booking uuid, message uuid)`,
      [JSON.stringify(rows)],
    ),
  )
}

export async function insertLog(
  tx: Transaction,
  lines: readonly (LogLine & { subject: string; id: string | null })[],
): Promise<void> {
  const rows = [...lines].sort((one, other) => one.at - other.at)
  await tx.query(
    `insert into public.audit_log (at, actor, action, subject, subject_id, details)
     select at, actor, action, subject, id, details from json_to_recordset($1) as _ (at timestamptz, actor uuid,
       action text, subject text, id uuid, details jsonb)`,
    [JSON.stringify(rows.map((row) => ({ ...row, at: iso(row.at) })))],
  )
}

/**
 * The letters that all this caused, as sent a moment later; one that a mail server refused, and one that it may have
 * sent twice. Each booking and message got an answer but for spam; each confirmation was written down.
 */
export async function insertLetters(tx: Transaction): Promise<void> {
  await tx.query(`
    with sent (kind, sent_as, booking_id, message_id, at, facts, once) as (
      select 'request-received', 'request-received', b.id, null::uuid, b.created_at, '{}'::jsonb, 'request-received:' || b.id
      from public.strategy_call_bookings b where b.status not in ('spam', 'spam?')
      union all
      select 'message-received', 'message-received', null, m.id, m.created_at, '{}', 'message-received:' || m.id
      from public.contact_messages m where m.status not in ('spam', 'spam?')
      union all
      select
        'call', case a.details ->> 'to' when 'confirmed' then 'call-confirmed' else 'call-cancelled' end,
        a.subject_id, null, a.at + interval '15 seconds',
        jsonb_build_object(
          'sequence', row_number() over (partition by a.subject_id order by a.id), 'status', a.details ->> 'to',
          'starts', lower((a.details ->> 'confirmed')::tstzrange), 'ends', upper((a.details ->> 'confirmed')::tstzrange)
        ), null
      from public.audit_log a
      where a.action = 'booking_moved' and a.details ->> 'to' in ('confirmed', 'cancelled')
    )
    insert into public.outbox
      (channel, kind, sent_as, booking_id, message_id, facts, once, created_at, due_at, settled_at, state, attempts)
    select 'letter', kind, sent_as, booking_id, message_id, facts, once, at, at, at + interval '2 seconds', 'sent', 1
    from sent
    on conflict (once) do nothing`)
  await tx.query(`
    with late as (
      select o.id, row_number() over (order by o.created_at desc) as number from public.outbox o
      where o.kind = 'request-received' and o.state = 'sent' limit 9
    )
    update public.outbox o set
      state = case late.number when 3 then 'failed' else o.state end,
      sent_as = case late.number when 3 then null else o.sent_as end,
      reason = case late.number when 3 then '550 the server refuses the address' end,
      is_doubtful = late.number = 8, attempts = case late.number when 8 then 2 else 1 end
    from late where late.id = o.id and late.number in (3, 8)`)
}

export async function insertSignIns(tx: Transaction, lines: readonly LogLine[]): Promise<void> {
  const rows = lines.map(({ at, actor, action }) => ({
    created_at: iso(at),
    payload: { action, outcome: 'done', actor_id: actor },
  }))
  await tx.query(
    `insert into auth.audit_log_entries (payload, created_at)
     select payload, created_at from json_to_recordset($1) as _ (payload json, created_at timestamptz)`,
    [JSON.stringify(rows)],
  )
}

/** Counts the days, as the upkeep does, with what PostgreSQL has to know for that. */
export async function countDays(tx: Transaction, now: number, keepDays: number): Promise<void> {
  await tx.query('analyze public.user_interactions')
  await tx.query('select private.keep_interactions($1, $2)', [iso(now), keepDays])
}
