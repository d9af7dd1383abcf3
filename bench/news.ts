import { randomBytes, randomUUID } from 'node:crypto'
import { Agent } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { bookingRow } from './booking-rows.ts'
import { key, startServer } from './contestants.ts'
import { assertFlushed, startFlushedFifteen } from './databases.ts'
import { deskToken } from './desk-token.ts'
import { pour } from './load.ts'
import { type Ear, openEar } from './news-ear.ts'
import { probe, send } from './probe.ts'
import { spread, verdict, whole } from './statistics.ts'

/** Milliseconds between two bookings whose news is measured. */
const every = 50
/** News that arrives later counts as missing. */
const patience = 10_000

/**
 * How long after its 201 the news of a booking reaches the desk, and whether all of it does, at the server that
 * stored it and at another one on the same database: without other bookings, and beside many.
 */
export async function printNews(folder: string, isBrief: boolean): Promise<void> {
  const fifteen = startFlushedFifteen(folder)
  const settings = {
    ...fifteen.settings,
    // Both servers share the secrets and the issuer of tokens.
    ENCRYPTION_KEY: randomBytes(32).toString('base64'),
    PUBLIC_URL: 'https://site.example',
    AUTH_SIGN_UP: 'on',
    AUTH_AUTOCONFIRM: 'on',
  }
  const first = startServer({ ...settings, DATA_DIR: join(folder, 'first') })
  const second = startServer({ ...settings, DATA_DIR: join(folder, 'second') })
  const ears: Ear[] = []
  try {
    await first.start()
    await second.start()
    await assertFlushed(fifteen.address)
    const token = await deskToken(first.url, key, fifteen.address)
    ears.push(await openEar('the server that stored it', first.url, token))
    ears.push(await openEar('another server', second.url, token))
    console.log('news          from the 201 of a booking to its message')
    const seconds = isBrief ? 1 : 10
    await printDelays('alone', first.url, ears, seconds, 0)
    for (const rate of isBrief ? [50] : [100, 500])
      await printDelays(`beside ${rate} a second`, first.url, ears, seconds, rate)
  } finally {
    for (const ear of ears) ear.close()
    await Promise.all([first.stop(), second.stop()])
    fifteen.stop()
  }
}

async function printDelays(words: string, url: string, ears: readonly Ear[], seconds: number, rate: number) {
  for (const ear of ears) ear.forget()
  const answered = new Map<string, number>()
  const agent = new Agent({ keepAlive: true })
  const address = new URL('/rest/v1/strategy_call_bookings', url)
  const headers = { apikey: key, 'content-type': 'application/json' }
  const visitors = probe(every, async () => {
    const id = randomUUID()
    const status = await send(agent, address, headers, JSON.stringify(bookingRow(id)))
    if (status !== 201) throw new Error(`A booking was answered ${status}`)
    answered.set(id, performance.now())
  })
  const others =
    rate > 0
      ? await pour({ url, key, table: 'strategy_call_bookings', rows: 1, seconds, rate })
      : await sleep(seconds * 1000, { stored: 0, seconds })
  await visitors.stop()
  agent.destroy()
  const stored = answered.size + others.stored
  for (const ear of ears) {
    await heardAll(ear, stored)
    const delays = [...answered].flatMap(([id, at]) => (ear.heard.get(id) ?? Number.NaN) - at)
    const count = `${whole(ear.heard.size)} of ${whole(stored)} heard`
    const gaps = ear.gaps() === 0 ? '' : `, told ${ear.gaps()} times that some may be missing`
    const isComplete = verdict(ear.heard.size === stored && ear.gaps() === 0)
    console.log(
      `              ${words}, at ${ear.name}: ${spread(delays.filter((delay) => !Number.isNaN(delay)))}; ` +
        `${count}${gaps} ${isComplete} (${whole(stored / others.seconds)} stored a second)`,
    )
  }
}

async function heardAll(ear: Ear, stored: number): Promise<void> {
  const end = performance.now() + patience
  while (ear.heard.size < stored && performance.now() < end) await sleep(50)
}
