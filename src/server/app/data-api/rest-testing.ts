import { randomBytes } from 'node:crypto'
import { openRowStore } from '#server/features/rest-writing/service.ts'
import { openSecretCipher } from '#server/lib/crypto/secret-cipher.ts'
import type { Database } from '#server/lib/db/database.ts'
import { unlimited } from '#server/lib/rate-limit/limits.ts'
import type { RestContext } from '#server/lib/rest/catalog.ts'
import { type Mount, notesForTest as notesBehind, restForTest as restBehind } from '#server/lib/rest/testing.ts'
import { restFeatureRoutes } from './rest.ts'

/** Data API options for tests that need no rate limits and no session checks. */
export const restOptions = (database: Database, { clock }: Pick<RestContext, 'clock'>) => ({
  arrivals: openRowStore(database, { warn: () => {} }),
  clock,
  limits: unlimited,
  cipher: openSecretCipher(randomBytes(32)),
  watch: { over: () => {} },
})

const mount: Mount = (app, context, { database }) => restFeatureRoutes(app, context, restOptions(database, context))

/** The routes of the data API on a test database. */
export const restForTest = () => restBehind(mount)
export const notesForTest = () => notesBehind(mount)
