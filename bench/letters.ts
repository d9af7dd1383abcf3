import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openTeamMailbox } from './booking-ledger.ts'
import { key, startServer } from './contestants.ts'
import { ask, assertFlushed, startFlushedFifteen } from './databases.ts'
import { changeCalls, checkLetters } from './letter-ledger.ts'
import { pour } from './load.ts'
import { type MailServer, startMailServer } from './mailbag.ts'
import { residentMegabytes } from './resident.ts'
import { quantile, verdict, whole } from './statistics.ts'

const bookings = 1000
/** Letters a second. */
const goal = 200
const longestWaitMs = 300_000

/**
 * A thousand people book at once, and a fast mail server accepts the letters to them and to the team. Meanwhile calls
 * are confirmed and moved, so that both recipients must get further letters in order.
 */
export async function printLetters(folder: string, isBrief: boolean): Promise<void> {
  const fifteen = startFlushedFifteen(folder)
  const mail = await startMailServer()
  const server = startServer({ ...fifteen.settings, DATA_DIR: join(folder, 'own'), SMTP_URL: mail.url })
  try {
    await server.start()
    const { address } = fifteen
    await assertFlushed(address)
    await openTeamMailbox(address)
    const pid = server.pid ?? 0
    const seen = async () => ({
      letters: await mail.count(),
      cpu: cpuSeconds(pid),
      memory: residentMegabytes(pid),
    })
    const book = (requests: number) =>
      pour({ url: server.url, key, table: 'strategy_call_bookings', rows: 1, seconds: 0, requests })
    await book(isBrief ? 20 : 200)
    await untilAllLeft(address)

    const before = await seen()
    const asked = await book(isBrief ? 100 : bookings)
    const booked = await seen()
    await changeCalls(address, isBrief ? 2 : 10)
    await untilAllLeft(address)
    const after = await seen()
    await report(address, mail, asked, before, booked, after)
  } finally {
    await server.stop()
    mail.stop()
    fifteen.stop()
  }
}

interface Seen {
  letters: number
  cpu: number
  memory: number
}

async function report(
  address: string,
  mail: MailServer,
  asked: { stored: number; seconds: number },
  before: Seen,
  booked: Seen,
  after: Seen,
): Promise<void> {
  const { received, most } = await mail.all()
  const delays = await checkLetters(address, received)
  const times = received.slice(before.letters).map(({ at }) => at)
  const rate = (times.length / (Math.max(...times) - Math.min(...times))) * 1000
  const late = delays.slice(before.letters).map((delay) => delay / 1000)
  const [half = 0, nearlyAll = 0, last = 0] = [0.5, 0.99, 1].map((part) => quantile(late, part))
  console.log(
    `letters       ${whole(asked.stored)} bookings within ${asked.seconds.toFixed(1)} s, ${whole(times.length)} letters over at ` +
      `most ${most} connections: ${whole(rate)} a second (goal ${goal}) ${verdict(rate >= goal)}`,
  )
  console.log(
    `              from a letter's cause to its arrival p50 ${half.toFixed(1)}, p99 ${nearlyAll.toFixed(1)}, last ${last.toFixed(1)} s`,
  )
  console.log('              each came once, and in order for each booking and reader: pass')
  const left = after.letters - booked.letters
  console.log(
    `              after the last booking ${((1000 * (after.cpu - booked.cpu)) / left).toFixed(1)} ms of the server's processor ` +
      `for each of ${whole(left)}; memory ${whole(before.memory)} MB before, ${whole(after.memory)} after`,
  )
}

async function untilAllLeft(address: string): Promise<void> {
  const since = performance.now()
  const open = "select count(*)::int as rows from public.outbox where state in ('waiting', 'sending')"
  for (;;) {
    const [left] = await ask<{ rows: number }>(address, open)
    if (left?.rows === 0) return
    if (performance.now() - since > longestWaitMs) throw new Error(`${left?.rows} letters did not leave`)
    await sleep(100)
  }
}

/** CPU time of a process, in user and kernel mode together. */
function cpuSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) / 100
}
