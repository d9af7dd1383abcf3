import { type SpawnSyncOptions, spawnSync } from 'node:child_process'
import { chownSync, existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { servedAt } from '#server/lib/db/test-servers.ts'

/** Where Debian puts it. */
const bin = '/usr/lib/postgresql/15/bin'

export interface ForeignServer {
  /** As its superuser. */
  address: string
  /** For a server of ours: who serves, and who prepares. */
  settings: { DATABASE_URL: string; MIGRATION_URL: string }
  /** Where its socket lies. */
  home: string
  stop: () => void
}

/** Why the tests against PostgreSQL 15 cannot run here; with CI set they must. */
export function fifteenIsMissing(): string | null {
  if (existsSync(join(bin, 'initdb'))) return null
  const reason = `PostgreSQL 15 is not installed (${bin}; Debian: apt-get install postgresql-15)`
  if (process.env.CI) throw new Error(`${reason}: with CI set its tests must run`)
  return reason
}

/**
 * A PostgreSQL 15 with an empty database, reached as an operator would name it. Tests throw their rows away and need
 * none flushed; a measurement does.
 */
export function startFifteen(folder: string, settings = ['fsync=off']): ForeignServer {
  const home = join(folder, 'fifteen')
  return serve(
    home,
    settings,
    (run, data) =>
      run('initdb', [
        '-D',
        data,
        '-U',
        'postgres',
        '-A',
        'trust',
        '-E',
        'UTF8',
        '--locale',
        'C',
        '--no-sync',
      ]),
    (run) => run('createuser', ['-h', home, '-U', 'postgres', '--login', '--no-inherit', 'authenticator']),
  )
}

/** A standby of it, which follows what it writes until `select pg_promote()`. */
export function startStandby(
  folder: string,
  { home }: ForeignServer,
  settings = ['fsync=off'],
): ForeignServer {
  return serve(join(folder, 'standby'), settings, (run, data) =>
    run('pg_basebackup', ['-h', home, '-U', 'postgres', '-D', data, '-R', '-c', 'fast', '--no-sync']),
  )
}

type Run = (program: string, args: string[]) => void

function serve(
  home: string,
  settings: string[],
  make: (run: Run, data: string) => void,
  opened: (run: Run) => void = () => {},
): ForeignServer {
  mkdirSync(home)
  const account = process.getuid?.() === 0 ? idsOf('postgres') : undefined
  if (account) chownSync(home, account.uid, account.gid)
  const data = join(home, 'data')
  const run: Run = (program, args) => {
    const options: SpawnSyncOptions = { ...account, cwd: home, stdio: ['ignore', 'ignore', 'inherit'] }
    const { status } = spawnSync(join(bin, program), args, options)
    if (status !== 0) throw new Error(`${program} of PostgreSQL 15 ended with ${status}`)
  }
  make(run, data)
  const all = ['listen_addresses=', `unix_socket_directories='${home}'`, ...settings]
  const options = all.map((setting) => `-c ${setting}`).join(' ')
  run('pg_ctl', ['-D', data, '-w', '-s', '-o', options, '-l', join(home, 'log'), 'start'])
  opened(run)
  const address = socketAddress(home)
  return {
    address,
    settings: settingsFor(address),
    home,
    stop: () => run('pg_ctl', ['-D', data, '-w', '-s', '-m', 'fast', 'stop']),
  }
}

/** What a server of ours is told to work on the database at this address of a superuser. */
export function settingsFor(address: string): ForeignServer['settings'] {
  return { DATABASE_URL: servedAt(address), MIGRATION_URL: address }
}

/** A server by the folder of its socket, as its superuser. */
export function socketAddress(folder: string): string {
  return `postgres://postgres@${encodeURIComponent(folder)}/postgres`
}

export function idsOf(user: string): { uid: number; gid: number } {
  const ask = (flag: string) => Number(spawnSync('id', [flag, user], { encoding: 'utf8' }).stdout)
  return { uid: ask('-u'), gid: ask('-g') }
}
