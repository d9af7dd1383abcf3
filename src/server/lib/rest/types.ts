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
}

/** What a `Prefer` header asked for. */
export interface Preferences {
  return: 'minimal' | 'headers-only' | 'representation'
  /** Whether the rows of all pages are to be counted. */
  isCounted: boolean
  /** What becomes of a posted row that is there already. */
  resolution: Resolution | null
  missingAsDefault: boolean
  /** The preferences honoured, for `Preference-Applied`. */
  applied: readonly string[]
}
