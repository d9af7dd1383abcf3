import { execFileSync } from 'node:child_process'
import { accessSync, constants, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** The system's own browsers, most wanted first. */
const browsers = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/** A Chromium of this machine that starts, or nothing: Playwright's own is used then. */
export function findChromium(): string | undefined {
  const named = process.env.CHROMIUM_PATH
  // Ubuntu's package is a script that asks for a snap; only a browser that says its version is one.
  return named ?? browsers.map(onPath).find((path) => path && answer(path, '--version'))
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
  try {
    return readdirSync('/usr/lib/postgresql').map((version) => `/usr/lib/postgresql/${version}/bin`)
  } catch {
    return []
  }
}

/** `initdb` comes with the server and not with the client programs. */
function versionIn(folder: string): string | undefined {
  return answer(join(folder, 'initdb'), '--version')
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
