import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** What is made from what: all inputs, what is there afterwards, and the file that keeps the hash of the inputs. */
export const build = {
  // Tests, types that are written from the database and documents are not among them.
  inputs: [
    'src',
    'public',
    'made',
    'supabase',
    'tools',
    'vite.config.ts',
    'tsconfig.base.json',
    'package-lock.json',
  ],
  outputs: [
    'dist/schema.sql',
    'dist/site',
    'dist/packs/packs.json',
    'dist/server/main.js',
    'dist/demo/main.js',
  ],
  stamp: 'dist/.built-from',
}
export const database = {
  inputs: ['supabase', 'tools/schema', 'src/shared/contract/closed-sets.ts'],
  outputs: ['dist/schema.sql', 'src/server/lib/db/row-types.ts'],
  stamp: '.cache/database-from',
}

/** Why something is to be made: nothing if it is whole and its inputs are as they were. */
export function reasonToMake({ inputs, outputs, stamp }) {
  if (![...outputs, stamp].every((path) => existsSync(path))) return 'nothing finished yet'
  return readFileSync(stamp, 'utf8') === hashOf(inputs) ? undefined : 'sources changed'
}

/**
 * The hash is computed before the work and written after it. So a source that is saved meanwhile, or work that is
 * interrupted, leads to new work.
 */
export async function make({ inputs, stamp }, work) {
  const hash = hashOf(inputs)
  rmSync(stamp, { force: true })
  await work()
  mkdirSync(dirname(stamp), { recursive: true })
  writeFileSync(stamp, hash)
}

/** One hash over the names and contents of these files and all below these folders, but tests; it takes about 20 ms. */
export function hashOf(paths) {
  const hash = createHash('sha1')
  for (const path of paths.flatMap(filesUnder)) {
    const content = readFileSync(path)
    hash.update(`${path}\0${content.length}\0`).update(content)
  }
  return hash.digest('hex')
}

/** The file, or all files below the folder in one order. */
export function filesUnder(path) {
  const found = statSync(path, { throwIfNoEntry: false })
  if (!found) return []
  if (found.isDirectory())
    return readdirSync(path)
      .sort()
      .flatMap((name) => filesUnder(join(path, name)))
  return /\.test\.tsx?$|\/db\/row-types\.ts$/.test(path) ? [] : [path]
}
