import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openDatabase } from '#server/lib/db/database.ts'
import { once } from '#server/lib/db/test-servers.ts'
import { booking, insertion } from '#server/lib/db/visitor-rows.ts'
import { type ForeignServer, fifteenIsMissing, startFifteen } from './postgres-fifteen.ts'

const missing = fifteenIsMissing()
const folder = mkdtempSync(join(tmpdir(), 'backline-plain-'))
let fifteen: ForeignServer
beforeAll(async () => {
  if (missing) return
  chmodSync(folder, 0o755)
  fifteen = startFifteen(folder)
  await once(fifteen.address, 'create role maker login createrole')
  await once(fifteen.address, 'create role serving login')
})
afterAll(() => {
  if (!missing) fifteen.stop()
  rmSync(folder, { recursive: true, force: true })
})

it.skipIf(missing !== null).each([
  ['alone', 'maker'],
  ['beside one who serves', 'serving'],
])(
  'an owner who is no superuser makes what is needed on a server that has none of it, %s',
  async (_, user) => {
    const name = `of_${user}`
    await once(fifteen.address, `create database ${name} owner maker`)
    const at = (who: string) => fifteen.address.replace('postgres@', `${who}@`).replace(/[^/]*$/, name)
    const database = await openDatabase({
      dataDir: '',
      databaseUrl: at(user),
      migrationUrl: at('maker'),
      owner: 'a test',
      log: () => {},
    })
    await database.transaction('anon', {}, (tx) =>
      tx.query(...insertion('strategy_call_bookings', booking())),
    )
    const seen = await database.transaction('service_role', {}, (tx) =>
      tx.query('select session_user as "user", status from strategy_call_bookings'),
    )
    expect(seen.rows).toEqual([{ user, status: 'new' }])
    const taken = await database.transaction('backline_outbox', {}, (tx) =>
      tx.query("select kind from private.claim_outbox(gen_random_uuid(), 'letter', 9, '1 minute', now())"),
    )
    expect(taken.rows).toEqual([{ kind: 'request-received' }])
    await database.close()
  },
)
