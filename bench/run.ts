/** `npm run bench`: sizes, the page beside a static one, Lighthouse. Everything in one run on one machine. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { RunningServer } from '../tools/run-server.ts'
import { printLighthouse } from './lighthouse.ts'
import { printSizes } from './sizes.ts'
import { printSpeed } from './speed.ts'
import { makeStaticTwin } from './static-twin.ts'

const folder = await mkdtemp(join(tmpdir(), 'backline-bench-'))
const twinMain = await makeStaticTwin()
const site = new RunningServer({ DATA_DIR: join(folder, 'site') })
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
  await rm(folder, { recursive: true, force: true })
}
