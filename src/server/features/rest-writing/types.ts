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

/** What came of a visitor's POST. */
export interface Stored {
  count: number
  /** Key of the one row, for `Location`. */
  id: string | null
  /** The way to the page of the one row, where there is such a page. */
  page: string | null
}
