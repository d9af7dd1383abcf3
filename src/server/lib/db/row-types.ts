import type { AuthTables } from './row-types-auth.ts'
import type { PrivateTables } from './row-types-private.ts'
import type { PublicTables } from './row-types-public.ts'

export type { Functions } from './row-types-functions.ts'

/** The row of each table. */
export type Tables = AuthTables & PrivateTables & PublicTables
