import { chmodSync, mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Creates a data folder that the user who runs PostgreSQL can reach. */
export function openFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'backline-data-'))
  chmodSync(folder, 0o755)
  return folder
}

/** Returns the process id of the PostgreSQL server that uses this data folder. */
export function postgresIn(dataDir: string): number {
  return Number.parseInt(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8'), 10)
}

export function lives(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
