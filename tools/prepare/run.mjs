import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { build, database, make, reasonToMake } from './build-stamp.mjs'
import { alone, step } from './step.mjs'

/**
 * The jobs. `reason` is fast and returns the reason the job is due, or undefined; `work` does the job. Reasons are
 * checked again under the lock, because another process has often finished the job in the meantime.
 */
const jobs = {
  // Installs the packages that the server and the build need. `install-all` also installs the packages for development
  // and tests.
  install: installing(false),
  'install-all': installing(true),
  build: making(build, 'Building the site and the server', ['node_modules/vite/bin/vite.js', 'build']),
  // Writes the schema and its row types for tests and development. The build writes the schema, too.
  database: making(database, 'Writing the schema and the row types', ['--import', 'tsx', 'tools/schema/row-types.ts']),
}

function installing(all) {
  return {
    reason: () => missingPackage(all),
    work: (reason) => step(`Installing packages (${reason})`, [...npm(), ...installWords(all)]),
  }
}

function making(product, title, words) {
  // Overrides NODE_ENV: another value would add React's development modules to the build, and the server would not
  // start.
  const env = { ...process.env, NODE_ENV: 'production' }
  return {
    reason: () => reasonToMake(product),
    work: (reason) => make(product, () => step(`${title} (${reason})`, [process.execPath, ...words], { env })),
  }
}

/** Runs the named jobs in order if they are due, and never in parallel with another process. */
export async function prepare(names) {
  process.chdir(fileURLToPath(new URL('../..', import.meta.url)))
  for (const name of names) {
    const job = jobs[name]
    if (!job) throw new Error(`Unknown job '${name}'. The jobs are ${Object.keys(jobs).join(', ')}.`)
    if (!job.reason()) continue
    await alone(async () => {
      const reason = job.reason()
      if (reason) await job.work(reason)
    })
  }
}

/** Uses the npm that runs this script, otherwise the npm on the PATH. */
function npm() {
  const cli = process.env.npm_execpath
  return /npm(-cli)?\.c?js$/.test(cli) ? [process.execPath, cli] : ['npm']
}

/**
 * Returns the name of a package whose locked version is not installed, or undefined. `all` includes packages for
 * development and tests. Compares contents, not times: a checkout or a copy changes the times, and `npm install` writes
 * both files at the same time. Skips optional packages, which are for other platforms.
 */
function missingPackage(all) {
  const installed = packagesIn('node_modules/.package-lock.json')
  if (!installed) return 'first time, about ten seconds'
  for (const [path, { version, optional, link, dev }] of Object.entries(packagesIn('package-lock.json') ?? {})) {
    if (path === '' || link || (dev && !all)) continue
    const here = installed[path]
    const name = path.replace(/^.*node_modules\//, '')
    if (here ? here.version !== version : !optional) return here ? `${name} changed` : `${name} is new`
  }
  return undefined
}

/** Reinstalls everything if files are missing. Otherwise, adds packages without removing any. */
function installWords(all) {
  const installed = packagesIn('node_modules/.package-lock.json')
  const hasDev = Object.values(installed ?? {}).some(({ dev }) => dev)
  return [
    ...(installed ? ['install', '--no-save'] : ['ci']),
    all || hasDev ? '--include=dev' : '--omit=dev',
    // Uses npm's cache without a network request. No package needs its install script; the server creates PostgreSQL's
    // links when it starts.
    '--prefer-offline',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
  ]
}

function packagesIn(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8')).packages
  } catch {
    return undefined
  }
}
