import { open } from 'node:fs/promises'

/**
 * Flushes a folder to disk, so that a new file name in it survives a power failure. Windows neither supports nor needs
 * this flush.
 */
export async function flushFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return
  const folder = await open(path)
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
