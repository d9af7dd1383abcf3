import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** What pages on an origin that we allow may ask of one service, and read of its answers. */
interface Door {
  methods: string
  headers: string
  exposed: string
  /** Whether a browser may send its cookies for us. The data API uses none. */
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
 * Writes the headers that allow the request's origin, which the caller has checked.
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
 * The door for pages of other origins. They may read `Retry-After`, which browsers show to our own pages anyway, so
 * that the client waits that long. Headers that an application adds to each call of its client (`global.headers`,
 * traces) could come from any other program too, so those that a preflight names are allowed.
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

/** Uses the route that the router found, which knows every spelling of an address; without one, the address. */
function doorOf({ routeOptions, url }: FastifyRequest): Door | null {
  const route = routeOptions.url ?? url
  // Realtime is a socket; its routes refuse other requests with a message.
  if (route.startsWith('/rest/v1/') || route.startsWith('/realtime/v1/')) return dataDoor
  return route.startsWith('/auth/v1/') ? authDoor : null
}

/** Lets these origins read answers of data, auth and realtime. Call it first, so that refusals have the headers too. */
export function allowOrigins(origins: readonly string[]) {
  const allowed = new Set(origins)
  return (request: FastifyRequest, reply: FastifyReply): void => {
    const door = allowed.size > 0 && doorOf(request)
    if (!door) return
    // Also where every origin gets the same answer: a cache must not give one origin what another one got.
    reply.header('vary', 'Origin')
    if (allowed.has(request.headers.origin ?? '')) allow(request, reply, doorForOthers(door, request))
  }
}

/**
 * Answers the preflights of allowed origins. A browser takes a refused one for a failed network, and sends one for each
 * address, so they count for no limit; nothing is read, looked up or logged for them either.
 */
export function answerPreflights(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (request.method !== 'OPTIONS' || !reply.hasHeader('access-control-allow-origin')) return done()
    if (request.headers['access-control-request-method'] === undefined) return done()
    request.isRoutine = true
    reply.code(204).header('cache-control', 'no-store').send()
  })
}
