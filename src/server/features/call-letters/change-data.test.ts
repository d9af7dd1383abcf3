import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { everyDay, hostForTest } from '#server/lib/db/rows-testing.ts'
import { deskMember } from '#server/lib/db/testing.ts'
import type { Letter } from '#server/lib/mail/mailer.ts'
import { readLetterData } from './service.ts'
import { emailsForTest, eventIn, kindsAndReaders, teamMailbox } from './testing.ts'

const day = 86_400_000
const office = await emailsForTest()
const { test, agent, place, ask, move, deliver } = office
afterAll(() => office.close())

const visitor = 'ada@example.com'
const link = 'https://meet.example/room'
/** Noon in UTC, `days` from now. */
const noon = (days: number) => Math.floor(Date.now() / day) * day + days * day + day / 2
const mailOf = (host: string) => `${host}@desk.example`
const nameOf = (host: string) => `Host ${host.slice(0, 4)}`
const toVisitor = (letters: readonly Letter[]) => letters.find(({ to }) => to === visitor)

beforeEach(async () => {
  place.now = Date.now()
  await test.asOwner('delete from strategy_call_bookings')
  await test.asOwner('delete from private.hosts')
  await test.asOwner('update desk_settings set confirm_at_once = false, moves_at_once = false')
})

const host = (hours = everyDay) => hostForTest(test, { hours })
const pass = (id: string, from: string | null, to: string | null) =>
  agent.run('select reassign_call($1, $2, $3, true)', [id, from, to])
const placed = (who: string, where: string, at: string | null = null) =>
  test.asOwner('update private.hosts set place = $2, link = $3 where id = $1', [who, where, at])

/** Confirms a call, sends the emails, and returns the call's id and the emails. */
async function called(by: string, start = noon(3)) {
  const id = await ask()
  await agent.run("select move_booking($1, 'new', 'confirmed', $2, anyway => true, host => $3)", [
    id,
    new Date(start).toISOString(),
    by,
  ])
  return { id, letters: await deliver() }
}

