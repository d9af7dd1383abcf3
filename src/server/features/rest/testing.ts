import fastify, { type InjectOptions } from 'fastify'
import { errors, generateKeyPair, jwtVerify, SignJWT } from 'jose'
import { type AccessClaims, BadToken, type Keys } from '#server/lib/auth/types.ts'
import { testDatabase } from '#server/lib/db/testing.ts'
import { serverLimits } from '#server/lib/http/limits.ts'
import { logRequests } from '#server/lib/http/log-requests.ts'
import { unlimited } from '#server/lib/rate-limit/types.ts'
import { restRoutes } from './routes.ts'

export const key = 'sb_publishable_test'
export const publicUrl = 'https://site.example'

const issuer = `${publicUrl}/auth/v1`

/** Keys that really sign and verify, made for one test. */
export async function keysForTest(iss = issuer): Promise<Keys> {
  const { privateKey, publicKey } = await generateKeyPair('ES256')
  return {
    sign: (claims, seconds) =>
      new SignJWT({ ...claims })
        .setProtectedHeader({ alg: 'ES256', typ: 'JWT', kid: 'test' })
        .setIssuer(iss)
        .setIssuedAt()
        .setExpirationTime(Math.floor(Date.now() / 1000) + seconds)
        .sign(privateKey),
    async verify(token) {
      try {
        const options = { issuer: iss, audience: 'authenticated', algorithms: ['ES256'] }
        return (await jwtVerify(token, publicKey, options)).payload as unknown as AccessClaims
      } catch (error) {
        throw new BadToken(error instanceof errors.JWTExpired ? 'expired' : 'undecodable')
      }
    },
    published: async () => [],
  }
}

/** What the token of somebody signed in says; without a session, so that none has to be there. */
export const claimsOf = (sub: string, change: object = {}) => ({
  aud: 'authenticated',
  role: 'authenticated',
  aal: 'aal1',
  sub,
  ...change,
})

/** This room alone, on a database of its own. */
export async function restForTest() {
  const test = await testDatabase()
  const app = fastify(serverLimits)
  logRequests(app)
  const keys = await keysForTest()
  const options = {
    database: test.database,
    clock: Date.now,
    limits: unlimited,
    publishableKey: key,
    keys,
    publicUrl: () => publicUrl,
  }
  await app.register(restRoutes, { ...options, prefix: '/rest/v1' })
  const headers = { apikey: key, 'content-type': 'application/json' }
  const send = (options: InjectOptions) => app.inject(options)
  return {
    app,
    keys,
    send,
    /** A token of somebody signed in. */
    token: (sub: string, change?: object) => keys.sign(claimsOf(sub, change), 600),
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
