import { rmSync } from 'node:fs'
import { afterAll, expect, it } from 'vitest'
import { lives, openFolder, postgresIn } from '#server/lib/db/embedded/testing.ts'
import { said, startServer } from './writer-process.ts'

const dataDir = openFolder()
afterAll(() => rmSync(dataDir, { recursive: true }))

it.each([
  ['leave', 3],
  ['fall', 1],
] as const)('PostgreSQL ends before a server that forgets it: %s', async (mode, code) => {
  const server = startServer(dataDir, mode)
  await said(server, 'ready')
  const postgres = postgresIn(dataDir)
  await server.ended
  expect(server.child.exitCode).toBe(code)
  expect(lives(postgres)).toBe(false)
})
