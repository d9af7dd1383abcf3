import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { RunningServer } from '../tools/testing/run-server.ts'
import { key, startServer } from './contestants.ts'
import { ask, assertFlushed, embeddedAddress } from './databases.ts'
import { verdict, whole } from './statistics.ts'
import { steadyVisitors, type Visitor } from './steady-visitors.ts'
import { victims } from './victims.ts'

const kills = 300
/** A response that takes longer than this after a kill counts as an outage. */
const longestOutageMs = 60_000
const longestPostMs = 300_000

/**
 * Sends SIGKILL to Node, to PostgreSQL, to one of its backends and to both at any moment, while people book, write
 * and read and letters leave. Throws unless every acknowledged row is stored once, with its letters, and Node
 * survived every kill that was not its own.
 */
export async function printKills(folder: string, isBrief: boolean): Promise<void> {
  const dataDir = join(folder, 'data')
  const server = startServer({ DATA_DIR: dataDir })
  try {
    await server.start()
    await assertFlushed(embeddedAddress(dataDir))
    const visitors = steadyVisitors(server.url, key, 2, 150)
    const counts: Record<string, number> = {}
    const outages: number[] = []
    for (let number = 0; number < (isBrief ? 8 : kills); number++) {
      const [name, kill] = Object.entries(victims)[number % Object.keys(victims).length] ?? []
      if (!name || !kill) throw new Error('no victim')
      const { pid } = server
      await kill(server, dataDir)
      counts[name] = (counts[name] ?? 0) + 1
      outages.push(await untilAllAreServed(visitors))
      if (name !== 'node' && name !== 'both') assertAlive(server, pid, name)
      await sleep(Math.random() * 1500)
    }
    await Promise.all(visitors.map((visitor) => visitor.stop()))
    await report(visitors, counts, outages, dataDir)
  } finally {
    await server.stop()
  }
}

/** Waits until each visitor has had another acknowledgement. */
async function untilAllAreServed(visitors: readonly Visitor[]): Promise<number> {
  const since = performance.now()
  const before = visitors.map(({ acknowledged }) => acknowledged.length)
  while (visitors.some(({ acknowledged }, place) => acknowledged.length === before[place])) {
    if (performance.now() - since > longestOutageMs) throw new Error('Nothing is stored any more')
    await sleep(20)
  }
  return performance.now() - since
}

function assertAlive(server: RunningServer, pid: number | undefined, victim: string): void {
  try {
    if (pid === undefined || pid !== server.pid) throw new Error('another process')
    process.kill(pid, 0)
  } catch {
    throw new Error(
      `The server ended by itself after the end of its ${victim}:\n${server.output.slice(-4000)}`,
    )
  }
}

async function report(
  visitors: readonly Visitor[],
  counts: Record<string, number>,
  outages: number[],
  dataDir: string,
): Promise<void> {
  console.log(
    `kills         ${Object.entries(counts)
      .map(([name, count]) => `${name} ${count}`)
      .join(', ')}`,
  )
  const address = embeddedAddress(dataDir)
  for (const table of new Set(visitors.map((visitor) => visitor.table))) {
    const ids = visitors
      .filter((visitor) => visitor.table === table)
      .flatMap(({ acknowledged }) => acknowledged)
    const sql = `select count(*)::int as rows, count(distinct id)::int as ids from public.${table} where id = any($1::uuid[])`
    const [found] = await ask<{ rows: number; ids: number }>(address, sql, [ids])
    const isWhole = found?.rows === ids.length && found.ids === ids.length
    console.log(
      `              ${table}: ${whole(ids.length)} acknowledged, ${whole(found?.rows ?? 0)} stored: ${verdict(isWhole)}`,
    )
    if (!isWhole) throw new Error(`Of ${ids.length} rows of ${table} there are ${JSON.stringify(found)}`)
  }
  await assertLetters(visitors, dataDir)
  const statuses = new Map<number, number>()
  for (const { refused } of visitors)
    for (const [status, count] of refused) statuses.set(status, (statuses.get(status) ?? 0) + count)
  console.log(
    `              other answers: ${[...statuses].map(([status, count]) => `${status || 'none'} ${count}`).join(', ')}`,
  )
  const sorted = outages.toSorted((a, b) => a - b)
  const at = (part: number) =>
    `${((sorted[Math.floor(part * (sorted.length - 1))] ?? 0) / 1000).toFixed(1)} s`
  console.log(`              until everybody was served again: median ${at(0.5)}, longest ${at(1)}`)
}

/** Once the outbox is empty, each acknowledged booking and message must have its letter in the folder. */
async function assertLetters(visitors: readonly Visitor[], dataDir: string): Promise<void> {
  const address = embeddedAddress(dataDir)
  const since = performance.now()
  const open =
    "select count(*)::int as rows from public.outbox where due_at <= now() and state in ('waiting', 'sending')"
  for (;;) {
    const [waiting] = await ask<{ rows: number }>(address, open)
    if (waiting?.rows === 0) break
    if (performance.now() - since > longestPostMs) throw new Error(`${waiting?.rows} letters did not leave`)
    await sleep(500)
  }
  const asked = visitors
    .filter(({ table }) => table !== 'user_interactions')
    .flatMap(({ acknowledged }) => acknowledged)
  const letters = await ask<{ id: string; about: string }>(
    address,
    "select id, coalesce(booking_id, message_id) as about from public.outbox where channel = 'letter' and recipient is null and state = 'sent'",
  )
  const files = (await readdir(join(dataDir, 'mail'))).filter((file) => file.endsWith('.eml'))
  const lying = new Set(files.map((file) => file.slice(-'.eml'.length - 36, -'.eml'.length)))
  const answered = new Set(letters.filter(({ id }) => lying.has(id)).map(({ about }) => about))
  const missing = asked.filter((id) => !answered.has(id))
  console.log(
    `              letters: ${whole(asked.length)} people wrote, ${whole(asked.length - missing.length)} have their letter: ${verdict(missing.length === 0)}`,
  )
  if (missing.length > 0) throw new Error(`No letter about ${missing.slice(0, 5).join(', ')}`)
}
