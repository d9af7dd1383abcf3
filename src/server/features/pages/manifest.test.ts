import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { readManifest } from './manifest.ts'

const folder = mkdtempSync(join(tmpdir(), 'backline-manifest-'))
afterAll(() => rmSync(folder, { recursive: true }))

it('says what to do when nothing is built', async () => {
  await expect(readManifest(join(folder, 'none'))).rejects.toThrow('run "npm run build" first')
})

it.each([
  ['broken JSON', '{'],
  ['a file elsewhere', '{"pages":{"home":{"file":"../secret.html","csp":{"style":[],"script":[]}}}}'],
  [
    'a policy that is no hash',
    `{"pages":{"home":{"file":"home.html","csp":{"style":["'unsafe-inline'"],"script":[]}}}}`,
  ],
])('refuses %s', async (_, text) => {
  writeFileSync(join(folder, 'pages.json'), text)
  await expect(readManifest(folder)).rejects.toThrow('not what the build writes')
})
