/** The parameters of an address; one that is given several times is an array. */
export type Query = Readonly<Record<string, unknown>>

/** What is asked for: a list of rows, the one row by itself, or rows as a sheet of cells. */
export type Form = 'rows' | 'object' | 'sheet'

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

/** What becomes of a posted row that is there already. */
export type Resolution = 'merge-duplicates' | 'ignore-duplicates'

/** Rows of somebody signed in, their columns resolved; the database judges the rest. */
export interface Posting {
  rows: readonly Row[]
  columns: readonly Column[]
  /** Columns by which a row counts as there already. */
  conflict: readonly Column[]
  resolution: Resolution | null
  missingAsDefault: boolean
}

/** Arguments of a call by name: values of a JSON object, or texts of a query string. */
export interface Given {
  isJson: boolean
  values: Readonly<Record<string, unknown>>
}
