import type { FastifyInstance } from 'fastify'
import { sha256 } from '#server/lib/crypto/digest.ts'
import { type FeedOptions, readFeed } from './service.ts'

/**
 * The calendar of a host's calls, for programs that look at it every now and then: the address is the key. No cache but
 * the reader's own keeps it, and that one asks each time whether it is still so.
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

/** Fronts that pack an answer make its tag a weak one, which is good enough for a reader. */
const sameTag = (known: string | undefined, etag: string) =>
  known?.split(',').some((one) => [etag, `W/${etag}`, '*'].includes(one.trim())) ?? false
