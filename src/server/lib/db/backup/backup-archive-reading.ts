import type { Readable } from 'node:stream'
import { text as textOf } from 'node:stream/consumers'
import * as v from 'valibot'
import yauzl, { type Entry, type ZipFile } from 'yauzl'
import { BackupFault, type Contents, contentsName, contentsSchema } from './backup-contents.ts'

export interface Archive {
  contents: Contents
  open(name: string): Promise<Readable>
  close(): void
}

/** Opens a backup and reads its table of contents. Refuses a file that is no backup or is incomplete. */
export async function openArchive(path: string): Promise<Archive> {
  const zip = await yauzl
    .openPromise(path, { autoClose: false })
    .catch((error: Error & { code?: string }) => {
      throw new BackupFault(
        error.code
          ? `${path} cannot be read (${error.code}).`
          : `${path} is no backup, or not a whole one: ${error.message}.`,
      )
    })
  try {
    const entries = await entriesOf(zip)
    const open = (name: string): Promise<Readable> => {
      const entry = entries.get(name)
      if (!entry) throw new BackupFault(`${path} is not a whole backup: it has no ${name}.`)
      return zip.openReadStreamPromise(entry)
    }
    const contents = v.safeParse(contentsSchema, JSON.parse(await textOf(await open(contentsName))))
    if (!contents.success) {
      throw new BackupFault(
        `${path} is a backup in a form that this release does not know: restore it with the release that wrote it.`,
      )
    }
    return { contents: contents.output, open, close: () => zip.close() }
  } catch (error) {
    zip.close()
    throw error
  }
}

async function entriesOf(zip: ZipFile): Promise<Map<string, Entry>> {
  const entries = new Map<string, Entry>()
  for await (const entry of zip.eachEntry()) entries.set(entry.fileName, entry)
  return entries
}
