import { availableParallelism, loadavg } from 'node:os'
import { join } from 'node:path'
import { makeBarePage } from './bare-page.ts'
import { startServer } from './contestants.ts'
import { printLighthouse } from './lighthouse.ts'
import { printOpenings } from './openings.ts'
import { askingFor } from './requests.ts'
import { printSizes } from './sizes.ts'
import { printSpeed } from './speed.ts'
import { printViewChanges } from './view-changes.ts'

/** All nine views: sizes, speed beside a page written by hand, interactions, and Lighthouse scores. */
export async function printPage(folder: string, isBrief: boolean): Promise<void> {
  const site = startServer({ DATA_DIR: join(folder, 'site') })
  const bare = startServer({ DATA_DIR: join(folder, 'bare') }, await makeBarePage())
  const runs = (many: number) => (isBrief ? 1 : many)
  try {
    await site.start()
    await bare.start()
    await askingFor(site.url, (requested) => printSizes(site.url, requested))
    printLoad()
    await printSpeed(site.url, bare.url, runs(41))
    printLoad()
    await printOpenings(site.url, bare.url, runs(5))
    printLoad()
    await printViewChanges(site.url, runs(5))
    printLoad()
    await printLighthouse(site.url, bare.url, runs(3))
    printLoad()
  } finally {
    await site.stop()
    await bare.stop()
  }
}

/** Milliseconds mean little on a machine that does something else; ratios within one run mean more. */
function printLoad(): void {
  console.log(
    `load          ${loadavg()[0]?.toFixed(1)} in the last minute, ${availableParallelism()} processors`,
  )
}
