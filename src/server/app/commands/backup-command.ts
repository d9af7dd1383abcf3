import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Config, databaseOptionsOf, readConfig } from '#server/app/config/config.ts'
import type { ProcessLife } from '#server/app/running/life.ts'
import {
  type BackupDestination,
  BackupFault,
  encryptedName,
  failureOf,
  makeBackup,
  openDestination,
  type RestoreResult,
  recordBackup,
  recordBackupProof,
  restoreBackup,
  splitAddress,
} from '#server/features/backups/service.ts'
import { readMasterKey } from '#server/lib/crypto/master-key.ts'
import { openOwnerSession } from '#server/lib/db/owner-session.ts'
import { transactionOn } from '#server/lib/db/transaction.ts'
import { withDatabase } from './auth-command.ts'
import { CommandError, runWith } from './operator-command.ts'

const noteSeconds = 10

const backupUsage = `Usage: npm run backup -- FILE

  FILE   a new file, s3://bucket/file, or a folder with a final /; by default a file in BACKUP_TO
`
const restoreUsage = `Usage: npm run restore -- FILE [--send-waiting] [--without-key]
       npm run restore -- --check FILE

  FILE             a file of npm run backup, or s3://bucket/file
  --check          restores into a temporary database, and records that the backup was verified
  --send-waiting   sends the queued emails: use it only if the server was stopped before the backup
  --without-key    restores without the key that encrypts second factors, signing keys and webhook secrets
`

export function runBackup(words: readonly string[], environment: Record<string, string | undefined>): Promise<number> {
  return runWith(async (life) => {
    const [address, ...rest] = words
    if (rest.length > 0 || address?.startsWith('-')) throw new CommandError(backupUsage)
    return backUp(readConfig(environment), life, address)
  })
}

export function runRestore(words: readonly string[], environment: Record<string, string | undefined>): Promise<number> {
  return runWith(async (life) => {
    const flags = words.filter((word) => word.startsWith('--'))
    const [address, ...rest] = words.filter((word) => !word.startsWith('--'))
    const known = ['--check', '--send-waiting', '--without-key']
    if (!address || rest.length > 0 || flags.some((flag) => !known.includes(flag))) {
      throw new CommandError(restoreUsage)
    }
    const config = readConfig(environment)
    const { place, name } = placeFor(config, address)
    return place.fetch(name, (path) =>
      flags.includes('--check') ? check(config, life, path) : restore(config, life, path, flags),
    )
  })
}

async function backUp(config: Config, life: ProcessLife, address: string | undefined): Promise<string> {
  const target = address ?? config.backup.to
  if (!target) throw new CommandError(backupUsage)
  const options = optionsOf(config, life)
  if (!config.databaseUrl && !existsSync(join(config.dataDir, 'postgres', 'PG_VERSION'))) {
    throw new CommandError(
      `There is no database in ${config.dataDir}: set DATA_DIR or DATABASE_URL to the database to back up.\n`,
    )
  }
  const { passphrase } = config.backup
  const now = encryptedName(`backline-${new Date().toISOString().slice(0, 19).replaceAll(':', '-')}Z.zip`, passphrase)
  const { place, name } = placeFor(config, address ? address.replace(/\/$/, `/${now}`) : `${target}/${now}`)
  const { encryptionKey: configured, dataDir } = config
  const found = await readMasterKey({ configured, dataDir, mayMake: false })
  const session = await openOwnerSession(options)
  const began = performance.now()
  try {
    const made = await makeBackup(session, place, name, {
      key: found?.key ?? null,
      passphrase,
    })
    await recordBackup(transactionOn(session.client, noteSeconds), made, null)
    const seconds = ((performance.now() - began) / 1000).toFixed(1)
    const rows = made.contents.tables.reduce((sum, table) => sum + table.rows, 0)
    const key = made.contents.has_key
      ? 'It is encrypted with BACKUP_PASSPHRASE and contains the encryption key.'
      : made.contents.sealed_by.length > 0
        ? `The encryption key (fingerprint ${made.contents.sealed_by.join(', ')}) is not included: keep a separate copy, or set BACKUP_PASSPHRASE.`
        : 'It contains no encrypted data.'
    return `${made.address}: ${rows} rows, ${made.bytes} bytes, ${seconds} s. ${key}\n`
  } catch (error) {
    throw new BackupFault(failureOf(error, place.address(name)).sentence, { cause: error })
  } finally {
    await session.close()
  }
}

async function restore(config: Config, life: ProcessLife, path: string, flags: readonly string[]): Promise<string> {
  const began = performance.now()
  const restored = await restoreBackup(path, {
    options: optionsOf(config, life),
    configuredKey: config.encryptionKey,
    passphrase: config.backup.passphrase,
    withoutKey: flags.includes('--without-key'),
    sendsWaiting: flags.includes('--send-waiting'),
  })
  const { held, key } = restored
  const lines = [
    `${describeRestore(restored, began)}\n`,
    key === 'backup' ? `The encryption key was restored to ${config.dataDir}.\n` : '',
    key === null ? 'The encryption key is missing: npm run auth -- give-up-key lists what is lost without it.\n' : '',
    held > 0
      ? `Emails that may already have been sent: ${held}. They were not sent again; the desk lists them as failed and can send each of them again.\n`
      : '',
  ]
  return lines.join('')
}

/** Restores into a temporary embedded database, and removes its folder afterward. */
async function check(config: Config, life: ProcessLife, path: string): Promise<string> {
  const began = performance.now()
  const folder = await mkdtemp(join(tmpdir(), 'backline-check-'))
  try {
    const here = await readMasterKey({
      configured: config.encryptionKey,
      dataDir: config.dataDir,
      mayMake: false,
    })
    const restored = await restoreBackup(path, {
      options: { ...optionsOf(config, life), databaseUrl: '', dataDir: folder },
      configuredKey: config.backup.passphrase === null ? (here?.key ?? null) : null,
      passphrase: config.backup.passphrase,
      withoutKey: true,
      sendsWaiting: false,
    })
    const isKnown = await recordVerification(config, restored.contents.id)
    const key =
      restored.key === null ? ' The encryption key was not checked: it is neither here nor in the backup.' : ''
    const noted = isKnown
      ? ' The desk shows it as verified.'
      : ' The local database does not know this backup, so the desk does not show it.'
    return `The backup is complete. ${describeRestore(restored, began)}${key}${noted}\n`
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Records the verification in the local database, if there is one. */
async function recordVerification(config: Config, id: string): Promise<boolean> {
  if (!config.databaseUrl && !existsSync(join(config.dataDir, 'postgres', 'PG_VERSION'))) return false
  return withDatabase(config, (database) => recordBackupProof(database.alone('backline_upkeep', {}), id))
}

function describeRestore({ contents }: RestoreResult, began: number): string {
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  const rows = contents.tables.reduce((sum, table) => sum + table.rows, 0)
  return `Restored ${rows} rows of ${contents.tables.length} tables, as of ${contents.snapshot_at}, with matching counts and checksums, in ${seconds} s.`
}

function placeFor(config: Config, address: string): { place: BackupDestination; name: string } {
  const { to, name } = splitAddress(address)
  if (!name) throw new CommandError(`${address} does not name a file.\n`)
  return { place: openDestination(to, { access: config.backup.access, draftFolder: config.dataDir }), name }
}

const optionsOf = (config: Config, life: ProcessLife) => ({
  ...databaseOptionsOf(config),
  owner: `a backup in process ${process.pid}`,
  log: (message: string, fields?: Record<string, unknown>) => life.log.debug(fields ?? {}, message),
})
