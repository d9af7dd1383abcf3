import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** The cache for results that can be rebuilt from the sources. */
export const shelf = '.cache'
/** An entry this old is stale, or was left by a process that ended halfway. */
const staleMilliseconds = 3_600_000

/**
 * Builds the folder `target`, which takes long, or copies it from the cache entry with the same `key`. The files keep
 * their owner.
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
    // Another process finished the same entry first.
    rmSync(draft, { recursive: true, force: true })
  }
}

function copy(from: string, to: string): boolean {
  if (!statSync(from, { throwIfNoEntry: false })) return false
  return spawnSync('cp', ['-a', from, to]).status === 0
}

/** Removes the cache entries of this name with another key. */
export function clearOld(name: string): void {
  for (const entry of readdirSync(shelf).filter((each) => each.startsWith(`${name}-`))) {
    const path = join(shelf, entry)
    const changed = statSync(path, { throwIfNoEntry: false })?.ctimeMs ?? 0
    if (Date.now() - changed > staleMilliseconds) rmSync(path, { recursive: true, force: true })
  }
}
