import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { SecretCipher } from '#server/lib/crypto/secret-cipher.ts'
import { signLinkKey, verifyLinkKey } from '#server/lib/crypto/tokens.ts'
import type { Clock } from '#server/lib/time/clock.ts'
import type { Draft, Publishing } from './service.ts'

/** The purpose of the link's key, and the name of the cookie that contains it. */
const purpose = 'preview'
const day = 24 * 3_600_000
const cookie = /(?:^|; )preview=([\w.-]+)/

export interface PreviewOptions {
  cipher: Pick<SecretCipher, 'key'>
  clock: Clock
  publicUrl: () => string
  publishing: Pick<Publishing, 'refresh' | 'draft'>
}

/** A link that shows the draft on any device for a day. `member` is the id of the owner who made it. */
export async function previewLink(
  { cipher, clock, publicUrl }: PreviewOptions,
  member: string,
): Promise<{ url: string; until: string }> {
  const ends = clock() + day
  const key = await signLinkKey(cipher, purpose, member, ends)
  return { url: `${publicUrl()}/preview?key=${key}`, until: new Date(ends).toISOString() }
}

/** Returns a function that finds the draft for a browser that opened a valid link. */
export const openPreviews =
  ({ cipher, clock, publishing }: PreviewOptions) =>
  async ({ headers }: FastifyRequest): Promise<Draft | null> => {
    const [, key] = cookie.exec(headers.cookie ?? '') ?? []
    return (await verifyLinkKey(cipher, purpose, key, clock())) === null ? null : publishing.draft()
  }

/** The link sets a cookie, so that the preview covers every view and page. Only owners who open the link get it. */
export async function previewRoutes(app: FastifyInstance, { cipher, clock, publicUrl }: PreviewOptions): Promise<void> {
  const setCookie = (reply: FastifyReply, key: string, seconds: number) => {
    const secure = publicUrl().startsWith('https:') ? '; Secure' : ''
    const attributes = `Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure}`
    return reply.header('cache-control', 'no-store').header('set-cookie', `preview=${key}; ${attributes}`).redirect('/')
  }
  app.get('/preview', async (request, reply) => {
    const { key } = request.query as { key?: unknown }
    const isValid = (await verifyLinkKey(cipher, purpose, key, clock())) !== null
    return isValid ? setCookie(reply, String(key), day / 1000) : reply.callNotFound()
  })
  app.get('/preview/end', async (_request, reply) => setCookie(reply, '', 0))
}
