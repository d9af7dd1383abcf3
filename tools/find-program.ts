import { execFileSync } from 'node:child_process'
import { accessSync, constants, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium } from '@playwright/test'

const headlessShell = 'chromium-headless-shell'
const windowed = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
/** The system's own browsers in order of preference: for headless use the headless shell is the cheapest. */
const browsers = [headlessShell, ...windowed]

/** A system Chromium that starts, or nothing; then Playwright's own is used. */
export function findChromium(): string | undefined {
  const named = process.env.CHROMIUM_PATH
  // Ubuntu's package is a script that asks for a snap; a browser that prints its version is real.
  return named ?? browsers.map(onPath).find(starts)
}

/** Whether any Chromium starts here, the system's or the one that Playwright downloads. */
export const browserIsThere = (): boolean => findChromium() !== undefined || starts(chromium.executablePath())

/** A system Chromium that can open windows. It knows more than the headless shell, such as how to fill in a form for its user. */
export function findWindowedChromium(): string | undefined {
  return windowed.map(onPath).find(starts)
}

/** A system Firefox that starts. */
export function findFirefox(): string | undefined {
  return ['firefox-esr', 'firefox'].map(onPath).find(starts)
}

export interface WebKitPrograms {
  browser: string
  driver: string
  /** WebKitGTK has no headless mode, so it draws on this virtual screen. */
  screen: string
}

/** WebKitGTK's MiniBrowser, which is not on the PATH, and its WebDriver. */
export function findWebKit(): WebKitPrograms | undefined {
  const driver = onPath('WebKitWebDriver')
  const screen = onPath('Xvfb')
  const browser = ['6.0', '4.1', '4.0']
    .flatMap((version) => libraries().map((folder) => join(folder, `webkit2gtk-${version}`, 'MiniBrowser')))
    .find(isProgram)
  return driver && screen && browser ? { browser, driver, screen } : undefined
}

/** Any program; Debian has some in `sbin`, which is not on everybody's PATH. */
export function findProgram(name: string): string | undefined {
  return onPath(name) ?? [`/usr/sbin/${name}`].find(isProgram)
}

/** Debian keeps libraries in one folder per architecture. */
function libraries(): string[] {
  return namesIn('/usr/lib')
    .filter((name) => name.endsWith('-linux-gnu'))
    .map((name) => join('/usr/lib', name))
}

/** The program folder of the newest installed PostgreSQL that can be a test server (15 or later). */
export function findPostgres(): string | undefined {
  const config = onPath('pg_config')
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

function namesIn(folder: string): string[] {
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

function starts(path: string | undefined): boolean {
  return path !== undefined && answer(path, '--version') !== undefined
}

function onPath(name: string): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return folders.map((folder) => join(folder, name)).find(isProgram)
}

function isProgram(path: string): boolean {
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
