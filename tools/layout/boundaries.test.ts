import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkLayout, rules } from './check-layout.ts'

/** The names are separate from their parentheses, so that this file does not break the rule itself. */
const [timer, pause, best] = ['setTimeout', 'waitForTimeout', 'quickest']

/** A small tree without violations. */
const clean: Record<string, string> = {
  'src/shared/lib/text.ts': `export const text = 1`,
  'src/shared/contract/booking.ts': `import { text } from '#shared/lib/text.ts'\nexport const booking = text`,
  'src/content/home.ts': `import { booking } from '#shared/contract/booking.ts'\nexport const home = booking`,
  'makers/packs/pdf.ts': `import { home } from '#content/home.ts'\nexport const pdf = home`,
  'src/letters/frame.tsx': `import { home } from '#content/home.ts'\nimport 'react'\nexport const Frame = home`,
  'src/ui/button.tsx': `import { text } from '#shared/lib/text.ts'\nimport 'react'\nexport const Button = text`,
  'src/ui/button.module.css': `.button { &:hover .label { color: red } }`,
  'src/ui/button-row.tsx': `import css from '#ui/button.module.css'\nexport const Row = [css.button, css.label]`,
  'src/site/lib/api.ts': `import { booking } from '#shared/contract/booking.ts'\nexport const api = booking`,
  'src/site/features/booking/state.ts': `import { api } from '#site/lib/api.ts'\nexport const state = api`,
  'src/site/features/contact/state.ts': `export const state = 1`,
  'src/site/screens/home/home.tsx': `import { state } from '#site/features/booking/state.ts'\nexport const Screen = state`,
  'src/site/screens/services/services.tsx': `export const Screen = 1`,
  'src/site/app/main.tsx': `import { Screen } from '#site/screens/home/home.tsx'\nexport const main = Screen`,
  'src/server/lib/db/pool.ts': `import pg from 'pg'\nexport const pool = pg`,
  'src/server/lib/db/testing.ts': `import { pool } from './pool.ts'\nexport const testing = pool`,
  'src/server/features/rest/queries.ts': `export const query = 'select 1 from t'`,
  'src/server/features/rest/service.ts': `import { query } from './queries.ts'\nexport const rest = query`,
  'src/server/features/rest/service.test.ts': `import { testing } from '#server/lib/db/testing.ts'\nexport const of = testing`,
  'src/server/features/auth/service.ts': `import { rest } from '#server/features/rest/service.ts'\nexport const auth = rest`,
  'src/server/features/auth/routes.ts': `import { auth } from './service.ts'\n// process.env, 'select a from b'\nexport const routes = auth`,
  'src/server/app/main.ts': `import { routes } from '#server/features/auth/routes.ts'\nexport const main = [routes, process.env]`,
  'src/server/features/call-letters/service.ts': `import { Frame } from '#letters/compose.tsx'\nexport const send = Frame`,
  'tools/draw.ts': `import { home } from '#content/home.ts'\nexport const draw = [home, process.env]`,
  'e2e/home.spec.ts': `export const spec = 1`,
  'e2e/painted.spec.ts': `await new Promise((painted) => setTimeout(painted))`,
  'rehearsals/kills.test.ts': `import { ${timer} } from 'node:timers/promises'\nimport '#tools/draw.ts'\nawait setTimeout(9)`,
  'supabase/schemas/bookings.sql': `select 1;`,
}

