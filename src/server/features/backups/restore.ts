import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { masterKeyPath, readMasterKey, removeMasterKey, writeMasterKey } from '#server/lib/crypto/master-key.ts'
import { openSecretCipher } from '#server/lib/crypto/secret-cipher.ts'
import {
  type BackupArchive,
  type BackupContents,
  BackupFault,
  keyName,
  openArchive,
} from '#server/lib/db/backup/backup-archive.ts'
import { analyzeTables, checkEmpty, restoreRows } from '#server/lib/db/backup/backup-rows.ts'
import { type DatabaseOptions, DataFolderInUse } from '#server/lib/db/database.ts'
import { withExclusiveOwner } from '#server/lib/db/owner-session.ts'
import { prepare } from '#server/lib/db/setup/prepare.ts'
import { withArchive } from './encryption.ts'

interface RestoreOptions {
  options: DatabaseOptions
  /** The configured key; if null, the key in the data folder is used. */
  configuredKey: Buffer | null
  passphrase: string | null
  /** True to restore even if the key is neither on this machine nor in the backup. */
  withoutKey: boolean
  /** True if the server was stopped before the backup, so that the waiting emails were not sent and can be sent now. */
  sendsWaiting: boolean
}

export interface RestoreResult {
  contents: BackupContents
  /** The number of emails that are not sent again, because they may have been sent already. */
  held: number
  /** The source of the key; null if it is missing. */
  key: 'none' | 'here' | 'backup' | null
}

/** Restores a backup into an empty database without a running server. */
export async function restoreBackup(path: string, means: RestoreOptions): Promise<RestoreResult> {
  const { databaseUrl, dataDir } = means.options
  const own = ['postgres', 'postgres.log'].map((name) => join(dataDir, name))
  const isNew = !databaseUrl && !own.some((made) => existsSync(made))
  const progress = { hasRows: false }
  try {
    const { passphrase } = means
    return await withArchive(path, { passphrase, folder: dataDir }, (archive) => restoreInto(archive, means, progress))
  } catch (error) {
    // Removes a data folder that this restore created, so that the next attempt finds no files in it.
    if (isNew && !progress.hasRows && !(error instanceof DataFolderInUse))
      for (const made of own) await rm(made, { recursive: true, force: true })
    throw error
  }
}

async function restoreInto(
  path: string,
  means: RestoreOptions,
  progress: { hasRows: boolean },
): Promise<RestoreResult> {
  const { options } = means
  const archive = await openArchive(path)
  try {
    const { contents } = archive
    return await withExclusiveOwner(options, async (preparing, open) => {
      await withClosing(open, ({ client }) => checkEmpty(client))
      const { key, ...kept } = await ensureRestoreKey(archive, means)
      let { undo } = kept
      try {
        await prepare(preparing, options.log)
        const { sendsWaiting } = means
        const held = await withClosing(open, ({ client }) =>
          restoreRows(client, archive, { sendsWaiting, isOurs: preparing.isOurs }),
        )
        // The rows now need the key that encrypted them, even if a later step fails.
        undo = async () => {}
        progress.hasRows = true
        await withClosing(open, ({ client }) => analyzeTables(client))
        return { contents, held, key }
      } catch (error) {
        await undo()
        throw error
      }
    })
  } finally {
    archive.close()
  }
}

async function withClosing<S extends { close(): Promise<void> }, T>(
  open: () => Promise<S>,
  work: (session: S) => Promise<T>,
): Promise<T> {
  const session = await open()
  try {
    return await work(session)
  } finally {
    await session.close()
  }
}

/** Checks before the restore that the backup's encrypted values can be decrypted here. */
async function ensureRestoreKey(
  archive: BackupArchive,
  { options, configuredKey, withoutKey }: RestoreOptions,
): Promise<{ key: RestoreResult['key']; undo: () => Promise<void> }> {
  const { sealed_by: sealedBy, has_key: hasKey } = archive.contents
  const nothing = async () => {}
  if (sealedBy.length === 0) return { key: 'none', undo: nothing }
  const here = await readMasterKey({ configured: configuredKey, dataDir: options.dataDir, mayMake: false })
  if (here) {
    const { id } = openSecretCipher(here.key)
    if (sealedBy.every((other) => other === id)) return { key: 'here', undo: nothing }
    const where = configuredKey ? 'ENCRYPTION_KEY' : masterKeyPath(options.dataDir)
    throw new BackupFault(
      `${where} does not match this backup: its fingerprint is ${id}, but the backup requires ${sealedBy.join(', ')}. ` +
        `Replace the key${hasKey && !configuredKey ? ', or delete the file' : ''}.`,
    )
  }
  if (hasKey) {
    await writeMasterKey(options.dataDir, Buffer.from(await text(await archive.open(keyName)), 'base64'))
    return { key: 'backup', undo: () => removeMasterKey(options.dataDir) }
  }
  if (withoutKey) return { key: null, undo: nothing }
  throw new BackupFault(
    `The key that encrypted this backup (fingerprint ${sealedBy.join(', ')}) is missing: copy it to ${masterKeyPath(options.dataDir)}, ` +
      'or restore with --without-key and then see npm run auth -- give-up-key.',
  )
}
