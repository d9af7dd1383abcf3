import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { assertStoredAndClear, setAnswerMailbox } from './comparison.ts'
import { createSignedInAgent } from './desk-reads.ts'
import { pageProbe, probe, rowProbe } from './probe.ts'
import { bookingRow, eventRows } from './rows.ts'
import { assertFlushed, embeddedAddress, send, withServer } from './servers.ts'
import { printReportLine, printResult, spread, verdict, whole } from './statistics.ts'

/** [O5] The duration of the mixed load. */
const minutes = 30
/** The share of samples that belong to the warm-up. */
const warmPart = 0.2
/**
 * The largest allowed memory growth in megabytes per hour, and the largest allowed variation in the number of open
 * handles.
 */
const goals = { slope: 20, handles: 20 }
const eventsAtOnce = 25

/** Measurements of the process; `at` is the number of hours since the start. */
type ProcessSample = Record<'at' | 'megabytes' | 'handles', number>

/** Checks that memory and handles stay flat and no acknowledged row is lost during half an hour of mixed load. */
export async function printSoak(folder: string, isBrief: boolean): Promise<void> {
  const seconds = isBrief ? 60 : minutes * 60
  const dataDir = join(folder, 'data')
  await withServer({ DATA_DIR: dataDir }, async ({ url, pid }) => {
    const address = embeddedAddress(dataDir)
    await assertFlushed(address)
    await setAnswerMailbox(address)
    const { token } = await createSignedInAgent(url, address)
    const probes = {
      events: rowProbe(url, 'user_interactions', 50, () => eventRows(eventsAtOnce, 1)),
      bookings: rowProbe(url, 'strategy_call_bookings', 1000, bookingRow),
      pages: pageProbe(url, 100),
      lists: deskProbe(url, token),
    }
    const samples: ProcessSample[] = []
    const started = performance.now()
    for (let elapsed = 0; elapsed < seconds * 1000; elapsed = performance.now() - started) {
      await sleep(seconds * 10)
      const status = readFileSync(`/proc/${pid}/status`, 'utf8')
      samples.push({
        at: (performance.now() - started) / 3_600_000,
        megabytes: Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024,
        handles: readdirSync(`/proc/${pid}/fd`).length,
      })
    }
    printReportLine(`${whole(seconds)} s of mixed load`, 'soak')
    const counts: Record<string, number> = {}
    for (const [name, { stop }] of Object.entries(probes)) {
      const times = await stop()
      counts[name] = times.length
      printResult(`${whole(times.length)} requests: ${name}`, spread(times))
    }
    await assertStoredAndClear(address, 'user_interactions', (counts.events ?? 0) * eventsAtOnce)
    await assertStoredAndClear(address, 'strategy_call_bookings', counts.bookings ?? 0)
    printReportLine('every acknowledged event is stored once, and every booking with its emails: pass')
    printTrend(samples.slice(Math.floor(samples.length * warmPart)), isBrief)
  })
}

/**
 * A member who sends a request every second: every tenth request exports all bookings, and most others fetch a list.
 */
function deskProbe(url: string, token: string) {
  const authorization = `Bearer ${token}`
  let turn = 0
  return probe(1000, 200, () =>
    ++turn % 10 === 0
      ? send(`${url}/rest/v1/rpc/export_bookings`, {}, { authorization, accept: 'text/csv' })
      : send(`${url}/rest/v1/strategy_call_bookings?select=id,company,status&limit=50`, undefined, {
          authorization,
        }),
  )
}

function printTrend(samples: readonly ProcessSample[], isBrief: boolean): void {
  const [slope, sizes] = [slopeOf(samples), samples.map(({ megabytes }) => whole(megabytes))]
  // A run of one minute is mostly warm-up, so its slope does not predict the growth over an hour.
  const judged = isBrief ? '(too short for a verdict)' : verdict(slope <= goals.slope)
  const words = `${slope.toFixed(1)} MB per hour (goal ${goals.slope})`
  printReportLine(`memory  ${sizes[0]} to ${sizes.at(-1)} MB, ${words} ${judged}`)
  const handles = samples.map((sample) => sample.handles)
  const apart = Math.max(...handles) - Math.min(...handles)
  printReportLine(`handles vary by ${apart} (goal ${goals.handles}) ${verdict(apart <= goals.handles)}`)
}

/** Returns the slope of the least-squares line. */
function slopeOf(samples: readonly ProcessSample[]): number {
  const mean = (by: (sample: ProcessSample) => number) =>
    samples.reduce((sum, sample) => sum + by(sample), 0) / samples.length
  const [at, size] = [mean((one) => one.at), mean((one) => one.megabytes)]
  return mean((one) => (one.at - at) * (one.megabytes - size)) / mean((one) => (one.at - at) ** 2)
}
