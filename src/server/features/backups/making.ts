import { randomUUID } from 'node:crypto'
import type { Writable } from 'node:stream'
import { readEncryptionKeyIds } from '#server/features/auth-sessions/service.ts'
import { readWebhookSealers } from '#server/features/webhooks/service.ts'
import { openSecretCipher } from '#server/lib/crypto/secret-cipher.ts'
import { BackupFault } from '#server/lib/db/backup/backup-archive.ts'
import { type WrittenBackup, writeBackup } from '#server/lib/db/backup/backup-rows.ts'
import type { Transaction } from '#server/lib/db/database.ts'
import type { OwnerSession } from '#server/lib/db/owner-session.ts'
import { transactionOn } from '#server/lib/db/transaction.ts'
import type { BackupDestination } from './destination.ts'
import { encryptStep } from './encryption.ts'

export interface BackupKeys {
  /** The key that encrypts secrets; null if it is not on this machine. */
  key: Buffer | null
  /**
   * The passphrase that encrypts the backup, which then includes the key. If the passphrase is null, the backup is not
   * encrypted and does not include the key.
   */
  passphrase: string | null
}

export interface NewBackup extends WrittenBackup {
  id: string
  address: string
}

const readSeconds = 30

export async function makeBackup(
  { client }: OwnerSession,
  place: BackupDestination,
  name: string,
  { key, passphrase }: BackupKeys,
  signal?: AbortSignal,
): Promise<NewBackup> {
  const id = randomUUID()
  const sealedBy = await readAllEncryptionKeyIds(transactionOn(client, readSeconds), key)
  const besides = { id, sealedBy, key: passphrase === null ? null : requireDatabaseKey(key, sealedBy) }
  const fill = (sink: Writable) => writeBackup(client, sink, besides, encryptStep(passphrase))
  const written = await place.keep(name, fill, signal)
  return { ...written, id, address: place.address(name) }
}

/**
 * The ids of the keys that encrypted the signing keys and webhook secrets. If there are no such keys, returns the
 * current key's id, because that key still signs the links in emails.
 */
async function readAllEncryptionKeyIds(tx: Transaction, key: Buffer | null): Promise<string[]> {
  const sealers = [...new Set([...(await readEncryptionKeyIds(tx)), ...(await readWebhookSealers(tx))])]
  return sealers.length === 0 && key ? [openSecretCipher(key).id] : sealers
}

function requireDatabaseKey(key: Buffer | null, sealedBy: readonly string[]): Buffer {
  if (!key)
    throw new BackupFault('BACKUP_PASSPHRASE is set, but the encryption key to include in the backup is missing.')
  if (sealedBy.some((id) => id !== openSecretCipher(key).id)) {
    throw new BackupFault(
      `This encryption key did not encrypt the database; the key with fingerprint ${sealedBy.join(', ')} is required.`,
    )
  }
  return key
}
