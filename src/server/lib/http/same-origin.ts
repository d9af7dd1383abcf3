import type { FastifyRequest } from 'fastify'

/**
 * Whether a browser says that one of our own pages sent this form. Browsers set both headers themselves and no
 * page can forge them; a request with neither does not come from a browser's form, so it is refused as well.
 * @see https://developer.mozilla.org/docs/Web/HTTP/Reference/Headers/Sec-Fetch-Site
 */
export function isSameOrigin(request: FastifyRequest, publicUrl: string): boolean {
  const site = request.headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin'
  const { origin } = request.headers
  return origin === publicUrl || origin === `${request.protocol}://${request.host}`
}
