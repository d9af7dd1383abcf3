import { randomBytes } from 'node:crypto'
import { openArrivals } from '#server/features/rest-writing/service.ts'
import { openSecretBox } from '#server/lib/crypto/secret-box.ts'
import type { Database } from '#server/lib/db/database.ts'
import { unlimited } from '#server/lib/rate-limit/types.ts'
import type { RestContext } from '#server/lib/rest/context.ts'
import {
  type Mount,
  notesForTest as notesBehind,
  restForTest as restBehind,
} from '#server/lib/rest/testing.ts'
import { restRooms } from './rest.ts'

/** What the rooms of the data API stand on where nothing is proved and nobody is limited. */
export const restOptions = (database: Database, { clock }: Pick<RestContext, 'clock'>) => ({
  arrivals: openArrivals(database, { soon: () => {} }),
  clock,
  limits: unlimited,
  proofs: null,
  box: openSecretBox(randomBytes(32)),
  watch: { over: () => {} },
})

const mount: Mount = (app, context, { database }) => restRooms(app, context, restOptions(database, context))

/** All rooms of the data API. */
export const restForTest = () => restBehind(mount)
export const notesForTest = () => notesBehind(mount)
