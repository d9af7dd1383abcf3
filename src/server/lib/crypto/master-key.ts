import { randomBytes, randomUUID } from 'node:crypto'
import { link, mkdir, readFile, unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { flushFolder } from '#server/lib/flush-folder.ts'

/** Thrown if the key file is missing, unreadable or invalid. */
export class MasterKeyError extends Error {
  override name = 'MasterKeyError'
}

export const masterKeyPath = (dataDir: string): string => join(dataDir, 'encryption.key')

/**
 * Returns this installation's key: the configured key, or the key in its data folder. If `mayMake` is true, a
 * missing key is created. A new key must not replace the key that encrypted an existing database.
 */
export async function readMasterKey({
  configured,
  dataDir,
  mayMake,
}: {
  configured: Buffer | null
  dataDir: string
  mayMake: boolean
}): Promise<{ key: Buffer; isNew: boolean } | null> {
  if (configured) return { key: configured, isNew: false }
  const path = masterKeyPath(dataDir)
  const there = await readIfThere(path)
  if (there === undefined && !mayMake) return null
  const text = there ?? (await make(dataDir, path))
  if (!/^[A-Za-z0-9+/]{43}=\s*$/.test(text)) {
    throw new MasterKeyError(`${path} must contain 32 bytes as base64; restore it from a backup.`)
  }
  return { key: Buffer.from(text, 'base64'), isNew: there === undefined }
}

/** Writes a key from a backup into the data folder, but never replaces an existing key. */
export async function writeMasterKey(dataDir: string, key: Buffer): Promise<void> {
  await make(dataDir, masterKeyPath(dataDir), key)
}

/** Removes a new key that has not encrypted anything yet. */
export async function removeMasterKey(dataDir: string): Promise<void> {
  await unlink(masterKeyPath(dataDir)).catch(unlessCode('ENOENT'))
}

/**
 * Writes the key to a draft and links the draft to its final name: a link fails if the name exists, and never
 * exposes a partial file. If two servers start at the same time, one creates the link and both read the result.
 * The key is flushed to disk before use, because losing the key would mean losing everything that it encrypts.
 */
async function make(dataDir: string, path: string, key: Buffer = randomBytes(32)): Promise<string> {
  await mkdir(dataDir, { recursive: true })
  const draft = `${path}.${randomUUID()}`
  try {
    await writeFile(draft, `${key.toString('base64')}\n`, { flag: 'wx', mode: 0o600, flush: true })
    await link(draft, path).catch(unlessCode('EEXIST'))
  } finally {
    await unlink(draft).catch(unlessCode('ENOENT'))
  }
  await flushFolder(dataDir)
  return readFile(path, 'utf8')
}

async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8').catch(unlessCode('ENOENT'))
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new MasterKeyError(`${path} cannot be read (${code}): it must be a file that the server's user can read.`, {
      cause: error,
    })
  }
}

function unlessCode(code: string): (error: unknown) => undefined {
  return (error) => {
    if (error instanceof Error && 'code' in error && error.code === code) return undefined
    throw error
  }
}
