import { randomUUID } from 'node:crypto'
import type { TestDatabase } from './testing.ts'

/** Rows as visitors send them; tests override some columns. */
export const booking = (change: Record<string, unknown> = {}): Record<string, unknown> => ({
  name: 'Ada Lovelace',
  email: 'ada@example.com',
  company: 'Analytical Engines',
  phone: '+44 20 7946 0000',
  current_challenges: 'slow-proposals',
  team_size: '2-5',
  preferred_time: new Date(Date.now() + 86_400_000).toISOString(),
  time_zone: 'Europe/London',
  message: 'Please call.',
  monthly_revenue: '',
  ...change,
})

export const message = (change: Record<string, unknown> = {}): Record<string, unknown> => ({
  name: 'Ada Lovelace',
  email: 'ada@example.com',
  company: 'Analytical Engines',
  message: 'Please write.',
  inquiry_type: 'services',
  ...change,
})

/** Inserts a row with exactly these keys, as the data API does. */
export function insertion(table: string, row: Record<string, unknown>): [sql: string, values: unknown[]] {
  const columns = Object.keys(row)
  const places = columns.map((_, index) => `$${index + 1}`)
  return [`insert into ${table} (${columns.join(', ')}) values (${places.join(', ')})`, Object.values(row)]
}

interface HostChange {
  time_zone?: string
  place?: string
  link?: string
  break_before?: number
  break_after?: number
  notice_minutes?: number
  daily_most?: number | null
  named_to_visitors?: boolean
  /** `[weekday, opens, closes]`; by default, nine to five, Monday to Friday. */
  hours?: readonly (readonly [number, string, string])[]
  /** `[day, opens, closes]`; both times are null for a day off. */
  dates?: readonly (readonly [string, string | null, string | null])[]
  busy?: readonly (readonly [string, string])[]
}

/** Hours from midnight to midnight on every day of the week. */
export const everyDay = [1, 2, 3, 4, 5, 6, 7].map((weekday) => [weekday, '00:00', '24:00'] as const)
const weekdays = [1, 2, 3, 4, 5].map((day) => [day, '09:00', '17:00'] as const)

/** Adds an agent who takes calls, and returns the agent's id. */
export async function hostForTest(test: Pick<TestDatabase, 'asOwner'>, change: HostChange = {}): Promise<string> {
  const id = randomUUID()
  const { hours = weekdays, dates = [], busy, ...own } = change
  const host = { time_zone: 'UTC', notice_minutes: 0, ...own, id }
  await test.asOwner(
    `insert into auth.users (id, email, email_confirmed_at, raw_user_meta_data)
     values ($1::uuid, $1 || '@desk.example', now(), jsonb_build_object('name', 'Host ' || left($1::text, 4)))`,
    [id],
  )
  await test.asOwner(`insert into staff_members (id, role) values ($1, 'agent')`, [id])
  const columns = Object.keys(host)
  await test.asOwner(
    `insert into private.hosts (${columns.join()}) values (${columns.map((_, index) => `$${index + 1}`).join()})`,
    Object.values(host),
  )
  await test.asOwner(
    `insert into private.host_hours (host, weekday, opens, closes)
     select $1, * from jsonb_to_recordset($2) h (weekday integer, opens time, closes time)`,
    [id, JSON.stringify(hours.map(([weekday, opens, closes]) => ({ weekday, opens, closes })))],
  )
  await test.asOwner(
    `insert into private.host_dates (host, day, opens, closes)
     select $1, * from jsonb_to_recordset($2) d (day date, opens time, closes time)`,
    [id, JSON.stringify(dates.map(([day, opens, closes]) => ({ day, opens, closes })))],
  )
  if (busy) {
    await test.asOwner(
      `insert into private.host_calendars (host, name, busy)
       select $1, 'Elsewhere', coalesce(range_agg(tstzrange(b.starts, b.ends)), '{}')
       from unnest($2::timestamptz[], $3::timestamptz[]) b (starts, ends)`,
      [id, busy.map(([starts]) => starts), busy.map(([, ends]) => ends)],
    )
  }
  return id
}
