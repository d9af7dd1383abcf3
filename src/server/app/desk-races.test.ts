import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { booking, insertion } from '#server/lib/db/visitor-rows.ts'
import { refusalSchema } from '#shared/contract/desk-refusals.ts'
import { often } from '#shared/lib/testing.ts'
import { authAppForTest } from './testing.ts'

/** What two agents hear who do the same at the same moment, each with a client of their own. */
const site = await authAppForTest()
afterAll(() => site.close())

const rounds = often(200, 50)

async function agent() {
  const who = await site.person()
  await site.test.asOwner(`insert into staff_members (id, role) values ($1, 'agent')`, [who.id])
  const client = await site.signedIn(who)
  const factor = (await client.auth.mfa.enroll({ factorType: 'totp' })).data
  if (factor?.type !== 'totp') throw new Error('no factor')
  const code = site.code(factor.totp.secret)
  await client.auth.mfa.challengeAndVerify({ factorId: factor.id, code })
  return { id: who.id, client }
}

let pair: Awaited<ReturnType<typeof agent>>[]
beforeAll(async () => {
  pair = [await agent(), await agent()]
})
beforeEach(() => site.test.asOwner('delete from strategy_call_bookings'))

/** So many bookings, in one statement. */
async function book(count: number): Promise<string[]> {
  const [first, ...others] = Array.from({ length: count }, () => randomUUID())
  await site.test.asOwner(...insertion('strategy_call_bookings', booking({ id: first })))
  await site.test.asOwner(
    `insert into strategy_call_bookings (id, name, email, company, phone, current_challenges, team_size, preferred_time)
     select unnest($2::uuid[]), name, email, company, phone, current_challenges, team_size, preferred_time
     from strategy_call_bookings where id = $1`,
    [first, others],
  )
  return [first ?? '', ...others]
}

/** Both confirm at once; who won, and what the other was told. */
async function race(
  wishes: readonly { booking: string; call_start: string; anyway?: boolean; host?: string }[],
) {
  const answers = await Promise.all(
    pair.map(({ client }, index) =>
      client.rpc('move_booking', { expected: 'new', target: 'confirmed', ...wishes[index] }),
    ),
  )
  const winners = answers.flatMap(({ error }, index) => (error ? [] : [index]))
  expect(winners).toHaveLength(1)
  const winner = winners[0] ?? 0
  const loser = answers[1 - winner]
  expect([loser?.status, loser?.error?.code]).toEqual([409, 'PT409'])
  return { winner, told: v.parse(refusalSchema, loser?.error) }
}

/** Half an hour later each time, from an hour at which nobody else has a call. */
const timeOf = (round: number) => new Date(Date.UTC(2031, 0, 6) + round * 1_800_000).toISOString()
const slotOf = (round: number) => expect.stringContaining(timeOf(round).slice(0, 16).replace('T', ' '))
const confirmed = async () =>
  (
    await site.test.asOwner<{ count: number }>(
      `select count(*)::int as count from strategy_call_bookings where status = 'confirmed'`,
    )
  )[0]?.count

describe('of two agents who confirm at once', { timeout: 60_000 }, () => {
  it(`the same booking, exactly one does, ${rounds} times, and the other hears who was faster`, async () => {
    const bookings = await book(rounds)
    for (const [round, booking] of bookings.entries()) {
      const wish = { booking, call_start: timeOf(round), anyway: true }
      const { winner, told } = await race([wish, wish])
      expect(told).toMatchObject({
        hint: 'changed',
        details: { status: 'confirmed', confirmed: slotOf(round), by: pair[winner]?.id },
      })
      // Theirs it is, whoever was too late.
      const hosts = await site.test.asOwner('select assigned_to from strategy_call_bookings where id = $1', [
        booking,
      ])
      expect(hosts).toEqual([{ assigned_to: pair[winner]?.id }])
    }
    expect(await confirmed()).toBe(rounds)
  })

  it(`two bookings for one hour of one host, exactly one does, ${rounds} times, and the other hears which it was`, async () => {
    const bookings = await book(2 * rounds)
    const host = pair[0]?.id ?? ''
    for (let round = 0; round < rounds; round++) {
      const two = bookings.slice(2 * round, 2 * round + 2)
      const { winner, told } = await race(
        two.map((booking) => ({ booking, call_start: timeOf(round), anyway: true, host })),
      )
      expect(told).toMatchObject({
        hint: 'overlap',
        details: { booking: two[winner], confirmed: slotOf(round) },
      })
    }
    expect(await confirmed()).toBe(rounds)
  })

  it('a wish and the visitor who wishes otherwise, no wish ends unseen, whoever comes first', async () => {
    const bookings = await book(40)
    for (const [round, booking] of bookings.entries()) {
      const start = timeOf(2 * round)
      await pair[0]?.client.rpc('move_booking', {
        booking,
        expected: 'new',
        target: 'confirmed',
        call_start: start,
        anyway: true,
      })
      const wish = timeOf(1000 + 2 * round)
      const other = timeOf(1001 + 2 * round)
      const propose = (time: string) =>
        site.test.asOwner<{ said: string }>(
          `select private.propose_time($1, 'confirmed', $2, $3, $2::timestamptz - interval '1 day') as said`,
          [booking, start, time],
        )
      await propose(wish)
      const [answer, said] = await Promise.all([
        pair[1]?.client.rpc('move_booking', {
          booking,
          expected: 'confirmed',
          target: 'confirmed',
          call_start: wish,
          anyway: true,
          expected_time: start,
          expected_proposal: wish,
        }),
        propose(other),
      ])
      const [row] = await site.test.asOwner<{ proposed_time: Date | null; call_at: Date }>(
        'select proposed_time, call_at from strategy_call_bookings where id = $1',
        [booking],
      )
      const end = answer?.error
        ? { hint: answer.error.hint, said: 'done', proposed: other, call: start }
        : { hint: undefined, said: 'changed', proposed: undefined, call: wish }
      expect({
        hint: answer?.error?.hint,
        said: said[0]?.said,
        proposed: row?.proposed_time?.toISOString(),
        call: row?.call_at.toISOString(),
      }).toEqual(answer?.error ? { ...end, hint: 'wish_changed' } : end)
    }
  })

  it('two hours of a week that has room for one call, exactly one does', async () => {
    await site.test.asOwner('update desk_settings set weekly_capacity = 1')
    const bookings = await book(40)
    for (let week = 0; week < 20; week++) {
      const wishes = [0, 1].map((which) => ({
        booking: bookings[2 * week + which] ?? '',
        call_start: timeOf(week * 336 + 20 + 4 * which),
      }))
      const { told } = await race(wishes)
      expect(told).toEqual({
        hint: 'week_full',
        details: { warnings: ['week_full'], capacity: 1, taken: 1 },
      })
    }
    expect(await confirmed()).toBe(20)
  })
})
