import { randomBytes } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { createClient } from '@supabase/supabase-js'
import { WebSocket } from 'ws'
import { appForTest, publishableKey } from '#server/app/testing.ts'
import { openArrivals } from '#server/features/rest-writing/service.ts'
import { openSecretCipher } from '#server/lib/crypto/secret-cipher.ts'
import type { Database } from '#server/lib/db/database.ts'
import { unlimited } from '#server/lib/rate-limit/types.ts'
import type { RestContext } from '#server/lib/rest/context.ts'
import {
  ada,
  claimsOf,
  type Mount,
  notesForTest as notesBehind,
  restForTest as restBehind,
  trials,
} from '#server/lib/rest/testing.ts'
import { restRooms } from './rest.ts'

/** Options of the data API for tests that need no limits and watch no sessions. */
export const restOptions = (database: Database, { clock }: Pick<RestContext, 'clock'>) => ({
  arrivals: openArrivals(database, { warn: () => {} }),
  clock,
  limits: unlimited,
  cipher: openSecretCipher(randomBytes(32)),
  watch: { over: () => {} },
})

const mount: Mount = (app, context, { database }) => restRooms(app, context, restOptions(database, context))

/** The routes of the data API on a test database. */
export const restForTest = () => restBehind(mount)
export const notesForTest = () => notesBehind(mount)

/** The listening server with the table `trials`, and a client of the library for each role. */
export async function dataAppForTest(sql = '') {
  const running = await appForTest()
  await running.test.asOwner(`${trials}; ${sql}`)
  await running.app.listen({ host: '127.0.0.1', port: 0 })
  const url = `http://127.0.0.1:${(running.app.server.address() as AddressInfo).port}`

  /** The client of a visitor, of Ada or of a program. `heard` are the headers of the latest answer. */
  async function clientOf(role: 'anon' | 'authenticated' | 'service_role') {
    const claims = claimsOf(ada, { role })
    const token = role === 'anon' ? publishableKey : await running.auth.keys.sign(claims, 600)
    const heard: { headers: Headers } = { headers: new Headers() }
    const client = createClient(url, publishableKey, {
      accessToken: async () => token,
      // Node 20 has no WebSocket of its own and the client insists on one, though nothing here uses it.
      realtime: { transport: WebSocket as never },
      global: {
        fetch: async (input, init) => {
          const answer = await fetch(input, init)
          heard.headers = answer.headers
          return answer
        },
      },
    })
    return { client, heard, token }
  }

  return {
    ...running,
    url,
    stranger: await clientOf('anon'),
    person: await clientOf('authenticated'),
    service: await clientOf('service_role'),
    /** Empties the table and fills it with so many rows. */
    async fill(rows = 3): Promise<void> {
      const numbers = `select n, 'row ' || n from generate_series(1, ${rows}) n`
      await running.test.asOwner(`truncate public.trials; insert into public.trials (id, note) ${numbers}`)
    },
    notes: async () =>
      (await running.test.asOwner<{ note: string }>('select note from public.trials order by id')).map(
        ({ note }) => note,
      ),
  }
}
