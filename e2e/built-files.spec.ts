import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'

/** Server secrets: names of keys, prefixes of key values, and database addresses. */
const secret = /service_role|sb_secret_\w{8}|postgres(ql)?:\/\/|PRIVATE KEY|eyJhbGciOi/

test('no file that anybody can fetch holds a secret', async () => {
  const entries = await readdir('dist/site', { recursive: true, withFileTypes: true })
  const files = entries
    .filter((entry) => entry.isFile() && !/\.(br|gz)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
  const texts = await Promise.all(files.map((file) => readFile(file, 'latin1')))
  expect(files.length).toBeGreaterThan(20)
  expect(files.filter((_, index) => secret.test(texts[index] ?? ''))).toEqual([])
})

test('the server holds nothing that is made up', async () => {
  const [server = '', demo = ''] = await Promise.all(
    ['dist/server/main.js', 'dist/demo/main.js'].map((file) => readFile(file, 'utf8')),
  )
  const madeUp = /Made up a quarter|slow-proposals['"]: \[/
  expect(demo).toMatch(madeUp)
  expect(server).not.toMatch(madeUp)
})
