/** PostgreSQL's types of the columns that a visitor may write. */
export type SqlType = 'boolean' | 'text' | 'jsonb' | 'real' | 'uuid' | 'timestamp with time zone'

export interface Fault {
  column: string
  /** `type` and `encoding`: the column's type cannot hold the value; `check`: a rule forbids it. */
  kind: 'unknown' | 'missing' | 'type' | 'encoding' | 'check'
  /** What the value must be, as words that follow the column's name. */
  reason: string
}

export interface Stored {
  count: number
  /** The id of a single row, for `Location`. */
  id: string | null
  /** The path of the page for a single row, if it has one. */
  page: string | null
}
