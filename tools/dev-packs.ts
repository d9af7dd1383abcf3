import { readdirSync, statSync } from 'node:fs'
import { cp, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * The packs to download and the pictures of their pages: those of the last start or build, or new ones when a text or
 * what prints it has changed.
 */
export async function providePacks(
  folder: string,
  pictures: string,
  say: (line: string) => void,
): Promise<void> {
  const changed = newestUnder('src/packs')
  const isCurrent = (packs: string) => writtenAt(packs) > changed
  if (isCurrent(folder)) return
  const draft = `${folder}.new`
  await rm(draft, { recursive: true, force: true })
  if (isCurrent('dist/packs')) {
    await cp('dist/packs', draft, { recursive: true })
    await rm(pictures, { recursive: true, force: true })
    await cp('dist/pictures', pictures, { recursive: true })
  } else {
    say('Writing the packs, whose texts are new or have changed.')
    // The modules that print packs take a second to load, so they are imported only when needed.
    const { writePacks } = await import('./write-packs.ts')
    await writePacks(draft, pictures)
  }
  await rm(folder, { recursive: true, force: true })
  await rename(draft, folder)
}

/** When these packs were written, in milliseconds; 0 where there are none. Their list is written last. */
const writtenAt = (packs: string) =>
  statSync(join(packs, 'packs.json'), { throwIfNoEntry: false })?.mtimeMs ?? 0

function newestUnder(folder: string): number {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  return Math.max(...entries.map((entry) => statSync(join(entry.parentPath, entry.name)).mtimeMs))
}
