import { type SpawnSyncOptions, spawn, spawnSync } from 'node:child_process'
import { chownSync, mkdirSync } from 'node:fs'
import type { Socket } from 'node:net'
import { join } from 'node:path'
import { servedAt } from '#server/lib/db/test-servers.ts'

/** Debian's folder for PostgreSQL 15. */
export const debianBin = '/usr/lib/postgresql/15/bin'

/** The programs, operating-system user, socket and data folder of a PostgreSQL for tests or benchmarks. */
export interface PostgresPlace {
  bin: string
  /** The operating-system user that runs PostgreSQL, if not our own. */
  account: { uid?: number; gid?: number } | undefined
  home: string
  data: string
}

export interface ForeignServer {
  /** The connection as superuser. */
  address: string
  /** The addresses for our server: the serving role and the migrating role. */
  settings: { DATABASE_URL: string; MIGRATION_URL: string }
  /** The folder of its socket. */
  home: string
  stop: () => void
}

/** Starts PostgreSQL 15 with an empty database. By default flushing is off, for tests; benchmarks keep it on. */
export function startFifteen(folder: string, settings?: string[]): ForeignServer {
  return startForeign(fifteenAt(join(folder, 'fifteen')), settings)
}

/** Does the same with any version. */
export function startForeign(
  place: PostgresPlace,
  settings = ['fsync=off'],
  superuser = 'postgres',
): ForeignServer {
  makeHome(place)
  const options = ['-U', superuser, '-A', 'trust', '-E', 'UTF8', '--locale', 'C', '--no-sync']
  runProgram(place, 'initdb', ['-D', place.data, ...options])
  const server = serve(place, settings)
  const login = ['--login', '--no-inherit', 'authenticator']
  runProgram({ ...place, bin: debianBin }, 'createuser', ['-h', place.home, '-U', superuser, ...login])
  return server
}

/** PostgreSQL 15 with its data under `home`. */
export function fifteenAt(home: string): PostgresPlace {
  const account = process.getuid?.() === 0 ? idsOf('postgres') : undefined
  return { bin: debianBin, account, home, data: join(home, 'data') }
}

/** The settings of our server for the database at this superuser address. */
export function settingsFor(address: string): ForeignServer['settings'] {
  return { DATABASE_URL: servedAt(address), MIGRATION_URL: address }
}

/** Connects as superuser through the socket folder. */
export function socketAddress(folder: string): string {
  return `postgres://postgres@${encodeURIComponent(folder)}/postgres`
}

export function idsOf(user: string): { uid: number; gid: number } {
  const ask = (flag: string) => Number(spawnSync('id', [flag, user], { encoding: 'utf8' }).stdout)
  return { uid: ask('-u'), gid: ask('-g') }
}

/** Starts PostgreSQL on an existing data folder, at most until this process ends; it listens on a socket in `home`. */
export function startServer(place: PostgresPlace, settings: string[]): void {
  const all = ['listen_addresses=', `unix_socket_directories='${place.home}'`, ...settings]
  const options = all.map((setting) => `-c ${setting}`).join(' ')
  const log = join(place.home, 'log')
  runProgram(place, 'pg_ctl', ['-D', place.data, '-w', '-s', '-o', options, '-l', log, 'start'])
  stopWhenWeAreGone(place)
}

export function stopServer(place: PostgresPlace): void {
  runProgram(place, 'pg_ctl', ['-D', place.data, '-w', '-s', '-m', 'fast', 'stop'])
}

/** Starts a server on existing data, and returns its addresses. */
export function serve(place: PostgresPlace, settings: string[]): ForeignServer {
  startServer(place, settings)
  const address = socketAddress(place.home)
  return { address, settings: settingsFor(address), home: place.home, stop: () => stopServer(place) }
}

/** Creates the folder of the socket, which PostgreSQL's user can enter. */
export function makeHome({ account, home }: PostgresPlace): void {
  mkdirSync(home)
  if (account?.uid !== undefined && account.gid !== undefined) chownSync(home, account.uid, account.gid)
}

/** Runs one of PostgreSQL's programs; shows output only on failure. */
export function runProgram({ bin, account, home }: PostgresPlace, program: string, args: string[]): void {
  const options: SpawnSyncOptions = { ...account, cwd: home, stdio: ['ignore', 'ignore', 'inherit'] }
  const { status, error } = spawnSync(join(bin, program), args, options)
  if (status !== 0) throw new Error(`${join(bin, program)} ended with ${status}`, { cause: error })
}

/**
 * Stops the server and deletes its data if our process ends without stopping it, for example by SIGKILL: a shell waits
 * for the end of a pipe that only we keep open.
 */
function stopWhenWeAreGone({ bin, account, home, data }: PostgresPlace): void {
  const script = 'cat >/dev/null; "$0" -D "$1" -s -m immediate stop && rm -rf "$1"'
  const watch = spawn('sh', ['-c', script, join(bin, 'pg_ctl'), data], {
    ...account,
    cwd: home,
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  // Neither keeps our process alive.
  watch.unref()
  ;(watch.stdin as Socket).unref()
}
