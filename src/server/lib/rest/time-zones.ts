import type { Database } from '#server/lib/db/database.ts'
import { readTimeZones } from './catalogue-queries.ts'

/** Tells the names of time zones, for one `Prefer` header; the database is asked when the first one names any. */
export type TimeZones = (header: string | string[] | undefined) => Promise<(name: string) => boolean>

export function openTimeZones(database: Database): TimeZones {
  let known: Promise<Set<string>> | null = null

  function read(): Promise<Set<string>> {
    const reading = database.transaction('anon', { role: 'anon' }, readTimeZones)
    reading.catch(() => {
      known = null
    })
    return reading
  }

  return async (header) => {
    if (!String(header ?? '').includes('timezone=')) return () => false
    known ??= read()
    const names = await known
    return (name) => names.has(name)
  }
}
