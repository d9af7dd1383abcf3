import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Config } from '#server/app/config/config.ts'
import { withMasterKey } from '#server/app/running/encryption-key.ts'
import { factorRoutes } from '#server/features/auth-factors/routes.ts'
import { linkRoutes } from '#server/features/auth-links/routes.ts'
import { userRoutes } from '#server/features/auth-own-account/routes.ts'
import { providerRoutes } from '#server/features/auth-providers/routes.ts'
import { openKeys } from '#server/features/auth-sessions/keys.ts'
import { sessionRoutes } from '#server/features/auth-sessions/routes.ts'
import { type AuthContext, authUrl } from '#server/lib/auth/context.ts'
import { authConventions } from '#server/lib/auth/conventions.ts'
import type { SecretCipher } from '#server/lib/crypto/secret-cipher.ts'
import type { Database } from '#server/lib/db/database.ts'
import type { Log } from '#server/lib/log.ts'
import type { Clock } from '#server/lib/time/clock.ts'

/** The audience of all our tokens, and the role of every user. */
const audience = 'authenticated'

export async function openAuth(options: {
  config: Pick<Config, 'auth' | 'dataDir' | 'encryptionKey'>
  database: Database
  clock: Clock
  log: Log
  publicUrl: () => string
}): Promise<AuthContext> {
  const { config, database, clock, log, publicUrl } = options
  const { auth: settings } = config
  const open = (cipher: SecretCipher) =>
    openKeys({
      database,
      clock,
      cipher,
      issuer: () => authUrl({ publicUrl }),
      audience,
      secretKey: settings.secretKey,
      tokenSeconds: settings.tokenSeconds,
    })
  const { cipher, keys } = await withMasterKey(config, database, open)
  const pause = (milliseconds: number) => sleep(milliseconds)
  return { database, clock, log, settings, keys, cipher, pause, publicUrl }
}

/** The routes of the auth service, in the order in which the contract lists them. */
export async function authRoutes(app: FastifyInstance, context: AuthContext): Promise<void> {
  authConventions(app)
  await app.register(sessionRoutes, context)
  await app.register(linkRoutes, context)
  await app.register(userRoutes, context)
  await app.register(factorRoutes, context)
  await app.register(providerRoutes, context)
}
