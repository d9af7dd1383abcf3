import type { AuthTables } from './row-types-auth.ts'
import type { PrivateFunctions, PrivateTables } from './row-types-private.ts'
import type { PublicFunctions, PublicTables } from './row-types-public.ts'

/** The row of each table, and what each function answers that answers one value. */
export type Tables = AuthTables & PrivateTables & PublicTables
export type Functions = PrivateFunctions & PublicFunctions
