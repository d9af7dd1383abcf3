import { availableParallelism, loadavg } from 'node:os'
import { join } from 'node:path'
import lighthouse, { type Result } from 'lighthouse'
import { withBarePage } from './bare-page.ts'
import { addresses, withChromium } from './phone.ts'
import { withServer } from './servers.ts'
import { printOpenings, printSpeed, printViewChanges } from './speed.ts'
import { median, printReportLine, printResult, verdict } from './statistics.ts'

/** The debugging port that Lighthouse uses. */
const port = 9333

/**
 * Measures all nine views: their speed compared with a handwritten page, their response to taps, and their
 * Lighthouse scores.
 */
export async function printPage(folder: string, isBrief: boolean): Promise<void> {
  const runs = (many: number) => (isBrief ? 1 : many)
  await withServer({ DATA_DIR: join(folder, 'data') }, ({ url: site }) =>
    withBarePage(async (bare) => {
      await withChromium(async (browser) => {
        await printSpeed(browser, site, bare, runs(21))
        await printOpenings(browser, site, bare, runs(5))
        await printViewChanges(browser, site, runs(5))
      })
      await withChromium(() => printLighthouse(site, bare, runs(3)), `--remote-debugging-port=${port}`)
    }),
  )
  // On a busy machine, ratios within a run are more reliable than absolute times.
  printReportLine(`${loadavg()[0]?.toFixed(1)} in the last minute, ${availableParallelism()} CPUs`, 'load')
}

/** Prints Lighthouse's mobile scores, and the blocking times of the home view and of the handwritten page. */
async function printLighthouse(site: string, bare: string, runs: number): Promise<void> {
  printReportLine(`medians of ${runs}`, 'lighthouse')
  for (const { view, path } of addresses) {
    const [ours, floor]: [Result[], Result[]] = [[], []]
    for (let run = 0; run < runs; run++) {
      ours.push(await visit(site + path))
      if (view === 'home') floor.push(await visit(bare))
    }
    if (view === 'home') {
      const [own, hand] = [blocked(ours), blocked(floor)]
      const words = `${own.toFixed(0)} ms, handwritten page ${hand.toFixed(0)} (goal twice that)`
      printResult('total blocking time', `${words} ${verdict(own <= 2 * hand)}`)
    }
    const scores = Object.entries(ours[0]?.categories ?? {}).map(([id, { title }]) => {
      const score = median(ours.map((result) => result.categories[id]?.score ?? 0))
      return { words: `${title} ${Math.round(score * 100)}`, isFull: score === 1 }
    })
    const words = scores.map((one) => one.words).join(', ')
    printResult(view, `${words} ${verdict(scores.every(({ isFull }) => isFull))}`)
  }
}

/** Lighthouse's mobile profile: 4x CPU slowdown, 1.6 Mbit/s, 150 ms round trip. */
async function visit(url: string): Promise<Result> {
  const result = await lighthouse(url, { port, output: 'json', logLevel: 'error' })
  if (!result) throw new Error('Lighthouse returned no result')
  return result.lhr
}

const blocked = (results: readonly Result[]) =>
  median(results.map(({ audits }) => audits['total-blocking-time']?.numericValue ?? Number.NaN))
