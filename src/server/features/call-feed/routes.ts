import type { FastifyInstance } from 'fastify'
import { sha256 } from '#server/lib/crypto/tokens.ts'
import { type FeedOptions, readFeed } from './service.ts'

/**
 * The calendar of a host's calls, for programs that poll it: the address is the key. Only the reader's own cache may
 * keep it, and must revalidate it each time.
 */
export async function feedRoutes(app: FastifyInstance, options: FeedOptions): Promise<void> {
  app.get('/:file', async (request, reply) => {
    const { file } = request.params as { file: string }
    const text = await readFeed(options, file.replace(/\.ics$/, ''))
    reply.header('referrer-policy', 'no-referrer').header('x-robots-tag', 'noindex')
    if (text === null) {
      request.refusal = 'no-feed'
      return reply
        .code(404)
        .header('cache-control', 'no-store')
        .type('text/plain')
        .send('There is no such calendar.\n')
    }
    const etag = `"${sha256(text).slice(0, 32)}"`
    reply.headers({ 'cache-control': 'private, no-cache', etag })
    if (sameTag(request.headers['if-none-match'], etag)) return reply.code(304).send()
    return reply
      .type('text/calendar; charset=utf-8')
      .header('content-disposition', 'inline; filename="calls.ics"')
      .send(text)
  })
}

/** A proxy that compresses a response makes its tag weak, which is accepted too. */
const sameTag = (known: string | undefined, etag: string) =>
  known?.split(',').some((one) => [etag, `W/${etag}`, '*'].includes(one.trim())) ?? false
