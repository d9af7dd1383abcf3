/** Writes `made/`, which the build copies: the packs, pictures of their pages, share pictures and icons. `npm run make`. */
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { runnerImport } from 'vite'
import type * as SharePictures from '#share-pictures/share-pictures.tsx'
import { drawing, madeFolder, sealFile, sealOf } from './made.ts'
import { writeDrawings } from './write-drawings.ts'
import { writePacks } from './write-packs.ts'

export async function writeMade(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true })
  const site = join(folder, 'site')
  await mkdir(join(site, 'assets'), { recursive: true })
  await writePacks(join(folder, 'packs'), join(site, 'assets'))
  // Components, and facts that only a plugin of Vite knows: of the packs that were written just now.
  const drawings = '/src/share-pictures/share-pictures.tsx'
  const { module } = await runnerImport<typeof SharePictures>(drawings, drawing(folder))
  const pictures = await writeDrawings(site, module.drawSharePicture)
  await writeFile(join(folder, 'pictures.json'), `${JSON.stringify(pictures, null, 2)}\n`)
  await writeFile(join(folder, sealFile), `${await sealOf(folder)}\n`)
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await writeMade(madeFolder)
