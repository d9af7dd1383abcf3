import type { RequestRole } from '#server/lib/db/database.ts'

/** The two spellings of the Phoenix protocol: an object, and an array. */
export type Version = '1.0.0' | '2.0.0'

/** How a socket was asked for: in which spelling, and with whose token where a program's own stood for the key. */
export interface Opening {
  version: Version
  programsToken: string | null
}

/** One message, however it was spelled. */
export interface Frame {
  /** The `ref` of the join that this belongs to. */
  joinRef: string | null
  /** What an answer repeats. */
  ref: string | null
  topic: string
  event: string
  payload: unknown
}

/** In whose name a channel reads. */
export interface Caller {
  role: RequestRole
  claims: Readonly<Record<string, unknown>>
  /** The same for two callers of whom the database could think nothing different. */
  key: string
  /** When the token ends, in milliseconds since 1970. */
  expires: number
}

export type Kind = 'INSERT' | 'UPDATE' | 'DELETE'

/** A column that has to have one of these values. */
export interface Filter {
  text: string
  column: string
  values: readonly string[]
}

/** What a channel asked to be told. */
export interface Binding {
  id: number
  table: string
  kinds: readonly Kind[]
  filter: Filter | null
  /** As the client wrote it: it compares our answer with that, word by word. */
  asked: { event: string; schema: string; table?: string; filter?: string }
}

/** One row was made or changed, or is gone. */
export interface Change {
  table: string
  kind: Kind
  id: string
  at: string
}

/** `type` as the client's transformers know it; `cast` as SQL spells it. */
export interface Column {
  name: string
  type: string
  cast: string
}

export interface Row {
  record: Readonly<Record<string, unknown>>
  /** For each filter that was asked about, whether the row meets it. */
  matches: readonly boolean[]
}
