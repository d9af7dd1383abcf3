import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { callPage } from '#content/visitor-call.ts'
import { everyDay, hostForTest } from '#server/lib/db/rows-testing.ts'
import { testEach } from '#shared/lib/testing.ts'
import { availableTimesNear } from './changes.ts'
import { openCall } from './service.ts'
import { callsForTest, fieldsOf, iso, southAfrican } from './testing.ts'

const calls = await callsForTest()
afterAll(calls.close)
const { app, test, faults, time, agent, at, span, callOf, confirmedOf, stored, everything, visit, post } = calls
beforeEach(async () => {
  time.ahead = 0
  await test.asOwner('delete from strategy_call_bookings')
})

const hour = 3_600_000
const { states } = callPage
const buttons = (body: string) => [...body.matchAll(/action="\/call\/(\w+)"/g)].map(([, name]) => name)

describe('the page of a call', () => {
  it.each<[string, () => Promise<{ token: string }>, { title: string }, string[]]>([
    ['a request', () => callOf(), states.requested, ['propose', 'cancel']],
    ['suspected spam', () => callOf({ status: 'spam?' }), states.requested, ['propose', 'cancel']],
    [
      'an answered request whose reminder has come',
      () => callOf({ answered_at: iso(at(-60)), unanswered_since: iso(at(-50)), remind_at: iso(at(-50)) }),
      states.answered,
      ['propose', 'cancel'],
    ],
    ['a confirmed call', () => confirmedOf(), states.confirmed, ['propose', 'cancel']],
    [
      'a confirmed call with a proposal',
      () => confirmedOf({ proposed_time: iso(at(50)), unanswered_since: iso(at(0)) }),
      states.proposed,
      ['propose', 'cancel'],
    ],
    ['a past call', () => confirmedOf({ confirmed: span(-2) }), states.over, []],
    ['a completed call', () => confirmedOf({ status: 'completed' }), states.completed, []],
    ['a no-show', () => confirmedOf({ status: 'no-show' }), states.missed, []],
    ['a cancelled call', () => callOf({ status: 'cancelled' }), states.cancelled, []],
  ])('shows the state of %s', async (_, make, { title }, forms) => {
    const { token } = await make()
    const { statusCode, body, headers } = await visit(token)
    expect(statusCode).toBe(200)
    expect(body).toContain(`<title>${title}</title>`)
    expect(body).toContain(`<h1>${title}</h1>`)
    expect(buttons(body)).toEqual(forms)
    expect(body.includes(callPage.again)).toBe(forms.length === 0)
    expect(body).not.toMatch(/<script|-error"/)
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'strict-origin',
      'x-robots-tag': 'noindex',
    })
    expect(headers['content-security-policy']).toContain("form-action 'self'")
  })

  it('shows the known values of a booking from a later release, and logs the unknown values', async () => {
    for (const column of ['status', 'team_size', 'current_challenges']) {
      await test.asOwner(`alter table strategy_call_bookings drop constraint strategy_call_bookings_${column}_check`)
    }
    const { token } = await confirmedOf({
      status: 'of-a-later-release',
      team_size: '1000+',
      current_challenges: 'too-many',
    })
    const { statusCode, body } = await visit(token)
    expect(statusCode).toBe(200)
    expect(body).toContain(`<h1>${states.unclear.title}</h1>`)
    expect(body).toContain('Ada Lovelace')
    expect(buttons(body)).toEqual([])
    expect(body).not.toMatch(/of-a-later-release|1000|too-many|undefined|unknown/)
    expect(faults).toEqual([
      { column: 'challenge', word: 'too-many' },
      { column: 'team_size', word: '1000+' },
      { column: 'status', word: 'of-a-later-release' },
    ])
  })

  it("shows the visitor's booking in the visitor's time zone, but no contact data", async () => {
    const { id, token } = await callOf({
      created_at: '2026-11-24T18:14:30Z',
      preferred_time: '2026-11-25T22:30:00Z',
      current_challenges: 'slow-proposals',
    })
    time.ahead = Date.parse('2026-11-24T19:00:00Z') - Date.now()
    const { body } = await visit(token)
    for (const text of [
      '00:30–01:00',
      'Thursday 26 November 2026',
      'Johannesburg time, UTC+2',
      'Tue 24 Nov 2026, 20:14',
      'By 20:14, Wed 25 Nov 2026',
      'Ada Lovelace',
      'Analytical Engines',
      'Proposals take too long',
      'Please call.',
      id.slice(0, 8).toUpperCase(),
    ]) {
      expect(body).toContain(text)
    }
    expect(body).not.toMatch(/7946|ada@example|spam/)
    // Half a minute after the time by which the team promised to answer.
    time.ahead += 24 * hour
    expect((await visit(token)).body).toContain('and we are late')
  })

  it('uses the desk’s time zone if the visitor’s time zone is invalid', async () => {
    const { token } = await callOf({ time_zone: 'Middle/Earth', preferred_time: '2030-01-01T10:00:00Z' })
    expect((await visit(token)).body).toMatch(/>UTC</)
  })

  it('escapes text that the visitor typed', async () => {
    const { token } = await callOf({
      name: '<img src=x onerror=alert(1)>',
      company: '"><form action="https://evil.example">',
      message: '</dd><script>alert(1)</script>\n<!--title--> $& $1',
    })
    const { body } = await visit(token)
    expect(body).not.toMatch(/<img|<script|evil\.example">/)
    expect(body).toContain('&lt;/dd&gt;&lt;script&gt;alert(1)&lt;/script&gt;\n&lt;!--title--&gt; $&amp; $1')
    expect(buttons(body)).toEqual(['propose', 'cancel'])
  })

  it('changes nothing when it is opened or prefetched', async () => {
    const { token } = await confirmedOf()
    const before = await everything()
    for (const method of ['GET', 'HEAD'] as const) {
      for (const headers of [{}, { purpose: 'prefetch' }, { 'sec-purpose': 'prefetch;prerender' }]) {
        expect((await visit(token, method, headers)).statusCode).toBe(200)
        for (const path of ['propose', 'cancel']) {
          const url = `/call/${path}?call=${token}&time=2030-01-01T10:00`
          expect((await app.inject({ method, url, headers })).statusCode).toBe(404)
        }
        const file = `/call/strategy-call.ics?call=${token}`
        expect((await app.inject({ method, url: file, headers })).statusCode).toBe(200)
      }
    }
    expect(await everything()).toEqual(before)
  })

  it.each(['', 'x', 'a.b.c'])('does not open with the invalid token %j', async (token) => {
    const { statusCode, body } = await visit(token)
    expect([statusCode, body.includes(callPage.broken.title)]).toEqual([404, true])
    expect((await post('cancel', { call: token, status: 'new', starts: '1' })).statusCode).toBe(404)
  })

  it.each([
    ['erased', (id: string) => test.asOwner('delete from strategy_call_bookings where id = $1', [id])],
    ['marked as spam', (id: string) => agent.run("select move_booking($1, 'new', 'spam')", [id])],
  ])('is no longer available once the request is %s', async (_, end) => {
    const { id, token } = await callOf()
    const { body } = await visit(token)
    await end(id)
    for (const answer of [
      await visit(token),
      await post('cancel', fieldsOf(body, 'cancel')),
      await post('propose', fieldsOf(body, 'propose')),
      await app.inject({ url: `/call/strategy-call.ics?call=${token}` }),
    ]) {
      expect([answer.statusCode, answer.body.includes(callPage.over.title)]).toEqual([410, true])
    }
  })
})

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

it('distinguishes the email token from the browser token of a call, and accepts both until sixty days after the call', async () => {
  const { id, token, letterToken } = await callOf()
  const open = (key: string, days: number) => openCall(calls.options.cipher, key, at(30) + days * 86_400_000)
  expect(await open(token, 59)).toEqual({ id, isByLetter: false })
  expect(await open(letterToken, 59)).toEqual({ id, isByLetter: true })
  expect([await open(token, 61), await open(letterToken, 61)]).toEqual([null, null])
})

it('returns available times near an open request’s time, and returns null if the token is wrong or the call is cancelled', async () => {
  await hostForTest(test, { hours: everyDay })
  const { token } = await callOf()
  const offered = await availableTimesNear(calls.options, `/?call=${token}`)
  expect(offered?.seen).toEqual({ call: token, status: 'new', starts: at(30) })
  expect(offered?.offers.first).toHaveLength(6)
  expect(await availableTimesNear(calls.options, '/?call=x')).toBeNull()
  const over = await callOf({ status: 'cancelled' })
  expect(await availableTimesNear(calls.options, `/?call=${over.token}`)).toBeNull()
})
