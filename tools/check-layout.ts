import { fileURLToPath } from 'node:url'
import { checkClasses } from './layout-classes.ts'
import { checkDirections } from './layout-directions.ts'
import { checkRules } from './layout-rules.ts'
import { type Finding, listFiles, readSource } from './layout-source.ts'
import { checkVocabulary } from './layout-vocabulary.ts'

/** Checks every source file below `root` against the layout rules; an empty list means that there is no violation. */
export function checkLayout(root: string): { findings: Finding[]; median: number; files: number } {
  const sources = listFiles(root, ['src', 'tools', 'e2e', 'supabase/migrations', 'supabase/schemas']).map(
    (path) => readSource(root, path),
  )
  const lengths = sources
    .filter(({ path }) => !path.endsWith('.sql'))
    .map(({ lines }) => lines)
    .sort((a, b) => a - b)
  return {
    findings: [
      ...checkVocabulary(sources),
      ...checkDirections(sources),
      ...checkRules(sources),
      ...checkClasses(sources),
    ],
    median: lengths[Math.floor(lengths.length / 2)] ?? 0,
    files: lengths.length,
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { findings, median, files } = checkLayout(process.cwd())
  for (const { path, rule, says } of findings) console.error(`${path}: ${rule}: ${says}`)
  console.log(`${files} files, median ${median} lines, ${findings.length} findings`)
  process.exitCode = findings.length > 0 ? 1 : 0
}
