import formBody from '@fastify/formbody'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { SecretCipher } from '#server/lib/crypto/secret-cipher.ts'

/**
 * The headers of personal pages, which must not be stored or indexed, and must not reveal their URLs to other sites.
 * `no-referrer` would also blank the Origin header of the pages' forms; without Sec-Fetch-Site (over http), the server
 * needs Origin.
 */
export const privatePageHeaders = {
  'cache-control': 'no-store',
  'referrer-policy': 'strict-origin',
  'x-robots-tag': 'noindex',
}

/** Prepares the routes of personal pages, which accept only forms. */
export async function preparePrivatePages(app: FastifyInstance): Promise<void> {
  await app.register(formBody)
  app.removeContentTypeParser(['application/json', 'text/plain'])
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers(privatePageHeaders)
  })
}

const purpose = (path: string) => `answer at ${path}`

/**
 * Redirects from a stored form to the page that confirms it, so that Back and Reload do not send the form again. The
 * URL contains the text of that page; the text is encrypted, because the URL stays in the browser's history.
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

/** Reads the data that `redirectToResult` put into the URL; returns null for any other URL. */
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
