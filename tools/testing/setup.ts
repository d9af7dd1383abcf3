import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { openDoor } from './door.ts'
import { socketAddress } from './postgres-server.ts'

/**
 * Before all tests: opens the socket through which tests ask for real servers and built programs. Each starts at the
 * first request, so that tests which need none start at once.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'backline-test-'))
  // When we are root, the user that runs PostgreSQL must be able to enter the folder.
  chmodSync(folder, 0o755)
  const homes = { embedded: join(folder, 'embedded'), fifteen: join(folder, 'oldest') }
  const stops: (() => void)[] = []

  async function answer(asked: string): Promise<string> {
    const [what, ...files] = asked.split(' ')
    if (what === 'program') return (await import('./programs.ts')).buildProgram(files)
    const { startEmbedded, startOldest } = await import('./kept-servers.ts')
    const isEmbedded = what === 'embedded'
    stops.push(await (isEmbedded ? startEmbedded(homes.embedded) : startOldest(homes.fifteen)))
    return socketAddress(isEmbedded ? homes.embedded : join(homes.fifteen, 'fifteen'))
  }

  const door = join(folder, 'door')
  const closeDoor = openDoor(door, answer)
  const close = () => {
    closeDoor()
    for (const stop of stops.splice(0)) stop()
    rmSync(folder, { recursive: true, force: true })
  }
  // A process that is ended early must not leave its PostgreSQL behind.
  const leave = () => process.exit(143)
  process.once('exit', close).once('SIGTERM', leave)
  project.provide('door', door)
  return async () => {
    process.off('exit', close).off('SIGTERM', leave)
    close()
  }
}
