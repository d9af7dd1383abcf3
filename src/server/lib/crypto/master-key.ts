import { randomBytes, randomUUID } from 'node:crypto'
import { link, mkdir, open, readFile, unlink } from 'node:fs/promises'
import { join } from 'node:path'

/** The file of the key is there, and holds none. */
export class MasterKeyError extends Error {
  override name = 'MasterKeyError'
}

/** The key of this installation: the configured one, or that of its data folder, made when first asked for. */
export async function readMasterKey({
  configured,
  dataDir,
}: {
  configured: Buffer | null
  dataDir: string
}): Promise<Buffer> {
  if (configured) return configured
  const path = join(dataDir, 'encryption.key')
  const text = (await readIfThere(path)) ?? (await make(dataDir, path))
  if (!/^[A-Za-z0-9+/]{43}=\s*$/.test(text)) {
    throw new MasterKeyError(`${path} must hold 32 bytes as base64; restore it from a backup.`)
  }
  return Buffer.from(text, 'base64')
}

/**
 * Writes a new key beside its place and links it there: a link fails where the name is taken, and never shows half a
 * file. Of two starts at once one links, and both read what is there then. What is sealed under a key is lost with it,
 * so the key is on disk before anybody uses it.
 */
async function make(dataDir: string, path: string): Promise<string> {
  await mkdir(dataDir, { recursive: true })
  const draft = `${path}.${randomUUID()}`
  try {
    await writeThrough(draft, `${randomBytes(32).toString('base64')}\n`)
    await link(draft, path).catch(unlessCode('EEXIST'))
  } finally {
    await unlink(draft).catch(unlessCode('ENOENT'))
  }
  await flushFolder(dataDir)
  return readFile(path, 'utf8')
}

async function writeThrough(path: string, text: string): Promise<void> {
  const file = await open(path, 'wx', 0o600)
  try {
    await file.writeFile(text)
    await file.sync()
  } finally {
    await file.close()
  }
}

async function flushFolder(path: string): Promise<void> {
  // Windows opens no folder, and needs no flush of one.
  if (process.platform === 'win32') return
  const folder = await open(path)
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

function readIfThere(path: string): Promise<string | undefined> {
  return readFile(path, 'utf8').catch(unlessCode('ENOENT'))
}

/** Lets this failure pass as nothing. */
function unlessCode(code: string): (error: unknown) => undefined {
  return (error) => {
    if (error instanceof Error && 'code' in error && error.code === code) return undefined
    throw error
  }
}
