import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { build, type Rolldown } from 'vite'
import { packIds } from '#content/packs.ts'
import { filesUnder } from '#tools/prepare/build-stamp.mjs'

/** What takes long to make and changes seldom: it is kept in the repository, and the build copies it. */
export const madeFolder = 'made'
export const sealFile = 'seal'

/** The programs that make it. */
const makers = 'makers/make.ts'
/** What they read besides. */
const read = [...packIds.map((id) => `makers/packs/texts/${id}`), 'public/favicon.svg']
const font = '@fontsource-variable/archivo'

/**
 * One hash over what was made and all that it was made from: the makers as one program, so that no comment and no sentence
 * that they leave alone counts, what they read, and the versions of their packages.
 */
export async function sealOf(folder = madeFolder): Promise<string> {
  const made = (await build({
    configFile: false,
    logLevel: 'error',
    // Whatever NODE_ENV says.
    oxc: { jsx: { runtime: 'automatic', development: false } },
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
