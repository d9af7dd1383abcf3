import { randomBytes } from 'node:crypto'
import { openInteractions } from '#server/features/interactions/service.ts'
import { openSecretCipher } from '#server/lib/crypto/secret-cipher.ts'
import { unlimited } from '#server/lib/rate-limit/limits.ts'
import { type Mount, notesForTest as notesBehind, restForTest as restBehind } from '#server/lib/rest/testing.ts'
import { writingRoutes } from './routes.ts'
import { openRowStore } from './service.ts'

const mount: Mount = (app, context, { database }) =>
  writingRoutes(app, context, {
    arrivals: openRowStore(database, { warn: () => {} }),
    interactions: openInteractions(database, context.clock),
    clock: context.clock,
    limits: unlimited,
    cipher: openSecretCipher(randomBytes(32)),
  })

export const restForTest = () => restBehind(mount)
export const notesForTest = () => notesBehind(mount)
