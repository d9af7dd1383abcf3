/** Writes `made/`, which the build copies: the packs, pictures of their pages, share pictures and icons. `npm run make`. */
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { madeFolder, sealFile, sealOf } from './made.ts'
import { writeDrawings } from './write-drawings.ts'
import { writePacks } from './write-packs.ts'

export async function writeMade(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true })
  const site = join(folder, 'site')
  await mkdir(join(site, 'assets'), { recursive: true })
  const { facts, pictures } = await writePacks(join(folder, 'packs'), join(site, 'assets'))
  await writeJson(join(folder, 'pack-facts.json'), facts)
  await writeJson(join(folder, 'page-pictures.json'), { hash: pictures })
  await writeJson(join(folder, 'pictures.json'), await writeDrawings(site, facts))
  await writeFile(join(folder, sealFile), `${await sealOf(folder)}\n`)
}

const writeJson = (file: string, content: object) => writeFile(file, `${JSON.stringify(content, null, 2)}\n`)

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await writeMade(madeFolder)
