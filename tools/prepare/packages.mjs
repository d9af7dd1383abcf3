import { readFileSync } from 'node:fs'

/**
 * Names a package of the lock file that is not installed in that version, or nothing. `all` are also those that develop and
 * test; the others are what the server runs with and the build needs.
 *
 * Contents are compared, not times: a checkout or a copy sets new times without changing anything, and
 * an `npm install` writes both files within the same moment. Optional packages are for other platforms.
 */
export function missingPackage(all) {
  const installed = packagesIn(ours)
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
export function installWords(all) {
  const installed = packagesIn(ours)
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

const ours = 'node_modules/.package-lock.json'

function packagesIn(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8')).packages
  } catch {
    return undefined
  }
}
