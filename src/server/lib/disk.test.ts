import type { statfs } from 'node:fs/promises'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { watchDisk } from './disk.ts'
import { createLog } from './log.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

it('[D3] logs one message when the disk becomes nearly full, and another when the disk has room again', async () => {
  const lines: string[] = []
  const log = createLog({ write: (line: string) => lines.push(line) } as never)
  const gigabyte = 1e9
  let disk = { blocks: 0, bavail: 0 }
  const measure = (async () => ({ bsize: 1, ...disk })) as unknown as typeof statfs
  const seen: unknown[] = []
  const watch = watchDisk('/data', log, measure)
  for (const [size, free] of [
    [20, 2],
    [20, 0.9],
    [20, 0.5],
    [1000, 2],
    [0.1, 0.01],
    [0.1, 0.004],
  ] as const) {
    disk = { blocks: size * gigabyte, bavail: free * gigabyte }
    await vi.advanceTimersByTimeAsync(10_000)
    seen.push(watch.isNearlyFull())
  }
  await watch.stop()
  expect(seen).toEqual([false, true, true, false, false, true])
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { msg: 'disk nearly full, interactions are refused', megabytes: 900 },
    { msg: 'disk has room, interactions are stored', megabytes: 2000 },
    { msg: 'disk nearly full, interactions are refused', megabytes: 4 },
  ])
})
