import type { RequestRole } from '#server/lib/db/database.ts'
import type { tables } from './policy.ts'

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

export type Table = (typeof tables)[number]

/** One entry of `postgres_changes`, as the client sent it: it compares our reply with it word by word. */
export interface Subscription {
  event: '*' | Change['type']
  schema: string
  table: Table
}

/** Row `id` of a table was inserted, updated or deleted. */
export interface Change {
  table: Table
  type: 'INSERT' | 'UPDATE' | 'DELETE'
  id: string
  at: string
}
