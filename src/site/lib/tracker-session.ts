import { randomUuid } from './tracker-ids.ts'

const key = 'visit'

/** A visit ends when nothing has happened for this long. */
const idleMs = 30 * 60_000

/**
 * Names the visit that something belongs to, for each moment in turn. Kept in the tab's own storage, or in memory
 * where that is closed to us: reading the property throws there already, so it comes as a function.
 */
export function createSession(storage: () => Storage): (at: number) => string {
  let id = ''
  let last = 0
  try {
    const [, kept, seen] = /^([\da-f-]{36}) (\d+)$/.exec(storage().getItem(key) ?? '') ?? []
    if (kept) id = kept
    last = Number(seen)
  } catch {}
  return (at) => {
    if (!id || at - last > idleMs) id = randomUuid()
    last = at
    try {
      storage().setItem(key, `${id} ${at}`)
    } catch {}
    return id
  }
}
