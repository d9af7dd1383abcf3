import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { StaffRole } from '#shared/contract/team.ts'
import { insertAccount } from '#tools/testing/account.ts'
import type { ServerSettings } from './server-pool.ts'

/**
 * Returns the connection settings of a server's database. The embedded database's socket is in a folder that only its
 * owner and root can enter.
 */
export const databaseOf = (folder: string, { MIGRATION_URL }: ServerSettings = {}): pg.ClientConfig =>
  MIGRATION_URL
    ? { connectionString: MIGRATION_URL }
    : { host: join(folder, 'data', 'postgres'), user: 'postgres', database: 'postgres' }

/** Queries a running server's database as the database owner, who bypasses all row policies. */
export class StoredRows {
  readonly #config: pg.ClientConfig

  constructor(config: pg.ClientConfig) {
    this.#config = config
  }

  /** Returns one visitor's rows. Tests share a database, but each test uses its own email address. */
  async bookings(email: string): Promise<Record<string, unknown>[]> {
    return this.#rows('select * from strategy_call_bookings where email = $1 order by created_at', email)
  }

  async messages(email: string): Promise<Record<string, unknown>[]> {
    return this.#rows('select * from contact_messages where email = $1 order by created_at', email)
  }

  /** Creates a member who has accepted the invitation; returns the id. */
  async member(who: { email: string; password: string; name: string; role: StaffRole }): Promise<string> {
    const id = await insertAccount((sql, values) => this.#rows(sql, ...values), who)
    await this.#rows('insert into staff_members (id, role) values ($1, $2)', id, who.role)
    return id
  }

  /** Backdates a row by this many hours. */
  async age(table: 'strategy_call_bookings' | 'contact_messages', id: string, hours: number): Promise<void> {
    const sql = `update ${table}
                 set (created_at, unanswered_since) = (select t, t from (select now() - $2 * interval '1 hour' as t) _)
                 where id = $1`
    await this.#rows(sql, id, hours)
  }

  /** Plans the emails that are due within a minute. */
  async planLetters(): Promise<void> {
    await this.#rows("select private.plan_letters(now() + interval '1 minute')")
  }

  async interactions(sessionId: string): Promise<Record<string, unknown>[]> {
    return this.#rows('select * from user_interactions where session_id = $1 order by id', sessionId)
  }

  /**
   * Adds confirmed calls to this week, in consecutive half hours (`confirmed` is their number), and sets the weekly
   * capacity. The team works day and night, in a time zone in which the week does not end during the test.
   */
  async weekOfCalls(capacity: number, confirmed: number): Promise<void> {
    await this.#rows(
      `update desk_settings set weekly_capacity = $1, opens = '0:00', closes = '24:00', work_days = '{1,2,3,4,5,6,7}',
         time_zone = case extract(isodow from now() at time zone 'UTC') when 7 then 'Etc/GMT+12' else 'UTC' end`,
      capacity,
    )
    await this.#rows('delete from days_off')
    await this.#rows("delete from strategy_call_bookings where company = 'This week'")
    await this.#rows(
      `insert into strategy_call_bookings
         (name, email, company, phone, current_challenges, team_size, preferred_time, status, confirmed)
       select 'Ada', 'ada@partner.example', 'This week', '1', 'other', '1', slot, 'confirmed',
         tstzrange(slot, slot + interval '30 minutes')
       from desk_settings s, generate_series(1, $1::int) number, lateral (
         select date_trunc('week', now() at time zone s.time_zone) at time zone s.time_zone
           + number * interval '30 minutes'
       ) _ (slot)`,
      confirmed,
    )
  }

  /**
   * Makes a new member the only host, available day and night from now on. Deletes all bookings and holds. Sets whether
   * a selected time is confirmed automatically.
   */
  async oneHost(confirmsAtOnce = false): Promise<void> {
    const id = randomUUID()
    await this.#rows('delete from private.hosts')
    await this.#rows('delete from strategy_call_bookings')
    await this.#rows('update desk_settings set weekly_capacity = 200, confirm_at_once = $1', confirmsAtOnce)
    await this.#rows(
      `insert into auth.users (id, email, email_confirmed_at, raw_user_meta_data)
       values ($1::uuid, $1 || '@desk.example', now(), '{"name": "Hosea"}')`,
      id,
    )
    await this.#rows("insert into staff_members (id, role) values ($1, 'agent')", id)
    await this.#rows("insert into private.hosts (id, time_zone, notice_minutes) values ($1, 'UTC', 0)", id)
    await this.#rows(
      `insert into private.host_hours (host, weekday, opens, closes)
       select $1, day, '0:00', '24:00' from generate_series(1, 7) day`,
      id,
    )
  }

  /** Simulates a mail server, so that mailboxes count as confirmed; emails are still written to the folder. */
  async sendsMail(): Promise<void> {
    await this.#rows('select private.record_mail_service(true)')
  }

  /** Sets the final state of an email about this booking, as if a mail server had responded. */
  async failLetter(booking: string, kind: string, reason: string): Promise<void> {
    const sql = `update outbox set state = 'failed', reason = $3, attempts = 4, settled_at = now(), sent_as = null,
                   lease_owner = null, lease_expires_at = null
                 where booking_id = $1 and kind = $2`
    await this.#rows(sql, booking, kind, reason)
  }

  /** Moves the start of a confirmed booking's call to this many seconds from now. */
  async callBegins(booking: string, seconds: number): Promise<void> {
    const sql = `update strategy_call_bookings
                 set confirmed = tstzrange(at, at + interval '30 minutes')
                 from (select date_trunc('second', now()) + make_interval(secs => $2) as at) _ where id = $1`
    await this.#rows(sql, booking, seconds)
  }

  /** Stores a visitor's proposal, made this many hours ago. */
  async propose(booking: string, time: string, hours = 0): Promise<void> {
    const sql = `update strategy_call_bookings
                 set proposed_time = $2, unanswered_since = now() - make_interval(hours => $3) where id = $1`
    await this.#rows(sql, booking, time, hours)
  }

  /** Makes PostgreSQL start another WAL segment; if the disk is full, PostgreSQL shuts down. */
  async nextLogFile(): Promise<void> {
    await this.#rows('select pg_switch_wal()').catch(() => {})
  }

  /** The roles of all other connections, and whether these roles can bypass row policies. */
  async users(): Promise<Record<string, unknown>[]> {
    return this.#rows(
      `select distinct rolname as name, rolbypassrls as is_unbound, exists (
         select from pg_roles r where (r.rolsuper or r.oid = n.nspowner) and pg_has_role(u.oid, r.oid, 'member')
       ) as may_own
       from pg_stat_activity a join pg_roles u on u.oid = a.usesysid cross join pg_namespace n
       where a.backend_type = 'client backend' and a.pid <> pg_backend_pid() and n.nspname = 'private'`,
    )
  }

  /** Backdates this member's sessions, so that the sessions look idle for this many hours. */
  async pauseSessions(person: string, hours: number): Promise<void> {
    const since = '(now() - make_interval(hours => $2::int))'
    await this.#rows(
      `update auth.sessions set created_at = ${since}, refreshed_at = ${since} at time zone 'utc' where user_id = $1`,
      person,
      hours,
    )
  }

  async #rows(sql: string, ...values: unknown[]): Promise<Record<string, unknown>[]> {
    const client = await this.#connect()
    try {
      const { rows } = await client.query<Record<string, unknown>>(sql, values)
      return rows
    } finally {
      await client.end()
    }
  }

  /** Shortly after a restart, the database may still be starting. */
  async #connect(): Promise<pg.Client> {
    for (let attempt = 1; ; attempt++) {
      const client = new pg.Client(this.#config)
      client.on('error', () => {})
      try {
        await client.connect()
        return client
      } catch (error) {
        if (attempt === 20) throw error
        await sleep(100)
      }
    }
  }
}
