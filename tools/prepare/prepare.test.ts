import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, test } from 'vitest'

/** A fake build: it writes the same outputs and records each run. */
const build = `
  import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs'
  appendFileSync('builds', 'x')
  mkdirSync('dist/site', { recursive: true })
  mkdirSync('dist/server', { recursive: true })
  mkdirSync('dist/demo', { recursive: true })
  mkdirSync('dist/packs', { recursive: true })
  mkdirSync('dist/prerender', { recursive: true })
  writeFileSync('dist/schema.sql', '')
  writeFileSync('dist/packs/packs.json', '')
  writeFileSync('dist/demo/main.js', '')
  writeFileSync('dist/prerender/parts.json', '')
  setTimeout(() => writeFileSync('dist/server/main.js', ''), 300)
`
const locked = (packages: object) => JSON.stringify({ packages: { '': {}, ...packages } })
const lock = (version: string) => locked({ 'node_modules/vite': { version } })

let root: string

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'prepare-'))
  await mkdir(join(root, 'node_modules/vite/bin'), { recursive: true })
  await mkdir(join(root, 'src'))
  await cp('tools/prepare', join(root, 'tools/prepare'), { recursive: true })
  await cp('tools/prepare.mjs', join(root, 'tools/prepare.mjs'))
  await write('package.json', '{ "type": "module" }')
  await write('package-lock.json', lock('1.0.0'))
  await write('node_modules/.package-lock.json', lock('1.0.0'))
  await write('node_modules/vite/bin/vite.js', build)
  await write('src/a.ts', 'export const a = 1')
})

afterEach(() => rm(root, { recursive: true }))

test('runs the build once for two simultaneous starts, and not again for a later start', async () => {
  await Promise.all([prepare(), prepare()])
  expect(await builds()).toBe(1)
  expect(await prepare()).toBe('')
  expect(await builds()).toBe(1)
})

test('runs the build again after a source file has changed, but not after a test file has changed', async () => {
  await prepare()
  await write('src/a.test.ts', 'changed')
  await prepare()
  expect(await builds()).toBe(1)
  await write('src/a.ts', 'export const a = 2')
  await prepare()
  expect(await builds()).toBe(2)
})

test('shows the output of a failed build, and builds again at the next start', async () => {
  await write('node_modules/vite/bin/vite.js', `console.log('no such module'); process.exit(3)`)
  await expect(prepare()).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('no such module'),
  })
  await write('node_modules/vite/bin/vite.js', build)
  await prepare()
  expect(await builds()).toBe(1)
})

test('[G4] installs a package again if its version in the lock file changes', async () => {
  await write('package-lock.json', lock('1.0.1'))
  expect(await asked('install')).toMatch(/^install --no-save --omit=dev/)
})

test('installs only runtime packages at startup, but keeps development packages that an earlier test run installed', async () => {
  const vite = { version: '1.0.0' }
  const both = { 'node_modules/vite': vite, 'node_modules/vitest': { version: '1.0.0', dev: true } }
  await write('package-lock.json', locked(both))
  expect(await asked('install')).toBe('')
  expect(await asked('install-all')).toMatch(/^install --no-save --include=dev/)
  await write('node_modules/.package-lock.json', locked(both))
  expect(await asked('install')).toBe('')
  await write('package-lock.json', locked({ ...both, 'node_modules/vite': { version: '1.0.1' } }))
  expect(await asked('install')).toMatch(/^install --no-save --include=dev/)
  await rm(join(root, 'node_modules/.package-lock.json'))
  expect(await asked('install')).toMatch(/^ci --omit=dev/)
})

async function prepare(jobs = ['install', 'build'], env: Record<string, string> = {}): Promise<string> {
  const options = { cwd: root, env: { ...process.env, ...env } }
  const { stdout } = await promisify(execFile)(process.execPath, ['tools/prepare.mjs', ...jobs], options)
  return stdout
}

/** Returns the arguments of npm's last call. */
async function asked(job: string): Promise<string> {
  await write('asked', '')
  await write('npm.cjs', `require('node:fs').writeFileSync('asked', process.argv.slice(2).join(' '))`)
  await prepare([job], { npm_execpath: join(root, 'npm.cjs') })
  return readFile(join(root, 'asked'), 'utf8')
}

async function builds(): Promise<number> {
  return (await readFile(join(root, 'builds'), 'utf8')).length
}

async function write(path: string, text: string) {
  await writeFile(join(root, path), text)
}
