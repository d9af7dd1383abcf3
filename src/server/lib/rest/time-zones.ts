import type { Database } from '#server/lib/db/database.ts'
import { readTimeZones } from './catalogue-queries.ts'

/**
 * Gives the test for names of time zones that one `Prefer` header needs. The database is asked for its zones when a
 * header names one for the first time.
 */
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