/** One violation per row: the rule that must report it, the file and the code. */
const plantedViolations: [rule: string, path: string, code: string][] = [
  ['floor', 'src/shared/lib/plant-floor.ts', `import '#content/home.ts'`],
  ['words', 'src/content/plant-words.ts', `import '#site/lib/api.ts'`],
  ['generic', 'src/ui/plant-content.ts', `import '#content/home.ts'`],
  ['generic', 'src/ui/plant-contract.ts', `import type { B } from '#shared/contract/booking.ts'\nexport type C = B`],
  ['leaves', 'src/server/lib/plant-packs.ts', `import '#makers/packs/pdf.ts'`],
  ['posted', 'src/letters/plant-server.ts', `import '#server/lib/db/pool.ts'`],
  ['posted', 'src/letters/plant-ui.tsx', `import '#ui/button.tsx'`],
  ['posted', 'src/site/lib/plant-letters.ts', `import '#letters/compose.tsx'`],
  ['drawn', 'src/plain/plant-site.tsx', `import '#site/lib/api.ts'`],
  ['drawn', 'src/desk/lib/plant-plain.ts', `import '#plain/page.tsx'`],
  ['drawn', 'src/pictures/plant-ui.tsx', `import '#ui/button.tsx'`],
  ['drawn', 'src/site/lib/plant-pictures.ts', `import '#pictures/look.ts'`],
  ['apart', 'src/site/lib/plant-server.ts', `export * from '#server/lib/db/pool.ts'`],
  ['apart', 'src/site/lib/plant-desk.ts', `import '#desk/lib/api.ts'`],
  ['apart', 'src/server/lib/plant-site.ts', `export const site = () => import('#site/lib/api.ts')`],
  ['leaves', 'src/desk/lib/plant-gallery.ts', `import '#tools/gallery/rooms.ts'`],
  ['headless', 'src/server/lib/plant-react.ts', `import 'react/jsx-runtime'`],
  ['headless', 'src/server/lib/plant-ui.ts', `import '#ui/button.tsx'`],
  ['headless', 'src/content/plant-react.ts', `import 'react-dom'`],
  ['headless', 'src/site/lib/plant-node.ts', `import 'node:fs'`],
  ['headless', 'src/letters/plant-node.ts', `import 'node:fs'`],
  ['downward', 'src/site/lib/plant-feature.ts', `import '#site/features/booking/state.ts'`],
  ['downward', 'src/site/features/booking/use-screen.ts', `import '#site/screens/home/home.tsx'`],
  ['downward', 'src/site/screens/home/use-app.ts', `import '#site/app/main.tsx'`],
  ['downward', 'src/server/lib/plant-feature.ts', `import '#server/features/rest/service.ts'`],
  ['downward', 'src/server/features/rest/types.ts', `import '#server/app/main.ts'`],
  ['siblings', 'src/site/screens/home/use-sibling.ts', `import '#site/screens/services/services.tsx'`],
  ['siblings', 'src/site/features/booking/use-sibling.ts', `import '#site/features/contact/message-panel.tsx'`],
  ['siblings', 'src/server/features/auth/policy.ts', `import '#server/features/rest/queries.ts'`],
  ['grammar', 'src/server/lib/query-grammar/plant-server.ts', `import '#server/lib/rest/headers.ts'`],
  ['grammar', 'src/server/lib/query-grammar/plant-http.ts', `import 'node:http'`],
  ['inside', 'src/server/features/inside/queries.ts', `import './service.ts'`],
  ['inside', 'src/server/features/other/queries.ts', `import './routes.ts'`],
  ['inside', 'src/server/features/other/page-queries.ts', `import './routes.ts'`],
  ['inside', 'src/server/features/third/service.ts', `import './routes.ts'`],
  ['driver', 'src/server/lib/plant-driver.ts', `import 'pg'`],
  ['driver', 'src/server/features/driver/service.ts', `export const sql = \`\n  insert into t values (1)\``],
  ['env', 'src/server/lib/plant-env.ts', `export const port = process.env.PORT`],
  ['env', 'src/site/lib/plant-env.ts', `export const { env } = process`],
  ['plain-http', 'src/site/lib/plant-id.ts', `export const id = () => crypto.randomUUID()`],
  ['plain-http', 'src/desk/lib/plant-id.ts', `const { randomUUID } = crypto\nexport const id = randomUUID`],
  [
    'plain-http',
    'src/shared/lib/plant-digest.ts',
    `export const digest = (of: Uint8Array) => crypto.subtle.digest('SHA-256', of)`,
  ],
  ['class', 'src/ui/plant-class.tsx', `import css from './button.module.css'\nexport const Plant = css.gone`],
  ['class', 'src/ui/plant-class.module.css', `.gone { color: red }`],
  ['leaves', 'src/shared/lib/plant-test.ts', `import './text.test.ts'`],
  ['leaves', 'src/site/lib/plant-tool.ts', `export const tool = () => import('#tools/draw.ts')`],
  ['leaves', 'src/server/lib/plant-test.ts', `import '#server/lib/db/testing.ts'`],
  ['leaves', 'src/server/app/plant-tests.ts', `import '#server/app/data-api/rest-testing.ts'`],
  ['leaves', 'tools/plant-rehearsal.ts', `import '#rehearsals/machine.ts'`],
  ['flicker', 'src/server/app/plant-sleep.test.ts', `import { ${timer} as sleep } from 'node:timers/promises'`],
  ['flicker', 'src/site/lib/plant-timer.test.tsx', `await new Promise((over) => ${timer}(over, 300))`],
  ['flicker', 'e2e/plant-block.spec.ts', `await new Promise<void>((over) => { ${timer}(over, rest) })`],
  ['flicker', 'e2e/plant-page.spec.ts', `await page.${pause}(700)`],
  ['flicker', 'tools/plant-best.test.ts', `expect(await ${best}(500, go)).toBeLessThan(500)`],
  ['spelling', 'src/shared/lib/plant-up.ts', `import '../contract/booking.ts'`],
  ['spelling', 'tools/plant-up.ts', `import '../src/content/home.ts'`],
  ['barrel', 'src/content/index.ts', `export * from './home.ts'`],
  ['length', 'src/shared/lib/plant-long.ts', 'export {}\n'.repeat(301)],
  ['drawer', 'src/server/features/rest/helpers.ts', `export const helpers = 1`],
]

