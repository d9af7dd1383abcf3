import { join } from 'node:path'
import { RunningServer } from '../tools/run-server.ts'
import { printLighthouse } from './lighthouse.ts'
import { printSizes } from './sizes.ts'
import { printSpeed } from './speed.ts'
import { makeStaticTwin } from './static-twin.ts'

/** Sizes of the home view, its speed beside a static page, and what Lighthouse says of it. */
export async function printPage(folder: string): Promise<void> {
  const twinMain = await makeStaticTwin()
  const site = new RunningServer({ DATA_DIR: join(folder, 'site'), RATE_LIMIT: 'off' })
  const twin = new RunningServer({ DATA_DIR: join(folder, 'twin') }, twinMain)
  try {
    await site.start()
    await twin.start()
    await printSizes(site.url)
    await printSpeed(site.url, twin.url)
    await printLighthouse(site.url, twin.url)
  } finally {
    await site.stop()
    await twin.stop()
  }
}
