import type { Log } from '#server/lib/log.ts'

/** Seconds in which refusals of one kind are counted together. */
const together = 10

/** Logs a refusal of some kind, or counts it. Kinds are few: nothing of one is for the client to choose. */
export type LogRefusal = (kind: Readonly<Record<string, unknown>>, first: () => void) => void

/** Has the first refusal of its kind logged, and logs the number of those that follow: a flood must not be one of lines. */
export function logRefusals(log: Pick<Log, 'info'>): LogRefusal {
  const counts = new Map<string, number>()
  return (kind, first) => {
    const key = JSON.stringify(kind)
    const count = counts.get(key)
    counts.set(key, (count ?? -1) + 1)
    if (count !== undefined) return
    first()
    const sum = () => {
      const refused = counts.get(key)
      counts.delete(key)
      if (refused) log.info({ ...kind, refused }, `refused alike within ${together} seconds`)
    }
    setTimeout(sum, 1000 * together).unref()
  }
}
