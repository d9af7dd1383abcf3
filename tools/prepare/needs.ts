import { browserIsThere } from './find-program.ts'
import { alone } from './lock.mjs'
import { step } from './step.mjs'
import { installPackages, mayInstall } from './system-packages.ts'

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
  otherwise: () =>
    // Never `--with-deps`: it upgrades half the system.
    step('Downloading Chromium', [
      process.execPath,
      'node_modules/@playwright/test/cli.js',
      'install',
      'chromium',
    ]).catch(() => console.log('  it could not be downloaded')),
}

/** Installs what is missing of these, where it can be had; returns the titles of what is missing then. */
export async function provide(needs: readonly Need[]): Promise<string[]> {
  const missing = () => needs.filter(({ isThere }) => !isThere())
  if (missing().length > 0)
    await alone(async () => {
      const packages = missing().flatMap((need) => need.packages)
      const title = missing()
        .map((need) => need.title)
        .join(', ')
      if (mayInstall() && packages.length > 0)
        await installPackages(`${title}, for the tests`, packages).catch(tell)
      for (const { otherwise } of missing()) await otherwise?.().catch(tell)
    })
  return missing().map(({ title }) => title)
}

/** What could not be installed is missing, and the caller says what follows. */
const tell = (error: Error) => console.error(error.message)
