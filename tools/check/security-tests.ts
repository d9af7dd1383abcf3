import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const page = 'docs/security-tests.md'
const folders = ['src', 'supabase/tests', 'tools', 'makers', 'e2e', 'rehearsals', 'bench']
const isTest = (path: string) => /\.(test|spec)\.tsx?$|^bench\/[^/]+\.ts$/.test(path)

/** Maps each id to the test files with titles that name the id. */
function readTests(): Map<string, string[]> {
  const found = new Map<string, string[]>()
  const files = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .map((path) => join(folder, path))
      .filter((path) => isTest(path) && !path.includes('node_modules')),
  )
  for (const path of files.sort()) {
    const ids = new Set(readFileSync(path, 'utf8').match(/(?<=\[)[A-Z]\d(?=\])/g))
    for (const id of ids) found.set(id, [...(found.get(id) ?? []), path])
  }
  return found
}

/**
 * Returns the page with an updated last column: the tests of each promise. Promises are added to the page by hand.
 * Throws if a promise has no test, or if a test names an unknown promise.
 */
export function updateSecurityPage(): string {
  const tests = readTests()
  const untested: string[] = []
  const written = readFileSync(page, 'utf8').replaceAll(
    /^\| ([A-Z]\d) \| ([^|]+) \|.*$/gm,
    (_, id: string, promise: string) => {
      const files = tests.get(id)
      if (!files) untested.push(id)
      tests.delete(id)
      return `| ${id} | ${promise} | ${files?.map((path) => `\`${path}\``).join(', ')} |`
    },
  )
  if (tests.size > 0) throw new Error(`Test titles name unknown promises: ${[...tests.keys()].join(', ')}`)
  if (untested.length > 0) throw new Error(`No test title names these promises: ${untested.join(', ')}`)
  return written
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) writeFileSync(page, updateSecurityPage())
