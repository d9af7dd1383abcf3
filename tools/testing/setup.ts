import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { socketAddress } from './postgres-server.ts'

/**
 * Runs before all tests: opens the socket through which tests request real servers and built programs; the server's
 * `test-door.ts` is the client. Each starts at the first request and is shared, so that tests without them start at
 * once.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'backline-test-'))
  // If we are root, PostgreSQL's user must be able to enter the folder.
  chmodSync(folder, 0o755)
  const homes = { embedded: join(folder, 'embedded'), fifteen: join(folder, 'oldest') }
  const stops: (() => void)[] = []

  async function make(asked: string): Promise<string> {
    const [what, ...files] = asked.split(' ')
    if (what === 'program') return (await import('./programs.ts')).buildProgram(files)
    const { startEmbedded, startOldest } = await import('./kept-servers.ts')
    const isEmbedded = what === 'embedded'
    stops.push(await (isEmbedded ? startEmbedded(homes.embedded) : startOldest(homes.fifteen)))
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
  // A process that is terminated early must stop its PostgreSQL.
  const leave = () => process.exit(143)
  process.once('exit', close).once('SIGTERM', leave)
  project.provide('door', join(folder, 'door'))
  return async () => {
    process.off('exit', close).off('SIGTERM', leave)
    close()
  }
}
