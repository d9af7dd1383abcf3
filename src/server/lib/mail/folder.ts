import { chmod, mkdir, open, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Log } from '#server/lib/log.ts'
import type { Delivery } from './delivery.ts'

/**
 * Writes each letter into a folder as the file that a mail program opens. The link in it is a key, so folder and files
 * are for this process's user alone. A letter that is sent again replaces its file.
 */
export function folderDelivery(folder: string, log: Log): Delivery {
  return {
    async send({ kind, id, date, bytes }) {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await chmod(folder, 0o700)
      const time = date.toISOString().replace(/[-:]|\.\d+/g, '')
      const file = join(folder, `${time}-${id}.eml`)
      // A program that watches the folder for `.eml` sees whole letters only, and a loss of power costs none.
      await writeFile(`${file}.part`, bytes, { mode: 0o600, flush: true })
      await rename(`${file}.part`, file)
      await syncFolder(folder)
      log.info({ kind }, `a letter lies in ${file}`)
    },
    close: () => {},
  }
}

async function syncFolder(folder: string): Promise<void> {
  // Windows cannot open a folder, and needs no flush of one.
  if (process.platform === 'win32') return
  const handle = await open(folder)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