describe('the host of a call', () => {
  it('is named in the visitor’s email, and is notified together with the visitor and the new host if the call is reassigned', async () => {
    const [first, second] = [await host(), await host()]
    const { id, letters } = await called(first)
    const invited = toVisitor(letters)
    expect(invited?.text).toContain(`At the time below, ${nameOf(first)} will call you.`)
    expect(invited?.text).toContain('will call you at +44 20 7946 0000')
    await pass(id, first, second)
    const reassigned = await deliver()
    expect(kindsAndReaders(reassigned)).toEqual(
      [
        `call-reassigned > ${visitor}`,
        `team-call-cancelled > ${mailOf(first)}`,
        `team-call-confirmed > ${mailOf(second)}`,
      ].toSorted(),
    )
    const letter = toVisitor(reassigned)
    expect(letter?.html).toContain(`${nameOf(second)} will take your call`)
    expect(letter?.text).toContain(`With ${nameOf(first)}, by phone`)
    const [before, after] = [eventIn(invited), eventIn(letter)]
    expect(after).toEqual({ ...before, sequence: before.sequence + 1 })
    const off = reassigned.find(({ to }) => to === mailOf(first))
    expect(eventIn(off)).toMatchObject({ method: 'CANCEL', uid: before.uid, sequence: after.sequence })
  })

  it('is not announced if the call is reassigned and then returned to its first host before an email is sent', async () => {
    const [first, second] = [await host(), await host()]
    const { id } = await called(first)
    await pass(id, first, second)
    await pass(id, second, first)
    expect(await deliver()).toEqual([])
  })

  it('is announced in the same email as the call’s new time if both change together', async () => {
    const [first, second] = [await host(), await host()]
    const { id } = await called(first)
    await agent.run(
      "select move_booking($1, 'confirmed', 'confirmed', $2, anyway => true, expected_time => $3, host => $4)",
      [id, new Date(noon(4)).toISOString(), new Date(noon(3)).toISOString(), second],
    )
    const letters = await deliver()
    expect(kindsAndReaders(letters)).toEqual(
      [
        `call-moved > ${visitor}`,
        `team-call-cancelled > ${mailOf(first)}`,
        `team-call-confirmed > ${mailOf(second)}`,
      ].toSorted(),
    )
    expect(toVisitor(letters)?.text).toContain(`At the new time below, ${nameOf(second)} will call you.`)
  })

  it('is referred to as “we” if the call is unassigned or the host’s account is disabled or deleted', async () => {
    const first = await host()
    const { id } = await called(first)
    await pass(id, first, null)
    const letters = await deliver()
    expect(toVisitor(letters)?.text).toContain('At the time below, we will call you.')
    expect(kindsAndReaders(letters)).toContain(`team-call-confirmed > ${teamMailbox}`)
    await pass(id, null, first)
    await deliver()
    await test.asOwner('update staff_members set disabled_at = now() where id = $1', [first])
    const stopped = await deliver()
    expect(kindsAndReaders(stopped)).toEqual([`call-reassigned > ${visitor}`, `team-call-confirmed > ${teamMailbox}`])
    expect(toVisitor(stopped)?.text).toContain('At the time below, we will call you.')
    expect(toVisitor(stopped)?.calendar?.text).not.toContain(nameOf(first))
    await test.asOwner('update staff_members set disabled_at = null where id = $1', [first])
    expect(toVisitor(await deliver())?.text).toContain(`At the time below, ${nameOf(first)} will call you.`)
    await test.asOwner('delete from auth.users where id = $1', [first])
    expect(toVisitor(await deliver())?.text).toContain('At the time below, we will call you.')
  })

  it('is referred to as “we” in emails about phone calls if neither the host’s name nor working hours are stored', async () => {
    const nobody = await deskMember(test, 'agent')
    const { letters } = await called(nobody.id)
    expect(toVisitor(letters)?.text).toContain('At the time below, we will call you.')
    expect(toVisitor(letters)?.text).toContain('By phone. We will call you at +44 20 7946 0000.')
  })

  it('is named in reminders, and is still named in the call’s earlier emails after a reassignment', async () => {
    const [first, second] = [await host(), await host()]
    const { id } = await called(first)
    await test.asOwner('set session_replication_role = replica')
    await test.asOwner("update strategy_call_bookings set call_changed_at = now() - interval '9 days'")
    await test.asOwner('set session_replication_role = origin')
    place.now = noon(3) - 3_600_000 * 3
    await test.asOwner('select private.plan_letters($1)', [new Date(place.now)])
    const reminder = toVisitor(await deliver())
    expect(reminder).toMatchObject({ kind: 'reminder-day', to: visitor })
    expect(reminder?.text).toContain(`At the time below, ${nameOf(first)} will call you, as confirmed.`)
    await pass(id, first, second)
    await deliver()
    const rows = await test.asOwner<{ id: string; sent_as: string }>(
      "select id, sent_as from outbox where recipient is null and sent_as in ('reminder-day', 'call-confirmed', 'call-reassigned')",
    )
    for (const { id: item, sent_as } of rows) {
      const by = nameOf(sent_as === 'call-reassigned' ? second : first)
      expect(await readLetterData(office.options, item)).toMatchObject({
        kind: sent_as,
        meeting: { host: by },
      })
    }
    expect(rows).toHaveLength(3)
  })
})

describe('the meeting place of a call', () => {
  it('is reported once to the visitor and the host if it changes, and not at all if it changes back', async () => {
    const by = await host()
    const { id, letters } = await called(by)
    await called(await host(), noon(5))
    await placed(by, 'link', link)
    const changed = await deliver()
    expect(kindsAndReaders(changed)).toEqual(
      [`call-reassigned > ${visitor}`, `team-call-reassigned > ${mailOf(by)}`].toSorted(),
    )
    for (const to of [visitor, mailOf(by)]) {
      const [before, after] = [letters, changed].map((all) => all.find((one) => one.to === to))
      expect(after?.text).toContain(link)
      expect(eventIn(after)).toEqual({ ...eventIn(before), sequence: eventIn(before).sequence + 1, link })
      expect(after?.calendar?.text).toContain(`LOCATION:${link}`)
    }
    expect(toVisitor(changed)?.text).toContain(`At the time below, ${nameOf(by)} will meet you online.`)
    const [told] = await test.asOwner(
      'select private.booking_for_programs(b) as booking from strategy_call_bookings b where id = $1',
      [id],
    )
    expect(told?.booking).toMatchObject({ host: { id: by, name: nameOf(by) }, place: 'link', link })
    await placed(by, 'phone', link)
    await placed(by, 'link', link)
    expect(await deliver()).toEqual([])
    // The link is stored, but the calls take place by phone.
    await placed(by, 'phone')
    await deliver()
    await placed(by, 'phone', link)
    expect(await deliver()).toEqual([])
    await move(id, 'cancelled')
    expect((await deliver()).map(({ calendar }) => calendar?.method)).toEqual(['CANCEL', 'CANCEL'])
  })

  it('is reported when the undo window ends if a member saves a new place for the host', async () => {
    const by = await host()
    await called(by)
    const owner = await deskMember(test, 'owner')
    const [seen] = await test.asOwner<{ updated_at: string }>(
      'select updated_at::text from private.hosts where id = $1',
      [by],
    )
    const settings = {
      takes_calls: true,
      time_zone: 'UTC',
      place: 'link',
      link,
      break_before: 0,
      break_after: 0,
      notice_minutes: 0,
      daily_most: null,
      hours: [],
      dates: [],
    }
    await owner.run('select save_host($1, $2, $3)', [by, JSON.stringify(settings), seen?.updated_at])
    const [waits] = await test.asOwner<{ count: number }>(
      "select count(*)::int from outbox where state = 'waiting' and kind in ('call', 'team-call') and due_at > now() + interval '5 seconds'",
    )
    expect(waits?.count).toBe(2)
    expect(kindsAndReaders(await deliver())).toEqual(
      [`call-reassigned > ${visitor}`, `team-call-reassigned > ${mailOf(by)}`].toSorted(),
    )
  })
})

