import type { FastifyInstance } from 'fastify'
import type { Database } from '#server/lib/db/database.ts'

/** How long the database may take before we call it absent: whoever asks wants to know quickly. */
const patience = 2000

/** `/healthz`: this process answers. `/readyz`: the database does too. */
export async function healthRoutes(
  app: FastifyInstance,
  { database }: { database: Database },
): Promise<void> {
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('cache-control', 'no-store')
  })
  app.get('/healthz', async () => ({ status: 'alive' }))
  app.get('/readyz', async (request, reply) => {
    try {
      await inTime(database.ping())
      return { status: 'ready' }
    } catch (error) {
      request.log.warn({ err: error }, 'not ready')
      return reply.code(503).header('retry-after', '2').send({ status: 'the database does not answer' })
    }
  })
}

async function inTime(work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer in ${patience} ms`)), patience)
  })
  await Promise.race([work, late]).finally(() => clearTimeout(timer))
}
