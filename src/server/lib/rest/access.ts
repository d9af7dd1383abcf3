import type { FastifyReply, FastifyRequest } from 'fastify'
import { BadToken, type Keys } from '#server/lib/auth/types.ts'
import { keyTest } from '#server/lib/crypto/key-test.ts'
import type { Role } from '#server/lib/db/database.ts'
import { allow, dataDoor } from '#server/lib/http/cors.ts'
import { Refusal } from '#server/lib/query-grammar/refusal.ts'
import type { Caller } from './types.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller of the data API; unset until the hook of `restConventions` has run. */
    restCaller: Caller
  }
}

const roles: readonly Role[] = ['anon', 'authenticated', 'service_role']

export const stranger: Caller = { role: 'anon', claims: { role: 'anon' } }

export const isSignedIn = ({ role }: Caller) => role !== 'anon'

/**
 * Identifies the caller. The publishable key, as `apikey`, as bearer or as both, names the site, not the person: every
 * caller with it has the role `anon`. A token of ours as bearer names a person. One of the role `service_role` is a
 * program's own, and may stand in the place of the key too.
 */
export function recognise(publishableKey: string, keys: Keys) {
  const isKey = keyTest(publishableKey)
  return async ({ headers }: FastifyRequest): Promise<Caller> => {
    const { apikey, authorization } = headers
    const bearer =
      authorization === undefined ? undefined : (/^Bearer +(\S+)$/i.exec(authorization)?.[1] ?? '')
    if (apikey === undefined && bearer === undefined) {
      throw new Refusal(
        'PGRST302',
        'No API key found in request',
        'Send the publishable key as the apikey header',
      )
    }
    if (apikey !== undefined && !(typeof apikey === 'string' && isKey(apikey))) {
      const service = await callerOf(keys, String(apikey))
      if (service.role !== 'service_role') {
        throw new Refusal('PGRST301', 'Invalid API key', 'Check the publishable key')
      }
      if (bearer === undefined || bearer === apikey) return service
    }
    if (bearer === undefined || bearer === apikey || isKey(bearer)) return stranger
    return callerOf(keys, bearer)
  }
}

async function callerOf(keys: Keys, token: string): Promise<Caller> {
  const claims = await keys.verify(token).catch((error: unknown) => {
    throw error instanceof BadToken ? badToken(error) : error
  })
  const role = roles.find((known) => known === claims.role)
  if (role) return { role, claims: { ...claims } }
  throw new Refusal('22023', `role "${String(claims.role).slice(0, 63)}" does not exist`)
}

const badToken = ({ reason, message }: BadToken) =>
  new Refusal(
    reason === 'expired' ? 'PGRST303' : 'PGRST301',
    message,
    reason === 'expired' ? 'Refresh the session' : 'Send the publishable key or the token of a session',
  )

/** Allows our own origin; others are allowed earlier, because they must be able to read refusals too. */
export function allowOwnOrigin(publicUrl: () => string) {
  return (request: FastifyRequest, reply: FastifyReply, done: () => void): void => {
    reply.header('vary', 'Origin').header('cache-control', 'no-store')
    if (request.headers.origin === publicUrl()) allow(request, reply, dataDoor)
    done()
  }
}
