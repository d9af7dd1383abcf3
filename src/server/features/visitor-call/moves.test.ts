import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { availableTimesWords } from '#content/available-times.ts'
import { receipt } from '#content/booking-receipt.ts'
import { callTimeWords } from '#content/call-letters.ts'
import { callPage } from '#content/visitor-call.ts'
import { everyDay, hostForTest } from '#server/lib/db/rows-testing.ts'
import { callsForTest, fieldsOf, iso } from './testing.ts'

const calls = await callsForTest()
afterAll(calls.close)
const { app, test, time, agent, at, callOf, confirmedOf, stored, everything, lettersOf, visit, post } = calls

const hour = 3_600_000
const { move } = callPage
/** Returns the time that is `hours` from now, rounded up to a quarter hour. */
const quarter = (hours: number) => Math.ceil(at(hours) / (hour / 4)) * (hour / 4)
const span = (starts: number) => `[${iso(starts)},${iso(starts + hour / 2)})`
/** A request whose mailbox is verified. */
const knownCallOf = (change: Record<string, unknown> = {}) => callOf({ mailbox: 'confirmed', ...change })
const confirmedAt = (hours: number) => confirmedOf({ assigned_to: host, confirmed: span(quarter(hours)) })

let host: string
beforeEach(async () => {
  time.ahead = 0
  await test.asOwner('delete from strategy_call_bookings')
  await test.asOwner('delete from private.hosts')
  await test.asOwner(
    `update desk_settings set confirm_at_once = false, moves_at_once = true, move_notice_minutes = 1440, most_moves = 3,
       weekly_capacity = 50`,
  )
  host = await hostForTest(test, { hours: everyDay, place: 'link', link: 'https://meet.example/{reference}' })
})

/** The form data that a browser sends for each button of the page. */
function offersOf(body: string) {
  const form = /action="\/call\/move"[^>]*>(.*?)<\/form>/s.exec(body)?.[1] ?? ''
  const hidden = [...form.matchAll(/<input[^>]* name="([^"]*)" value="([^"]*)"/g)].map(([, n = '', v = '']) => [n, v])
  return [...form.matchAll(/<button type="submit" value="(\d+)"/g)].map(([, target = '']) => ({
    ...Object.fromEntries(hidden),
    target,
  }))
}
const offers = async (token: string) => offersOf((await visit(token)).body)
async function offer(token: string, index = 0): Promise<Record<string, string> & { target: string }> {
  const one = (await offers(token)).at(index)
  if (!one) throw new Error('no available times')
  return one
}

it('lists available times on a call’s page in the visitor’s time zone, first near the requested time and then day by day', async () => {
  time.ahead = Date.parse('2030-01-08T00:00:00Z') - Date.now()
  // The requested time is three in the morning in New York.
  const { token } = await callOf({
    time_zone: 'America/New_York',
    preferred_time: '2030-01-16T08:00:00Z',
    hour_cycle: 'h12',
  })
  const { body } = await visit(token)
  const group = (label: string) => {
    const [shown = ''] = body.split(`aria-label="${label}">`)[1]?.split('</div>') ?? []
    return [...shown.matchAll(/>([^<]+)<\/button>/g)].map(([, time]) => time)
  }
  expect(group(availableTimesWords.title)).toEqual([
    'Tue 15 Jan, 1:45 PM',
    'Tue 15 Jan, 5:45 PM',
    'Wed 16 Jan, 8:00 AM',
    'Wed 16 Jan, 12:00 PM',
    'Thu 17 Jan, 8:00 AM',
    'Thu 17 Jan, 12:00 PM',
  ])
  expect([...body.matchAll(/<details name="day"/g)]).toHaveLength(15)
  const wednesday = group(availableTimesWords.on('Wednesday 16 January 2030'))
  expect([wednesday.length, wednesday[0], wednesday.at(-1)]).toEqual([96, '12:00 AM', '11:45 PM'])
  expect(body, 'the call itself').toContain('3:00–3:30 AM')
})

