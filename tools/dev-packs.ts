import { existsSync } from 'node:fs'
import { cp, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'

/** The packs to download: those of the last build, or written now. They stay as they are until the folder is removed. */
export async function providePacks(folder: string, say: (line: string) => void): Promise<void> {
  if (existsSync(join(folder, 'packs.json'))) return
  const draft = `${folder}.new`
  await rm(draft, { recursive: true, force: true })
  if (existsSync('dist/packs/packs.json')) await cp('dist/packs', draft, { recursive: true })
  else {
    say('Writing the packs, once.')
    // What prints them takes a second to load.
    const { writePacks } = await import('./write-packs.ts')
    await writePacks(draft)
  }
  await rm(folder, { recursive: true, force: true })
  await rename(draft, folder)
}
