import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build, type InlineConfig, type Rolldown } from 'vite'
import { packIds } from '#content/pack-ids.ts'
import type { ViewId } from '#content/views.ts'
import { packFacts } from '#tools/build/pack-facts.ts'
import { filesUnder } from '#tools/prepare/build-stamp.mjs'

/** What takes long to make and changes seldom: it is kept in the repository, and the build copies it. */
export const madeFolder = 'made'
export const sealFile = 'seal'

/** What is known of each pack, as the server and the site read it. */
export const packList = (folder = madeFolder) => join(folder, 'packs/packs.json')

/** The addresses of the drawings that pages name. */
export async function madePictures(): Promise<{ share: Readonly<Record<ViewId, string>>; logo: string }> {
  return JSON.parse(await readFile(join(madeFolder, 'pictures.json'), 'utf8'))
}

/** How Vite reads what draws: with facts of the packs that lie there, and whatever NODE_ENV says. */
export const drawing = (folder: string): InlineConfig => ({
  configFile: false,
  logLevel: 'error',
  plugins: [packFacts(packList(folder))],
  oxc: { jsx: { runtime: 'automatic', development: false } },
})

/** The programs that make it. */
const makers = ['tools/make/write-made.ts', 'src/share-pictures/share-pictures.tsx']
/** What they read besides. */
const read = [...packIds.map((id) => `src/packs/texts/${id}`), 'public/favicon.svg']
const font = '@fontsource-variable/archivo'

/**
 * One hash over what was made and all that it was made from: the makers as one program, so that no comment and no sentence
 * that they leave alone counts, what they read, and the versions of their packages.
 */
export async function sealOf(folder = madeFolder): Promise<string> {
  const made = (await build({
    ...drawing(folder),
    build: { ssr: true, write: false, minify: false, rolldownOptions: { input: makers } },
  })) as Rolldown.RolldownOutput
  const chunks = made.output.filter((part) => part.type === 'chunk')
  const files = new Set(chunks.map(({ fileName }) => fileName))
  const outside = chunks.flatMap(({ imports, dynamicImports }) => [...imports, ...dynamicImports])
  const packages = outside
    .filter((name) => !files.has(name) && !name.startsWith('node:'))
    .map((name) => /^(@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? name)
  const { packages: locked } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
    packages: Record<string, { version: string }>
  }
  const hash = createHash('sha256')
  for (const { code } of chunks) hash.update(code)
  for (const name of [...new Set([...packages, font])].sort())
    hash.update(`${name} ${locked[`node_modules/${name}`]?.version}\n`)
  for (const file of [folder, ...read].flatMap(filesUnder))
    if (file !== join(folder, sealFile)) hash.update(readFileSync(file))
  return hash.digest('hex')
}
