import type { FastifyRequest } from 'fastify'
import { BadToken, type Keys } from '#server/lib/auth/context.ts'
import { publishableKeyTest } from '#server/lib/crypto/tokens.ts'
import type { Cursor, CursorOptions, Database, Role, Transaction } from '#server/lib/db/database.ts'
import type { QueryStatement } from '#server/lib/query-grammar/expressions.ts'
import { RestRefusal } from '#server/lib/query-grammar/refusal.ts'
import { openRequest } from './queries.ts'

/** In the database, the role and the claims decide what the caller may see and do. */
export interface Caller {
  role: Role
  /** The value of PostgreSQL's setting `request.jwt.claims`. */
  claims: Record<string, unknown>
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller of the data API; unset until the hook of `restConventions` has run. */
    restCaller: Caller
  }
}

const roles: readonly Role[] = ['anon', 'authenticated', 'service_role']

export const anonymousCaller: Caller = { role: 'anon', claims: { role: 'anon' } }

export const isSignedIn = ({ role }: Caller) => role !== 'anon'

/**
 * Identifies the caller. The publishable key, sent as `apikey`, as a bearer token or as both, identifies the site and
 * not the user, so every caller who sends only this key has the role `anon`. An access token sent as a bearer token
 * identifies a user. A token with the role `service_role` identifies a program and can be sent instead of the key.
 */
export function createCallerReader(publishableKey: string, keys: Keys) {
  const isKey = publishableKeyTest(publishableKey)
  return async ({ headers }: FastifyRequest): Promise<Caller> => {
    const { apikey, authorization } = headers
    const bearer = authorization === undefined ? undefined : (/^Bearer +(\S+)$/i.exec(authorization)?.[1] ?? '')
    if (apikey === undefined && bearer === undefined) {
      throw new RestRefusal('PGRST302', 'No API key found in request', 'Send the publishable key as the apikey header')
    }
    if (apikey !== undefined && !(typeof apikey === 'string' && isKey(apikey))) {
      const service = await callerOf(keys, String(apikey))
      if (service.role !== 'service_role') {
        throw new RestRefusal('PGRST301', 'Invalid API key', 'Check the publishable key')
      }
      if (bearer === undefined || bearer === apikey) return service
    }
    if (bearer === undefined || bearer === apikey || isKey(bearer)) return anonymousCaller
    return callerOf(keys, bearer)
  }
}

async function callerOf(keys: Keys, token: string): Promise<Caller> {
  const claims = await keys.verify(token).catch((error: unknown) => {
    if (!(error instanceof BadToken)) throw error
    const { reason, message } = error
    if (reason === 'expired') throw new RestRefusal('PGRST303', message, 'Refresh the session')
    throw new RestRefusal('PGRST301', message, 'Send the publishable key or a session access token')
  })
  const role = roles.find((known) => known === claims.role)
  if (role) return { role, claims: { ...claims } }
  throw new RestRefusal('22023', `role "${String(claims.role).slice(0, 63)}" does not exist`)
}

/** Runs one request as the caller. Checks the session each time, because a token can outlive its session by an hour. */
export function asCaller<T>(
  { database }: { database: Pick<Database, 'transaction'> },
  { role, claims }: Caller,
  { isReading }: { isReading: boolean },
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  return database.transaction(role, claims, async (tx) => {
    await openCallerRequest(tx, claims, isReading)
    return work(tx)
  })
}

/** Like `asCaller`, but for streamed rows. */
export function cursorAsCaller<Row>(
  { database }: { database: Pick<Database, 'cursor'> },
  { role, claims }: Caller,
  statement: QueryStatement,
  options: CursorOptions,
): Promise<Cursor<Row>> {
  return database.cursor(
    role,
    claims,
    async (tx) => {
      await openCallerRequest(tx, claims, false)
      return statement
    },
    options,
  )
}

async function openCallerRequest(tx: Transaction, claims: Caller['claims'], isReading: boolean): Promise<void> {
  const hasSession = claims.session_id !== undefined
  if (!(await openRequest(tx, { isReading, hasSession }))) throw sessionEnded()
}

export const sessionEnded = () => new RestRefusal('PGRST303', 'JWT session has ended', 'Sign in again')
