import { execFileSync } from 'node:child_process'
import { accessSync, constants, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const headlessShell = 'chromium-headless-shell'
/** The system's own browsers, most wanted first: where no window is drawn, the headless shell does the same for less. */
const browsers = [headlessShell, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/** A Chromium of this machine that starts, or nothing: Playwright's own is used then. */
export function findChromium(): string | undefined {
  const named = process.env.CHROMIUM_PATH
  // Ubuntu's package is a script that asks for a snap; only a browser that says its version is one.
  return named ?? browsers.map(onPath).find(starts)
}

export function findHeadlessShell(): string | undefined {
  return [onPath(headlessShell)].find(starts)
}

/** A Firefox of this machine that starts. */
export function findFirefox(): string | undefined {
  return ['firefox-esr', 'firefox'].map(onPath).find(starts)
}

export interface WebKitPrograms {
  browser: string
  driver: string
  /** It has no way to draw nothing, so it draws on this one. */
  screen: string
}

/** WebKitGTK's small browser, which no path leads to, and what drives it. */
export function findWebKit(): WebKitPrograms | undefined {
  const driver = onPath('WebKitWebDriver')
  const screen = onPath('Xvfb')
  const browser = ['6.0', '4.1', '4.0']
    .flatMap((version) => libraries().map((folder) => join(folder, `webkit2gtk-${version}`, 'MiniBrowser')))
    .find(isProgram)
  return driver && screen && browser ? { browser, driver, screen } : undefined
}

/** Debian keeps the libraries of each kind of processor apart. */
function libraries(): string[] {
  return namesIn('/usr/lib')
    .filter((name) => name.endsWith('-linux-gnu'))
    .map((name) => join('/usr/lib', name))
}

/** The newest PostgreSQL of this machine that can be a test server (15 or later): the folder of its programs. */
export function findPostgres(): string | undefined {
  const config = onPath('pg_config')
  const folders = [...debianFolders(), ...(config ? [answer(config, '--bindir') ?? ''] : [])]
  return folders
    .map((folder) => ({ folder, version: Number(/(\d+)/.exec(versionIn(folder) ?? '')?.[1] ?? 0) }))
    .filter(({ version }) => version >= 15)
    .sort((a, b) => b.version - a.version)[0]?.folder
}

/** Debian keeps versions side by side and none of them on the path. */
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

/** `initdb` comes with the server and not with the client programs. */
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
