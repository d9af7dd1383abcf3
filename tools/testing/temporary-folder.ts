import { accessSync, constants, readFileSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'

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
    accessSync(shared, constants.W_OK)
    const { bavail, bsize } = statfsSync(shared)
    // Tests create programs, which some systems let nobody run from there.
    const runsPrograms = !/ \/dev\/shm .*\bnoexec\b/.test(readFileSync('/proc/mounts', 'utf8'))
    if (bavail * bsize >= neededBytes && runsPrograms) return shared
  } catch {
    // The folder is missing or not writable.
  }
  return tmpdir()
}
