import { randomBytes } from 'node:crypto'
import { chmod, mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import type { Clock } from '#server/lib/clock.ts'
import type { Log } from '#server/lib/log.ts'
import type { Delivery } from './delivery.ts'

/**
 * Lays each letter into a folder as the file that a mail program opens. Whoever reads it can follow the link in it,
 * so folder and files are for this process's user alone.
 */
export function folderDelivery(folder: string, log: Log, clock: Clock): Delivery {
  const transport = createTransport({
    streamTransport: true,
    buffer: true,
    newline: 'windows',
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    async send(message, kind) {
      const { message: bytes } = await transport.sendMail(message)
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await chmod(folder, 0o700)
      const time = new Date(clock()).toISOString().replace(/[-:]|\.\d+/g, '')
      const file = join(folder, `${time}-${randomBytes(4).toString('hex')}-${kind}.eml`)
      // Whoever watches the folder for `.eml` sees whole letters only.
      await writeFile(`${file}.part`, bytes, { mode: 0o600, flag: 'wx', flush: true })
      await rename(`${file}.part`, file)
      log.info({ kind }, `a letter lies in ${file}`)
    },
    close: () => transport.close(),
  }
}
