import { createWriteStream } from 'node:fs'
import { open, readdir, stat, unlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Writable } from 'node:stream'

const draftName = /^\.backline-.*\.part$/
const dayMilliseconds = 86_400_000

/** Where a backup is written until it is whole. */
export const draftIn = (folder: string, name: string): string =>
  join(folder, `.backline-${process.pid}-${name}.part`)

/** Fills a new file and flushes it to the disk; when that fails, nothing of it is left. */
export async function writeDraft<T>(path: string, fill: (sink: Writable) => Promise<T>): Promise<T> {
  await removeOldDrafts(dirname(path))
  // Flushed before it is closed, which ends the stream.
  const sink = createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true })
  const closed = new Promise<void>((resolve) => sink.once('close', () => resolve()))
  try {
    return await fill(sink)
  } catch (error) {
    sink.destroy()
    await closed
    await unlink(path).catch(() => {})
    throw error
  }
}

/** What a killed process left. A backup of today may still be under way. */
async function removeOldDrafts(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!draftName.test(name)) continue
    const path = join(folder, name)
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Number.POSITIVE_INFINITY }))
    if (Date.now() - mtimeMs > dayMilliseconds) await unlink(path).catch(() => {})
  }
}

/** A name is on the disk once its folder is. */
export async function flushFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return
  const folder = await open(path)
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
