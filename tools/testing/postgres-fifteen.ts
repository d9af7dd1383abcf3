import { spawnSync } from 'node:child_process'
import { chownSync, existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { servedAt } from '#server/lib/db/test-servers.ts'
import { type PostgresPlace, runProgram, socketAddress, startServer, stopServer } from './postgres-server.ts'

/** Where Debian puts it. */
const bin = '/usr/lib/postgresql/15/bin'

export interface ForeignServer {
  /** The connection as superuser. */
  address: string
  /** The addresses for our server: the role that serves, and the role that migrates. */
  settings: { DATABASE_URL: string; MIGRATION_URL: string }
  /** The folder of its socket. */
  home: string
  stop: () => void
}

/** Why the tests against PostgreSQL 15 cannot run here; with CI set they must run. */
export function fifteenIsMissing(): string | null {
  if (existsSync(join(bin, 'initdb'))) return null
  const reason = `PostgreSQL 15 is not installed (${bin}; Debian: apt-get install postgresql-15)`
  if (process.env.CI) throw new Error(`${reason}: with CI set its tests must run`)
  return reason
}

/**
 * Starts a PostgreSQL 15 with an empty database, and gives addresses like an operator's. Tests discard their rows and
 * turn flushing off; a measurement keeps it on.
 */
export function startFifteen(folder: string, settings?: string[]): ForeignServer {
  return startForeign(fifteenAt(join(folder, 'fifteen')), settings)
}

/** The same with whatever version lies at this place. */
export function startForeign(
  place: PostgresPlace,
  settings = ['fsync=off'],
  superuser = 'postgres',
): ForeignServer {
  mkdirSync(place.home)
  own(place)
  const options = ['-U', superuser, '-A', 'trust', '-E', 'UTF8', '--locale', 'C', '--no-sync']
  runProgram(place, 'initdb', ['-D', place.data, ...options])
  const server = serve(place, settings)
  const login = ['--login', '--no-inherit', 'authenticator']
  const createUser = ['-h', place.home, '-U', superuser, ...login]
  runProgram({ ...place, bin }, 'createuser', createUser)
  return server
}

/** Starts a hot standby, which follows the primary until `select pg_promote()`. */
export function startStandby(
  folder: string,
  { home }: ForeignServer,
  settings = ['fsync=off'],
): ForeignServer {
  const place = fifteenAt(join(folder, 'standby'))
  mkdirSync(place.home)
  own(place)
  const options = ['-h', home, '-U', 'postgres', '-R', '-c', 'fast', '--no-sync']
  runProgram(place, 'pg_basebackup', ['-D', place.data, ...options])
  return serve(place, settings)
}

/** The data folder below this home. */
export function fifteenAt(home: string): PostgresPlace {
  const account = process.getuid?.() === 0 ? idsOf('postgres') : undefined
  return { bin, account, home, data: join(home, 'data') }
}

function own({ account, home }: PostgresPlace): void {
  if (account?.uid !== undefined && account.gid !== undefined) chownSync(home, account.uid, account.gid)
}

function serve(place: PostgresPlace, settings: string[]): ForeignServer {
  startServer(place, settings)
  const address = socketAddress(place.home)
  return { address, settings: settingsFor(address), home: place.home, stop: () => stopServer(place) }
}

/** The settings with which our server uses the database at this superuser address. */
export function settingsFor(address: string): ForeignServer['settings'] {
  return { DATABASE_URL: servedAt(address), MIGRATION_URL: address }
}

export function idsOf(user: string): { uid: number; gid: number } {
  const ask = (flag: string) => Number(spawnSync('id', [flag, user], { encoding: 'utf8' }).stdout)
  return { uid: ask('-u'), gid: ask('-g') }
}
