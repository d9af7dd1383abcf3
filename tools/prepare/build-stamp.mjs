import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** All inputs of a build. Tests, types that are written from the database and documents are not among them. */
const sources = [
  'src',
  'public',
  'made',
  'supabase',
  'tools',
  'vite.config.ts',
  'tsconfig.base.json',
  'package-lock.json',
]

/** The outputs of a build; if one is missing, the stamp is ignored. */
const results = ['dist/site', 'dist/packs/packs.json', 'dist/server/main.js', 'dist/demo/main.js']

const stamp = 'dist/.built-from'

/** One hash over names and contents, which nothing else influences; it takes about 20 ms. */
export const sourceHash = () => hashOf(sources)

/** What the types of rows are written from, and how they are. */
export const schemaHash = () =>
  hashOf(['supabase', 'tools/schema/row-types.ts', 'src/shared/contract/closed-sets.ts'])

function hashOf(paths) {
  const hash = createHash('sha1')
  for (const path of paths.flatMap(filesUnder)) {
    const content = readFileSync(path)
    hash.update(`${path}\0${content.length}\0`).update(content)
  }
  return hash.digest('hex')
}

/** The hash that the present build was made from; nothing if the build is incomplete. */
export function builtHash() {
  if (!results.every((path) => statSync(path, { throwIfNoEntry: false }))) return undefined
  return statSync(stamp, { throwIfNoEntry: false }) && readFileSync(stamp, 'utf8')
}

export function writeBuiltHash(hash) {
  if (hash === undefined) return rmSync(stamp, { force: true })
  mkdirSync('dist', { recursive: true })
  writeFileSync(stamp, hash)
}

function filesUnder(path) {
  const found = statSync(path, { throwIfNoEntry: false })
  if (!found) return []
  if (found.isDirectory())
    return readdirSync(path)
      .sort()
      .flatMap((name) => filesUnder(join(path, name)))
  return /\.test\.tsx?$|\/row-types\.ts$/.test(path) ? [] : [path]
}
