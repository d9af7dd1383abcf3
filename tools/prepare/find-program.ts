import { spawnSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium } from '@playwright/test'

/** Names of Chromium programs that a system can have installed. */
export const windowedNames = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/** Returns a system Chromium that starts. If there is none, Playwright uses its own Chromium. */
export function findChromium(): string | undefined {
  const named = process.env.CHROMIUM_PATH
  // Ubuntu's package is only a script that requires a snap, so each candidate must print its version. Prefers the
  // headless shell, which is the smallest.
  return named ?? ['chromium-headless-shell', ...windowedNames].map(findProgram).find(printsVersion)
}

/** True if a Chromium starts here, either the system's or Playwright's. */
export const isBrowserAvailable = (): boolean =>
  findChromium() !== undefined || printsVersion(chromium.executablePath())

/** Finds a program on the PATH or in `sbin`, which is not on the PATH of Debian users. */
export function findProgram(name: string): string | undefined {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin']
  return folders.map((folder) => join(folder, name)).find(isProgram)
}

/** True if the program prints its version. */
export function printsVersion(path: string | undefined): boolean {
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
