import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { deskMember } from '#server/lib/db/testing.ts'
import { letterSender, readLetterData } from './service.ts'
import { emailsForTest, eventIn, kindsAndReaders, teamMailbox } from './testing.ts'

const hour = 3_600_000
const office = await emailsForTest()
const { test, agent, host, place, ask, move, deliver } = office
afterAll(() => office.close())
beforeEach(() => test.asOwner('delete from strategy_call_bookings'))

let calls = 0
const freeTime = () => Date.UTC(2031, 0, 1 + calls++, 10)
const visitor = 'ada@example.com'

async function asked() {
  const id = await ask()
  await deliver()
  return id
}

describe('an email that is due', () => {
  it('reports a new request, a confirmation, a move or a cancellation', async () => {
    const id = await ask()
    expect(kindsAndReaders(await deliver())).toEqual([`request-received > ${visitor}`, `team-booking > ${teamMailbox}`])
    await move(id, 'confirmed', freeTime())
    expect(kindsAndReaders(await deliver())).toEqual([`call-confirmed > ${visitor}`, `team-call-confirmed > ${host}`])
    await move(id, 'confirmed', freeTime())
    expect(kindsAndReaders(await deliver())).toEqual([`call-moved > ${visitor}`, `team-call-moved > ${host}`])
    await move(id, 'cancelled')
    expect(kindsAndReaders(await deliver())).toEqual([`call-cancelled > ${visitor}`, `team-call-cancelled > ${host}`])
  })

  it('is not sent if the change that it would report was undone', async () => {
    const id = await asked()
    const start = freeTime()
    await move(id, 'confirmed', start)
    await deliver()
    await move(id, 'cancelled')
    await move(id, 'new')
    await move(id, 'confirmed', start)
    expect(await deliver()).toEqual([])
  })

  it('reports only the later change if a call is changed twice', async () => {
    const id = await asked()
    const last = freeTime()
    await move(id, 'confirmed', freeTime())
    await move(id, 'confirmed', last)
    const letters = await deliver()
    expect(kindsAndReaders(letters)).toEqual([`call-confirmed > ${visitor}`, `team-call-confirmed > ${host}`])
    expect(eventIn(letters[0]).start).toBe(last)
  })

  it('reports a call as cancelled if the call was cancelled and then reopened', async () => {
    const id = await asked()
    await move(id, 'confirmed', freeTime())
    await deliver()
    await move(id, 'cancelled')
    await move(id, 'new')
    expect(kindsAndReaders(await deliver())).toEqual([`call-cancelled > ${visitor}`, `team-call-cancelled > ${host}`])
  })

  it('mentions only the confirmation if the request was confirmed before the email was sent', async () => {
    const id = await ask()
    await move(id, 'confirmed', freeTime())
    expect(kindsAndReaders(await deliver())).toEqual([
      `call-confirmed > ${visitor}`,
      `team-booking > ${teamMailbox}`,
      `team-call-confirmed > ${host}`,
    ])
  })

  it('has no calendar file if it reports a cancelled request', async () => {
    const id = await asked()
    await move(id, 'cancelled')
    const [letter, ...others] = await deliver()
    expect([letter?.kind, letter?.calendar, others]).toEqual(['call-cancelled', undefined, []])
  })

  it('reports a reassigned call as cancelled to the old host and as confirmed to the new host', async () => {
    const first = await deskMember(test, 'agent')
    const second = await deskMember(test, 'agent')
    const give = (to: string) => agent.run('update strategy_call_bookings set assigned_to = $1 where id = $2', [to, id])
    const id = await asked()
    await give(first.id)
    await move(id, 'confirmed', freeTime())
    const [theirs, other] = [first, second].map((who) => `${who.id}@desk.example`)
    expect(kindsAndReaders(await deliver())).toEqual([`call-confirmed > ${visitor}`, `team-call-confirmed > ${theirs}`])
    await give(second.id)
    expect(kindsAndReaders(await deliver())).toEqual(
      [`team-call-cancelled > ${theirs}`, `team-call-confirmed > ${other}`].toSorted(),
    )
    await give(first.id)
    expect(kindsAndReaders(await deliver())).toEqual(
      [`team-call-cancelled > ${other}`, `team-call-confirmed > ${theirs}`].toSorted(),
    )
  })

  it('takes into account that an earlier email may have arrived', async () => {
    const id = await asked()
    await move(id, 'confirmed', freeTime())
    // The process ends between sending one email and recording the result, so the next process resends the email.
    const [first, ...others] = await deliver(() => 'after')
    expect(others).toEqual([])
    const letters = await deliver()
    expect(kindsAndReaders(letters)).toEqual([`call-confirmed > ${visitor}`, `team-call-confirmed > ${host}`])
    const again = letters.find(({ to }) => to === first?.to)
    expect(again?.calendar?.text).toBe(first?.calendar?.text)
    // The booking changes before the email's second attempt. The first attempt may have delivered the email.
    await move(id, 'confirmed', freeTime())
    await deliver(() => 'after')
    await move(id, 'cancelled')
    expect(kindsAndReaders(await deliver())).toEqual([`call-cancelled > ${visitor}`, `team-call-cancelled > ${host}`])
  })

  it('repeats the content of an earlier email that may have been lost', async () => {
    const id = await asked()
    const start = freeTime()
    await move(id, 'confirmed', start)
    await deliver(() => 'before')
    await move(id, 'confirmed', freeTime())
    await move(id, 'confirmed', start)
    expect(kindsAndReaders(await deliver())).toEqual([`call-confirmed > ${visitor}`, `team-call-confirmed > ${host}`])
    await move(id, 'cancelled')
    await deliver(() => 'before')
    await move(id, 'new')
    await move(id, 'confirmed', freeTime())
    await move(id, 'cancelled')
    const letters = await deliver()
    expect(letters.map(({ calendar }) => calendar?.method)).toEqual(['CANCEL', 'CANCEL'])
  })

  it('reports a declined proposal only if there is no newer proposal', async () => {
    const id = await asked()
    await move(id, 'confirmed', freeTime())
    await deliver()
    const propose = async () => {
      const wish = new Date(freeTime()).toISOString()
      await test.asOwner(
        'update strategy_call_bookings set proposed_time = $1, unanswered_since = now() where id = $2',
        [wish, id],
      )
      return wish
    }
    const decline = (wish: string) => agent.run('select decline_proposal($1, $2)', [id, wish])
    await decline(await propose())
    const letters = await deliver()
    expect(kindsAndReaders(letters)).toEqual([`call-stands > ${visitor}`])
    expect(letters[0]?.calendar).toBeUndefined()
    // After another proposal, this email would decline an outdated proposal.
    await decline(await propose())
    await propose()
    expect(await deliver()).toEqual([])
  })

  it('tells the visitor the reason if the team cancels a call or declines a proposal', async () => {
    const id = await asked()
    await move(id, 'confirmed', freeTime())
    const wish = new Date(freeTime()).toISOString()
    await test.asOwner('update strategy_call_bookings set proposed_time = $1, unanswered_since = now() where id = $2', [
      wish,
      id,
    ])
    await deliver()
    await agent.run('select decline_proposal($1, $2, $3)', [id, wish, ' Our office is closed then. '])
    expect((await deliver())[0]?.text).toContain('Our office is closed then.')
    await agent.run("select move_booking($1, 'confirmed', 'cancelled', reason => $2)", [id, 'We are ill.'])
    const letters = await deliver()
    expect(letters.filter(({ text }) => text.includes('We are ill.')).map(({ to }) => to)).toEqual([visitor])
    await move(await asked(), 'cancelled')
    expect((await deliver())[0]?.text).not.toContain('Reason')
    const long = agent.run("select move_booking($1, 'new', 'cancelled', reason => $2)", [
      await asked(),
      'x'.repeat(501),
    ])
    await expect(long).rejects.toMatchObject({ code: '22023' })
  })

  it('is not sent for a call that is over', async () => {
    const id = await asked()
    const start = freeTime()
    await move(id, 'confirmed', start)
    const now = place.now
    place.now = start + hour
    expect(await deliver()).toEqual([])
    place.now = now
  })
})

