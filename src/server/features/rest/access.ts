import type { FastifyReply, FastifyRequest } from 'fastify'
import { keyTest } from '#server/lib/http/publishable-key.ts'
import { Refusal } from './refusal.ts'

/**
 * Lets a request through that carries the publishable key, as `apikey`, as bearer or as both. It says which
 * site is speaking, not who: everybody with the key is the role `anon`. No other token is accepted yet.
 */
export function requireKey(publishableKey: string) {
  const isKey = keyTest(publishableKey)
  return async (request: FastifyRequest): Promise<void> => {
    const { apikey, authorization } = request.headers
    const bearer = authorization && (/^Bearer +(\S+)$/i.exec(authorization)?.[1] ?? '')
    if (apikey === undefined && bearer === undefined) {
      throw new Refusal(
        'PGRST302',
        'No API key found in request',
        'Send the publishable key as the apikey header',
      )
    }
    if (apikey !== undefined && !(typeof apikey === 'string' && isKey(apikey))) {
      throw new Refusal('PGRST301', 'Invalid API key', 'Check the publishable key')
    }
    if (bearer !== undefined && bearer !== apikey && !isKey(bearer)) {
      throw new Refusal(
        'PGRST301',
        'Invalid bearer token',
        'Send the publishable key as the bearer, or no bearer',
      )
    }
  }
}

/** CORS with one allowed origin, our own: other sites hear nothing that a browser would take for a yes. */
export function allowOwnOrigin(publicUrl: () => string) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    reply.header('vary', 'Origin').header('cache-control', 'no-store')
    if (request.headers.origin !== publicUrl()) return
    reply.header('access-control-allow-origin', publicUrl())
    reply.header('access-control-expose-headers', 'Content-Range, Location, Range-Unit, Preference-Applied')
    if (request.method !== 'OPTIONS') return
    reply.header('access-control-allow-methods', 'POST')
    reply.header('access-control-max-age', '86400')
    reply.header(
      'access-control-allow-headers',
      'apikey, authorization, content-profile, content-type, prefer, x-client-info, x-supabase-api-version',
    )
  }
}
