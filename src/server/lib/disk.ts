import { statfs } from 'node:fs/promises'
import type { Log } from '#server/lib/log.ts'
import { repeat } from '#server/lib/time/repeat.ts'

/**
 * The disk counts as nearly full if its free space is less than a gigabyte and also less than a twentieth of its size.
 * A gigabyte is enough: PostgreSQL's log takes a quarter of this space, and a ten-second flood of requests takes less
 * than another quarter.
 */
const leastShare = 1 / 20
const leastBytes = 1e9
const lookEvery = 10_000

interface DiskWatch {
  isNearlyFull: () => boolean
  stop: () => Promise<void>
}

/** Measures a folder's disk in the background, so that no request waits for it. Logs each change. */
export function watchDisk(folder: string, log: Log, measure: typeof statfs = statfs): DiskWatch {
  let isNearlyFull = false
  const looks = repeat('disk', lookEvery, log, async () => {
    const { bavail, blocks, bsize } = await measure(folder)
    const was = isNearlyFull
    isNearlyFull = bavail < blocks * leastShare && bavail * bsize < leastBytes
    const free = { megabytes: Math.floor((bavail * bsize) / 1e6) }
    if (isNearlyFull && !was) log.error(free, 'disk nearly full, interactions are refused')
    if (was && !isNearlyFull) log.info(free, 'disk has room, interactions are stored')
  })
  return { isNearlyFull: () => isNearlyFull, stop: () => looks.stop() }
}
