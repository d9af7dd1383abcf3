import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { BenchmarkTable } from './load.ts'
import { eventRows } from './rows.ts'
import { ask, assertFlushed, key, send, withFifteen, withServer } from './servers.ts'

const team = 'team@backline.example'

/** A server with a database that no other server uses. */
export interface BenchmarkedServer {
  name: string
  url: string
  /** The superuser's connection string. */
  address: string
}

export interface ServerComparison {
  ours: BenchmarkedServer
  /** A server with plain tables instead of our schema. */
  peer: BenchmarkedServer
}

/** Starts both servers against the same PostgreSQL 15 instance, then calls `work`. */
export async function withComparison(
  folder: string,
  work: (contest: ServerComparison) => Promise<void>,
): Promise<void> {
  await withFifteen(folder, [], async ({ address, settings }) => {
    await assertFlushed(address)
    const peerAddress = address.replace(/[^/]*$/, 'peer')
    await ask(address, 'create database peer')
    // A server stores its key in the data folder, even if its database is external.
    await withServer({ ...settings, DATA_DIR: join(folder, 'own') }, async ({ url }) => {
      await setAnswerMailbox(address)
      await makePlainTables(address, peerAddress)
      const peer = await startPeer(peerAddress)
      try {
        const other = { name: '@supabase/lite', url: peer.url, address: peerAddress }
        await work({ ours: { name: 'Backline', url, address }, peer: other })
      } finally {
        await peer.stop()
      }
    })
  })
}

/** Creates the peer's tables with our columns and types, a primary key, and a policy that lets visitors insert rows. */
async function makePlainTables(ours: string, peer: string): Promise<void> {
  const tables = await ask<{ name: string; columns: string }>(
    ours,
    `select c.relname as name, string_agg(format('%I %s', attname, format_type(atttypid, atttypmod)), ', ') as columns
     from pg_class c join pg_attribute a on attrelid = c.oid and attnum > 0 and not attisdropped and attname <> 'id'
     where c.oid in ('public.user_interactions'::regclass, 'public.strategy_call_bookings'::regclass) group by 1`,
  )
  for (const { name, columns } of tables)
    await ask(
      peer,
      `create table public.${name} (id uuid primary key, ${columns});
       alter table public.${name} alter created_at set default now(), enable row level security;
       grant insert on public.${name} to anon;
       create policy visitors on public.${name} for insert to anon with check (true);`,
    )
}

/** Starts @supabase/lite in a separate process, with only its data API. */
async function startPeer(address: string) {
  const program = fileURLToPath(new URL('peer-server.ts', import.meta.url))
  const child = spawn(process.execPath, ['--import', 'tsx', program, address, key], {
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  process.once('exit', () => child.kill())
  let url = ''
  // The peer prints a list of its tables before it prints its address.
  for await (const line of createInterface(child.stdout)) {
    url = line
    if (line.startsWith('http://')) break
  }
  // The first request makes the peer grant rights to its roles. Two first requests at the same time would conflict.
  const status = await send(`${url}/rest/v1/user_interactions`, eventRows(1, 0))
  if (status !== 201) throw new Error(`@supabase/lite returned ${status} for its first request`)
  await ask(address, 'truncate public.user_interactions')
  const stop = async () => {
    const ended = once(child, 'exit')
    child.kill()
    await ended
  }
  return { url, stop }
}

/** Sets the team's mailbox, so that each booking triggers two emails, as on a production server. */
export const setAnswerMailbox = (address: string) =>
  ask(address, 'update public.desk_settings set answer_mailboxes = array[$1]', [team])

/**
 * Checks that every acknowledged row is stored exactly once and that each of our bookings has its emails; then deletes
 * the rows.
 */
export async function assertStoredAndClear(
  address: string,
  table: BenchmarkTable,
  acknowledged: number,
  isOurs = true,
): Promise<void> {
  if (isOurs && table === 'strategy_call_bookings') await assertLettersAndClear(address, acknowledged)
  const sql = `select count(*)::int as rows, count(distinct id)::int as ids from public.${table}`
  const [found] = await ask<{ rows: number; ids: number }>(address, sql)
  if (found?.rows !== acknowledged || found.ids !== acknowledged)
    throw new Error(`${acknowledged} rows of ${table} were acknowledged, but there are ${JSON.stringify(found)}`)
  await ask(address, `truncate public.${table} cascade`)
  // Runs a checkpoint, so that every measurement starts from the same state.
  await ask(address, 'checkpoint')
}

/** Throws unless each booking has two emails, one to its visitor and one to the team. */
async function assertLettersAndClear(address: string, bookings: number): Promise<void> {
  const [found] = await ask<{ told: number; letters: number }>(
    address,
    `with letters as (
       select booking_id, array_agg(kind || ' > ' || coalesce(recipient, 'visitor') order by kind) as kinds
       from public.outbox where channel = 'letter' group by 1
     )
     select (count(*) filter (where l.kinds = $1))::int as told,
       (select count(*)::int from public.outbox where booking_id is not null) as letters
     from public.strategy_call_bookings b left join letters l on l.booking_id = b.id`,
    [['request-received > visitor', `team-booking > ${team}`]],
  )
  if (found?.told !== bookings || found.letters !== bookings * 2)
    throw new Error(`${bookings} bookings were acknowledged, but their emails are ${JSON.stringify(found)}`)
  // Locks the outbox before the bookings, as the outbox worker does, so that this transaction and the worker cannot
  // deadlock.
  await ask(address, 'truncate public.outbox cascade')
}
