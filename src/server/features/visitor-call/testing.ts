import { randomBytes, randomUUID } from 'node:crypto'
import fastify from 'fastify'
import { plainSite } from '#server/features/pages/testing.ts'
import { openSecretCipher } from '#server/lib/crypto/secret-cipher.ts'
import { booking, insertion } from '#server/lib/db/rows-testing.ts'
import { deskMember, testDatabase } from '#server/lib/db/testing.ts'
import { logRequests } from '#server/lib/http/request-log.ts'
import { postForm } from '#server/lib/http/testing.ts'
import { type Limits, unlimited } from '#server/lib/rate-limit/limits.ts'
import { callPages, callRoutes } from './routes.ts'
import { signCallToken, signEmailToken } from './service.ts'

const hour = 3_600_000

/** Sets up the pages at https://site.example, with their own database, for a visitor in Johannesburg. */
export async function callsForTest() {
  const test = await testDatabase()
  const time = { ahead: 0 }
  const picks = { areLeft: true }
  const clock = () => Date.now() + time.ahead
  const cipher = openSecretCipher(randomBytes(32))
  const faults: unknown[] = []
  const options = {
    database: test.database,
    clock,
    log: { error: (facts: unknown) => faults.push(facts) },
    cipher,
    site: plainSite,
    publicUrl: () => 'https://site.example',
    limits: {
      ...unlimited,
      spendFor: ((_group, _request, _wanted, work) => work(picks.areLeft ? 1 : 0)) as Limits['spendFor'],
    },
  }
  const app = fastify()
  logRequests(app)
  await app.register(callRoutes, { ...options, prefix: '/call' })
  app.get('/', callPages(options))
  await test.asOwner("update desk_settings set answer_mailboxes = '{team@example.com}'")
  const agent = await deskMember(test, 'agent')

  /** The start of the test, rounded down to a minute. */
  const began = Math.floor(Date.now() / 60_000) * 60_000
  const at = (hours: number) => began + hours * hour
  const span = (hours: number) => `[${iso(at(hours))},${iso(at(hours) + hour / 2)})`

  /** A request for a time in thirty hours, and the tokens for its page. */
  async function callOf(change: Record<string, unknown> = {}) {
    const id = randomUUID()
    const row = booking({ id, time_zone: 'Africa/Johannesburg', preferred_time: iso(at(30)), ...change })
    await test.asOwner(...insertion('strategy_call_bookings', row))
    return {
      id,
      token: await signCallToken(cipher, id, clock() + 30 * hour),
      letterToken: await signEmailToken(cipher, id, clock() + 30 * hour),
    }
  }
  const confirmedOf = (change: Record<string, unknown> = {}) =>
    callOf({ status: 'confirmed', confirmed: span(30), answered_at: iso(Date.now()), ...change })

  return {
    app,
    options,
    test,
    faults,
    time,
    picks,
    agent,
    at,
    span,
    callOf,
    confirmedOf,
    stored: async (id: string) => {
      const [row] = await test.asOwner('select * from strategy_call_bookings where id = $1', [id])
      return row ?? {}
    },
    close: async () => {
      await app.close()
      await test.close()
    },
    /** Everything that a page could have changed, for comparison. */
    everything: () =>
      test.asOwner(
        `select (select jsonb_agg(b order by b.id) from strategy_call_bookings b) as calls,
           (select count(*) from outbox) as letters, (select count(*) from audit_log) as entries`,
      ),
    lettersOf: (id: string, kind: string) =>
      test.asOwner<{ recipient: string; facts: Record<string, string> }>(
        'select recipient, facts from outbox where booking_id = $1 and kind = $2 order by recipient',
        [id, kind],
      ),
    logged: (id: string) =>
      test.asOwner<{ action: string; actor: string | null; details: Record<string, unknown> }>(
        'select action, actor, details from audit_log where subject_id = $1 order by id',
        [id],
      ),
    visit: (token: string, method: 'GET' | 'HEAD' = 'GET', headers = {}) =>
      app.inject({ method, url: `/?call=${token}`, headers }),
    post: (
      what: 'hold' | 'propose' | 'move' | 'cancel',
      fields: Record<string, string>,
      headers?: Record<string, string>,
    ) => postForm(app, `/call/${what}`, fields, headers),
  }
}

export const iso = (instant: number) => new Date(instant).toISOString()

/** The fields that a browser would send from a form on the page. */
export function fieldsOf(body: string, what: 'hold' | 'propose' | 'move' | 'cancel'): Record<string, string> {
  const form = new RegExp(`action="/call/${what}"[^>]*>(.*?)</form>`, 's').exec(body)?.[1] ?? ''
  return Object.fromEntries(
    [...form.matchAll(/<input[^>]* name="([^"]*)"[^>]*>/g)].map(([input, name = '']) => [
      name,
      / value="([^"]*)"/.exec(input)?.[1] ?? '',
    ]),
  )
}

/** The time in Johannesburg, two hours ahead of UTC all year. */
export const southAfrican = (instant: number) => iso(instant + 2 * hour).slice(0, 16)
