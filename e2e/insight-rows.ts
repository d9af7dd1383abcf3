import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import pg from 'pg'
import { booking, insertion } from '#server/lib/db/rows-testing.ts'

const dayMs = 86_400_000
/** The UTC day so many days ago. */
export const daysAgo = (days: number): string =>
  new Date(Date.now() - days * dayMs).toISOString().slice(0, 10)

interface Visit {
  day: string
  /** The visitor's user agent. */
  browser: number
  page: string
  referrer?: string
  isBot?: boolean
  /** How far the visitor scrolled. */
  got?: 'opened' | 'sent'
  /** Its error. */
  fault?: object
}

/** Inserts visits and bookings with that time, without triggers, and aggregates them as the hourly job does. */
export async function storePast(folder: string, visits: readonly Visit[], bookings: readonly object[]) {
  const client = new pg.Client({
    host: join(folder, 'data', 'postgres'),
    user: 'postgres',
    database: 'postgres',
  })
  await client.connect()
  try {
    await client.query('begin')
    await client.query("set local session_replication_role = 'replica'")
    for (const visit of visits) {
      for (const row of rowsOf(visit)) await client.query(...insertion('user_interactions', row))
    }
    for (const change of bookings) {
      await client.query(
        ...insertion('strategy_call_bookings', booking({ monthly_revenue: null, ...change })),
      )
    }
    await client.query('commit')
    await client.query('select private.keep_interactions(now(), 365)')
  } finally {
    await client.end()
  }
}

function rowsOf({
  day,
  browser,
  page,
  referrer,
  isBot = false,
  got,
  fault,
}: Visit): Record<string, unknown>[] {
  const session = randomUUID()
  const row = (minute: number, event_type: string, event_data: object) => ({
    session_id: session,
    created_at: `${day}T10:0${minute}:00Z`,
    event_type,
    event_data,
    page_url: page,
    referrer: referrer ?? null,
    is_bot: isBot,
    visitor_key: browser,
  })
  const view = new URL(page).searchParams.get('view') ?? 'home'
  return [
    row(0, 'page_view', { view, title: 'A page' }),
    ...(got ? [row(1, 'modal_open', { modal: 'booking', opener: 'hero' })] : []),
    ...(got === 'sent' ? [row(2, 'form_submit', { form: 'booking', outcome: 'stored' })] : []),
    ...(fault ? [row(4, 'error', fault)] : []),
  ]
}
