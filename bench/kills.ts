import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { RunningServer } from '../tools/testing/run-server.ts'
import { bookingRow, eventRows, messageRow } from './rows.ts'
import { ask, assertFlushed, count, embeddedAddress, send, withServer } from './servers.ts'
import { median, printReportLine, verdict, whole } from './statistics.ts'

const kills = 300
/** If a server does not respond within this time after a kill, the run fails. */
const longestOutageMs = 60_000
const longestPostMs = 300_000

/** Functions that return the rows for one request. */
const makers = {
  strategy_call_bookings: () => [bookingRow()],
  contact_messages: () => [messageRow()],
  user_interactions: () => eventRows(25, 1),
}
const tables = Object.keys(makers) as (keyof typeof makers)[]
const visitorsOfEach = 2
const restMs = 150

/** The processes to kill. The server restarts its own database. */
const victims = ['node', 'postmaster', 'backend', 'both'] as const

/**
 * [D1] Kills Node, PostgreSQL, both at once, or a single PostgreSQL backend, at random times under load. Throws if an
 * acknowledged row is not stored exactly once with its emails, or if Node exits when only PostgreSQL was killed.
 */
export async function printKills(folder: string, isBrief: boolean): Promise<void> {
  const dataDir = join(folder, 'data')
  await withServer({ DATA_DIR: dataDir }, async (server) => {
    await assertFlushed(embeddedAddress(dataDir))
    const visitors = tables.flatMap((table) =>
      Array.from({ length: visitorsOfEach }, () => startVisitor(server.url, table)),
    )
    const outages: number[] = []
    const turns = isBrief ? 8 : kills
    for (let turn = 0; turn < turns; turn++) {
      const victim = victims[turn % victims.length] ?? 'node'
      await kill(victim, server, dataDir)
      outages.push(await untilAllAreServed(visitors, server))
      await sleep(Math.random() * 1500)
    }
    await Promise.all(visitors.map((visitor) => visitor.stop()))
    printReportLine(`${turns} of ${victims.join(', ')} in turn`, 'kills')
    await assertRows(visitors, embeddedAddress(dataDir))
    await assertLetters(visitors, dataDir)
    const [middle, longest] = [median(outages), Math.max(...outages)].map((ms) => (ms / 1000).toFixed(1))
    printReportLine(`until all visitors were served again: median ${middle} s, longest ${longest} s`)
  })
}

/** A visitor who sends one request after another, even during an outage. */
interface LoadVisitor {
  table: keyof typeof makers
  /** The ids of rows acknowledged with 201. */
  acknowledged: string[]
  stop: () => Promise<void>
}

function startVisitor(url: string, table: LoadVisitor['table']): LoadVisitor {
  let isGoing = true
  const run = async () => {
    while (isGoing) {
      const rows = makers[table]()
      const status = await send(`${url}/rest/v1/${table}`, rows).catch(() => 0)
      if (status === 201) visitor.acknowledged.push(...rows.map(({ id }) => id))
      await sleep(restMs)
    }
  }
  const stop = () => {
    isGoing = false
    return done
  }
  const visitor: LoadVisitor = { table, acknowledged: [], stop }
  const done = run()
  return visitor
}

const acknowledgedIn = (visitors: readonly LoadVisitor[], table: string) =>
  visitors.filter((one) => one.table === table).flatMap(({ acknowledged }) => acknowledged)

async function kill(victim: (typeof victims)[number], server: RunningServer, dataDir: string): Promise<void> {
  const note = readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8')
  const postmaster = Number.parseInt(note, 10)
  if (victim === 'postmaster' || victim === 'both') process.kill(postmaster, 'SIGKILL')
  if (victim === 'backend') {
    const lines = execFileSync('ps', ['-o', 'pid=,args=', '--ppid', `${postmaster}`], { encoding: 'utf8' })
    const serving = lines.split('\n').filter((line) => / \[local\] | \d+\.\d+\.\d+\.\d+\(\d+\) /.test(`${line} `))
    const one = serving[Math.floor(Math.random() * serving.length)]
    if (one) process.kill(Number.parseInt(one, 10), 'SIGKILL')
  }
  if (victim === 'node' || victim === 'both') {
    await server.kill()
    await server.start()
  }
}

/** Waits until each visitor has received another acknowledgment. */
async function untilAllAreServed(visitors: readonly LoadVisitor[], server: RunningServer): Promise<number> {
  const since = performance.now()
  const before = visitors.map(({ acknowledged }) => acknowledged.length)
  while (visitors.some(({ acknowledged }, place) => acknowledged.length === before[place])) {
    if (performance.now() - since > longestOutageMs)
      throw new Error(`No rows are stored:\n${server.output.slice(-4000)}`)
    await sleep(20)
  }
  return performance.now() - since
}

async function assertRows(visitors: readonly LoadVisitor[], address: string): Promise<void> {
  for (const table of tables) {
    const ids = acknowledgedIn(visitors, table)
    const once = `select id from public.${table} where id = any($1::uuid[]) group by id having count(*) = 1`
    const stored = await count(address, `select count(*) from (${once}) _`, [ids])
    printReportLine(
      `${table}: ${whole(ids.length)} acknowledged, ${whole(stored)} stored: ${verdict(stored === ids.length)}`,
    )
    if (stored !== ids.length) throw new Error(`${ids.length - stored} rows of ${table} were lost or stored twice`)
  }
}

/** When the outbox is empty, the folder must contain an email for each acknowledged booking and message. */
async function assertLetters(visitors: readonly LoadVisitor[], dataDir: string): Promise<void> {
  const address = embeddedAddress(dataDir)
  const since = performance.now()
  const open = "select count(*) from public.outbox where due_at <= now() and state in ('waiting', 'sending')"
  for (let waiting = 1; waiting > 0; await sleep(500)) {
    waiting = await count(address, open)
    if (performance.now() - since > longestPostMs) throw new Error(`${waiting} emails were not sent`)
  }
  const letters = await ask<{ id: string; about: string }>(
    address,
    `select id, coalesce(booking_id, message_id) as about from public.outbox
     where channel = 'letter' and recipient is null and state = 'sent'`,
  )
  // An email's file name ends with the id of its row.
  const lying = new Set(readdirSync(join(dataDir, 'mail')).map((file) => file.slice(-40, -4)))
  const answered = new Set(letters.filter(({ id }) => lying.has(id)).map(({ about }) => about))
  const asked = tables.slice(0, 2).flatMap((table) => acknowledgedIn(visitors, table))
  const missing = asked.filter((id) => !answered.has(id))
  printReportLine(
    `emails: ${whole(asked.length)} requests, ${whole(asked.length - missing.length)} with an email: ` +
      verdict(missing.length === 0),
  )
  if (missing.length > 0) throw new Error(`No email for ${missing.slice(0, 5).join(', ')}`)
}
