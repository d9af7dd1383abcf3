import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { browserIsThere } from './find-program.ts'
import { alone, step } from './step.mjs'

/** A requirement of the tests besides npm packages. */
export interface Need {
  title: string
  isThere: () => boolean
  /** The Debian packages that contain it. */
  packages: readonly string[]
  /** Another way to get it if packages cannot be installed. */
  otherwise?: () => Promise<void>
}

/** The headless shell is enough for most tests, and takes two thirds of the time. */
export const chromium: Need = {
  title: 'Chromium',
  packages: ['chromium-headless-shell', 'fonts-dejavu-core'],
  isThere: browserIsThere,
  otherwise() {
    // Without `--with-deps`, which upgrades half the system.
    const install = ['node_modules/@playwright/test/cli.js', 'install', 'chromium']
    return step('Downloading Chromium', [process.execPath, ...install])
  },
}

/** Installs the missing requirements if possible; returns the titles of those that are still missing. */
export async function provide(needs: readonly Need[]): Promise<string[]> {
  const missing = () => needs.filter(({ isThere }) => !isThere())
  if (missing().length > 0)
    await alone(async () => {
      const packages = missing().flatMap((need) => need.packages)
      if (mayInstall() && packages.length > 0) await installPackages(packages).catch(tell)
      for (const { otherwise } of missing()) await otherwise?.().catch(tell)
    })
  return missing().map(({ title }) => title)
}

/** The requirement stays missing, and the caller reports the consequences. */
const tell = (error: Error) => console.error(error.message)

/**
 * Only root may install system packages, because a script cannot ask for a password. Ubuntu's `chromium` package only
 * installs a snap, which does not start in a container.
 */
function mayInstall(): boolean {
  const release = '/etc/os-release'
  const isDebian = existsSync(release) && /^ID=debian$/m.test(readFileSync(release, 'utf8'))
  return process.getuid?.() === 0 && isDebian
}

/** Installs Debian packages without prompts and without starting their services. */
async function installPackages(packages: readonly string[]): Promise<void> {
  // Keeps changed configuration files.
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', UCF_FORCE_CONFFOLD: '1' }
  // Debian asks this program whether a package may start its service; tests start their own servers.
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