let trees: { clean: string; planted: string }

beforeAll(async () => {
  const base = await mkdtemp(join(tmpdir(), 'boundaries-'))
  trees = { clean: join(base, 'clean'), planted: join(base, 'planted') }
  const cycle = {
    'src/shared/lib/text.ts': `import type { booking } from '#shared/contract/booking.ts'\nexport const text: typeof booking = 1`,
  }
  const faults = Object.fromEntries(plantedViolations.map(([, path, code]) => [path, code]))
  await Promise.all([writeTree(trees.clean, clean), writeTree(trees.planted, { ...clean, ...faults, ...cycle })])
})

afterAll(() => rm(dirname(trees.clean), { recursive: true }))

test('reports nothing for a source tree without violations', () => {
  expect(checkLayout(trees.clean)).toEqual([])
})

test.each(plantedViolations)('reports a violation of the rule %s in %s', (rule, path) => {
  const found = checkLayout(trees.planted).filter((finding) => finding.path === path)
  expect(new Set(found.map((finding) => finding.rule))).toEqual(new Set([rule]))
})

test('[V4] covers every layout rule with at least one sample violation', () => {
  const known = rules.map(({ rule }) => rule)
  const planted = plantedViolations.map(([rule]) => rule)
  expect(known.filter((rule) => !planted.includes(rule))).toEqual([])
})

test('detects an import cycle that includes a type import and an alias, and reports nothing in a tree without cycles', async () => {
  expect(await cyclesIn(trees.clean)).toEqual([])
  expect(await cyclesIn(trees.planted)).toEqual(['src/shared/contract/booking.ts', 'src/shared/lib/text.ts'])
})

async function writeTree(root: string, files: Record<string, string>) {
  for (const [path, code] of Object.entries(files)) {
    await mkdir(join(root, dirname(path)), { recursive: true })
    await writeFile(join(root, path), `${code}\n`)
  }
  await Promise.all(['biome.json', 'package.json'].map((name) => cp(name, join(root, name))))
}

/** Returns the files in which Biome reports an import cycle with this project's configuration. */
async function cyclesIn(root: string): Promise<string[]> {
  const biome = join(process.cwd(), 'node_modules/@biomejs/biome/bin/biome')
  const args = ['lint', '--only=suspicious/noImportCycles', '--reporter=json', '--max-diagnostics=none', '.']
  const { stdout } = await promisify(execFile)(process.execPath, [biome, ...args], { cwd: root }).catch(
    (error: { stdout: string }) => error,
  )
  const report = JSON.parse(stdout) as { diagnostics: { category: string; location: { path: string } }[] }
  const cycles = report.diagnostics.filter(({ category }) => category === 'lint/suspicious/noImportCycles')
  return [...new Set(cycles.map(({ location }) => location.path))].sort()
}
