import { randomBytes, randomUUID } from 'node:crypto'
import ICAL from 'ical.js'
import { callLink } from '#server/features/visitor-call/service.ts'
import { openSecretCipher } from '#server/lib/crypto/secret-cipher.ts'
import { booking, insertion } from '#server/lib/db/rows-testing.ts'
import { deskMember, testDatabase } from '#server/lib/db/testing.ts'
import type { Letter } from '#server/lib/mail/mailer.ts'
import { type CallLettersOptions, letterSender } from './service.ts'

export const teamMailbox = 'desk@backline.example'

interface ClaimedRow {
  id: string
  kind: string
  recipient: string | null
  facts: Record<string, unknown>
  created_at: Date
}

type CrashPoint = () => 'before' | 'after' | null

/** A database, a fake clock, and a sender that records emails as data. */
export async function emailsForTest(start = Date.UTC(2026, 11, 1, 9)) {
  const test = await testDatabase()
  const agent = await deskMember(test, 'agent')
  await test.asOwner('update desk_settings set answer_mailboxes = $1, weekly_capacity = 200', [[teamMailbox]])
  const place = { now: start }
  const cipher = openSecretCipher(randomBytes(32))
  const siteUrl = 'https://site.example'
  const posted: { letter: Letter; at: number }[] = []
  const options: CallLettersOptions = {
    database: test.database,
    clock: () => place.now,
    log: { error: () => {} },
    mailer: {
      async send(letter) {
        posted.push({ letter, at: place.now })
        return { state: 'sent' }
      },
    },
    house: {
      siteUrl: () => siteUrl,
      organizer: 'hello@backline.example',
      answersTo: () => 'partners@backline.example',
      callLink: (id, ends) => callLink(cipher, siteUrl, id, ends),
    },
  }
  const send = letterSender(options)
  /**
   * Sends all due emails. `dies` can end the process before an email is sent, or between sending and recording an
   * email; the next process takes over the remaining emails.
   */
  async function deliver(dies: CrashPoint = () => null): Promise<Letter[]> {
    const before = posted.length
    const leaseOwner = randomUUID()
    for (;;) {
      const due = await test.asOwner<ClaimedRow>(
        `select id, kind, recipient, facts, created_at from private.lease_outbox($1, 'letter', 20, interval '-1 second', $2)
         order by created_at, id`,
        [leaseOwner, new Date(Math.max(place.now, Date.now()) + 60_000)],
      )
      const letters = () => posted.slice(before).map(({ letter }) => letter)
      if (due.length === 0) return letters()
      for (const row of due) if (!(await deliverOne(leaseOwner, row, dies))) return letters()
    }
  }

  async function deliverOne(leaseOwner: string, row: ClaimedRow, dies: CrashPoint): Promise<boolean> {
    const death = dies()
    if (death === 'before') return false
    const outcome = await send(itemOf(row), new AbortController().signal)
    if (outcome.state === 'missed') throw new Error(outcome.reason)
    if (death === 'after') return false
    const { state, reason } = outcome
    const sentAs = outcome.state === 'sent' ? outcome.sentAs : undefined
    const tried = { state, sent_as: sentAs, reason, may_have_arrived: false, is_untried: false }
    await test.asOwner('select private.record_outbox_attempt($1, $2, $3)', [leaseOwner, row.id, JSON.stringify(tried)])
    return true
  }

  async function ask(change: Record<string, unknown> = {}): Promise<string> {
    const id = randomUUID()
    await test.database.transaction('anon', {}, (tx) =>
      tx.query(...insertion('strategy_call_bookings', booking({ id, ...change }))),
    )
    return id
  }

  /** Changes a booking as an agent does in the desk; `start` is in milliseconds since 1970. */
  async function move(id: string, target: string, start: number | null = null): Promise<void> {
    const [seen] = await test.asOwner<{ status: string; starts: Date | null }>(
      'select status, lower(confirmed) as starts from strategy_call_bookings where id = $1',
      [id],
    )
    await agent.run('select move_booking($1, $2, $3, $4, null, true, $5)', [
      id,
      seen?.status,
      target,
      start === null ? null : new Date(start).toISOString(),
      seen?.starts?.toISOString() ?? null,
    ])
  }

  /** The agent becomes the host of every call that the agent confirms. */
  const host = `${agent.id}@desk.example`
  return { test, agent, host, place, options, posted, deliver, ask, move, close: () => test.close() }
}

const itemOf = ({ id, kind, recipient, facts, created_at }: ClaimedRow) => ({
  id,
  createdAt: created_at.getTime(),
  channel: 'letter' as const,
  kind,
  bookingId: null,
  messageId: null,
  userId: null,
  webhookId: null,
  recipient,
  facts,
  sealed: null,
  attempts: 1,
  isDoubtful: false,
})

/** Emails as `kind > reader`. */
export const kindsAndReaders = (letters: readonly Letter[]) =>
  letters.map(({ kind, to }) => `${kind} > ${to}`).toSorted()

export interface ParsedInvitation {
  method: unknown
  status: unknown
  sequence: number
  uid: string
  start: number
  end: number
  link: string | null
}

/** The invitation in an email, as another program reads it. */
export function eventIn(letter: Letter | undefined): ParsedInvitation {
  const calendar = new ICAL.Component(ICAL.parse(letter?.calendar?.text ?? '') as never)
  const component = calendar.getFirstSubcomponent('vevent')
  if (!component) throw new Error('email has no event')
  const event = new ICAL.Event(component)
  return {
    method: calendar.getFirstPropertyValue('method'),
    status: component.getFirstPropertyValue('status'),
    sequence: event.sequence,
    uid: event.uid,
    start: event.startDate.toJSDate().getTime(),
    end: event.endDate.toJSDate().getTime(),
    link: event.location?.startsWith('https://') ? event.location : null,
  }
}
