import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { callPage } from '#content/visitor-call.ts'
import { testEach } from '#shared/lib/testing.ts'
import { callsForTest, fieldsOf, iso, southAfrican } from './testing.ts'

const calls = await callsForTest()
afterAll(calls.close)
const { app, test, time, agent, at, callOf, confirmedOf, stored, everything, visit, post } = calls
beforeEach(async () => {
  time.ahead = 0
  await test.asOwner('delete from strategy_call_bookings')
})

const { states } = callPage

describe('a button on the page of a call', () => {
  it.each([
    ['confirmed', callOf, "select move_booking($1, 'new', 'confirmed', $2, anyway => true)"],
    [
      'moved',
      confirmedOf,
      "select move_booking($1, 'confirmed', 'confirmed', $2, anyway => true, expected_time => $3)",
    ],
  ])(
    'changes nothing, but loads the call’s current state, if the call was %s after the page was loaded',
    async (_, make, sql) => {
      const { id, token } = await make({})
      const { body } = await visit(token)
      await agent.run(sql, [id, iso(at(80)), ...(sql.includes('$3') ? [iso(at(30))] : [])])
      const before = await everything()
      for (const answer of [
        await post('cancel', fieldsOf(body, 'cancel')),
        await post('propose', { ...fieldsOf(body, 'propose'), time: southAfrican(at(60)) }),
      ]) {
        expect(answer.statusCode).toBe(409)
        expect(answer.body).toContain(callPage.changed)
        expect(answer.body).toContain(states.confirmed.title)
        expect(fieldsOf(answer.body, 'cancel').starts).toBe(String(at(80)))
      }
      expect(await everything()).toEqual(before)
    },
  )

  it(
    'changes nothing if the form does not contain the current state of the call',
    testEach(
      [
        ['no state', { status: '', starts: '' }],
        ['an unknown state', { status: 'x\u0000', starts: '1' }],
        ['a closed state', { status: 'cancelled', starts: '1' }],
        ['too many digits', { status: 'new', starts: '99999999999999999999' }],
        ['an impossible time', { status: 'new', starts: '999999999999999' }],
      ],
      async (_, seen) => {
        const { id, token } = await callOf()
        expect((await post('cancel', { call: token, ...seen })).statusCode).toBe(409)
        expect((await post('propose', { call: token, ...seen, time: southAfrican(at(60)) })).statusCode).toBe(409)
        expect(await stored(id)).toMatchObject({ status: 'new' })
      },
    ),
  )

  it('changes nothing if its request comes from another site', async () => {
    const { id, token } = await callOf()
    const { body } = await visit(token)
    for (const what of ['propose', 'cancel'] as const) {
      const fields = { ...fieldsOf(body, what), time: southAfrican(at(60)) }
      const answer = await post(what, fields, { origin: 'https://evil.example' })
      expect([answer.statusCode, answer.body.includes(callPage.otherOrigin.title)]).toEqual([403, true])
    }
    expect(await stored(id)).toMatchObject({ status: 'new', preferred_time: new Date(at(30)) })
  })

  it('is not shown if the page URL contains two tokens', async () => {
    const [mine, other] = [await callOf(), await callOf()]
    expect((await app.inject({ url: `/?call=${mine.token}&call=${other.token}` })).statusCode).toBe(404)
  })
})