describe('an available time', () => {
  it('is held when the visitor moves a request to it, and is reported to the team', async () => {
    const { id, token } = await knownCallOf()
    const fields = await offer(token, 3)
    const answer = await post('move', fields)
    expect([answer.statusCode, answer.headers.location]).toEqual([303, `/?call=${token}&done=move`])
    const target = new Date(Number(fields.target))
    expect(await stored(id)).toMatchObject({ status: 'new', picked: true, preferred_time: target })
    expect(await test.asOwner('select lower(slot) as starts from private.call_holds')).toEqual([{ starts: target }])
    expect((await visit(`${token}&done=move`)).body).toContain(move.held)
    expect(await lettersOf(id, 'team-proposal')).toHaveLength(1)
    // A second click changes nothing.
    const before = await everything()
    expect((await post('move', fields)).statusCode).toBe(303)
    expect(await everything()).toEqual(before)
  })

  it('is confirmed as soon as the visitor chooses it if owners enabled automatic confirmation', async () => {
    await test.asOwner('update desk_settings set confirm_at_once = true')
    const { id, token } = await knownCallOf({ preferred_time: iso(quarter(30)) })
    const fields = (await offers(token)).find(({ target }) => Number(target) === quarter(30)) ?? {}
    expect((await post('move', fields)).statusCode).toBe(303)
    expect(await stored(id)).toMatchObject({ status: 'confirmed', assigned_to: host })
    expect((await visit(`${token}&done=move`)).body).toContain(move.done)
    expect((await post('move', fields)).statusCode).toBe(303)
  })

  it('is replaced by other available times if it is taken before the visitor chooses it', async () => {
    const { id, token } = await confirmedAt(50)
    const fields = await offer(token)
    const target = Number(fields.target)
    await confirmedOf({
      assigned_to: host,
      confirmed: `[${iso(target - hour / 4)},${iso(target + hour / 4)})`,
    })
    const before = await stored(id)
    const answer = await post('move', fields)
    expect([answer.statusCode, answer.body.includes(move.refused.taken)]).toEqual([409, true])
    const now = offersOf(answer.body).map((one) => one.target)
    expect(now.length).toBeGreaterThan(0)
    expect(now).not.toContain(fields.target)
    expect(await stored(id)).toEqual(before)
  })
})

describe('a time chosen by a visitor with an unverified mailbox', () => {
  const says = (body: string) => body.replaceAll('&#x27;', "'")
  const holds = () => test.asOwner('select booking from private.call_holds')

  it('is held only after the visitor presses the button on the page that is linked in the email', async () => {
    const { id, token, letterToken } = await callOf({ preferred_time: iso(quarter(30)), picked: true })
    const own = await visit(token)
    expect([says(own.body).includes(callPage.times.unproven), own.body.includes('/call/hold')]).toEqual([true, false])
    await post('hold', { call: token })
    const { body } = await visit(letterToken)
    expect([says(body).includes(callPage.times.available), body.includes('<script')]).toEqual([true, false])
    expect(await holds()).toEqual([])
    const answer = await post('hold', fieldsOf(body, 'hold'))
    expect([answer.statusCode, answer.headers.location]).toEqual([303, `/?call=${letterToken}`])
    expect(await holds()).toEqual([{ booking: id }])
    const { body: held } = await visit(letterToken)
    for (const words of [callPage.times.held, callTimeWords.held]) expect(says(held)).toContain(words)
    expect(held).not.toContain('/call/hold')
  })

  it('is shown as taken once another request holds it, and is replaced by other available times', async () => {
    const change = { preferred_time: iso(quarter(30)), picked: true }
    const [first, second] = [await callOf(change), await callOf({ ...change, email: 'b@example.com' })]
    await post('hold', { call: second.letterToken })
    await post('hold', { call: first.letterToken })
    expect(await holds()).toEqual([{ booking: second.id }])
    const { body } = await visit(first.letterToken)
    expect(says(body)).toContain(callPage.times.taken)
    expect(body).not.toContain(receipt.hold)
    expect(offersOf(body).length).toBeGreaterThan(0)
  })
})

it('explains on the call page what will happen if the visitor chooses or proposes a time', async () => {
  const change = { preferred_time: iso(quarter(30)), picked: true }
  const { token, letterToken } = await callOf(change)
  expect((await visit(token)).body).toContain(move.asked.asks)
  expect((await visit(letterToken)).body).toContain(move.asked.holds)
  await post('hold', { call: letterToken })
  expect((await visit(letterToken)).body).toContain(callPage.propose.heldText)
  await test.asOwner('update desk_settings set confirm_at_once = true')
  expect((await visit((await callOf()).letterToken)).body).toContain(move.asked.confirms)
})

