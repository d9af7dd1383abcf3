import type { Row } from '#server/lib/query-grammar/types.ts'
import type { Preferences } from '#server/lib/rest/types.ts'

/** Types of the columns that a visitor may write, as PostgreSQL names them. */
export type SqlType = 'boolean' | 'text' | 'jsonb' | 'real' | 'uuid' | 'timestamp with time zone'

/** Why one column of one row is refused. */
export interface Fault {
  column: string
  /** `type` and `encoding` are values that the column's type cannot hold, `check` those that a rule forbids. */
  kind: 'unknown' | 'missing' | 'type' | 'encoding' | 'check'
  /** What the value must be, as words that follow the column's name. */
  reason: string
}

/** One POST, read but not yet judged. */
export interface Insertion {
  rows: readonly Row[]
  /** Columns written, in order; what a row has beyond them is ignored. */
  columns: readonly string[]
  /** Whether each row has exactly these columns. */
  isUniform: boolean
  preferences: Preferences
  /** Columns to answer with, when asked for a representation. */
  select: readonly string[]
  /** Whether the sender accepts nothing but exactly one row. */
  singular: boolean
}

/** What came of one POST. */
export interface Stored {
  count: number
  /** JSON text of the stored rows, when they were asked for. */
  representation: string | null
  /** Key of the one row, for `Location`. */
  id: string | null
  /** The way to the page of the one row, where there is such a page. */
  page: string | null
}