describe('a chosen time', () => {
  const choose = (days: number, change: Record<string, unknown> = {}) =>
    ask({ picked: true, preferred_time: new Date(noon(days)).toISOString(), ...change })
  /**
   * Requests a slot, and confirms the mailbox as if the visitor pressed the button on the page that the email links to.
   */
  async function pick(days: number) {
    const id = await choose(days)
    await test.asOwner('select private.confirm_mailbox($1)', [id])
    return id
  }

  it('is described as “held” in the visitor’s email only if the visitor selected it from the available times', async () => {
    await host()
    await pick(2)
    const [held] = (await deliver()).filter(({ to }) => to === visitor)
    expect(held?.text).toContain('and hold this time for you until then')
    expect(held?.html).toContain('Held for you, not confirmed yet')
    await ask({ email: 'other@example.com' })
    const [wished] = (await deliver()).filter(({ to }) => to === 'other@example.com')
    expect(wished?.text).not.toContain('hold')
  })

  it('is described as not held in the emails to the visitor and the team if the mailbox is unverified', async () => {
    await host()
    await choose(2, { email: 'new@example.com' })
    const letters = await deliver()
    const own = letters.find(({ to }) => to === 'new@example.com')
    expect(own?.text).toContain('This time is not held yet, so others can still choose it.')
    expect(own?.html).toContain('Hold this time')
    expect(own?.html).toContain('Requested, not confirmed yet')
    const team = letters.find(({ kind }) => kind === 'team-booking')
    expect(team?.text).toContain('It is held once they press the button on their page')
  })

  it('is acknowledged in an email that promises a meeting link if the host takes calls online', async () => {
    const by = await host()
    await placed(by, 'link', link)
    await pick(2)
    const letter = toVisitor(await deliver())
    expect(letter?.text).toContain('You will get the link with the confirmation.')
    expect(letter?.text).not.toContain(link)
    expect(letter?.text).not.toContain(nameOf(by))
  })

  it('is confirmed by email to the visitor and the host if automatic confirmation is on', async () => {
    const by = await host()
    await test.asOwner('update desk_settings set confirm_at_once = true')
    const id = await pick(2)
    const letters = await deliver()
    expect(kindsAndReaders(letters)).toEqual(
      [
        `call-confirmed > ${visitor}`,
        'team-booking > desk@backline.example',
        `team-call-confirmed > ${mailOf(by)}`,
      ].toSorted(),
    )
    const [own, theirs] = [toVisitor(letters), letters.find(({ to }) => to === mailOf(by))]
    expect(own?.text).not.toContain('24 hours')
    expect(eventIn(own)).toMatchObject({ method: 'REQUEST', uid: `${id}@site.example`, start: noon(2) })
    for (const fact of ['+44 20 7946 0000', 'Please call.', 'proposals take too long', 'confirmed automatically'])
      expect(theirs?.text.toLowerCase()).toContain(fact.toLowerCase())
  })

  it('[R1] is not confirmed if the visitor has not verified the mailbox', async () => {
    await host()
    await test.asOwner('update desk_settings set confirm_at_once = true')
    const email = 'stranger@example.com'
    const told = async () => kindsAndReaders((await deliver()).filter(({ to }) => to === email))
    await choose(3, { email })
    expect(await told()).toEqual([`request-received > ${email}`])
    await choose(4, { email })
    expect(await told()).toEqual([`request-received > ${email}`])
    expect(await test.asOwner("select from strategy_call_bookings where status <> 'new'")).toEqual([])
  })
})
