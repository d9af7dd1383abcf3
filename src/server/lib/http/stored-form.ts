import type { FastifyReply, FastifyRequest } from 'fastify'
import type { SecretCipher } from '#server/lib/crypto/secret-cipher.ts'

/**
 * Headers of personal pages, which are not stored, not indexed, and do not reveal their address to other sites.
 * `no-referrer` would also blank their forms' Origin, which the server needs if no Sec-Fetch-Site is sent (over http).
 */
export const privatePageHeaders = {
  'cache-control': 'no-store',
  'referrer-policy': 'strict-origin',
  'x-robots-tag': 'noindex',
}

const purpose = (path: string) => `answer at ${path}`

/**
 * Redirects from a stored form to the page that confirms it, so that Back and Reload do not send the form again. The
 * address contains what the page shows, encrypted because the address stays in the browser's history.
 */
export async function redirectToResult(
  reply: FastifyReply,
  cipher: Pick<SecretCipher, 'seal'>,
  path: string,
  shown: object,
): Promise<FastifyReply> {
  const sealed = await cipher.seal(purpose(path), JSON.stringify(shown))
  return reply.redirect(`${path}?shown=${sealed}`, 303)
}

/** Reads the data that `redirectToResult` put into the address; null for any other address. */
export async function readResult<Shown extends object>(
  { query }: FastifyRequest,
  cipher: Pick<SecretCipher, 'open'>,
  path: string,
): Promise<Shown | null> {
  const { shown } = query as { shown?: unknown }
  try {
    return JSON.parse(await cipher.open(purpose(path), String(shown))) as Shown
  } catch {
    return null
  }
}
