import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { build, type Rolldown } from 'vite'
import { filesUnder } from '#tools/prepare/build-stamp.mjs'

/** Committed, because it takes long to make and changes seldom. */
export const madeFolder = 'made'
export const sealFile = 'seal'

/** What the makers read besides their modules. */
const read = ['makers/packs/texts', 'makers/packs/pdf.typ', 'public/favicon.svg']
const font = '@fontsource-variable/archivo'

/**
 * One hash of what was made and what it was made from: the makers as one program, so that comments and unused texts do not
 * count, the files that they read, and the versions of their packages.
 */
export async function sealOf(folder = madeFolder): Promise<string> {
  const bundle = (await build({
    configFile: false,
    logLevel: 'error',
    // A new name of the provider changes no made file, because none contains it.
    plugins: [
      { name: 'nameless', load: { filter: { id: /\/content\/brand\.ts$/ }, handler: () => nameless } },
    ],
    oxc: { jsx: { runtime: 'automatic', development: false } },
    build: { ssr: true, write: false, minify: true, rolldownOptions: { input: 'makers/make.ts' } },
  })) as Rolldown.RolldownOutput
  const chunks = bundle.output.filter((part) => part.type === 'chunk')
  const own = new Set(chunks.map(({ fileName }) => fileName))
  const packages = chunks
    .flatMap(({ imports, dynamicImports }) => [...imports, ...dynamicImports])
    .filter((name) => !own.has(name) && !name.startsWith('node:'))
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

const nameless = 'export const brand = {}'
