import type { FastifyReply, FastifyRequest } from 'fastify'
import { chooseEncoding, matchesEtag } from '#server/lib/http/negotiate.ts'
import type { SiteFile } from './types.ts'

/** Sends the smallest stored encoding that the client accepts, or 304 if the client has it already. */
export function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  file: SiteFile,
  status = 200,
): FastifyReply {
  const encoding = chooseEncoding(request.headers['accept-encoding'], [...file.bodies.keys()])
  const body = file.bodies.get(encoding)
  if (!body) throw new Error(`no ${encoding} body`)
  reply.header('cache-control', file.cacheControl).header('etag', body.etag).type(file.type)
  if (file.bodies.size > 1) reply.header('vary', 'Accept-Encoding')
  if (file.csp) reply.header('content-security-policy', file.csp)
  if (status === 200 && matchesEtag(request.headers['if-none-match'], body.etag)) {
    return reply.code(304).removeHeader('content-type').send()
  }
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  return reply.code(status).send(body.bytes)
}
