import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { bin } from '#tools/check/steps.ts'
import { installMissing } from '#tools/prepare/requirements.ts'
import { type SlowTest, slowTests } from './list.ts'
import { needs as table } from './needs.ts'

/**
 * `npm run rehearse` lists the slow tests, `npm run rehearse -- kills backups` runs those two, and `-- all` runs all.
 * Each slow test installs what it needs and has the machine to itself.
 */
const names = process.argv.slice(2)
const unlisted = readdirSync('rehearsals', { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !slowTests.some(({ name }) => name === entry.name))
  .map(({ name }) => name)
if (unlisted.length > 0) throw new Error(`rehearsals/list.ts does not list ${unlisted.join(', ')}`)
const unknown = names.filter((name) => name !== 'all' && !slowTests.some((each) => each.name === name))
const wanted = names.includes('all') ? slowTests : slowTests.filter(({ name }) => names.includes(name))

if (unknown.length > 0) {
  console.error(`Unknown slow test: ${unknown.join(', ')}. 'npm run rehearse' lists them all.`)
  process.exitCode = 2
} else if (wanted.length === 0) list()
else {
  const rows = []
  for (const rehearsal of wanted) rows.push(await run(rehearsal))
  console.log(`\n${rows.map(({ line }) => line).join('\n')}`)
  const passed = rows.filter((row) => row.passed).length
  console.log(`\n${passed} slow tests passed, ${rows.length - passed} failed`)
  process.exitCode = passed === rows.length ? 0 : 1
}

function list(): void {
  const width = Math.max(...slowTests.map(({ name }) => name.length))
  for (const { name, minutes, shows, needs = [] } of slowTests) {
    console.log(`${name.padEnd(width)} ${String(minutes).padStart(4)} min  ${shows}`)
    if (needs.length > 0) console.log(`${' '.repeat(width + 11)}needs ${needs.join(', ')}`)
  }
  const sum = slowTests.reduce((minutes, each) => minutes + each.minutes, 0)
  console.log(`\nnpm run rehearse -- <name> runs one, -- all runs all in about ${Math.round(sum)} minutes.`)
}

async function run(rehearsal: SlowTest): Promise<{ passed: boolean; line: string }> {
  const { name, needs = [], settings = {} } = rehearsal
  console.log(`\n▸ ${name}: ${rehearsal.shows}`)
  const missing = await installMissing(needs.map((need) => table[need]))
  const since = Date.now()
  const env = { ...process.env, ...settings }
  // If the dependencies of a slow test were missing, its cases would be skipped and the test would appear to pass.
  const passed =
    missing.length === 0 &&
    commandsOf(rehearsal).every(
      ([command = '', ...words]) => spawnSync(command, words, { stdio: 'inherit', env }).status === 0,
    )
  const minutes = ((Date.now() - since) / 60_000).toFixed(1)
  const result = missing.length > 0 ? `is missing ${missing.join(', ')}` : `${minutes} min`
  return { passed, line: `${passed ? '✓' : '✗'} ${name}: ${result}` }
}

/** Returns the commands that run the tests in the folder, followed by the additional commands. */
function commandsOf({ name, commands = [] }: SlowTest): (readonly string[])[] {
  const folder = `rehearsals/${name}`
  const files = existsSync(folder) ? readdirSync(folder) : []
  const has = (ending: string) => files.some((file) => file.endsWith(ending))
  return [
    ...(has('.test.ts') ? [[...bin.vitest, 'run', '--config', 'rehearsals/vitest.config.ts', folder]] : []),
    ...(has('.spec.ts') ? [[...bin.playwright, 'test', '--config', 'playwright.rehearsals.config.ts', folder]] : []),
    ...commands,
  ]
}
