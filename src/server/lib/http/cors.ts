import cors, { type FastifyCorsOptions } from '@fastify/cors'
import type { FastifyInstance } from 'fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * The requests that pages of allowed origins can send to this route, and the response headers that these pages
     * can read.
     */
    cors?: FastifyCorsOptions
  }
}

// The response to a preflight allows all headers that the preflight names, because applications may add their own
// headers and any program can send them.
const common: FastifyCorsOptions = {
  maxAge: 86_400,
  // Browsers cache a preflight for a day; no other cache may store it.
  cacheControl: 'no-store',
  strictPreflight: false,
}

const forData: FastifyCorsOptions = {
  ...common,
  methods: 'GET, HEAD, POST, PATCH, DELETE',
  exposedHeaders: 'Content-Disposition, Content-Range, Location, Range-Unit, Preference-Applied, Link, Retry-After',
}

const forAuth: FastifyCorsOptions = {
  ...common,
  methods: 'GET, POST, PUT, PATCH, DELETE',
  exposedHeaders: 'x-total-count, link, x-supabase-api-version, x-sb-error-code, Retry-After',
  credentials: true,
}

/** Realtime uses a socket, so the realtime routes refuse plain requests and say why. */
const services: readonly [prefix: string, options: FastifyCorsOptions][] = [
  ['/rest/v1/', forData],
  ['/realtime/v1/', forData],
  ['/auth/v1/', forAuth],
]

/**
 * Lets pages from these origins read responses from the data, auth and realtime routes. Register this first, so that
 * refusals also have the headers and preflights do not count toward rate limits: browsers report a refused preflight as
 * a network failure.
 */
export async function allowOrigins(app: FastifyInstance, origins: () => readonly string[]): Promise<void> {
  const origin: FastifyCorsOptions['origin'] = (asking, done) =>
    done(null, asking !== undefined && origins().includes(asking) && asking)
  app.addHook('onRoute', (route) => {
    const [, options] = services.find(([prefix]) => route.url.startsWith(prefix)) ?? []
    if (options) route.config = { ...route.config, cors: { ...options, origin } }
  })
  await app.register(cors, { origin: false })
}
