import { randomBytes, randomUUID } from 'node:crypto'
import fastify from 'fastify'
import { plainSite } from '#server/features/pages/testing.ts'
import { openSecretCipher } from '#server/lib/crypto/secret-cipher.ts'
import { booking, insertion, message } from '#server/lib/db/rows-testing.ts'
import { deskMember, testDatabase } from '#server/lib/db/testing.ts'
import { logRequests } from '#server/lib/http/request-log.ts'
import { postForm } from '#server/lib/http/testing.ts'
import type { Letter } from '#server/lib/mail/mailer.ts'
import { recordingMailer } from '#server/lib/mail/testing.ts'
import { ownDataRoutes } from './routes.ts'
import { type OwnDataOptions, sendOwnData } from './service.ts'

const siteUrl = 'https://site.example'

/** Fields that this kind of email does not use. */
const blank = {
  channel: 'letter',
  bookingId: null,
  messageId: null,
  userId: null,
  webhookId: null,
  recipient: null,
  facts: {},
  attempts: 1,
  isDoubtful: false,
} as const

/** Sets up the pages with their own database, a shared mailbox and a simulated browser. */
export async function ownDataForTest(change: Partial<Pick<OwnDataOptions, 'sendsMail' | 'pause'>> = {}) {
  const test = await testDatabase()
  const time = { ahead: 0 }
  const clock = () => Date.now() + time.ahead
  const cipher = openSecretCipher(randomBytes(32))
  const pauses: number[] = []
  const app = fastify()
  logRequests(app)
  await app.register((scope) =>
    ownDataRoutes(scope, {
      database: test.database,
      clock,
      cipher,
      site: plainSite,
      publicUrl: () => siteUrl,
      pause: async (milliseconds) => {
        pauses.push(milliseconds)
      },
      sendsMail: true,
      ...change,
    }),
  )
  const letters: Letter[] = []
  const send = sendOwnData({
    database: test.database,
    clock,
    cipher,
    mailer: recordingMailer(letters),
    house: { siteUrl: () => siteUrl, organizer: 'desk@site.example', answersTo: () => 'partners@site.example' },
  })

  /** Posts a form, and follows the redirect as a browser does. */
  async function post(
    step: '' | '/open' | '/file' | '/erase',
    fields: Record<string, string>,
    headers?: Record<string, string>,
  ) {
    const answer = await postForm(app, `/your-data${step}`, fields, headers)
    return answer.statusCode === 303 ? app.inject({ url: String(answer.headers.location) }) : answer
  }

  const write = (table: string, row: Record<string, unknown>) => test.asOwner(...insertion(table, row))

  /** Sends waiting emails as the outbox does, and returns the result of each request for a link. */
  async function deliver(): Promise<string[]> {
    const leaseOwner = randomUUID()
    const due = await test.asOwner<{ id: string; created_at: Date; kind: string; sealed: string | null }>(
      "select id, created_at, kind, sealed from private.lease_outbox($1, 'letter', 100, interval '1 minute', $2)",
      [leaseOwner, new Date(clock())],
    )
    const states: string[] = []
    for (const { id, created_at, kind, sealed } of due.filter((row) => row.kind === 'own-data')) {
      const item = { ...blank, id, createdAt: created_at.getTime(), kind, sealed }
      const outcome = await send(item, new AbortController().signal)
      if (outcome.state === 'missed') throw new Error(outcome.reason)
      states.push(outcome.state)
      const tried = { state: outcome.state, sent_as: 'own-data', may_have_arrived: false, is_untried: false }
      await test.asOwner('select private.record_outbox_attempt($1, $2, $3)', [leaseOwner, id, JSON.stringify(tried)])
    }
    return states
  }

  const lastKey = () => /\/your-data\?key=([\w-]+)/.exec(letters.at(-1)?.text ?? '')?.[1] ?? ''

  return {
    test,
    app,
    time,
    pauses,
    letters,
    owner: await deskMember(test, 'owner'),
    post,
    deliver,
    write,
    /** A new email address with a booking and a message. */
    async known(row: Record<string, unknown> = {}) {
      const email = `pia.${randomUUID()}@example.com`
      const ids = { booking: randomUUID(), message: randomUUID() }
      await write('strategy_call_bookings', booking({ id: ids.booking, email, ...row }))
      await write('contact_messages', message({ id: ids.message, email: email.toUpperCase(), message: 'One\nTwo' }))
      return { email, ids }
    },
    /** All data that a page could have changed, for comparison. */
    everything: () =>
      test.asOwner(
        `select (select count(*) from strategy_call_bookings) as bookings, (select count(*) from outbox) as letters,
           (select count(*) from audit_log) as entries,
           (select jsonb_agg(l order by l.token_hash) from private.data_links l) as links`,
      ),
    logged: (action: string, id: string) =>
      test.asOwner<{ actor: string | null; details: Record<string, unknown> }>(
        'select actor, details from audit_log where action = $1 and subject_id = $2',
        [action, id],
      ),
    ask: (email: string) => post('', { email }),
    visit: (query = '') => app.inject({ url: `/your-data${query}` }),
    lastKey,
    /** Requests a link for an email address, and returns the token in the resulting email. */
    async keyFor(email: string): Promise<string> {
      const before = letters.length
      await post('', { email })
      await deliver()
      if (letters.length !== before + 1) throw new Error('expected one email')
      return lastKey()
    },
    close: async () => {
      await app.close()
      await test.close()
    },
  }
}
