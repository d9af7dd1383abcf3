import { spawnSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium } from '@playwright/test'

/** Program names of a system Chromium with a window. */
export const windowedNames = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/** Returns a system Chromium that starts; if undefined, Playwright uses its own. */
export function findChromium(): string | undefined {
  const named = process.env.CHROMIUM_PATH
  // Ubuntu's package is only a script that requires a snap, so the browser must print its version. The headless shell
  // is the smallest.
  return named ?? ['chromium-headless-shell', ...windowedNames].map(findProgram).find(starts)
}

/** Whether a Chromium starts here, the system's or Playwright's. */
export const browserIsThere = (): boolean => findChromium() !== undefined || starts(chromium.executablePath())

/** Finds a program on the PATH or in `sbin`, which Debian omits from the PATH of users. */
export function findProgram(name: string): string | undefined {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin']
  return folders.map((folder) => join(folder, name)).find(isProgram)
}

/** Whether a program prints its version. */
export function starts(path: string | undefined): boolean {
  return path !== undefined && spawnSync(path, ['--version'], { stdio: 'ignore' }).status === 0
}

export function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
