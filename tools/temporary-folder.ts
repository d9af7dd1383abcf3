import { accessSync, chmodSync, constants, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Linux keeps what lies here in memory. */
const shared = '/dev/shm'
/** Room for the databases of two files of tests at once; a container often has 64 megabytes. */
const neededBytes = 2e9

/**
 * Where tests put what they throw away, for TMPDIR: in memory where there is room. On a disk, the hundreds of files of a
 * new database take ten times as long to make.
 */
export function temporaryFolder(): string {
  try {
    const { bavail, bsize } = statfsSync(shared)
    if (bavail * bsize >= neededBytes && runsPrograms(shared)) return shared
  } catch {
    // There is none, or it is closed to us.
  }
  return tmpdir()
}

/** Some systems let no program run from there, and tests make programs. */
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
