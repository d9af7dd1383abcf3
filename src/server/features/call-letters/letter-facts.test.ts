import { afterAll, describe, expect, it } from 'vitest'
import { writeLetter } from '#letters/write-letter.ts'
import { bookingStatuses } from '#shared/contract/desk.ts'
import { letterKinds } from '#shared/contract/outbox.ts'
import { testEach } from '#shared/lib/testing.ts'
import { readLetterData } from './service.ts'
import { emailsForTest, teamMailbox } from './testing.ts'

const office = await emailsForTest()
const { test, ask } = office
afterAll(() => office.close())

let calls = 0
const freeTime = () => Date.UTC(2031, 0, 1 + calls++, 10)

describe.each(bookingStatuses)('a booking with the status %s', (status) => {
  it(
    'produces either a complete email or no email for each kind of email',
    testEach(letterKinds, async (kind) => {
      const id = await ask()
      const [starts, ends] = [freeTime(), freeTime()].map((at) => new Date(at).toISOString())
      // Sets the state directly, and bypasses the rules for reaching that state.
      await test.asOwner("set session_replication_role = 'replica'")
      await test.asOwner('update strategy_call_bookings set status = $2, confirmed = tstzrange($3, $4) where id = $1', [
        id,
        status,
        starts,
        ends,
      ])
      await test.asOwner("set session_replication_role = 'origin'")
      const facts = {
        status,
        starts,
        ends,
        proposed: ends,
        sequence: 1,
        booking: id,
        since: starts,
        code: 'crashed',
      }
      const [row] = await test.asOwner<{ id: string }>(
        `insert into outbox (channel, kind, booking_id, facts, recipient)
       values ('letter', $1, $2, $3, $4) returning id`,
        [kind, id, facts, kind.startsWith('team-') ? teamMailbox : null],
      )
      const data = await readLetterData(office.options, row?.id ?? '')
      if ('dropped' in data) return
      const { subject, text } = await writeLetter(data)
      expect(`${subject}\n${text}`).not.toMatch(/undefined|null|NaN|Invalid|\[object|unknown/)
    }),
  )
})

it('reads a stored email even if an earlier release stored no host or a later release stored an unknown value', async () => {
  const id = await ask()
  const [starts, ends] = [freeTime(), freeTime()].map((at) => new Date(at).toISOString())
  const told = { status: 'confirmed', starts, ends, sequence: 1 }
  const later = { ...told, meeting: { host: 'Ada', place: 'on-the-moon', link: null } }
  for (const [facts, meeting] of [
    [told, { host: null, place: 'phone', link: null }],
    [later, { host: 'Ada', place: null, link: null }],
  ]) {
    const [row] = await test.asOwner<{ id: string }>(
      `insert into outbox (channel, kind, booking_id, facts, state, sent_as, settled_at)
       values ('letter', 'call', $1, $2, 'sent', 'call-confirmed', now()) returning id`,
      [id, facts],
    )
    const data = await readLetterData(office.options, row?.id ?? '')
    expect(data).toMatchObject({ kind: 'call-confirmed', meeting })
    if (!('dropped' in data)) expect((await writeLetter(data)).text).not.toContain('undefined')
    await test.asOwner('delete from outbox where id = $1', [row?.id])
  }
})
