import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { isBrowserAvailable } from './find-program.ts'
import { alone, step } from './step.mjs'

/** Something that tests require in addition to npm packages. */
export interface TestRequirement {
  title: string
  isThere: () => boolean
  /** Debian packages that contain the program. */
  packages: readonly string[]
  /** Another way to install the program if the packages cannot be installed. */
  otherwise?: () => Promise<void>
}

/** The headless shell is enough for most tests and runs them in two thirds of the time. */
export const chromium: TestRequirement = {
  title: 'Chromium',
  packages: ['chromium-headless-shell', 'fonts-dejavu-core'],
  isThere: isBrowserAvailable,
  otherwise() {
    // The option `--with-deps` would upgrade half the system.
    const install = ['node_modules/@playwright/test/cli.js', 'install', 'chromium']
    return step('Downloading Chromium', [process.execPath, ...install])
  },
}

/** Installs missing requirements if possible. Returns the titles of the requirements that are still missing. */
export async function installMissing(needs: readonly TestRequirement[]): Promise<string[]> {
  const missing = () => needs.filter(({ isThere }) => !isThere())
  if (missing().length > 0)
    await alone(async () => {
      const packages = missing().flatMap((need) => need.packages)
      if (mayInstall() && packages.length > 0) await installPackages(packages).catch(printError)
      for (const { otherwise } of missing()) await otherwise?.().catch(printError)
    })
  return missing().map(({ title }) => title)
}

/** Prints only the error, because the caller reports the missing requirement and its consequences. */
const printError = (error: Error) => console.error(error.message)

/**
 * True if this process can install system packages. Only root can install packages, because a script cannot ask for a
 * password. Ubuntu's `chromium` package only installs a snap, which does not start in a container.
 */
function mayInstall(): boolean {
  const release = '/etc/os-release'
  const isDebian = existsSync(release) && /^ID=debian$/m.test(readFileSync(release, 'utf8'))
  return process.getuid?.() === 0 && isDebian
}

/** Installs Debian packages without prompts, and without starting the services in them. */
async function installPackages(packages: readonly string[]): Promise<void> {
  // Preserves configuration files that were changed.
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', UCF_FORCE_CONFFOLD: '1' }
  // Debian asks this program whether a package may start its service. Tests start their own servers.
  const policy = '/usr/sbin/policy-rc.d'
  const isOurs = !existsSync(policy)
  if (isOurs) writeFileSync(policy, '#!/bin/sh\nexit 101\n', { mode: 0o755 })
  try {
    await step('Reading the list of system packages', ['apt-get', 'update', '-q'], { env })
    const install = ['apt-get', 'install', '-qy', '--no-install-recommends', ...packages]
    await step(`Installing ${packages.join(', ')} for the tests`, install, { env })
  } finally {
    if (isOurs) rmSync(policy)
  }
}
