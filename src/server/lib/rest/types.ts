import type { Role } from '#server/lib/db/database.ts'
import type { Resolution, Sheet } from '#server/lib/query-grammar/types.ts'

/** Who is asking: the database decides by the role and its claims what they may see and do. */
export interface Caller {
  role: Role
  /** Become `request.jwt.claims`. */
  claims: Record<string, unknown>
}

/** Rows to answer with. */
export interface Page {
  /** JSON texts of the rows, with commas between. */
  body: string
  /** Where the rows are lists of cells: what they are as a file. */
  sheet?: Sheet | null
  rows: number
  /** How many rows there are on all pages, where that was asked. */
  total: number | null
  /** How many rows a function gave before any was left out, where that is known. */
  affected?: number | null
}

/** What a `Prefer` header asked for. */
export interface Preferences {
  return: 'minimal' | 'headers-only' | 'representation'
  /** How the rows of all pages are to be counted, if at all. */
  count: 'exact' | 'planned' | 'estimated' | null
  /** What becomes of a posted row that is there already. */
  resolution: Resolution | null
  missingAsDefault: boolean
  /** Rows that a change, or what a function gives, may have at most. */
  maxAffected: number | null
  /** Whether everything happens but nothing stays. */
  isRolledBack: boolean
  /** The time zone that times without one are read in, and all are written in. */
  timeZone: string | null
  /** Whether what cannot be honoured is to be refused. */
  isStrict: boolean
  /** The preferences honoured, for `Preference-Applied`. */
  applied: readonly string[]
}
