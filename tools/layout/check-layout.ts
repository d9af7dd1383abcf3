import { existsSync, readdirSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { checkDirections } from './directions.ts'
import { checkClasses, checkRules } from './rules.ts'
import { type Finding, readSource } from './source.ts'

const folders = ['src', 'makers', 'tools', 'e2e', 'rehearsals', 'supabase/schemas']
const skipped = /(^|\/)(node_modules|dist|data)\//

/** Checks every source file below `root` against the layout rules; an empty list means that there is no violation. */
export function checkLayout(root: string): Finding[] {
  const sources = folders
    .filter((folder) => existsSync(join(root, folder)))
    .flatMap((folder) => readdirSync(join(root, folder), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter((path) => !skipped.test(path))
    .map((path) => readSource(root, path))
  return [...checkDirections(sources), ...checkRules(sources), ...checkClasses(sources)]
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const findings = checkLayout(process.cwd())
  for (const { path, rule, says } of findings) console.error(`${path}: ${rule}: ${says}`)
  console.log(`${findings.length} findings`)
  process.exitCode = findings.length > 0 ? 1 : 0
}
