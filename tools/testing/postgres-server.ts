import { type SpawnSyncOptions, spawn, spawnSync } from 'node:child_process'
import type { Socket } from 'node:net'
import { join } from 'node:path'

/**
 * A PostgreSQL for tests or measurements: its programs, its operating-system user, its socket and its data folder.
 */
export interface PostgresPlace {
  bin: string
  /** The operating-system user that runs PostgreSQL, if it is not our own. */
  account: { uid?: number; gid?: number } | undefined
  home: string
  data: string
}

/** Runs one of its programs; output is shown only on failure. */
export function runProgram({ bin, account, home }: PostgresPlace, program: string, args: string[]): void {
  const options: SpawnSyncOptions = { ...account, cwd: home, stdio: ['ignore', 'ignore', 'inherit'] }
  const { status, error } = spawnSync(join(bin, program), args, options)
  if (status !== 0) throw new Error(`${join(bin, program)} ended with ${status}`, { cause: error })
}

/**
 * Starts PostgreSQL on an existing data folder, for as long as this process lives. It listens on the socket in `home` alone, unless the settings differ.
 */
export function startServer(place: PostgresPlace, settings: string[]): void {
  const all = ['listen_addresses=', `unix_socket_directories='${place.home}'`, ...settings]
  const options = all.map((setting) => `-c ${setting}`).join(' ')
  const log = join(place.home, 'log')
  runProgram(place, 'pg_ctl', ['-D', place.data, '-w', '-s', '-o', options, '-l', log, 'start'])
  stopWhenWeAreGone(place)
}

/**
 * Stops the server when our process ends without having stopped it, such as by SIGKILL: a shell waits for the end of
 * the pipe that only we hold open. What the server stored goes with it.
 */
function stopWhenWeAreGone({ bin, account, home, data }: PostgresPlace): void {
  const script = 'cat >/dev/null; "$0" -D "$1" -s -m immediate stop && rm -rf "$1"'
  const watch = spawn('sh', ['-c', script, join(bin, 'pg_ctl'), data], {
    ...account,
    cwd: home,
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  // Neither keeps us from ending.
  watch.unref()
  ;(watch.stdin as Socket).unref()
}

export function stopServer(place: PostgresPlace): void {
  runProgram(place, 'pg_ctl', ['-D', place.data, '-w', '-s', '-m', 'fast', 'stop'])
}

/** Connects as superuser through the socket folder. */
export function socketAddress(folder: string): string {
  return `postgres://postgres@${encodeURIComponent(folder)}/postgres`
}
