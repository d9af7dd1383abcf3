import { createCipheriv, randomBytes, scrypt } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { Decrypter, Encrypter, type Recipient, Stanza } from 'age-encryption'
import { BackupFault } from '#server/lib/db/backup/backup-archive.ts'
import { draftPath } from './destination.ts'

/** The first line of every age file (age-encryption.org/v1). The `age` tool can also open our encrypted backups. */
const firstLine = 'age-encryption.org/v1\n'
const logN = 18
const derive = promisify<string, Buffer, number, object, Buffer>(scrypt)

export const encryptedName = (name: string, passphrase: string | null): string =>
  passphrase === null ? name : `${name}.age`

/**
 * An age recipient for a passphrase. The key is derived in the thread pool, because the library's derivation would
 * block the event loop for a second or more.
 */
const byPassphrase = (passphrase: string): Recipient => ({
  async wrapFileKey(fileKey) {
    const salt = randomBytes(16)
    const labelled = Buffer.concat([Buffer.from('age-encryption.org/v1/scrypt'), salt])
    const key = await derive(passphrase, labelled, 32, { N: 2 ** logN, r: 8, p: 1, maxmem: 2 ** 29 })
    const cipher = createCipheriv('chacha20-poly1305', key, Buffer.alloc(12), { authTagLength: 16 })
    const body = Buffer.concat([cipher.update(fileKey), cipher.final(), cipher.getAuthTag()])
    return [new Stanza(['scrypt', salt.toString('base64').replaceAll('=', ''), `${logN}`], body)]
  },
})

/** A pipeline step that encrypts its input. Without a passphrase, the step passes its input on unchanged. */
export const encryptStep = (passphrase: string | null) =>
  async function* (source: AsyncIterable<Buffer>): AsyncGenerator<Uint8Array> {
    if (passphrase === null) return yield* source
    const encrypter = new Encrypter()
    encrypter.addRecipient(byPassphrase(passphrase))
    const plain = Readable.toWeb(Readable.from(source)) as ReadableStream<Uint8Array>
    yield* Readable.fromWeb((await encrypter.encrypt(plain)) as never)
  }

/** Passes a backup's archive to `use`. An encrypted backup is first decrypted to a temporary file in `folder`. */
export async function withArchive<T>(
  path: string,
  { passphrase, folder }: { passphrase: string | null; folder: string },
  use: (path: string) => Promise<T>,
): Promise<T> {
  if (!(await isEncrypted(path))) return use(path)
  if (passphrase === null) throw new BackupFault(`${path} is encrypted: set BACKUP_PASSPHRASE.`)
  await mkdir(folder, { recursive: true })
  const archive = draftPath(folder, 'unsealed')
  try {
    await decryptFile(path, passphrase, archive).catch((error: Error & { code?: string }) => {
      throw new BackupFault(
        error.code
          ? `${path} cannot be decrypted into ${folder} (${error.code}).`
          : error.message.startsWith('no identity matched')
            ? `BACKUP_PASSPHRASE is not the passphrase of ${path}.`
            : `${path} is not a backup or is incomplete: ${error.message}.`,
      )
    })
    return await use(archive)
  } finally {
    await rm(archive, { force: true })
  }
}

/** Returns false for an unreadable file, because the next step that opens the file reports the error. */
async function isEncrypted(path: string): Promise<boolean> {
  const file = await open(path).catch(() => null)
  const start = await file?.read(Buffer.alloc(firstLine.length), 0, firstLine.length, 0).catch(() => null)
  await file?.close()
  return start?.buffer.toString() === firstLine
}

async function decryptFile(path: string, passphrase: string, to: string): Promise<void> {
  const decrypter = new Decrypter()
  decrypter.addPassphrase(passphrase)
  const sealed = Readable.toWeb(createReadStream(path)) as ReadableStream<Uint8Array>
  const plain = Readable.fromWeb((await decrypter.decrypt(sealed)) as never)
  await pipeline(plain, createWriteStream(to, { flags: 'wx', mode: 0o600 }))
}
