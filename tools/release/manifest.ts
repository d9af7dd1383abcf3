import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

interface Manifest {
  name: string
  version: string
  license: string
  engines: Record<string, string>
  scripts: Record<string, string>
  dependencies: Record<string, string>
}
interface Lock {
  packages: Record<string, { dev?: boolean; [key: string]: unknown }>
}

const readJson = <Shape>(file: string) => JSON.parse(readFileSync(file, 'utf8')) as Shape
const writeJson = (file: string, content: unknown) =>
  writeFileSync(file, `${JSON.stringify(content, null, 2)}\n`)

/** Whether the built server names a package: what the build alone needs, or puts into the programs, stays behind. */
function serverNeeds(): (name: string) => boolean {
  const folder = 'dist/server'
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.js'),
  )
  const code = files.map((file) => readFileSync(join(folder, file), 'utf8')).join('\n')
  return (name) => new RegExp(`["'\`]${name}["'\`/]`).test(code)
}

export const releaseVersion = () => readJson<Manifest>('package.json').version

/**
 * Writes package.json and its lock file with what runs alone. The commands that sentences of the program name
 * (`npm run auth`) are there too, without the steps that prepare a checkout.
 */
export function writeManifest(stage: string): void {
  const { name, version, license, engines, scripts, dependencies } = readJson<Manifest>('package.json')
  const running = Object.entries(scripts).filter(([, command]) =>
    command.startsWith('exec node dist/server/main.js'),
  )
  const isNeeded = serverNeeds()
  const needed = Object.entries(dependencies).filter(([each]) => isNeeded(each))
  const own = { name, version, license, engines, dependencies: Object.fromEntries(needed) }
  writeJson(join(stage, 'package.json'), {
    ...own,
    private: true,
    type: 'module',
    bin: { backline: 'bin/backline' },
    scripts: Object.fromEntries(running),
  })
  const lock = readJson<Lock>('package-lock.json')
  const packages = Object.entries(lock.packages).filter(([path, { dev }]) => path !== '' && !dev)
  writeJson(join(stage, 'package-lock.json'), {
    ...lock,
    packages: { '': own, ...Object.fromEntries(packages) },
  })
  // npm takes out what only the build needs, or optional peers had kept, and asks no registry for that.
  npm(stage, 'install', '--package-lock-only', '--offline')
}

/** Installs those packages from the registry, or from npm's cache, each checked against the lock's checksum. */
export function installPackages(stage: string): void {
  npm(stage, 'ci', '--prefer-offline', '--os=linux', '--cpu=x64', '--libc=glibc')
}

function npm(stage: string, ...words: string[]): void {
  const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error', '--engine-strict=false']
  execFileSync('npm', [...words, ...quiet], { cwd: stage, stdio: ['ignore', 'ignore', 'inherit'] })
}
