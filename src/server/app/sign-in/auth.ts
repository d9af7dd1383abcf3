import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Config } from '#server/app/config/config.ts'
import { withMasterKey } from '#server/app/running/sealing.ts'
import { adminRoutes } from '#server/features/auth-admin/routes.ts'
import { codeRoutes } from '#server/features/auth-codes/routes.ts'
import { redeemLink } from '#server/features/auth-codes/service.ts'
import { passkeyRoutes } from '#server/features/auth-factors/passkey-routes.ts'
import { factorRoutes } from '#server/features/auth-factors/routes.ts'
import { keyRoutes } from '#server/features/auth-keys/routes.ts'
import { openKeys } from '#server/features/auth-keys/service.ts'
import type { AccountOptions } from '#server/features/auth-links/types.ts'
import { userRoutes } from '#server/features/auth-own-account/routes.ts'
import { createOwner } from '#server/features/auth-owner/service.ts'
import { providerRoutes } from '#server/features/auth-providers/routes.ts'
import { sessionRoutes } from '#server/features/auth-sessions/routes.ts'
import { tokenRoutes } from '#server/features/auth-token/routes.ts'
import type { SiteSource } from '#server/features/pages/service.ts'
import { type AuthContext, authUrl } from '#server/lib/auth/context.ts'
import { authConventions } from '#server/lib/auth/conventions.ts'
import { redirectTarget } from '#server/lib/auth/redirect-target.ts'
import type { SecretCipher } from '#server/lib/crypto/secret-cipher.ts'
import type { Database } from '#server/lib/db/database.ts'
import type { Log } from '#server/lib/log.ts'
import type { Clock } from '#server/lib/time/clock.ts'

/** The audience of all our tokens, and the role of everybody who signs in. */
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

/** The routes of the auth service, in the order in which the contract names its parts. */
export async function authRoutes(app: FastifyInstance, context: AuthContext): Promise<void> {
  authConventions(app)
  await app.register(keyRoutes, context)
  await app.register(tokenRoutes, context)
  await app.register(sessionRoutes, context)
  await app.register(codeRoutes, context)
  await app.register(userRoutes, context)
  await app.register(factorRoutes, context)
  await app.register(passkeyRoutes, context)
  await app.register(providerRoutes, context)
  await app.register(adminRoutes, context)
}

export function accountOptions(context: AuthContext, site: SiteSource): AccountOptions {
  const { publicUrl, settings } = context
  return {
    site,
    publicUrl,
    passwordRule: settings.passwordRule,
    redeem: (link) => redeemLink(context, link),
    allowedTarget: (redirectTo) => redirectTarget({ redirectTo }, publicUrl()),
    createOwner: (owner) => createOwner(context, owner),
  }
}
