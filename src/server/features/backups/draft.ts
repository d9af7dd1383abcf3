import { open, readdir, stat, unlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Writable } from 'node:stream'

const draftName = /^\.backline-.*\.part$/
const dayMilliseconds = 86_400_000

/** The path of a backup while it is written. */
export const draftIn = (folder: string, name: string): string =>
  join(folder, `.backline-${process.pid}-${name}.part`)

/** Fills a new file and flushes it to the disk; if that fails, the file is removed. */
export async function writeDraft<T>(path: string, fill: (sink: Writable) => Promise<T>): Promise<T> {
  await removeOldDrafts(dirname(path))
  // Opened first, so that a folder that cannot be written rejects here; a stream would emit it to nobody.
  const file = await open(path, 'wx', 0o600)
  // `flush` syncs before the close, which ends the stream.
  const sink = file.createWriteStream({ flush: true })
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

/** Removes the drafts of killed processes. A young draft may belong to a backup that is still running. */
async function removeOldDrafts(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!draftName.test(name)) continue
    const path = join(folder, name)
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Number.POSITIVE_INFINITY }))
    if (Date.now() - mtimeMs > dayMilliseconds) await unlink(path).catch(() => {})
  }
}

/** A new name is safe on the disk only after its folder was flushed. */
export async function flushFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return
  const folder = await open(path)
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
