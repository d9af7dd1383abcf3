import { fileURLToPath } from 'node:url'
import { run } from './run.ts'

/** Built, this file stands in dist/server, beside the site; run from its source, the site is still in dist. */
const siteFolder = new URL(
  import.meta.url.endsWith('.ts') ? '../../../dist/site' : '../site',
  import.meta.url,
)

await run(process.env, fileURLToPath(siteFolder))
