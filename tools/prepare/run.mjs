import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { build, database, make, reasonToMake } from './build-stamp.mjs'
import { alone, step } from './step.mjs'

/**
 * The jobs of preparation. `reason` is cheap and says why the job is due, or nothing; `work` does the job. Reasons
 * are checked again inside the lock: a process that waited for it usually finds the job done.
 */
const jobs = {
  // What the server runs with and the build needs; then also what only develops and tests.
  install: installing(false),
  'install-all': installing(true),
  build: making(build, 'Building the site and the server', ['node_modules/vite/bin/vite.js', 'build']),
  // For tests and development: the schema that the build writes too, and the types of its rows.
  database: making(database, 'Writing the schema and the types of its rows', [
    '--import',
    'tsx',
    'tools/schema/row-types.ts',
  ]),
}

function installing(all) {
  return {
    reason: () => missingPackage(all),
    work: (reason) => step(`Installing packages (${reason})`, [...npm(), ...installWords(all)]),
  }
}

function making(product, title, words) {
  // Whatever NODE_ENV says where this is run: with another value React's parts for development are mixed in, and the
  // server does not start.
  const env = { ...process.env, NODE_ENV: 'production' }
  return {
    reason: () => reasonToMake(product),
    work: (reason) =>
      make(product, () => step(`${title} (${reason})`, [process.execPath, ...words], { env })),
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

/** npm tells its own path when it runs us; otherwise the npm on the PATH is used. */
function npm() {
  const cli = process.env.npm_execpath
  return /npm(-cli)?\.c?js$/.test(cli) ? [process.execPath, cli] : ['npm']
}

/**
 * Names a package of the lock file that is not installed in that version, or nothing. `all` are also those that develop and
 * test; the others are what the server runs with and the build needs.
 *
 * Contents are compared, not times: a checkout or a copy sets new times without changing anything, and
 * an `npm install` writes both files within the same moment. Optional packages are for other platforms.
 */
function missingPackage(all) {
  const installed = packagesIn('node_modules/.package-lock.json')
  if (!installed) return 'first time; about ten seconds'
  for (const [path, { version, optional, link, dev }] of Object.entries(
    packagesIn('package-lock.json') ?? {},
  )) {
    if (path === '' || link || (dev && !all)) continue
    const here = installed[path]
    const name = path.replace(/^.*node_modules\//, '')
    if (here ? here.version !== version : !optional) return here ? `${name} changed` : `${name} is new`
  }
  return undefined
}

/**
 * What npm is told to install them. Where nothing whole is there, it begins anew; otherwise it adds what is missing, and takes
 * nothing away: a start leaves what the tests have installed.
 */
function installWords(all) {
  const installed = packagesIn('node_modules/.package-lock.json')
  const hasDev = Object.values(installed ?? {}).some(({ dev }) => dev)
  return [
    ...(installed ? ['install', '--no-save'] : ['ci']),
    all || hasDev ? '--include=dev' : '--omit=dev',
    // What is in npm's cache is used without asking. No package needs its script: PostgreSQL's links are made at the start.
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
