/** `npm run make` writes `made/`, which the build copies: packs with pictures, share pictures, icons, fonts. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { brand } from '#content/brand.ts'
import { viewIds } from '#content/views.ts'
import { drawIcon, ownLook } from '#pictures/look.ts'
import { drawSharePicture } from '#pictures/timetables.ts'
import { filesUnder } from '#tools/prepare/build-stamp.mjs'
import { readPacks } from './packs/read-packs.ts'
import type { PackFacts } from './packs/types.ts'
import { writePacks } from './packs/write-packs.ts'
import { writePictures } from './pictures.ts'

/** The folder is committed, because its files take a long time to make and rarely change. */
export const madeFolder = 'made'
export const hashFile = 'seal'

export async function writeMade(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true })
  const site = join(folder, 'site')
  await mkdir(join(site, 'assets'), { recursive: true })
  const { facts, hash } = await writePacks(join(folder, 'packs'), join(site, 'assets'))
  const json = { 'pack-facts': facts, 'page-pictures': { hash }, pictures: await writePictures(folder, facts) }
  for (const [name, content] of Object.entries(json))
    await writeFile(join(folder, `${name}.json`), `${JSON.stringify(content, null, 2)}\n`)
  await writeFile(join(folder, hashFile), `${hashSources(folder)}\n`)
}

const makers = ['makers/packs', 'makers/pictures.ts', 'src/pictures/draw.ts', 'src/pictures/pictures.ts']
const font = '@fontsource-variable/archivo'

/**
 * Returns a hash of the files in `made/` and their sources: the makers, the texts and drawings, and the package
 * versions.
 */
export function hashSources(folder = madeFolder): string {
  const hash = createHash('sha256')
  const facts = JSON.parse(readFileSync(join(folder, 'pack-facts.json'), 'utf8')) as PackFacts
  hash.update(JSON.stringify(readPacks()))
  for (const view of viewIds) hash.update(drawSharePicture(view, facts))
  hash.update(drawIcon(ownLook).replace(brand.name, ''))
  const packages = new Set([font])
  for (const file of [folder, ...makers].flatMap(filesUnder)) {
    // The hash already covers the parsed texts.
    if (file === join(folder, hashFile) || file.includes('/texts/')) continue
    const content = readFileSync(file)
    hash.update(content)
    for (const [, name = ''] of content.toString('latin1').matchAll(/ from '((@[\w-]+\/)?[a-z][\w-]*)/g))
      packages.add(name)
  }
  const { packages: locked } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
    packages: Record<string, { version: string } | undefined>
  }
  for (const name of [...packages].sort()) hash.update(`${name} ${locked[`node_modules/${name}`]?.version}\n`)
  return hash.digest('hex')
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
