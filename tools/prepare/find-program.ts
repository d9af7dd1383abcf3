import { spawnSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium } from '@playwright/test'

/** The system's Chromium with windows. */
export const windowedNames = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/** A system Chromium that starts, or nothing; then Playwright's own is used. */
export function findChromium(): string | undefined {
  const named = process.env.CHROMIUM_PATH
  // Ubuntu's package is a script that asks for a snap; a browser that prints its version is real.
  // For headless use the headless shell is the cheapest.
  return named ?? ['chromium-headless-shell', ...windowedNames].map(findProgram).find(starts)
}

/** Whether any Chromium starts here, the system's or the one that Playwright downloads. */
export const browserIsThere = (): boolean => findChromium() !== undefined || starts(chromium.executablePath())

/** Any program; Debian has some in `sbin`, which is not on everybody's PATH. */
export function findProgram(name: string): string | undefined {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin']
  return folders.map((folder) => join(folder, name)).find(isProgram)
}

/** Whether it prints its version. */
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
