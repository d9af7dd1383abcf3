import type { Log } from '#server/lib/log.ts'

/** Seconds in which refusals of one kind are counted together. */
const together = 10

/** Logs a refusal of some kind, or counts it. There must be few kinds, so the client may choose no part of one. */
export type LogRefusal = (kind: Readonly<Record<string, unknown>>, first: () => void) => void

/** Logs the first refusal of its kind, and the number of those that follow: a flood must not fill the log. */
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
