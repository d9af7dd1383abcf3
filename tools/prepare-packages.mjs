import { readFileSync } from 'node:fs'

/**
 * Names a package of the lock file that is not installed in that version, or nothing.
 *
 * Contents are compared, not times: a checkout or a copy sets new times without changing anything, and
 * an `npm install` writes both files within the same moment. Optional packages are for other platforms.
 */
export function missingPackage() {
  const installed = packagesIn('node_modules/.package-lock.json')
  if (!installed) return 'first time; about half a minute'
  for (const [path, { version, optional, link }] of Object.entries(packagesIn('package-lock.json') ?? {})) {
    if (path === '' || link) continue
    const here = installed[path]
    if (here ? here.version !== version : !optional) return `${path.replace(/^.*node_modules\//, '')} changed`
  }
  return undefined
}

function packagesIn(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8')).packages
  } catch {
    return undefined
  }
}
