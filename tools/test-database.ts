import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { fifteenIsMissing } from './postgres-fifteen.ts'
import { socketAddress } from './postgres-server.ts'

/**
 * Before all tests: says where real servers will be. One starts as soon as the first test asks for it at the door, a
 * socket beside them, so that tests which need none start at once.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'backline-test-'))
  // The user that runs PostgreSQL must be able to pass when we are root.
  chmodSync(folder, 0o755)
  const homes = { embedded: join(folder, 'embedded'), fifteen: join(folder, 'oldest') }
  const starting = new Map<string, Promise<() => void>>()
  const start = async (name: string) => {
    const { startEmbedded, startOldest } = await import('./kept-servers.ts')
    return name === 'embedded' ? startEmbedded(homes.embedded) : startOldest(homes.fifteen)
  }
  const door = createServer((socket) => {
    socket.once('data', (asked) => {
      const name = String(asked)
      const started = starting.get(name) ?? start(name)
      starting.set(name, started)
      started.then(
        () => socket.end('ready'),
        (error: Error) => socket.end(error.stack ?? error.message),
      )
    })
  }).listen(join(folder, 'door'))

  const missing = fifteenIsMissing()
  if (missing !== null) console.warn(`${missing}: its tests are skipped.`)
  project.provide('postgres', {
    embedded: socketAddress(homes.embedded),
    fifteen: missing === null ? socketAddress(join(homes.fifteen, 'fifteen')) : null,
  })
  project.provide('postgresDoor', join(folder, 'door'))
  return async () => {
    door.close()
    for (const stop of await Promise.allSettled(starting.values())) {
      if (stop.status === 'fulfilled') stop.value()
    }
    rmSync(folder, { recursive: true, force: true })
  }
}
