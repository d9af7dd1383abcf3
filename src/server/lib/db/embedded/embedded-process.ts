import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chownSync,
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { DatabaseSetupError } from '#server/lib/db/errors.ts'
import { markFile } from '#server/lib/db/setup/schema.ts'
import { flushFolder } from '#server/lib/flush-folder.ts'
import { accessiblePath, plainEnv, type SystemAccount } from './embedded-binaries.ts'
import type { EmbeddedPaths } from './embedded-paths.ts'

/**
 * Creates a missing data folder as a draft next to its final place, and renames the draft when it is complete. The
 * next start removes the draft of an interrupted start. If two starts run at the same time, the first to rename
 * its draft wins. `mark` names the schema.
 */
export async function createCluster({ account, binaries, data }: EmbeddedPaths, mark: string): Promise<void> {
  clearDrafts(data)
  if (existsSync(data)) return
  // The draft has mode 0700, and its name is unique even if process ids repeat.
  const draft = mkdtempSync(`${data}.draft-${process.pid}-`)
  if (account.uid !== undefined && account.gid !== undefined) chownSync(draft, account.uid, account.gid)
  const options = ['--pgdata', nameOf(draft, account), '--username', 'postgres', '--auth', 'trust', '--data-checksums']
  const locale = ['--encoding', 'UTF8', '--locale', 'C', '--locale-provider', 'builtin', '--builtin-locale', 'C.UTF-8']
  const initdb = spawn(join(binaries, 'bin/initdb'), [...options, ...locale, '--no-instructions'], {
    ...account,
    cwd: draft,
    env: plainEnv,
    // The child has its own process group, so that Ctrl-C in a terminal reaches only this process, and this process
    // then ends the child.
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const giveUp = () => {
    killGroup(initdb)
    rmSync(draft, { recursive: true, force: true, maxRetries: 10, retryDelay: 10 })
  }
  process.prependListener('exit', giveUp)
  let complaint = ''
  initdb.stderr.on('data', (chunk: Buffer) => {
    complaint += chunk.toString()
  })
  const [code] = (await once(initdb, 'close').finally(() => process.off('exit', giveUp))) as [number | null]
  if (code !== 0) {
    rmSync(draft, { recursive: true, force: true })
    throw new DatabaseSetupError(`The database could not be created in ${data}: ${complaint.trim()}`)
  }
  try {
    // If a folder lost this mark in a power failure, the next start would refuse the folder.
    writeFileSync(join(draft, markFile), `${mark}\n`, { flush: true })
    await flushFolder(draft)
    renameSync(draft, data)
    await flushFolder(dirname(data))
  } catch (error) {
    rmSync(draft, { recursive: true, force: true })
    if (!existsSync(data)) throw error
  }
}

function clearDrafts(data: string): void {
  const prefix = `${basename(data)}.draft-`
  for (const name of readdirSync(dirname(data)).filter((entry) => entry.startsWith(prefix))) {
    if (exists(Number.parseInt(name.slice(prefix.length), 10))) continue
    try {
      rmSync(join(dirname(data), name), { recursive: true, force: true })
    } catch {
      // The `initdb` of a killed server may still be writing to the draft. The next start removes such a draft.
    }
  }
}

/** Returns the path by which the PostgreSQL user reaches this folder. The user's process starts inside the folder. */
function nameOf(folder: string, account: SystemAccount): string {
  const name = accessiblePath(account, folder)
  if (name !== undefined) return name
  throw new DatabaseSetupError(
    `${dirname(folder)} is not accessible to the PostgreSQL user (uid ${account.uid}). ` +
      'Make the parent folders accessible (chmod o+x), or choose another DATA_DIR.',
  )
}

/** These settings are passed at each start and never stored, so that old and new data folders use the same settings. */
export const postgresSettings = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
  timezone: 'UTC',
  log_timezone: 'UTC',
  jit: 'off',
  max_wal_size: '256MB',
  min_wal_size: '32MB',
  // Failed statements contain visitors' input, so neither the statements nor their details are logged.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_checkpoints: 'off',
}

/**
 * Starts PostgreSQL in its own session, so that Ctrl-C in a terminal does not reach it. PostgreSQL's parent is a shell,
 * which outlives this process and reaps PostgreSQL. An orphan that is not reaped, for example in a container, keeps its
 * process id, and PostgreSQL would mistake the orphan for a running server.
 */
export function startPostgres(place: EmbeddedPaths): ChildProcess {
  const { account, binaries, data, socketFolder, logFile } = place
  if ((statSync(logFile, { throwIfNoEntry: false })?.size ?? 0) > 1_000_000) renameSync(logFile, `${logFile}.old`)
  const log = openSync(logFile, 'a', 0o600)
  const name = nameOf(data, account)
  const socketName = socketFolder === data ? name : socketFolder
  const options = { ...postgresSettings, unix_socket_directories: `"${socketName.replaceAll('"', '""')}"` }
  const server = [join(binaries, 'bin/postgres'), '-D', name, '-p', '5432']
  for (const [setting, value] of Object.entries(options)) server.push('-c', `${setting}=${value}`)
  // The `exit` keeps the shell from replacing itself with PostgreSQL.
  const child = spawn('/bin/sh', ['-c', '"$@"; exit $?', 'sh', ...server], {
    ...account,
    cwd: data,
    env: plainEnv,
    detached: true,
    stdio: ['ignore', log, log],
  })
  closeSync(log)
  child.on('error', () => {})
  child.unref()
  return child
}

/**
 * Returns the process that `postmaster.pid` names, if that process exists. Only PostgreSQL writes and deletes this
 * file.
 */
export function runningPostgres(data: string): number | undefined {
  try {
    const pid = Number.parseInt(readFileSync(join(data, 'postmaster.pid'), 'utf8'), 10)
    return exists(pid) ? pid : undefined
  } catch {
    return undefined
  }
}

/** Returns the last lines of PostgreSQL's log, which show why it does not start. */
export function lastLogLines({ logFile }: EmbeddedPaths): string {
  try {
    return readFileSync(logFile, 'utf8').trimEnd().split('\n').slice(-3).join(' / ')
  } catch {
    return 'its log is empty'
  }
}

/** Shuts PostgreSQL down. Kills PostgreSQL if it is still running after a timeout; no committed row is lost. */
export async function stopPostgres(pid: number): Promise<void> {
  for (const pause of stopSignals(pid, 8000)) await sleep(pause)
}

/** Like `stopPostgres`, but does not wait for events, because no events arrive while this process handles `exit`. */
export function stopPostgresNow(pid: number): void {
  const cell = new Int32Array(new SharedArrayBuffer(4))
  for (const pause of stopSignals(pid, 2000)) Atomics.wait(cell, 0, 0, pause)
}

/** Sends increasingly forceful signals, and yields the milliseconds until the next check. */
function* stopSignals(pid: number, inOrder: number): Generator<number, void> {
  for (const [signal, patience] of [
    ['SIGINT', inOrder],
    ['SIGQUIT', 2000],
    ['SIGKILL', 1000],
  ] as const) {
    try {
      process.kill(pid, signal)
    } catch {
      return
    }
    for (const end = Date.now() + patience; Date.now() < end; ) {
      yield 10
      if (!exists(pid) || stateOf(pid)?.isZombie) return
    }
  }
}

/** Kills a child process and its process group. */
export function killGroup({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL')
  } catch {
    // This process has already ended.
  }
}

/** True if `parent` started `pid`, or if the system has no `/proc`. */
export function isChildOf(pid: number, parent: number | undefined): boolean {
  const state = stateOf(pid)
  return state === undefined || state.parent === parent
}

function exists(pid: number): boolean {
  try {
    return pid > 0 && process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/**
 * The process's state and parent are read from Linux's `/proc`. The process name, which is in parentheses before the
 * state, may contain any character.
 */
function stateOf(pid: number): { isZombie: boolean; parent: number } | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const [state, parent] = text.slice(text.lastIndexOf(')') + 2).split(' ')
    return { isZombie: state === 'Z', parent: Number(parent) }
  } catch {
    return undefined
  }
}
