import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'

/** The cache for results that can be rebuilt; the project contains the cache, so that programs find their packages. */
export const cacheFolder = '.cache'
/** Older entries are stale, or an interrupted process left them. */
const staleMilliseconds = 3_600_000

/**
 * Returns the cache folder for this key. If the folder does not exist, calls `make` to write it and removes stale
 * folders.
 */
export async function cachedFolder(name: string, key: string, make: (draft: string) => Promise<void>): Promise<string> {
  const kept = resolve(cacheFolder, `${name}-${key}`)
  if (existsSync(kept)) return kept
  mkdirSync(cacheFolder, { recursive: true })
  for (const entry of readdirSync(cacheFolder).filter((each) => each.startsWith(`${name}-`))) {
    const path = join(cacheFolder, entry)
    const changed = statSync(path, { throwIfNoEntry: false })?.ctimeMs ?? 0
    if (Date.now() - changed > staleMilliseconds) rmSync(path, { recursive: true, force: true })
  }
  const draft = `${kept}.${process.pid}`
  await make(draft)
  try {
    renameSync(draft, kept)
  } catch {
    // Another process has finished the same entry first.
    rmSync(draft, { recursive: true, force: true })
  }
  return kept
}

/** Copies a folder. The copied files have the same owner. */
export const copyFolder = (from: string, to: string) => spawnSync('cp', ['-a', from, to])
