import { randomUUID } from 'node:crypto'
import { mkdir, readdir } from 'node:fs/promises'
import { Agent } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { bookingProbe } from './booking-probe.ts'
import { key, startServer } from './contestants.ts'
import { ask, assertFlushed, embeddedAddress } from './databases.ts'
import { enterDesk } from './desk-person.ts'
import { pageProbe, probe, send } from './probe.ts'
import { residentMegabytes } from './resident.ts'
import { spread, verdict, whole } from './statistics.ts'

const minutes = 30
/** The share of samples that are taken while the server still warms up. */
const warmPart = 0.2
/** Megabytes an hour, and handles that come and go with connections. */
const goals = { slope: 20, handles: 20 }

interface Sample {
  /** Hours since the first. */
  at: number
  megabytes: number
  handles: number
}

/** Half an hour of everything at once: memory and handles stay flat, and every acknowledged row is stored. */
export async function printSoak(folder: string, isBrief: boolean): Promise<void> {
  const seconds = isBrief ? 60 : minutes * 60
  const dataDir = join(folder, 'embedded')
  await mkdir(dataDir)
  const server = startServer({ DATA_DIR: dataDir, AUTH_SIGN_UP: 'unconfirmed' })
  try {
    await server.start()
    const address = embeddedAddress(dataDir)
    await assertFlushed(address)
    const { url, pid = 0 } = server
    const { token } = await enterDesk(url, address)
    const samples: Sample[] = []
    const events = eventProbe(url)
    const pages = pageProbe(url, 100)
    const desk = deskProbe(url, token)
    const bookings = bookingProbe(url, key, address)
    const started = performance.now()
    while (performance.now() - started < seconds * 1000) {
      await sleep(seconds * 10)
      const handles = (await readdir(`/proc/${pid}/fd`)).length
      samples.push({
        at: (performance.now() - started) / 3_600_000,
        megabytes: residentMegabytes(pid),
        handles,
      })
    }
    const [stored, read, listed, booked] = await Promise.all([
      events.stop(),
      pages.stop(),
      desk.stop(),
      bookings.stop(),
    ])
    const [found] = await ask<{ rows: number }>(
      address,
      'select count(*)::int as rows from public.user_interactions',
    )
    console.log(
      `soak          ${whole(seconds)} s: ${whole(stored.rows)} events, ${booked.length} bookings, ` +
        `${whole(read.length)} pages, ${whole(listed.length)} lists and exports`,
    )
    console.log(
      `              stored ${whole(found?.rows ?? 0)} of ${whole(stored.rows)} acknowledged events, and every booking ` +
        verdict(found?.rows === stored.rows),
    )
    console.log(
      `              event ${spread(stored.times)}; GET / ${spread(read)}; booking ${spread(booked)}`,
    )
    printTrend(samples, isBrief)
  } finally {
    await server.stop()
  }
}

/** Twenty requests of 25 events a second. */
function eventProbe(url: string) {
  const agent = new Agent({ keepAlive: true })
  const headers = { apikey: key, 'content-type': 'application/json' }
  const session_id = randomUUID()
  const body = JSON.stringify(
    Array.from({ length: 25 }, () => ({
      session_id,
      event_type: 'engagement',
      event_data: { action: 'soak' },
    })),
  )
  let rows = 0
  const events = probe(50, async () => {
    const status = await send(agent, new URL('/rest/v1/user_interactions', url), headers, body)
    if (status !== 201) throw new Error(`Events were answered ${status}`)
    rows += 25
  })
  return {
    async stop() {
      const times = await events.stop()
      agent.destroy()
      return { rows, times }
    },
  }
}

/** A person at the desk: a list each second, and every tenth time an export of everything. */
function deskProbe(url: string, token: string) {
  const agent = new Agent({ keepAlive: true })
  const headers = { apikey: key, authorization: `Bearer ${token}` }
  let turn = 0
  const lists = probe(1000, async () => {
    const isExport = ++turn % 10 === 0
    const status = isExport
      ? await send(
          agent,
          new URL('/rest/v1/rpc/export_bookings', url),
          { ...headers, accept: 'text/csv', 'content-type': 'application/json' },
          '{}',
        )
      : await send(
          agent,
          new URL('/rest/v1/strategy_call_bookings?select=id,company,status&limit=50', url),
          headers,
        )
    // A token is valid for an hour and the run takes half of one, so a refusal is a fault.
    if (status >= 300) throw new Error(`The desk was answered ${status}`)
  })
  return {
    async stop() {
      const times = await lists.stop()
      agent.destroy()
      return times
    },
  }
}

function printTrend(samples: readonly Sample[], isBrief: boolean): void {
  const warm = samples.slice(Math.floor(samples.length * warmPart))
  const slope = slopeOf(warm)
  const handles = warm.map((sample) => sample.handles)
  const spreadOfHandles = Math.max(...handles) - Math.min(...handles)
  const sizes = warm.map(({ megabytes }) => whole(megabytes))
  // The first minute is only warm-up, and extrapolated to an hour it would mean nothing.
  const memory = isBrief ? '(too short for a verdict)' : verdict(slope <= goals.slope)
  console.log(
    `              memory  ${sizes[0]} to ${sizes.at(-1)} MB, ${slope.toFixed(1)} MB an hour (goal: at most ${goals.slope}) ${memory}`,
  )
  console.log(
    `              handles ${handles[0]} to ${handles.at(-1)}, at most ${spreadOfHandles} apart ` +
      `(goal: ${goals.handles}) ${verdict(spreadOfHandles <= goals.handles)}`,
  )
}

/** The slope of the least-squares line. */
function slopeOf(samples: readonly Sample[]): number {
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const [at, size] = [mean(samples.map((one) => one.at)), mean(samples.map((one) => one.megabytes))]
  const over = samples.reduce((sum, one) => sum + (one.at - at) * (one.megabytes - size), 0)
  return over / samples.reduce((sum, one) => sum + (one.at - at) ** 2, 0)
}
