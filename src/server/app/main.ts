import { fileURLToPath } from 'node:url'
import { runCommand } from './command.ts'
import { run } from './run.ts'
import { runServing } from './serving-process.ts'
import type { Birth } from './serving-words.ts'

/** Built, this file stands in dist/server, beside the site; run from its source, the site is still in dist. */
const siteFolder = new URL(
  import.meta.url.endsWith('.ts') ? '../../../dist/site' : '../site',
  import.meta.url,
)

const [program, ...words] = process.argv.slice(2)
if (program === 'auth') process.exitCode = await runCommand(words, process.env)
else if (program === 'serving') await runServing(process.env, JSON.parse(words.join(' ')) as Birth)
else await run(process.env, fileURLToPath(siteFolder))
