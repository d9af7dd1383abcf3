import { type SpawnSyncOptions, spawn, spawnSync } from 'node:child_process'
import { chownSync, mkdirSync } from 'node:fs'
import type { Socket } from 'node:net'
import { join } from 'node:path'
import { loginAddressOf } from '#server/lib/db/test-servers.ts'

/** The folder in which Debian installs PostgreSQL 15. */
export const debianBin = '/usr/lib/postgresql/15/bin'

/** A PostgreSQL server for tests or benchmarks: its programs, operating-system user, socket and data folder. */
export interface PostgresInstance {
  bin: string
  /** The operating-system user that runs PostgreSQL; undefined for the current user. */
  account: { uid?: number; gid?: number } | undefined
  home: string
  data: string
}

export interface TestPostgres {
  /** The superuser's connection string. */
  address: string
  /** The database URLs that our server needs: one for the serving role and one for the migrating role. */
  settings: { DATABASE_URL: string; MIGRATION_URL: string }
  /** The folder that contains the socket. */
  home: string
  stop: () => void
}

/**
 * Starts PostgreSQL 15 with an empty database. By default, the server runs without flushing, for tests; benchmarks turn
 * flushing on.
 */
export function startFifteen(folder: string, settings?: string[]): TestPostgres {
  return initAndStart(fifteenAt(join(folder, 'fifteen')), settings)
}

/** Starts any version of PostgreSQL with an empty database. */
export function initAndStart(place: PostgresInstance, settings = ['fsync=off'], superuser = 'postgres'): TestPostgres {
  createSocketFolder(place)
  const options = ['-U', superuser, '-A', 'trust', '-E', 'UTF8', '--locale', 'C', '--no-sync']
  runProgram(place, 'initdb', ['-D', place.data, ...options])
  const server = startExisting(place, settings)
  const login = ['--login', '--no-inherit', 'authenticator']
  runProgram({ ...place, bin: debianBin }, 'createuser', ['-h', place.home, '-U', superuser, ...login])
  return server
}

/** Describes a PostgreSQL 15 server with its data under `home`. */
export function fifteenAt(home: string): PostgresInstance {
  const account = process.getuid?.() === 0 ? idsOf('postgres') : undefined
  return { bin: debianBin, account, home, data: join(home, 'data') }
}

/** Returns our server's settings for the database at this superuser URL. */
export function settingsFor(address: string): TestPostgres['settings'] {
  return { DATABASE_URL: loginAddressOf(address), MIGRATION_URL: address }
}

export function socketAddress(folder: string): string {
  return `postgres://postgres@${encodeURIComponent(folder)}/postgres`
}

export function idsOf(user: string): { uid: number; gid: number } {
  const ask = (flag: string) => Number(spawnSync('id', [flag, user], { encoding: 'utf8' }).stdout)
  return { uid: ask('-u'), gid: ask('-g') }
}

/**
 * Starts PostgreSQL on an existing data folder. The server listens on a socket in `home`, and stops when this process
 * ends.
 */
export function startServer(place: PostgresInstance, settings: string[]): void {
  const all = ['listen_addresses=', `unix_socket_directories='${place.home}'`, ...settings]
  const options = all.map((setting) => `-c ${setting}`).join(' ')
  const log = join(place.home, 'log')
  runProgram(place, 'pg_ctl', ['-D', place.data, '-w', '-s', '-o', options, '-l', log, 'start'])
  stopOnProcessExit(place)
}

export function stopServer(place: PostgresInstance): void {
  runProgram(place, 'pg_ctl', ['-D', place.data, '-w', '-s', '-m', 'fast', 'stop'])
}

/** Starts a server on existing data and returns its database URLs. */
export function startExisting(place: PostgresInstance, settings: string[]): TestPostgres {
  startServer(place, settings)
  const address = socketAddress(place.home)
  return { address, settings: settingsFor(address), home: place.home, stop: () => stopServer(place) }
}

/** Creates the socket's folder, which PostgreSQL's user can enter. */
export function createSocketFolder({ account, home }: PostgresInstance): void {
  mkdirSync(home)
  if (account?.uid !== undefined && account.gid !== undefined) chownSync(home, account.uid, account.gid)
}

/** Runs one of PostgreSQL's programs, and shows its output only on failure. */
export function runProgram({ bin, account, home }: PostgresInstance, program: string, args: string[]): void {
  const options: SpawnSyncOptions = { ...account, cwd: home, stdio: ['ignore', 'ignore', 'inherit'] }
  const { status, error } = spawnSync(join(bin, program), args, options)
  if (status !== 0) throw new Error(`${join(bin, program)} ended with ${status}`, { cause: error })
}

/**
 * Stops the server and deletes its data if our process ends without doing so, for example after SIGKILL. A shell waits
 * for the end of a pipe that only our process keeps open.
 */
function stopOnProcessExit({ bin, account, home, data }: PostgresInstance): void {
  const script = 'cat >/dev/null; "$0" -D "$1" -s -m immediate stop && rm -rf "$1"'
  const watch = spawn('sh', ['-c', script, join(bin, 'pg_ctl'), data], {
    ...account,
    cwd: home,
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  // Lets our process end while the shell and the pipe are open.
  watch.unref()
  ;(watch.stdin as Socket).unref()
}
