import { execFileSync } from 'node:child_process'
import { copyFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const readManifest = () =>
  JSON.parse(readFileSync('package.json', 'utf8')) as {
    version: string
    scripts: Record<string, string>
    dependencies: Record<string, string>
    [key: string]: unknown
  }

export const releaseVersion = () => readManifest().version

/** True if the built server imports the package. Other packages are bundled, or only the build uses them. */
function findServerImports(): (name: string) => boolean {
  const folder = 'dist/server'
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.js'))
  const code = files.map((file) => readFileSync(join(folder, file), 'utf8')).join('\n')
  return (name) => new RegExp(`["'\`]${name}["'\`/]`).test(code)
}

/**
 * Writes package.json and its lock file with the runtime packages and the commands that messages mention (`npm run
 * auth`). Omits the steps that prepare a checkout.
 */
export function writeManifest(stage: string): void {
  const { name, version, license, engines, type, scripts, dependencies } = readManifest()
  const isRunning = ([, command]: [string, string]) => command.startsWith('exec node dist/server/main.js')
  const isNeeded = findServerImports()
  const own = {
    name,
    version,
    license,
    engines,
    private: true,
    type,
    bin: { backline: 'bin/backline' },
    scripts: Object.fromEntries(Object.entries(scripts).filter(isRunning)),
    dependencies: Object.fromEntries(Object.entries(dependencies).filter(([each]) => isNeeded(each))),
  }
  writeFileSync(join(stage, 'package.json'), `${JSON.stringify(own, null, 2)}\n`)
  copyFileSync('package-lock.json', join(stage, 'package-lock.json'))
  // Without contacting a registry, npm removes packages that package.json no longer lists.
  npm(stage, 'install', '--package-lock-only', '--offline')
}

/** Installs the packages from npm's cache or the registry, and checks them against the lock file's checksums. */
export function installPackages(stage: string): void {
  npm(stage, 'ci', '--prefer-offline', '--os=linux', '--cpu=x64', '--libc=glibc')
}

function npm(stage: string, ...words: string[]): void {
  const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error', '--engine-strict=false']
  execFileSync('npm', [...words, ...quiet], { cwd: stage, stdio: ['ignore', 'ignore', 'inherit'] })
}
