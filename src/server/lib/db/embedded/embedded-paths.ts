import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  statSync,
} from 'node:fs'
import { join } from 'node:path'
import { DatabaseSetupError } from '#server/lib/db/errors.ts'
import type { DatabaseLog } from '#server/lib/db/types.ts'
import {
  copyBinaries,
  findBinaries,
  findObstacle,
  linkLibraries,
  noBinaries,
  type PostgresBinaries,
  type SystemAccount,
  serviceAccount,
  sharedFolder,
} from './embedded-binaries.ts'

export interface EmbeddedPaths {
  account: SystemAccount
  binaries: string
  /** The data folder. The first start creates the folder, so the folder may not exist yet. */
  data: string
  /** The folder of the socket. Other users cannot enter this folder, which protects the database. */
  socketFolder: string
  logFile: string
}

export function findEmbeddedPaths(dataDir: string, log: DatabaseLog): EmbeddedPaths {
  mkdirSync(dataDir, { recursive: true })
  const folder = realpathSync(dataDir)
  const root = process.getuid?.() === 0
  if (!process.getuid) throw noBinaries('Node has no Unix sockets on this system')

  const account = root ? accountFor(folder, log) : {}
  if (!root) checkOwner(folder)
  const data = dataIn(folder)
  checkVersion(data)
  const binaries = binariesFor(account, root ? sharedFolder : folder, log)
  return {
    account,
    binaries,
    data,
    socketFolder: socketFolderFor(account, data),
    logFile: join(folder, 'postgres.log'),
  }
}

/** PostgreSQL runs as the owner of the data. If root owns the data, the service account becomes the owner. */
function accountFor(folder: string, log: DatabaseLog): SystemAccount {
  const data = join(folder, 'postgres')
  if (existsSync(data)) {
    const { uid, gid } = statSync(data)
    if (uid !== 0) return { uid, gid }
    const account = serviceAccount(log)
    log('data folder owner changed from root', { folder: data, uid: account.uid })
    spawnSync('chown', ['-R', `${account.uid}:${account.gid}`, realpathSync(data)])
    return account
  }
  return serviceAccount(log)
}

/** Returns the real path of the data, because an operator may have replaced the folder with a link. */
function dataIn(folder: string): string {
  const data = join(folder, 'postgres')
  if (existsSync(data)) return realpathSync(data)
  if (!lstatSync(data, { throwIfNoEntry: false })) return data
  throw new DatabaseSetupError(
    `${data} is a link to ${readlinkSync(data)}, which does not exist. ` +
      `Restore the data there, or start with an empty database: rm ${data}`,
  )
}

function checkOwner(folder: string): void {
  const data = join(folder, 'postgres')
  const owner = statSync(data, { throwIfNoEntry: false })?.uid
  if (owner === undefined || owner === process.getuid?.()) return
  throw new DatabaseSetupError(
    `${data} belongs to another user (uid ${owner}). Start as that user or as root, or choose another DATA_DIR.`,
  )
}

function checkVersion(data: string): void {
  const file = join(data, 'PG_VERSION')
  const version = existsSync(file) ? readFileSync(file, 'utf8').trim() : '18'
  if (version === '18') return
  throw new DatabaseSetupError(
    `${data} was written by PostgreSQL ${version}, but this release includes PostgreSQL 18. ` +
      'Write a backup with the older release (npm run backup -- FILE), and restore it with this release into an empty ' +
      'DATA_DIR (npm run restore -- FILE).',
  )
}

/** Returns the folder of the installed binaries if they are usable; otherwise, the folder of a copy in `shelter`. */
function binariesFor(account: SystemAccount, shelter: string, log: DatabaseLog): string {
  const installed = findBinaries()
  const fault = linkFault(installed) ?? findObstacle(account, installed.folder)
  if (!fault) return installed.folder
  // If the current user cannot run the installed binaries either, a copy would not help.
  const ours = linkFault(installed) ? undefined : findObstacle({}, installed.folder)
  if (ours) throw noBinaries(ours)
  mkdirSync(shelter, { recursive: true, mode: 0o755 })
  const copy = copyBinaries(installed, shelter)
  log('installed postgres not accessible, using a copy', { folder: copy.folder })
  const left = findObstacle(account, copy.folder)
  if (left) throw noBinaries(left)
  return copy.folder
}

function linkFault({ folder }: PostgresBinaries): string | undefined {
  try {
    linkLibraries(folder)
    return undefined
  } catch (error) {
    return (error as Error).message
  }
}

/**
 * Returns the data folder itself if its path fits into a socket's address (104 bytes on macOS, 108 on Linux).
 * Otherwise, returns a folder in /tmp, because the path of the system's temporary folder may be just as long.
 */
function socketFolderFor(account: SystemAccount, data: string): string {
  if (Buffer.byteLength(join(data, '.s.PGSQL.5432')) < 104) return data
  const folder = `/tmp/backline-${digest(data)}`
  const uid = account.uid ?? process.getuid?.() ?? 0
  if (!lstatSync(folder, { throwIfNoEntry: false })) {
    mkdirSync(folder, { mode: 0o700 })
    if (account.uid !== undefined && account.gid !== undefined) chownSync(folder, account.uid, account.gid)
  }
  // Any user can create a folder in /tmp. If other users owned or could enter this folder, they could reach the
  // database.
  const found = lstatSync(folder)
  if (!found.isDirectory() || found.uid !== uid || (found.mode & 0o077) !== 0) {
    throw new DatabaseSetupError(
      `${folder} must be a folder owned by uid ${uid} with mode 0700: remove it and start again.`,
    )
  }
  return folder
}

function digest(path: string): string {
  return createHash('sha256').update(path).digest('hex').slice(0, 12)
}
