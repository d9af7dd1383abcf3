/** `npm run make`: writes `made/`, which the build copies. It has the packs, pictures of their pages, share pictures and icons. */
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { filesUnder } from '#tools/prepare/build-stamp.mjs'
import { writePacks } from './packs/write-packs.ts'
import { writePictures } from './pictures.ts'
import { madeFolder, sealFile, sealOf } from './seal.ts'

export async function writeMade(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true })
  const site = join(folder, 'site')
  await mkdir(join(site, 'assets'), { recursive: true })
  const { facts, hash } = await writePacks(join(folder, 'packs'), join(site, 'assets'))
  const json = { 'pack-facts': facts, 'page-pictures': { hash }, pictures: await writePictures(site, facts) }
  for (const [name, content] of Object.entries(json))
    await writeFile(join(folder, `${name}.json`), `${JSON.stringify(content, null, 2)}\n`)
  await writeFile(join(folder, sealFile), `${sealOf(folder)}\n`)
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await writeMade(madeFolder)
  const files = filesUnder(madeFolder)
  const count = (ending: string) => files.filter((file) => file.endsWith(ending)).length
  console.log(
    `${madeFolder}: ${count('.zip')} packs, ${count('.webp')} pictures of their pages, ` +
      `${count('.png')} share pictures and icons`,
  )
}
