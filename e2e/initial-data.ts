import { execFile } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { RunningServer } from '#tools/testing/run-server.ts'
import { openFolder } from './open-folder.ts'

/** The environment variable that contains the path of the initial data folder. Worker processes inherit it. */
const variable = 'E2E_INITIAL_DATA'

/** Before all tests, creates a data folder without rows, as the server leaves it after its first start. */
export async function createInitialData(): Promise<() => Promise<void>> {
  const folder = await openFolder('initial')
  const dataDir = join(folder, 'data')
  const server = new RunningServer({ DATA_DIR: dataDir })
  await server.start()
  await server.stop()
  process.env[variable] = dataDir
  return () => rm(folder, { recursive: true, force: true })
}

/**
 * Copies the initial data folder, so that the server need not create a database. Owners and permissions are preserved.
 */
export async function copyInitialData(dataDir: string): Promise<void> {
  const initial = process.env[variable]
  if (!initial) throw new Error('The initial data folder is missing: this file must be the global setup.')
  await promisify(execFile)('cp', ['-a', initial, dataDir])
}
