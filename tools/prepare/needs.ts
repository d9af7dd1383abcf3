import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { browserIsThere } from './find-program.ts'
import { alone, step } from './step.mjs'

/** What tests need besides npm's packages. */
export interface Need {
  title: string
  isThere: () => boolean
  /** The Debian packages that bring it. */
  packages: readonly string[]
  /** Another way to get it, where no package may be installed. */
  otherwise?: () => Promise<void>
}

/** The headless shell is all of Chromium that most tests need, and takes two thirds of the time: it draws no window. */
export const chromium: Need = {
  title: 'Chromium',
  packages: ['chromium-headless-shell', 'fonts-dejavu-core'],
  isThere: browserIsThere,
  otherwise() {
    // Never `--with-deps`: it upgrades half the system.
    const install = ['node_modules/@playwright/test/cli.js', 'install', 'chromium']
    return step('Downloading Chromium', [process.execPath, ...install])
  },
}

/** Installs what is missing of these, where it can be had; returns the titles of what is missing then. */
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

/** What could not be installed is missing, and the caller says what follows. */
const tell = (error: Error) => console.error(error.message)

/**
 * Only root may install system packages, and a script cannot ask for a password. Ubuntu's `chromium` package only installs
 * a snap, which does not start in a container.
 */
function mayInstall(): boolean {
  const release = '/etc/os-release'
  const isDebian = existsSync(release) && /^ID=debian$/m.test(readFileSync(release, 'utf8'))
  return process.getuid?.() === 0 && isDebian
}

/** Installs Debian packages without a question, and starts none of their services. */
async function installPackages(packages: readonly string[]): Promise<void> {
  // A changed configuration file is kept, as its owner would choose.
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', UCF_FORCE_CONFFOLD: '1' }
  // Debian asks this program whether a package may start its service; tests start their own servers.
  const policy = '/usr/sbin/policy-rc.d'
  const isOurs = !existsSync(policy)
  if (isOurs) writeFileSync(policy, '#!/bin/sh\nexit 101\n', { mode: 0o755 })
  try {
    await step('Reading the list of system packages', ['apt-get', 'update', '-q'], { env })
    const install = ['apt-get', 'install', '-qy', '--no-install-recommends', ...packages]
    await step(`Installing ${packages.join(', ')}, for the tests`, install, { env })
  } finally {
    if (isOurs) rmSync(policy)
  }
}
