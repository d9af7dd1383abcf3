import fastify, { type InjectOptions } from 'fastify'
import { testDatabase } from '#server/lib/db/testing.ts'
import { serverLimits } from '#server/lib/http/limits.ts'
import { logRequests } from '#server/lib/http/log-requests.ts'
import { unlimited } from '#server/lib/rate-limit/types.ts'
import { restRoutes } from './routes.ts'

export const key = 'sb_publishable_test'
export const publicUrl = 'https://site.example'

/** This room alone, on a database of its own. */
export async function restForTest() {
  const test = await testDatabase()
  const app = fastify(serverLimits)
  logRequests(app)
  const options = {
    database: test.database,
    clock: Date.now,
    limits: unlimited,
    publishableKey: key,
    publicUrl: () => publicUrl,
  }
  await app.register(restRoutes, { ...options, prefix: '/rest/v1' })
  const headers = { apikey: key, 'content-type': 'application/json' }
  const send = (options: InjectOptions) => app.inject(options)
  return {
    send,
    /** One POST as a client makes it; text goes out as it is. */
    post(path: string, body: unknown, more: Record<string, string> = {}) {
      const payload = typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body)
      return send({ method: 'POST', url: `/rest/v1/${path}`, headers: { ...headers, ...more }, payload })
    },
    async count(table = 'strategy_call_bookings'): Promise<number> {
      const [row] = await test.asOwner<{ count: number }>(`select count(*)::int as count from ${table}`)
      return row?.count ?? -1
    },
    asOwner: <Row>(sql: string, values?: readonly unknown[]) => test.asOwner<Row>(sql, values),
    async close() {
      await app.close()
      await test.close()
    },
  }
}
