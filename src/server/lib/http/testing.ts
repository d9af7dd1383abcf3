import type { FastifyInstance } from 'fastify'

/** The header with which a browser marks a request from a page of the same site. */
export const sameOrigin = { 'sec-fetch-site': 'same-origin' }

/** Posts a form as a browser does. */
export const postForm = (
  app: Pick<FastifyInstance, 'inject'>,
  url: string,
  fields: Record<string, string>,
  headers: Record<string, string> = sameOrigin,
  remoteAddress = '127.0.0.1',
) =>
  app.inject({
    method: 'POST',
    url,
    remoteAddress,
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    payload: new URLSearchParams(fields).toString(),
  })
