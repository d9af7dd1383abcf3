import { link, mkdir, readdir, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { BackupFault } from '#server/lib/db/backup/backup-archive.ts'
import { draftIn, flushFolder, writeDraft } from './draft.ts'
import type { Place } from './types.ts'

export function folderPlace(folder: string): Place {
  const pathOf = (name: string) => join(folder, name)
  return {
    address: pathOf,
    async keep(name, fill) {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const draft = draftIn(folder, name)
      const done = await writeDraft(draft, fill)
      try {
        // Unlike a rename, a link does not replace an existing file of that name.
        await link(draft, pathOf(name)).catch((error: NodeJS.ErrnoException) => {
          throw error.code === 'EEXIST' ? new BackupFault(`${pathOf(name)} is already there.`) : error
        })
      } finally {
        await unlink(draft)
      }
      await flushFolder(folder)
      return done
    },
    names: () => readdir(folder),
    remove: (name) => unlink(pathOf(name)),
    fetch: (name, use) => use(pathOf(name)),
  }
}
