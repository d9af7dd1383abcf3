import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/**
 * Whether every package is pinned, and what the registry knows against them. A new advisory is not caused by the change
 * under test, so it is shown and does not fail the gate.
 */

type Manifest = Partial<Record<'dependencies' | 'devDependencies', Record<string, string>>>
type Lock = { packages: Record<string, { resolved?: string; integrity?: string }> }

/** What is not pinned: dependencies without an exact version, and packages without a checksum. */
export function unlocked({ dependencies, devDependencies }: Manifest, { packages }: Lock): string[] {
  const loose = Object.entries({ ...dependencies, ...devDependencies })
    .filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))
    .map(([name, version]) => `package.json wants ${name} as ${version}: name one version`)
  // The own package has neither; one without `resolved` comes from the registry that npm is configured for.
  const unchecked = Object.entries(packages)
    .filter(([path, { integrity, resolved = 'https://' }]) => {
      const isSafe = integrity?.startsWith('sha512-') && resolved.startsWith('https://')
      return path !== '' && !isSafe
    })
    .map(([path]) => `package-lock.json has ${path} without a checksum, or not from a registry`)
  return [...loose, ...unchecked]
}

const readJson = <Shape>(file: string) => JSON.parse(readFileSync(file, 'utf8')) as Shape

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const faults = unlocked(readJson<Manifest>('package.json'), readJson<Lock>('package-lock.json'))
  for (const fault of faults) console.error(fault)
  if (faults.length > 0) process.exitCode = 1
  // It says itself what the registry knows, or that it could not be asked.
  const quickly = ['--fetch-retries=0', '--fetch-timeout=20000']
  spawnSync('npm', ['audit', ...quickly], { stdio: 'inherit', shell: process.platform === 'win32' })
}