describe('a sent email', () => {
  const ofKind = async (sentAs: string) => {
    const rows = await test.asOwner<{ id: string }>('select id from outbox where sent_as = $1', [sentAs])
    return readLetterData(office.options, rows[0]?.id ?? '')
  }

  it('is shown as it was sent, even if the booking changed later', async () => {
    const id = await asked()
    const [first, second] = [freeTime(), freeTime()]
    await move(id, 'confirmed', first)
    await deliver()
    await move(id, 'confirmed', second)
    await deliver()
    await move(id, 'cancelled')
    await deliver()
    expect(await ofKind('request-received')).toMatchObject({ kind: 'request-received' })
    expect(await ofKind('call-confirmed')).toMatchObject({ call: { starts: first }, sequence: 1 })
    expect(await ofKind('call-moved')).toMatchObject({
      call: { starts: second },
      was: { starts: first },
      sequence: 2,
    })
    expect(await ofKind('call-cancelled')).toMatchObject({ was: { starts: second }, sequence: 3 })
    expect(await ofKind('team-call-cancelled')).toMatchObject({ was: { starts: second }, why: 'desk' })
  })
})

it('keeps an email of an unknown kind queued for a later release, and logs its kind', async () => {
  const booking = await asked()
  // The database of a later release allows more kinds.
  await test.asOwner('alter table outbox drop constraint outbox_kind_check')
  const [row] = await test.asOwner<{ id: string }>(
    "insert into outbox (channel, kind, booking_id) values ('letter', 'later-kind', $1) returning id",
    [booking],
  )
  const faults: unknown[] = []
  const send = letterSender({ ...office.options, log: { error: (facts: unknown) => faults.push(facts) } })
  const item = {
    id: row?.id ?? '',
    createdAt: place.now,
    channel: 'letter',
    kind: 'later-kind',
    bookingId: booking,
    messageId: null,
    userId: null,
    webhookId: null,
    recipient: null,
    facts: {},
    sealed: null,
    attempts: 1,
    isDoubtful: false,
  } as const
  expect(await send(item, new AbortController().signal)).toMatchObject({ state: 'missed', isFinal: false })
  expect(faults).toEqual([{ item: row?.id, kind: 'later-kind' }])
  expect(await readLetterData(office.options, item.id)).toEqual({
    dropped: 'this release does not know this kind of email',
  })
})
