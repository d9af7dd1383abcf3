import type { Config } from '#server/app/config/config.ts'
import { EncryptedWithAnotherKey, readEncryptionKeyIds } from '#server/features/auth-sessions/keys.ts'
import type { Keys } from '#server/lib/auth/context.ts'
import { MasterKeyError, masterKeyPath, readMasterKey, removeMasterKey } from '#server/lib/crypto/master-key.ts'
import { openSecretCipher, type SecretCipher } from '#server/lib/crypto/secret-cipher.ts'
import type { Database } from '#server/lib/db/database.ts'

type KeyLocation = Pick<Config, 'encryptionKey' | 'dataDir'>

/** Thrown if secrets in the database cannot be decrypted, because their encryption key is missing or was replaced. */
export class WrongEncryptionKey extends Error {
  override name = 'WrongEncryptionKey'
}

/**
 * Decrypts secrets in the database. A key is created only if nothing is encrypted yet. If another server has
 * stored its key first, the new key is removed again, so that a failed start leaves no wrong key behind.
 */
export async function withMasterKey(
  { encryptionKey: configured, dataDir }: KeyLocation,
  database: Database,
  open: (cipher: SecretCipher) => Promise<Keys>,
): Promise<{ cipher: SecretCipher; keys: Keys }> {
  const sealers = await database.transaction('supabase_auth_admin', {}, readEncryptionKeyIds)
  const found = await readMasterKey({ configured, dataDir, mayMake: sealers.length === 0 }).catch((error: unknown) => {
    const isLost = error instanceof MasterKeyError && sealers.length > 0
    throw isLost ? new WrongEncryptionKey(`${error.message} ${lastResort}`) : error
  })
  if (!found) throw missing(dataDir, sealers)
  const cipher = openSecretCipher(found.key)
  try {
    return { cipher, keys: await open(cipher) }
  } catch (error) {
    if (!(error instanceof EncryptedWithAnotherKey)) throw error
    if (found.isNew) await removeMasterKey(dataDir)
    throw found.isNew ? missing(dataDir, error.ids) : wrong({ encryptionKey: configured, dataDir }, cipher, error.ids)
  }
}

const lastResort = 'If that key is lost for good, npm run auth -- give-up-key lists what is lost with it.'

const missing = (dataDir: string, ids: readonly string[]) =>
  new WrongEncryptionKey(
    `The database was encrypted with a key that is missing (fingerprint ${ids.join(', ')}): ` +
      `restore ${masterKeyPath(dataDir)} from a backup or from the first server, or set ENCRYPTION_KEY to its content. ${lastResort}`,
  )

function wrong({ encryptionKey, dataDir }: KeyLocation, { id }: SecretCipher, ids: readonly string[]) {
  const path = masterKeyPath(dataDir)
  const what = encryptionKey
    ? 'ENCRYPTION_KEY does not match it'
    : `put the right one into ${path}, or set ENCRYPTION_KEY to it`
  return new WrongEncryptionKey(
    `The database was encrypted with another key: ${what} (fingerprint ${ids.join(', ')}; this one has ${id}). ${lastResort}`,
  )
}
