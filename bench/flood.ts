import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { bookingProbe } from './booking-probe.ts'
import { key, startServer } from './contestants.ts'
import { assertFlushed, embeddedAddress, settle, startFlushedFifteen } from './databases.ts'
import { connections, pour } from './load.ts'
import { pageProbe } from './probe.ts'
import { residentMegabytes } from './resident.ts'
import { quantile, spread, verdict, whole } from './statistics.ts'

const events = 100_000
/** As many rows are sent before, so that memory is compared with that of a busy server and not of a fresh one. */
const warmPart = 0.2
/** How long after the flood memory is measured again. */
const calmSeconds = 5
/** Milliseconds at p99, and megabytes that the flood may add. */
const goals = { booking: 200, memory: 64 }

/**
 * 100,000 events while people book and read: nothing acknowledged is missing, latency stays within its budget, and
 * memory is flat.
 */
export async function printFlood(folder: string, isBrief: boolean): Promise<void> {
  const count = isBrief ? events / 10 : events
  const fifteen = startFlushedFifteen(folder)
  const dataDir = join(folder, 'embedded')
  await mkdir(dataDir)
  try {
    await flood(
      'PostgreSQL 15',
      { ...fifteen.settings, DATA_DIR: join(folder, 'own') },
      () => fifteen.address,
      count,
    )
    await flood('embedded', { DATA_DIR: dataDir }, () => embeddedAddress(dataDir), count)
  } finally {
    fifteen.stop()
  }
}

async function flood(name: string, env: Record<string, string>, addressOf: () => string, requests: number) {
  const server = startServer(env)
  try {
    await server.start()
    const address = addressOf()
    await assertFlushed(address)
    const { url, pid = 0 } = server
    const all = { url, key, rows: 1, seconds: 0 }
    await settle(address, (await pour({ ...all, requests: requests * warmPart })).stored)

    const memory = [residentMegabytes(pid)]
    const sampling = setInterval(() => memory.push(residentMegabytes(pid)), 100)
    const pages = pageProbe(url, 50)
    const bookings = bookingProbe(url, key, address)
    const { stored, seconds, latencies } = await pour({ ...all, requests })
    clearInterval(sampling)
    const [read, booked] = [await pages.stop(), await bookings.stop()]
    await settle(address, stored)
    await sleep(calmSeconds * 1000)

    console.log(
      `flood         ${name}: ${whole(stored)} events over ${connections} connections in ` +
        `${seconds.toFixed(1)} s (${whole(stored / seconds)} a second); each one acknowledged is stored once`,
    )
    console.log(`              event   ${spread(latencies)}`)
    console.log(`              GET /   ${spread(read)}, ${read.length} of them`)
    const wait = verdict(quantile(booked, 0.99) < goals.booking)
    console.log(
      `              booking ${spread(booked)} (goal p99 ${goals.booking}) ${wait}, ` +
        `${booked.length} of them, one a second, all stored`,
    )
    printMemory(memory, residentMegabytes(pid))
  } finally {
    await server.stop()
  }
}

function printMemory(memory: number[], after: number): void {
  const [before = 0] = memory
  const most = Math.max(...memory)
  const quarters = [0.25, 0.5, 0.75].map((part) => memory[Math.floor(memory.length * part)] ?? 0)
  console.log(
    `              memory  before ${whole(before)} MB, during ${quarters.map(whole).join(', ')}, ` +
      `at most ${whole(most)}, ${calmSeconds} s after ${whole(after)} ` +
      `(goal: at most ${goals.memory} more) ${verdict(most - before <= goals.memory)}`,
  )
}
