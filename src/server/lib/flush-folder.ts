import { open } from 'node:fs/promises'

/** A new name in a folder survives a power failure only after the folder is flushed. Windows cannot and need not. */
export async function flushFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return
  const folder = await open(path)
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
