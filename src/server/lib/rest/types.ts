import type { Role } from '#server/lib/db/database.ts'
import type { Resolution, Sheet } from '#server/lib/query-grammar/types.ts'

/** The database decides by role and claims what the caller may see and do. */
export interface Caller {
  role: Role
  /** Set as `request.jwt.claims`. */
  claims: Record<string, unknown>
}

export interface Page {
  /** JSON texts of the rows, joined by commas. */
  body: string
  /** For rows that are lines of a CSV sheet. */
  sheet?: Sheet | null
  rows: number
  /** The number of rows on all pages, if it was counted. */
  total: number | null
}

/** What a `Prefer` header asked for. */
export interface Preferences {
  return: 'minimal' | 'headers-only' | 'representation'
  /** Whether the rows of all pages are to be counted. */
  isCounted: boolean
  /** How an insert treats a row that exists already. */
  resolution: Resolution | null
  missingAsDefault: boolean
  /** The preferences honoured, for `Preference-Applied`. */
  applied: readonly string[]
}
