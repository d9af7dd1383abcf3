import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'

/** Returns the packages that a built program loads at startup, including those that its shared files import. */
function loadedAtStart(file: string): string[] {
  const imported = [...readFileSync(file, 'utf8').matchAll(/^import [^"]*"([^"]+)";$/gm)].map(([, name = '']) => name)
  return imported.flatMap((name) => (name.startsWith('.') ? loadedAtStart(join(dirname(file), name)) : [name]))
}

it('postpones loading npm packages that are needed only by some servers or by later requests', () => {
  const loaded = loadedAtStart('dist/server/main.js')
  expect(loaded).toContain('fastify')
  const late = /simplewebauthn|openid-client|prom-client/
  expect(loaded.filter((name) => late.test(name))).toEqual([])
})
