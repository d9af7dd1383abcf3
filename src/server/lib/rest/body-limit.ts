import { Transform } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { bodyLimit } from '#server/lib/http/connections.ts'
import { Refusal } from '#server/lib/query-grammar/refusal.ts'
import type { Caller } from './types.ts'

/** Bytes of one body of a program of the operator's own. */
const programBytes = 1024 * 1024

const mostBytes = ({ role }: Caller) => (role === 'service_role' ? programBytes : bodyLimit)

const tooLarge = (most: number) =>
  new Refusal(
    'HTTP413',
    'The body is too large',
    `Send at most ${most === bodyLimit ? '64 kB' : '1 MB'} in one request`,
  )

/** Limits bodies by the caller, who must be known by then: programs may send more. */
export function limitBodies(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    route.bodyLimit ??= programBytes
  })
  app.addHook('onRequest', async ({ headers, restCaller }) => {
    const most = mostBytes(restCaller)
    if (Number(headers['content-length'] ?? 0) > most) throw tooLarge(most)
  })
  app.addHook('preParsing', (request, _reply, body, done) => {
    if (request.headers['transfer-encoding'] === undefined) return done(null, body)
    const bounded = ending(mostBytes(request.restCaller))
    body.once('error', (error) => bounded.destroy(error))
    done(null, body.pipe(bounded))
  })
}

/** Passes on a body of unknown length until it is too long. */
function ending(most: number): Transform {
  let bytes = 0
  return new Transform({
    transform(piece: Buffer, _encoding, done) {
      bytes += piece.length
      if (bytes > most) done(tooLarge(most))
      else done(null, piece)
    },
  })
}
