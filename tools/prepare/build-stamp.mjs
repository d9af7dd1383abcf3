import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The inputs and outputs of the build, and the file that stores the inputs' hash. */
export const build = {
  // Excludes tests, generated row types and documents.
  inputs: ['src', 'public', 'made', 'supabase', 'tools', 'vite.config.ts', 'tsconfig.base.json', 'package-lock.json'],
  outputs: [
    'dist/schema.sql',
    'dist/site',
    'dist/prerender/parts.json',
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

/**
 * Returns the reason these outputs must be built again, or undefined if they are complete and the inputs have not
 * changed.
 */
export function reasonToMake({ inputs, outputs, stamp }) {
  if (![...outputs, stamp].every((path) => existsSync(path))) return 'not built yet'
  return readFileSync(stamp, 'utf8') === hashOf(inputs) ? undefined : 'sources changed'
}

/**
 * Hashes the inputs before the work starts, so that the work is repeated after an interruption or a change of inputs.
 */
export async function make({ inputs, stamp }, work) {
  const hash = hashOf(inputs)
  rmSync(stamp, { force: true })
  await work()
  mkdirSync(dirname(stamp), { recursive: true })
  writeFileSync(stamp, hash)
}

/** Hashes the names and contents of these files and folders in about 20 ms. Skips tests. */
export function hashOf(paths) {
  const hash = createHash('sha1')
  for (const path of paths.flatMap(filesUnder)) {
    const content = readFileSync(path)
    hash.update(`${path}\0${content.length}\0`).update(content)
  }
  return hash.digest('hex')
}

/** Returns the file, or all files in the folder in a fixed order. */
export function filesUnder(path) {
  const found = statSync(path, { throwIfNoEntry: false })
  if (!found) return []
  if (found.isDirectory())
    return readdirSync(path)
      .sort()
      .flatMap((name) => filesUnder(join(path, name)))
  return /\.test\.tsx?$|\/db\/row-types\.ts$/.test(path) ? [] : [path]
}
