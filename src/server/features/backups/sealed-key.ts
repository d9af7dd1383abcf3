import { CompactEncrypt, compactDecrypt } from 'jose'
import { BackupFault } from '#server/lib/db/backup/backup-contents.ts'

/** PBKDF2 with SHA-512, far above what OWASP asks for (210,000), since a backup lies about for years. */
const rounds = 1_000_000
const algorithm = 'PBES2-HS512+A256KW'

/** The key of an installation under a passphrase, as a JWE (RFC 7516, 7518 4.8). */
export function sealKey(key: Buffer, passphrase: string): Promise<string> {
  return new CompactEncrypt(key)
    .setProtectedHeader({ alg: algorithm, enc: 'A256GCM' })
    .setKeyManagementParameters({ p2c: rounds })
    .encrypt(new TextEncoder().encode(passphrase))
}

export async function unsealKey(sealed: string, passphrase: string): Promise<Buffer> {
  try {
    const { plaintext } = await compactDecrypt(sealed, new TextEncoder().encode(passphrase), {
      keyManagementAlgorithms: [algorithm],
      maxPBES2Count: rounds,
    })
    return Buffer.from(plaintext)
  } catch {
    throw new BackupFault('BACKUP_PASSPHRASE is not the one that the key in this backup was sealed with.')
  }
}
