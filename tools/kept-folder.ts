import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** Where what can be made again is kept, until the sources change. */
export const shelf = '.cache'
/** What nobody made anew for so long is out of date, or was left by a process that ended in between. */
const staleMilliseconds = 3_600_000

/**
 * Makes the folder `target`, which takes long, or copies it as it was made before from the same `key`. The user that
 * its files belong to stays the same.
 */
export async function keptFolder(
  name: string,
  key: string,
  target: string,
  make: () => Promise<void> | void,
): Promise<void> {
  const kept = join(shelf, `${name}-${key}`)
  if (copy(kept, target)) return
  rmSync(target, { recursive: true, force: true })
  await make()
  mkdirSync(shelf, { recursive: true })
  clearOld(name)
  const draft = `${kept}.${process.pid}`
  if (!copy(target, draft)) return
  try {
    renameSync(draft, kept)
  } catch {
    // Another process was faster.
    rmSync(draft, { recursive: true, force: true })
  }
}

function copy(from: string, to: string): boolean {
  if (!statSync(from, { throwIfNoEntry: false })) return false
  return spawnSync('cp', ['-a', from, to]).status === 0
}

/** Removes what was kept of this name for other sources. */
export function clearOld(name: string): void {
  for (const entry of readdirSync(shelf).filter((each) => each.startsWith(`${name}-`))) {
    const path = join(shelf, entry)
    const changed = statSync(path, { throwIfNoEntry: false })?.ctimeMs ?? 0
    if (Date.now() - changed > staleMilliseconds) rmSync(path, { recursive: true, force: true })
  }
}
