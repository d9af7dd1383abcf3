import { accessSync, constants, readFileSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'

/** On Linux this is an in-memory file system. */
const shared = '/dev/shm'
/** Enough for the databases of two parallel test files; containers often have only 64 megabytes. */
const neededBytes = 2e9

/** Returns the TMPDIR for tests, in memory if possible: creating a database on a disk takes ten times as long. */
export function temporaryFolder(): string {
  try {
    accessSync(shared, constants.W_OK)
    const { bavail, bsize } = statfsSync(shared)
    // Tests create programs, which some systems do not allow to run from there.
    const runsPrograms = !/ \/dev\/shm .*\bnoexec\b/.test(readFileSync('/proc/mounts', 'utf8'))
    if (bavail * bsize >= neededBytes && runsPrograms) return shared
  } catch {
    // The folder is missing or not writable.
  }
  return tmpdir()
}
