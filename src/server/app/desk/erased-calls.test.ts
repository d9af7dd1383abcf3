import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { emailsForTest, eventIn, kindsAndReaders, teamMailbox } from '#server/features/call-letters/testing.ts'
import { deskMember } from '#server/lib/db/testing.ts'

const office = await emailsForTest()
const { test, agent, host, ask, move, deliver } = office
const owner = await deskMember(test, 'owner')
afterAll(() => office.close())
beforeEach(() => test.asOwner('truncate strategy_call_bookings, outbox cascade'))

let calls = 0
/** Returns a time at which no other call takes place. */
const freeTime = () => Date.UTC(2031, 0, 1 + calls++, 10)
const email = 'pia.canary@example.com'
const canary = { name: 'Pia Canary', email, company: 'Canary & Sons', phone: '+27 21 canary 0199' }

async function asked() {
  const id = await ask(canary)
  await deliver()
  return id
}
const erase = () => owner.run('select erase_person($1)', [email.toUpperCase()])
const give = (id: string, to: string | null) =>
  agent.run('update strategy_call_bookings set assigned_to = $1 where id = $2', [to, id])

describe('the erasure of a visitor', () => {
  it("removes the call from the host's calendar with an email that reveals nothing about the visitor", async () => {
    const id = await asked()
    const start = freeTime()
    await move(id, 'confirmed', start)
    const confirmed = (await deliver()).find(({ to }) => to === host)
    await erase()
    const letters = await deliver()
    expect(kindsAndReaders(letters)).toEqual([`team-call-erased > ${host}`])
    const [invited, off] = [eventIn(confirmed), eventIn(letters[0])]
    expect(off).toMatchObject({ method: 'CANCEL', status: 'CANCELLED', uid: invited.uid, start })
    expect(off.end).toBe(invited.end)
    expect(off.sequence).toBeGreaterThan(invited.sequence)
    expect(confirmed?.calendar?.text).toContain('Canary')
    expect(JSON.stringify(letters)).not.toMatch(/canary/i)
    expect(JSON.stringify(await test.asOwner('select * from outbox'))).not.toMatch(/canary/i)
    expect(letters[0]?.replyTo).toBeUndefined()
    expect(await deliver()).toEqual([])
  })

  it('notifies the current host, or the team if the call has no host, but never the former host', async () => {
    const second = await deskMember(test, 'agent')
    const id = await asked()
    await move(id, 'confirmed', freeTime())
    await deliver()
    await give(id, second.id)
    await deliver()
    await erase()
    expect(kindsAndReaders(await deliver())).toEqual([`team-call-erased > ${second.id}@desk.example`])

    const other = await asked()
    await move(other, 'confirmed', freeTime())
    await deliver()
    await give(other, null)
    await deliver()
    await erase()
    expect(kindsAndReaders(await deliver())).toEqual([`team-call-erased > ${teamMailbox}`])
  })

  it('sends no email about a call if no confirmation was sent or if the cancellation was already sent', async () => {
    const untold = await asked()
    await move(untold, 'confirmed', freeTime())
    await erase()
    expect(await deliver()).toEqual([])

    const off = await asked()
    await move(off, 'confirmed', freeTime())
    await deliver()
    await move(off, 'cancelled')
    await deliver()
    await erase()
    expect(await deliver()).toEqual([])
  })

  it('notifies the host if the host may have received a confirmation, or if a cancellation email is still queued', async () => {
    const off = await asked()
    const start = freeTime()
    await move(off, 'confirmed', start)
    await deliver()
    // The cancellation email is still waiting and is erased with the booking, so the erasure sends another email.
    await move(off, 'cancelled')
    await erase()
    const [letter] = await deliver()
    expect(eventIn(letter)).toMatchObject({ method: 'CANCEL', start })

    const id = await asked()
    await move(id, 'confirmed', freeTime())
    // In two attempts, the process ends after sending an email but before storing the result.
    await deliver(() => 'after')
    await deliver(() => 'after')
    await erase()
    expect(kindsAndReaders(await deliver())).toEqual([`team-call-erased > ${host}`])
  })

  it('leaves a past call in the calendar, and sends no email to the erased email address', async () => {
    const past = await asked()
    await move(past, 'confirmed', Date.UTC(2026, 0, 5, 10))
    await test.asOwner(`update outbox set state = 'sent', sent_as = 'team-call-confirmed', settled_at = now()`)
    await erase()
    expect(await deliver()).toEqual([])

    const [known] = await test.asOwner<{ email: string }>('select email from auth.users where id = $1', [agent.id])
    await test.asOwner('update auth.users set email = $1 where id = $2', [email, agent.id])
    const own = await asked()
    await move(own, 'confirmed', freeTime())
    await deliver()
    await test.asOwner('delete from strategy_call_bookings where id = $1', [own])
    expect(await deliver()).toEqual([])
    await test.asOwner('update auth.users set email = $1 where id = $2', [known?.email, agent.id])
  })

  it('prevents the delivery of queued emails about the visitor’s call', async () => {
    const id = await asked()
    await move(id, 'confirmed', freeTime())
    const taken = await owner.inside(async (tx) => {
      await tx.query('select erase_person($1)', [email])
      return test.asOwner<{ kind: string }>(
        `select kind from private.lease_outbox(gen_random_uuid(), 'letter', 20, interval '1 minute', now() + interval '1 day')`,
      )
    })
    expect(taken.map(({ kind }) => kind)).not.toContain('team-call')
    expect(await deliver()).toEqual([])
  })
})
