import type { FastifyInstance } from 'fastify'
import { securityContact } from '#content/security-contact.ts'
import type { Clock } from '#server/lib/time/clock.ts'

export const securityPath = '/.well-known/security.txt'

const day = 86_400_000
/** Days until the file expires; RFC 9116 recommends less than a year. */
const validDays = 180

/** The contact for vulnerability reports, in the format of RFC 9116. */
export function securityText(publicUrl: string, now: number): string {
  const today = Math.floor(now / day) * day
  const fields = [
    `Contact: mailto:${securityContact.email}`,
    `Expires: ${new Date(today + validDays * day).toISOString()}`,
    `Preferred-Languages: ${securityContact.languages.join(', ')}`,
    `Canonical: ${publicUrl}${securityPath}`,
  ]
  return `${fields.join('\n')}\n`
}

/** The file is built for each request, so that it never expires. */
export async function securityContactRoutes(
  app: FastifyInstance,
  { clock, publicUrl }: { clock: Clock; publicUrl: () => string },
): Promise<void> {
  app.get(securityPath, async (_request, reply) =>
    reply
      .header('cache-control', 'public, max-age=3600')
      .type('text/plain; charset=utf-8')
      .send(securityText(publicUrl(), clock())),
  )
}
