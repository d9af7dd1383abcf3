import type { RequestRole } from '#server/lib/db/database.ts'

/** The two serializations of the Phoenix protocol: objects, and arrays. */
export type Version = '1.0.0' | '2.0.0'

/** How a socket was opened: its version, and a program's token if it was used in place of the key. */
export interface Opening {
  version: Version
  programsToken: string | null
}

export interface Frame {
  /** The `ref` of the join that this message belongs to. */
  joinRef: string | null
  /** An answer repeats it. */
  ref: string | null
  topic: string
  event: string
  payload: unknown
}

/** The account whose rights apply to a channel. */
export interface Caller {
  role: RequestRole
  claims: Readonly<Record<string, unknown>>
  /** Equal for two callers with the same rights in the database. */
  key: string
  /** The end of the token, in milliseconds since 1970. */
  expires: number
}

export type Kind = 'INSERT' | 'UPDATE' | 'DELETE'

/** The column must have one of these values. */
export interface Filter {
  text: string
  column: string
  values: readonly string[]
}

export interface Binding {
  id: number
  table: string
  kinds: readonly Kind[]
  filter: Filter | null
  /** The client's own text: it compares our answer with it word by word. */
  asked: { event: string; schema: string; table?: string; filter?: string }
}

export interface Change {
  table: string
  kind: Kind
  id: string
  at: string
}

/** `type` is the name that the client's transformers know; `cast` is the SQL name. */
export interface Column {
  name: string
  type: string
  cast: string
}

export interface Row {
  record: Readonly<Record<string, unknown>>
  /** Whether the row meets each requested filter. */
  matches: readonly boolean[]
}
