import { fileURLToPath } from 'node:url'
import { checkDirections } from './directions.ts'
import { checkClasses, checkRules } from './rules.ts'
import { type Finding, listFiles, readSource } from './source.ts'

/** Checks every source file below `root` against the layout rules; an empty list means that there is no violation. */
export function checkLayout(root: string): Finding[] {
  const sources = listFiles(root, ['src', 'tools', 'e2e', 'rehearsals', 'supabase/schemas']).map((path) =>
    readSource(root, path),
  )
  return [...checkDirections(sources), ...checkRules(sources), ...checkClasses(sources)]
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const findings = checkLayout(process.cwd())
  for (const { path, rule, says } of findings) console.error(`${path}: ${rule}: ${says}`)
  console.log(`${findings.length} findings`)
  process.exitCode = findings.length > 0 ? 1 : 0
}
