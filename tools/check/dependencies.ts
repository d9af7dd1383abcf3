import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/**
 * Checks that every package is pinned. Prints new advisories without failing, because the current change did not
 * cause them.
 */

type DependencyManifest = Partial<Record<'dependencies' | 'devDependencies', Record<string, string>>>
type LockFile = { packages: Record<string, { resolved?: string; integrity?: string }> }

/** Returns a message for each dependency without an exact version and for each package without a checksum. */
export function findUnpinned({ dependencies, devDependencies }: DependencyManifest, { packages }: LockFile): string[] {
  const loose = Object.entries({ ...dependencies, ...devDependencies })
    .filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))
    .map(([name, version]) => `package.json has ${name} as ${version}: set an exact version`)
  // Our own package needs no checksum. npm loads a package without `resolved` from its configured registry.
  const unchecked = Object.entries(packages)
    .filter(([path, { integrity, resolved = 'https://' }]) => {
      const isSafe = integrity?.startsWith('sha512-') && resolved.startsWith('https://')
      return path !== '' && !isSafe
    })
    .map(([path]) => `package-lock.json has ${path} without a checksum or not from a registry`)
  return [...loose, ...unchecked]
}

const readJson = <Shape>(file: string) => JSON.parse(readFileSync(file, 'utf8')) as Shape

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const faults = findUnpinned(readJson<DependencyManifest>('package.json'), readJson<LockFile>('package-lock.json'))
  for (const fault of faults) console.error(fault)
  if (faults.length > 0) process.exitCode = 1
  // npm prints the advisories, or an error if it cannot reach the registry.
  const quickly = ['--fetch-retries=0', '--fetch-timeout=20000']
  spawnSync('npm', ['audit', ...quickly], { stdio: 'inherit', shell: process.platform === 'win32' })
}
