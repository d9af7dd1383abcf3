import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { builtHash, schemaHash, sourceHash, writeBuiltHash } from './build-stamp.mjs'
import { alone } from './lock.mjs'
import { installWords, missingPackage } from './packages.mjs'
import { step } from './step.mjs'

const rowTypes = 'src/server/lib/db/row-types.ts'
const rowTypesStamp = '.cache/row-types-from'

/**
 * The jobs of preparation. `reason` is cheap and says why the job is due, or nothing; `work` does the job. Reasons
 * are checked again inside the lock: a process that waited for it usually finds the job done.
 */
const jobs = {
  // What the server runs with and the build needs; then also what only develops and tests.
  install: installing(false),
  'install-all': installing(true),
  build: {
    reason: () =>
      builtHash() === sourceHash() ? undefined : builtHash() ? 'sources changed' : 'no finished build yet',
    work: buildSite,
  },
  // For the check of types alone; the built server has none.
  'row-types': {
    reason: () =>
      [rowTypes, rowTypesStamp].every((file) => existsSync(file)) &&
      readFileSync(rowTypesStamp, 'utf8') === schemaHash()
        ? undefined
        : 'the schema changed',
    async work(reason) {
      const hash = schemaHash()
      const write = [process.execPath, '--import', 'tsx', 'tools/schema/row-types.ts']
      await step(`Writing the types of rows (${reason})`, write)
      mkdirSync('.cache', { recursive: true })
      writeFileSync(rowTypesStamp, hash)
    },
  },
}

function installing(all) {
  return {
    reason: () => missingPackage(all),
    work: (reason) => step(`Installing packages (${reason})`, npm(...installWords(all))),
  }
}

/** Runs the named jobs in order, each only when it is due, and never in parallel with another process. */
export async function prepare(names) {
  process.chdir(fileURLToPath(new URL('../..', import.meta.url)))
  for (const name of names) {
    const job = jobs[name]
    if (!job) throw new Error(`There is no job '${name}'; there are ${Object.keys(jobs).join(', ')}.`)
    if (!job.reason()) continue
    await alone(async () => {
      const reason = job.reason()
      if (reason) await job.work(reason)
    })
  }
}

/**
 * The hash is computed before the build and written after it. So a source that is saved during the build, or a build
 * that is interrupted, leads to a new build.
 */
async function buildSite(reason) {
  const hash = sourceHash()
  writeBuiltHash(undefined)
  // Whatever NODE_ENV says where this is run: with another value React's parts for development are mixed in, and the
  // server does not start.
  const env = { ...process.env, NODE_ENV: 'production' }
  const vite = [process.execPath, 'node_modules/vite/bin/vite.js', 'build']
  await step(`Building the site and the server (${reason})`, vite, { env })
  writeBuiltHash(hash)
}

/** npm tells its own path when it runs us; otherwise the npm on the PATH is used. */
function npm(...args) {
  const cli = process.env.npm_execpath
  return /npm(-cli)?\.c?js$/.test(cli) ? [process.execPath, cli, ...args] : ['npm', ...args]
}
