/** The parameters of an address; one that is given several times is an array. */
export type Query = Readonly<Record<string, unknown>>

/** The form of the answer: a list of rows, the one row by itself, or rows as a CSV sheet. */
export type Form = 'rows' | 'object' | 'sheet'

export interface Sheet {
  /** The name of the table or function. */
  name: string
  header: readonly string[]
}

export interface Column {
  name: string
  /** As PostgreSQL writes it, ready for a cast; for a domain its base type. */
  type: string
  /** The default expression, as PostgreSQL writes it. */
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

/** The contents of the schema `public`. Every name in a statement of ours comes from here and not from the client. */
export interface Catalogue {
  relations: ReadonlyMap<string, Relation>
  routines: ReadonlyMap<string, readonly Routine[]>
}

export type Row = Record<string, unknown>

/** How an insert treats a row that exists already. */
export type Resolution = 'merge-duplicates' | 'ignore-duplicates'

/** Rows posted by a signed-in person, their columns resolved; the database checks the rest. */
export interface Posting {
  rows: readonly Row[]
  columns: readonly Column[]
  /** Columns by which a row counts as existing. */
  conflict: readonly Column[]
  resolution: Resolution | null
  missingAsDefault: boolean
}

/** Arguments of a call by name: values of a JSON object, or texts of a query string. */
export interface Given {
  isJson: boolean
  values: Readonly<Record<string, unknown>>
}
