import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** What pages on an origin that we allow may ask of one service, and read of its answers. */
interface Door {
  methods: string
  headers: string
  exposed: string
  /** Whether a browser may send along what it keeps of us. The data API has nothing that it could keep. */
  credentials: boolean
}

export const dataDoor: Door = {
  methods: 'GET, HEAD, POST, PATCH, DELETE',
  headers: [
    'accept-profile',
    'apikey',
    'authorization',
    'content-profile',
    'content-type',
    'prefer',
    'range',
    'range-unit',
    'x-client-info',
    'x-retry-count',
    'x-supabase-api-version',
    'x-upsert',
  ].join(', '),
  exposed: 'Content-Disposition, Content-Range, Location, Range-Unit, Preference-Applied, Link',
  credentials: false,
}

export const authDoor: Door = {
  methods: 'GET, POST, PUT, PATCH, DELETE',
  headers: 'accept, authorization, apikey, content-type, x-client-info, x-supabase-api-version, x-jwt-aud',
  exposed: 'x-total-count, link, x-supabase-api-version, x-sb-error-code',
  credentials: true,
}

/**
 * Writes that the origin which asks is allowed. Whether it is has been decided.
 * @see https://fetch.spec.whatwg.org/#http-cors-protocol
 */
export function allow({ method, headers }: FastifyRequest, reply: FastifyReply, door: Door): void {
  reply.headers({
    'access-control-allow-origin': headers.origin,
    ...(door.credentials && { 'access-control-allow-credentials': 'true' }),
    'access-control-expose-headers': door.exposed,
  })
  if (method !== 'OPTIONS') return
  reply.headers({
    'access-control-allow-methods': door.methods,
    'access-control-allow-headers': door.headers,
    'access-control-max-age': '86400',
  })
}

/**
 * What pages of other origins meet: the client waits as long as `Retry-After` says, which browsers read to our own pages
 * without being asked. Headers that an application adds to each call of its client (`global.headers`, traces) are none that
 * any other program could not send, so those that a preflight names are allowed.
 */
function doorForOthers(door: Door, { headers }: FastifyRequest): Door {
  const asked = (headers['access-control-request-headers'] ?? '').toLowerCase().split(/\s*,\s*/)
  const known = new Set(door.headers.split(', '))
  const more = asked.filter((name) => headerName.test(name) && !known.has(name))
  return {
    ...door,
    headers: [...known, ...more].join(', '),
    exposed: `${door.exposed}, Retry-After`,
  }
}

const headerName = /^[\w!#$%&'*+.^`|~-]+$/

/** By the router's outcome, which knows every spelling of an address; where it found none, by the address. */
function doorOf({ routeOptions, url }: FastifyRequest): Door | null {
  const route = routeOptions.url ?? url
  // Realtime is a socket, and refuses in words what else is asked of it.
  if (route.startsWith('/rest/v1/') || route.startsWith('/realtime/v1/')) return dataDoor
  return route.startsWith('/auth/v1/') ? authDoor : null
}

/** Lets these origins read the answers of data, auth and realtime: of every answer, so call it first, for the refusals too. */
export function allowOrigins(origins: readonly string[]) {
  const allowed = new Set(origins)
  return (request: FastifyRequest, reply: FastifyReply): void => {
    const door = allowed.size > 0 && doorOf(request)
    if (!door) return
    // Also where the answer is the same for everybody: a cache must not give one origin what another was told.
    reply.header('vary', 'Origin')
    if (allowed.has(request.headers.origin ?? '')) allow(request, reply, doorForOthers(door, request))
  }
}

/**
 * Answers the preflights of origins that were allowed. A browser takes a refused one for a network that failed, and a
 * page asks for each address anew, so they count for no limit; nothing is read, looked up or logged for one either.
 */
export function answerPreflights(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (request.method !== 'OPTIONS' || !reply.hasHeader('access-control-allow-origin')) return done()
    if (request.headers['access-control-request-method'] === undefined) return done()
    request.isRoutine = true
    reply.code(204).header('cache-control', 'no-store').send()
  })
}
