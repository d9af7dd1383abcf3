import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** The security and reliability checklist. Titles of tests begin with the ids of the promises that they keep. */
const promises: Record<string, Record<string, string>> = {
  'HTTP headers': {
    H1: 'strict CSP on every HTML response',
    H2: 'the same headers everywhere',
    H3: 'CORS is a fixed allow-list',
    H4: 'nothing leaks from disk',
    H5: 'errors reveal nothing',
  },
  'Input validation': {
    V1: 'the server checks everything that the form checks',
    V2: 'JSON depth and size are limited',
    V3: 'hostile text is 400',
    V4: 'SQL is always parameterized',
    V5: 'stored markup stays text',
    V6: 'only JSON, and forms of the same origin',
    V7: 'redirect targets are on an allow-list',
  },
  'Anonymous access and row security': {
    A1: 'visitors can insert and do nothing else',
    A2: 'the database enforces it',
    A3: 'no route bypasses the checks',
    A4: 'no secret in the client',
    A5: 'the desk needs aal2 and an active member',
  },
  'Authentication, sessions, second factor': {
    S1: 'responses do not reveal who has an account',
    S2: 'accounts and passwords',
    S3: 'guessing is slowed',
    S4: 'TOTP and passkeys',
    S5: 'no way around the second factor',
    S6: 'reset tokens',
    S7: 'refresh rotation',
    S8: 'sessions end on the server',
    S9: 'tokens',
  },
  'Rate limits and abuse': {
    R1: 'bookings and messages are limited',
    R2: 'an event flood does not hurt bookings',
    R3: 'a client cannot choose its address',
    R4: 'the memory of limits is bounded',
  },
  Privacy: {
    P1: 'logs hold no personal data and cannot be forged',
    P2: 'addresses are never stored raw',
    P3: 'URLs are trimmed',
    P4: 'retention and erasure',
  },
  'Emails and exports': {
    M1: 'no header or HTML injection',
    M2: 'a failing mail server loses nothing',
    M3: 'CSV',
  },
  Durability: {
    D1: 'kill -9',
    D2: 'power loss',
    D3: 'disk full',
    D4: 'the database goes away and comes back',
    D5: 'one writer',
    D6: 'an interrupted first start',
  },
  Overload: {
    O1: 'slow clients',
    O2: 'large and endless bodies',
    O3: 'past saturation',
    O4: 'the event loop stays free',
    O5: 'soak',
  },
  'Shutdown, backup, supply chain': {
    G1: 'SIGTERM under load',
    G2: 'errors do not end the process, bad configuration does',
    G3: 'backup and restore',
    G4: 'dependencies',
    G5: 'audit log',
  },
}

const folders = ['src', 'supabase/tests', 'tools', 'makers', 'e2e', 'rehearsals', 'bench']
const isTest = (path: string) => /\.(test|spec)\.tsx?$|^bench\/[^/]+\.ts$/.test(path)

/** The files whose titles name each id. */
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

/** The text of docs/security-tests.md. Throws when a promise has no test, or a test names an unknown promise. */
export function securityPage(): string {
  const tests = readTests()
  const known = Object.values(promises).flatMap((group) => Object.keys(group))
  const unknown = [...tests.keys()].filter((id) => !known.includes(id))
  const untested = known.filter((id) => !tests.has(id))
  if (unknown.length > 0) throw new Error(`Titles name unknown promises: ${unknown.join(', ')}`)
  if (untested.length > 0) throw new Error(`No title names these promises: ${untested.join(', ')}`)
  const groups = Object.entries(promises).map(([name, group]) => {
    const rows = Object.entries(group).map(
      ([id, promise]) =>
        `| ${id} | ${promise} | ${tests
          .get(id)
          ?.map((path) => `\`${path}\``)
          .join(', ')} |`,
    )
    return [`## ${name}`, '', '| | promise | tests |', '|---|---|---|', ...rows].join('\n')
  })
  return `# Which tests keep which promise

Written by \`npm run security-tests\` from the titles of tests, which begin with the ids of the promises that they keep:
\`grep -rn "\\[S4\\]" src supabase e2e rehearsals\` lists those of one. \`npm test\` runs the tests outside \`rehearsals\` and \`bench\`.

${groups.join('\n\n')}
`
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  writeFileSync('docs/security-tests.md', securityPage())