it('leaves a request unchanged if the client has reached its daily limit for choosing times', async () => {
  const { id, token } = await callOf()
  const before = await stored(id)
  const fields = await offer(token)
  calls.picks.areLeft = false
  const answer = await post('move', fields)
  calls.picks.areLeft = true
  expect(answer.statusCode).toBe(429)
  expect(answer.body).toContain(move.refused.often.split(' Write to')[0])
  expect(await stored(id)).toEqual(before)
})

describe('a confirmed call', () => {
  it.each([
    ['if owners do not let visitors move calls', 'moves_at_once = false', 409, move.refused.off, ''],
    ['too shortly before its start', 'move_notice_minutes = 10080', 409, 'It is too late', 'less than'],
    ['more often than owners allow', 'most_moves = 0', 429, '', 'cannot move this call again on this page'],
  ])('cannot be moved %s, and has a page that explains why', async (_, setting, status, refusal, explanation) => {
    const { id, token } = await confirmedAt(50)
    const fields = await offer(token, -1)
    await test.asOwner(`update desk_settings set ${setting}`)
    const { body } = await visit(token)
    expect([body.includes(explanation), body.includes('/call/move')]).toEqual([true, false])
    const answer = await post('move', fields)
    expect([answer.statusCode, answer.body.includes(refusal)]).toEqual([status, true])
    expect(await stored(id)).toMatchObject({ call_at: new Date(quarter(50)) })
  })

  it('is still shown as confirmed after the team offers other times', async () => {
    const { id, token } = await confirmedAt(50)
    expect((await visit(token)).body).toContain(`>${callPage.labels.confirmed}<`)
    await agent.run(`select offer_times($1, 'confirmed', $2, $3)`, [
      id,
      iso(quarter(50)),
      [iso(quarter(70)), iso(quarter(72))],
    ])
    expect((await visit(token)).body).toContain(`>${callPage.labels.confirmedAndOffered}<`)
  })

  it('shows the lost-hold banner on its page only until the call is over', async () => {
    const { id, token } = await confirmedAt(50)
    await test.asOwner("select private.record('hold_lost', 'strategy_call_bookings', $1)", [id])
    expect((await visit(token)).body).toContain(callPage.times.lost)
    time.ahead = 60 * hour
    expect((await visit(token)).body).not.toContain(callPage.times.lost)
  })

  it('has a meeting link on its page and in its calendar file, whereas a request has none', async () => {
    const { id, token } = await confirmedAt(50)
    const room = `https://meet.example/${id.slice(0, 8).toUpperCase()}`
    expect((await visit(token)).body).toContain(`href="${room}"`)
    const { body } = await app.inject({ url: `/call/strategy-call.ics?call=${token}` })
    expect(body).toContain(`LOCATION:${room}`)
    expect((await visit((await callOf()).token)).body).not.toContain('meet.example')
  })
})

it('refuses to move a cancelled call, and no longer shows the confirmation of an earlier move', async () => {
  for (const make of [() => callOf(), () => confirmedAt(50)]) {
    const { id, token } = await make()
    const fields = await offer(token, 3)
    expect((await post('move', fields)).statusCode).toBe(303)
    const now = await offer(token)
    expect((await post('cancel', now)).statusCode).toBe(303)
    for (const late of [fields, now]) {
      const answer = await post('move', late)
      const said = [callPage.changed, callPage.states.cancelled.title].map((words) => answer.body.includes(words))
      expect([answer.statusCode, ...said]).toEqual([409, true, true])
    }
    const { body } = await visit(`${token}&done=move`)
    expect(body).not.toContain('role="status"')
    expect(await stored(id)).toMatchObject({ status: 'cancelled' })
  }
})

it('refuses a request to move a call if the request comes from an outdated page or from another site', async () => {
  const { id, token } = await confirmedAt(50)
  const fields = await offer(token)
  const other = { 'sec-fetch-site': 'cross-site' }
  expect((await post('move', fields, other)).statusCode).toBe(403)
  expect((await post('move', { ...fields, target: 'soon' })).statusCode).toBe(409)
  await test.asOwner('update strategy_call_bookings set confirmed = $2 where id = $1', [id, span(quarter(80))])
  const answer = await post('move', fields)
  expect([answer.statusCode, answer.body.includes(callPage.changed)]).toEqual([409, true])
  expect(await stored(id)).toMatchObject({ call_at: new Date(quarter(80)) })
})
