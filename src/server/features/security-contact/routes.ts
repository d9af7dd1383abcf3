import type { FastifyInstance } from 'fastify'
import { securityContact } from '#content/security-contact.ts'
import type { Clock } from '#server/lib/clock.ts'

export interface SecurityContactOptions {
  clock: Clock
  publicUrl: () => string
}

const path = '/.well-known/security.txt'
const day = 86_400_000
/** RFC 9116 wants less than a year; whoever keeps a copy asks again by then. */
const validDays = 180

/** Where to report a weakness: RFC 9116. Written as it is asked for, so that it does not run out on a server that is up. */
export async function securityContactRoutes(
  app: FastifyInstance,
  { clock, publicUrl }: SecurityContactOptions,
): Promise<void> {
  app.get(path, async (_request, reply) => {
    const today = Math.floor(clock() / day) * day
    const fields = [
      `Contact: mailto:${securityContact.email}`,
      `Expires: ${new Date(today + validDays * day).toISOString()}`,
      `Preferred-Languages: ${securityContact.languages.join(', ')}`,
      `Canonical: ${publicUrl()}${path}`,
    ]
    return reply
      .header('cache-control', 'public, max-age=3600')
      .type('text/plain; charset=utf-8')
      .send(`${fields.join('\n')}\n`)
  })
}
