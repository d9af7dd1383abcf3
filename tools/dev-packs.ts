import { existsSync } from 'node:fs'
import { cp, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'

/** The packs to download: those of the last build, or new ones. They are cached until the folder is removed. */
export async function providePacks(folder: string, say: (line: string) => void): Promise<void> {
  if (existsSync(join(folder, 'packs.json'))) return
  const draft = `${folder}.new`
  await rm(draft, { recursive: true, force: true })
  if (existsSync('dist/packs/packs.json')) await cp('dist/packs', draft, { recursive: true })
  else {
    say('Writing the packs, once.')
    // The modules that print packs take a second to load, so they are imported only when needed.
    const { writePacks } = await import('./write-packs.ts')
    await writePacks(draft)
  }
  await rm(folder, { recursive: true, force: true })
  await rename(draft, folder)
}
