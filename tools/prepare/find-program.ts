import { execFileSync } from 'node:child_process'
import { accessSync, constants, readdirSync } from 'node:fs'
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

/** The program folder of the newest installed PostgreSQL that can be a test server (15 or later). */
export function findPostgres(): string | undefined {
  const config = findProgram('pg_config')
  const folders = [...debianFolders(), ...(config ? [answer(config, '--bindir') ?? ''] : [])]
  return folders
    .map((folder) => ({ folder, version: Number(/(\d+)/.exec(versionIn(folder) ?? '')?.[1] ?? 0) }))
    .filter(({ version }) => version >= 15)
    .sort((a, b) => b.version - a.version)[0]?.folder
}

/** Debian installs versions side by side and puts none of them on the PATH. */
function debianFolders(): string[] {
  return namesIn('/usr/lib/postgresql').map((version) => `/usr/lib/postgresql/${version}/bin`)
}

/** The names in a folder; none where there is no such folder. */
export function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

/** `initdb` belongs to the server package; a machine with the client alone lacks it. */
function versionIn(folder: string): string | undefined {
  return answer(join(folder, 'initdb'), '--version')
}

/** Whether it prints its version. */
export function starts(path: string | undefined): boolean {
  return path !== undefined && answer(path, '--version') !== undefined
}

export function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

function answer(program: string, question: string): string | undefined {
  try {
    return execFileSync(program, [question], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
  } catch {
    return undefined
  }
}
