import { execFile } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { RunningServer } from '#tools/run-server.ts'
import { openFolder } from './open-folder.ts'

/** Names the folder to the processes of the tests, which inherit the environment of the one that sets them up. */
const variable = 'E2E_INITIAL_DATA'

/** Before all tests: a data folder as the first start of the server leaves it, with nothing in it yet. */
export async function makeInitialData(): Promise<() => Promise<void>> {
  const folder = await openFolder('initial')
  const dataDir = join(folder, 'data')
  const server = new RunningServer({ DATA_DIR: dataDir })
  await server.start()
  await server.stop()
  process.env[variable] = dataDir
  return () => rm(folder, { recursive: true, force: true })
}

/** Spares a server the making of its database. Owners and rights are copied too. */
export async function copyInitialData(dataDir: string): Promise<void> {
  const initial = process.env[variable]
  if (!initial)
    throw new Error('The initial data were not made: this file is the global set-up of the tests.')
  await promisify(execFile)('cp', ['-a', initial, dataDir])
}
