import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { socketAddress } from './postgres-server.ts'

/**
 * Runs before all tests. Opens a socket through which tests request servers and built programs; its client is
 * `shared-test-resources.ts` on the server's side. Each server starts when it is first requested and is shared, so tests that
 * need no server start at once.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'backline-test-'))
  // If we are root, PostgreSQL's user must be able to enter this folder.
  chmodSync(folder, 0o755)
  const homes = { embedded: join(folder, 'embedded'), fifteen: join(folder, 'oldest') }
  const stops: (() => void)[] = []

  async function make(asked: string): Promise<string> {
    const [what, ...files] = asked.split(' ')
    if (what === 'program') return (await import('./programs.ts')).buildProgram(files)
    const { startCachedEmbedded, startCachedFifteen } = await import('./cached-servers.ts')
    const isEmbedded = what === 'embedded'
    stops.push(await (isEmbedded ? startCachedEmbedded(homes.embedded) : startCachedFifteen(homes.fifteen)))
    return socketAddress(isEmbedded ? homes.embedded : join(homes.fifteen, 'fifteen'))
  }

  const answers = new Map<string, Promise<string>>()
  const door = createServer((socket) => {
    socket.once('data', (data) => {
      const asked = String(data)
      const answer = answers.get(asked) ?? make(asked)
      answers.set(asked, answer)
      answer.then(
        (found) => socket.end(JSON.stringify({ found })),
        (error: Error) => socket.end(JSON.stringify({ fault: error.stack ?? error.message })),
      )
    })
  }).listen(join(folder, 'door'))

  const close = () => {
    door.close()
    for (const stop of stops.splice(0)) stop()
    rmSync(folder, { recursive: true, force: true })
  }
  // If a process ends early, it must stop its PostgreSQL server.
  const leave = () => process.exit(143)
  process.once('exit', close).once('SIGTERM', leave)
  project.provide('door', join(folder, 'door'))
  return async () => {
    process.off('exit', close).off('SIGTERM', leave)
    close()
  }
}
