import { accessSync, chmodSync, constants, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** On Linux this folder is a file system in memory. */
const shared = '/dev/shm'
/** Room for the databases of two parallel test files; a container often has only 64 megabytes. */
const neededBytes = 2e9

/**
 * The TMPDIR for tests: in memory if there is room. On a disk, creating the hundreds of files of a new database takes
 * ten times as long.
 */
export function temporaryFolder(): string {
  try {
    const { bavail, bsize } = statfsSync(shared)
    if (bavail * bsize >= neededBytes && runsPrograms(shared)) return shared
  } catch {
    // The folder is missing or not writable.
  }
  return tmpdir()
}

/** Some systems mount it `noexec`, and tests create programs. */
function runsPrograms(parent: string): boolean {
  const folder = mkdtempSync(join(parent, 'backline-'))
  try {
    const file = join(folder, 'program')
    writeFileSync(file, '')
    chmodSync(file, 0o755)
    accessSync(file, constants.X_OK)
    return true
  } finally {
    rmSync(folder, { recursive: true })
  }
}
