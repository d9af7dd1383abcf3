import type { FastifyInstance } from 'fastify'
import type { Keys } from '#server/lib/auth/types.ts'

/** The public keys, for programs that check tokens without asking us. */
export async function keyRoutes(app: FastifyInstance, { keys }: { keys: Keys }): Promise<void> {
  app.get('/.well-known/jwks.json', async (_request, reply) => {
    reply.header('cache-control', 'public, max-age=600')
    return { keys: await keys.published() }
  })
}
