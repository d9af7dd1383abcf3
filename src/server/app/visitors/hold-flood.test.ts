import { randomUUID } from 'node:crypto'
import { expect, it, onTestFinished } from 'vitest'
import { appForTest, configForTest, publishableKey } from '#server/app/testing.ts'
import { booking, hostForTest } from '#server/lib/db/rows-testing.ts'

const config = { ...configForTest, rateLimit: true }
const headers = { apikey: publishableKey, 'content-type': 'application/json' }
const day = 86_400_000

/** The complete server with rate limits on a fake clock, and one host with office hours. */
async function serving(sendsMail: boolean) {
  let now = Date.now()
  const running = await appForTest(undefined, { config, clock: () => now })
  const { app, test } = running
  onTestFinished(() => running.close())
  await hostForTest(test)
  await test.asOwner('update desk_settings set confirm_at_once = true')
  await test.asOwner('select private.record_mail_service($1)', [sendsMail])

  const post = (url: string, payload: object, remoteAddress = '203.0.113.1') =>
    app.inject({
      method: 'POST',
      url: `/rest/v1/${url}`,
      headers,
      payload: JSON.stringify(payload),
      remoteAddress,
    })
  return {
    test,
    post,
    /** Returns all available times within two months. */
    times: async (): Promise<string[]> => {
      // Advances the clock, because responses are cached for a few seconds.
      now += 60_000
      const from = (days: number) => new Date(Date.now() + days * day).toISOString().slice(0, 10)
      const asked = [0, 31].map((days) => post('rpc/available_times', { days: 31, zone: 'UTC', from_day: from(days) }))
      return (await Promise.all(asked)).flatMap((answer) => answer.json<{ times: string[] }>().times)
    },
    /** Sends a booking as a visitor with an invented mailbox, and waits as long as a rate limit requires. */
    pick: async (preferred_time: string, remoteAddress: string): Promise<void> => {
      const { monthly_revenue: _, ...row } = booking({ preferred_time, picked: true })
      const visitor = { id: randomUUID(), email: `${randomUUID()}@made-up.example`, fill_seconds: 30 }
      for (;;) {
        const answer = await post('strategy_call_bookings', { ...row, ...visitor, filled_by: 'person' }, remoteAddress)
        if (answer.statusCode === 201) return
        expect(answer.statusCode).toBe(429)
        now += 1000 * Number(answer.headers['retry-after'])
      }
    },
  }
}

/** Returns up to five slots for each week, spread over the week. */
function inEachWeek(times: readonly string[]): string[] {
  const weekOf = (time: string) => Math.floor((Date.parse(time) / day + 3) / 7)
  return [...new Set(times.map(weekOf))].flatMap((week) => {
    const own = times.filter((time) => weekOf(time) === week)
    return own.filter((_, at) => at % Math.ceil(own.length / 5) === 0)
  })
}

it.each([
  ['with a mail server', true],
  ['without a mail server', false],
])(
  '[R1] keeps four fifths of the calendar available when 45 clients select times with made-up email addresses (%s)',
  async (_, sendsMail) => {
    const { test, times, pick } = await serving(sendsMail)
    const before = await times()
    const wanted = inEachWeek(before).slice(0, 45)
    for (const [at, time] of wanted.entries()) await pick(time, `203.0.113.${2 + at}`)
    const [stored] = await test.asOwner(
      "select count(*)::int as stored, count(*) filter (where status = 'confirmed')::int as confirmed from strategy_call_bookings",
    )
    expect(stored).toEqual({ stored: 45, confirmed: 0 })
    expect((await times()).length).toBeGreaterThanOrEqual(before.length * 0.8)
  },
)

it('counts a booking with a selected time toward the daily rate limit only if the booking is new and is stored', async () => {
  const { test, times, post } = await serving(true)
  const [preferred_time] = await times()
  const { monthly_revenue: _, ...row } = booking({ preferred_time, picked: true })
  const picking = (change = {}) => ({
    ...row,
    id: randomUUID(),
    email: `${randomUUID()}@made-up.example`,
    ...change,
  })
  const send = async (body: object) => (await post('strategy_call_bookings', body)).statusCode
  for (const _ of [1, 2]) expect(await send(picking({ email: 'nobody' }))).toBe(400)
  expect(await send([picking(), picking({ email: 'nobody' })])).toBe(400)
  const known = picking()
  expect(await send(known)).toBe(201)
  for (const _ of [1, 2]) expect(await send(known)).toBe(409)
  expect(await send([picking(), known])).toBe(409)
  expect(await send([picking(), picking({ picked: false }), picking()])).toBe(201)
  expect(await send([picking(), picking(), picking()])).toBe(201)
  expect(await send(picking())).toBe(201)
  expect(
    await test.asOwner('select picked, count(*)::int from strategy_call_bookings group by picked order by picked'),
  ).toEqual([
    { picked: false, count: 3 },
    { picked: true, count: 5 },
  ])
})
