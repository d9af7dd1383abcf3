import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { keepRelease } from './earlier-releases.ts'
import { siteForTest } from './testing.ts'

const day = 24 * 3_600_000
const begin = Date.now()
const name = (number: number) => number.toString(16).padStart(10, '0')

let folder = ''
let site = siteForTest()
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'backline-releases-'))
  site = siteForTest()
})
afterEach(() => {
  rmSync(folder, { recursive: true })
  site.remove()
})

/**
 * Starts the server `days` days after the beginning of the test, with release `number`, which has its own script file.
 */
function start(number: number, days = 0) {
  writeFileSync(join(site.folder, 'assets', `main-${number}.js`), `console.log(${number})`)
  for (const file of readdirSync(join(site.folder, 'assets'))) {
    if (/^main-\d+\.js$/.test(file) && file !== `main-${number}.js`) rmSync(join(site.folder, 'assets', file))
  }
  const now = new Date(begin + days * day)
  return keepRelease({ siteFolder: site.folder, release: name(number), folder, now })
}
const text = async (kept: Awaited<ReturnType<typeof start>>, path: string) =>
  (await kept.file(path))?.bodies.get('identity')?.bytes.toString()

it('serves only the assets of the previous release, and lets clients cache these assets forever', async () => {
  await start(1)
  const kept = await start(2)
  expect(await text(kept, '/assets/main-1.js')).toBe('console.log(1)')
  const file = await kept.file('/desk/assets/desk-9c1d.js')
  expect(file?.cacheControl).toContain('immutable')
  expect([...(file?.bodies.keys() ?? [])]).toEqual(['identity', 'br', 'gzip'])
  for (const path of ['/home.html', '/robots.txt', '/.env', '/../current', '/assets/main-4f2a.js.map', '/assets/']) {
    expect(await kept.file(path), path).toBeUndefined()
  }
})

it('deletes a release fourteen days after its replacement, not after its installation', async () => {
  await start(1)
  await start(1, 300)
  expect(await text(await start(2, 300), '/assets/main-1.js')).toBeDefined()
  expect(await text(await start(2, 313), '/assets/main-1.js')).toBeDefined()
  expect(await text(await start(2, 315), '/assets/main-1.js')).toBeUndefined()
  expect(readdirSync(folder).sort()).toEqual([name(2), 'current'])
})

it('keeps the files of at most ten earlier releases', async () => {
  let kept = await start(1)
  for (let number = 2; number <= 12; number++) kept = await start(number, number / 24)
  expect(await text(kept, '/assets/main-1.js')).toBeUndefined()
  expect(await text(kept, '/assets/main-2.js')).toBe('console.log(2)')
  expect(readdirSync(folder)).toHaveLength(12)
})

it('serves the files of the replaced release after a rollback, and again after the next update', async () => {
  await start(1)
  await start(2)
  expect(await text(await start(1), '/assets/main-2.js')).toBe('console.log(2)')
  expect(await text(await start(2), '/assets/main-1.js')).toBe('console.log(1)')
})

it('reports an error if the folder for earlier releases is not writable', async () => {
  writeFileSync(join(folder, 'file'), '')
  const keeping = { siteFolder: site.folder, release: name(1), folder: join(folder, 'file'), now: new Date() }
  await expect(keepRelease(keeping)).rejects.toThrow(/EEXIST|ENOTDIR/)
})
