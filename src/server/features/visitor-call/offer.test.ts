import { afterAll, expect, it } from 'vitest'
import { availableTimesNear } from './changes.ts'
import { openCall } from './service.ts'
import { callsForTest } from './testing.ts'

const calls = await callsForTest()
afterAll(calls.close)

it('distinguishes the email token from the browser token of a call, and accepts both until sixty days after the call', async () => {
  const { options, callOf, at } = calls
  const { id, token, letterToken } = await callOf()
  const open = (key: string, days: number) => openCall(options.cipher, key, at(30) + days * 86_400_000)
  expect(await open(token, 59)).toEqual({ id, isByLetter: false })
  expect(await open(letterToken, 59)).toEqual({ id, isByLetter: true })
  expect([await open(token, 61), await open(letterToken, 61)]).toEqual([null, null])
})

it('returns available times near an open request’s time, and returns null if the token is wrong or the call is cancelled', async () => {
  const { test, agent, options, callOf, at } = calls
  await test.asOwner("insert into private.hosts (id, time_zone, notice_minutes) values ($1, 'UTC', 0)", [agent.id])
  await test.asOwner(
    `insert into private.host_hours (host, weekday, opens, closes) select $1, d, '00:00', '24:00' from generate_series(1, 7) d`,
    [agent.id],
  )
  const { token } = await callOf()
  const offered = await availableTimesNear(options, `/?call=${token}`)
  expect(offered?.seen).toEqual({ call: token, status: 'new', starts: at(30) })
  expect(offered?.offers.first).toHaveLength(6)
  expect(await availableTimesNear(options, '/?call=x')).toBeNull()
  const over = await callOf({ status: 'cancelled' })
  expect(await availableTimesNear(options, `/?call=${over.token}`)).toBeNull()
})
