import type { Role } from '#server/lib/db/database.ts'

/** Who is asking: the database decides by the role and its claims what they may see and do. */
export interface Caller {
  role: Role
  /** Become `request.jwt.claims`. */
  claims: Record<string, unknown>
}

/** The parameters of an address; one that is given several times is an array. */
export type Query = Readonly<Record<string, unknown>>

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

export interface Sheet {
  /** What it is the sheet of: a table or a function. */
  name: string
  header: readonly string[]
}

export interface Column {
  name: string
  /** As PostgreSQL writes it, ready for a cast; of a domain the type below it. */
  type: string
  /** The expression for a row that does not say, as PostgreSQL writes it. */
  otherwise: string | null
  isKey: boolean
}

/** A table, a view, or what a function returns. */
export interface Relation {
  name: string
  columns: ReadonlyMap<string, Column>
}

export interface Argument {
  name: string
  type: string
  isRequired: boolean
  isVariadic: boolean
}

/** One function of those that share a name. */
export interface Routine {
  name: string
  arguments: readonly Argument[]
  isSet: boolean
  isVoid: boolean
  /** Whether it may change something. */
  isVolatile: boolean
  /** The columns of what it returns; null for a bare value. */
  columns: ReadonlyMap<string, Column> | null
}

/** What the schema `public` holds. Every name in a statement of ours comes from here and not from the sender. */
export interface Catalogue {
  relations: ReadonlyMap<string, Relation>
  routines: ReadonlyMap<string, readonly Routine[]>
}

/** One posted row: whatever keys the sender gave it. */
export type Row = Record<string, unknown>

/** Types of the columns that a visitor may write, as PostgreSQL names them. */
export type SqlType = 'text' | 'jsonb' | 'real' | 'uuid' | 'timestamp with time zone'

/** Why one column of one row is refused. */
export interface Fault {
  column: string
  /** `type` and `encoding` are values that the column's type cannot hold, `check` those that a rule forbids. */
  kind: 'unknown' | 'missing' | 'type' | 'encoding' | 'check'
  /** What the value must be, as words that follow the column's name. */
  reason: string
}

/** What a `Prefer` header asked for. */
export interface Preferences {
  return: 'minimal' | 'headers-only' | 'representation'
  /** How the rows of all pages are to be counted, if at all. */
  count: 'exact' | 'planned' | 'estimated' | null
  /** What becomes of a posted row that is there already. */
  resolution: 'merge-duplicates' | 'ignore-duplicates' | null
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

/** Rows of somebody signed in, their columns resolved; the database judges the rest. */
export interface Posting {
  rows: readonly Row[]
  columns: readonly Column[]
  /** Columns by which a row counts as there already. */
  conflict: readonly Column[]
  resolution: Preferences['resolution']
  missingAsDefault: boolean
}

/** Arguments of a call by name: values of a JSON object, or texts of a query string. */
export interface Given {
  isJson: boolean
  values: Readonly<Record<string, unknown>>
}
