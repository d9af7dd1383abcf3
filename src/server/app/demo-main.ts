import { fileURLToPath } from 'node:url'
import { run } from '#server/app/running/run.ts'
import { runDemo } from './demo.ts'

/** The server with a made-up quarter: a program of its own, so that the real one does not contain it. */

/** Built, this file stands in a folder beside the site. */
const siteFolder = fileURLToPath(new URL('../site', import.meta.url))

// We end with the process that started us with a channel, however that one ends.
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
const [, , program] = process.argv
if (program === 'serve') await run(process.env, siteFolder)
else await runDemo(process.env, siteFolder, { continues: program === 'continue' })
