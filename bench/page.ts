import { availableParallelism, loadavg } from 'node:os'
import { join } from 'node:path'
import { withBarePage } from './bare-page.ts'
import { port, printLighthouse } from './lighthouse.ts'
import { withChromium } from './phone.ts'
import { withServer } from './servers.ts'
import { printSizes } from './sizes.ts'
import { printOpenings, printSpeed, printViewChanges } from './speed.ts'
import { say } from './statistics.ts'

/** All nine views: sizes, speed beside a page written by hand, presses, and Lighthouse scores. */
export async function printPage(folder: string, isBrief: boolean): Promise<void> {
  const runs = (many: number) => (isBrief ? 1 : many)
  await withServer({ DATA_DIR: join(folder, 'data') }, ({ url: site }) =>
    withBarePage(async (bare) => {
      await withChromium(async (browser) => {
        await printSizes(browser, site)
        await printSpeed(browser, site, bare, runs(21))
        await printOpenings(browser, site, bare, runs(5))
        await printViewChanges(browser, site, runs(5))
      })
      await withChromium(() => printLighthouse(site, bare, runs(3)), `--remote-debugging-port=${port}`)
    }),
  )
  // Milliseconds mean little on a machine that does something else; ratios within one run mean more.
  say(`${loadavg()[0]?.toFixed(1)} in the last minute, ${availableParallelism()} processors`, 'load')
}
