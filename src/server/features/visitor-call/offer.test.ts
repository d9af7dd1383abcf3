import { afterAll, beforeAll, expect, it } from 'vitest'
import { callPage } from '#content/visitor-call.ts'
import { freeTimesOf } from './offer.ts'
import { callsForTest, iso, offersOf } from './testing.ts'

const calls = await callsForTest()
afterAll(calls.close)
const { test, agent, options, callOf, at, post, stored, visit } = calls

beforeAll(async () => {
  await test.asOwner("insert into private.hosts (id, time_zone, notice_minutes) values ($1, 'UTC', 0)", [
    agent.id,
  ])
  await test.asOwner(
    `insert into private.host_hours (host, weekday, opens, closes) select $1, d, '00:00', '24:00' from generate_series(1, 7) d`,
    [agent.id],
  )
})

it('what is free near a request is given with what its form says, and nothing without its key', async () => {
  const { token } = await callOf()
  const offered = await freeTimesOf(options, `/?call=${token}`)
  expect(offered?.seen).toEqual({ call: token, status: 'new', starts: at(30) })
  expect(offered?.offers.first).toHaveLength(6)
  expect(await freeTimesOf(options, '/?call=x')).toBeNull()
  const over = await callOf({ status: 'cancelled' })
  expect(await freeTimesOf(options, `/?call=${over.token}`)).toBeNull()
})

it('what the team offers stands above all else, is picked by one press, and is then confirmed', async () => {
  const { id, token } = await callOf()
  const hour = 3_600_000
  const starts = [50, 60].map((hours) => Math.ceil(at(hours) / hour) * hour)
  await agent.run('select offer_times($1, $2, $3, $4)', [id, 'new', iso(at(30)), starts.map(iso)])
  const { body } = await visit(token)
  expect(body).toContain(callPage.move.offeredTitle)
  const shown = offersOf(body)
  expect(shown.map(({ target }) => Number(target))).toEqual(starts)
  expect((await post('move', shown[1] ?? {})).statusCode).toBe(303)
  expect(await stored(id)).toMatchObject({ status: 'confirmed', assigned_to: agent.id })
  const after = (await visit(token)).body
  expect(after).toContain(callPage.states.confirmed.title)
  expect(after).not.toContain(callPage.move.offeredTitle)
})
