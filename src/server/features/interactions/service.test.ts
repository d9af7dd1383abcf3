import { afterAll, describe, expect, it } from 'vitest'
import { testDatabase } from '#server/lib/db/testing.ts'
import type { ValidInteraction } from '#shared/contract/interaction.ts'
import { openInteractions } from './service.ts'

const test = await testDatabase()
let now = Date.parse('2026-11-20T12:00:00Z')
const interactions = openInteractions(test.database, () => now)
afterAll(() => test.close())

const agent = 'Mozilla/5.0 (X11; Linux x86_64) Chrome/142.0.0.0 Safari/537.36'

const sender = { agent, address: '203.0.113.7' }

const row = (change: Partial<ValidInteraction> = {}): ValidInteraction => ({
  session_id: crypto.randomUUID(),
  event_type: 'page_view',
  event_data: '{"view":"home"}',
  ...change,
})

const stored = (session: string) =>
  test.asOwner<Record<string, unknown>>(
    'select * from user_interactions where session_id = $1 order by created_at, id',
    [session],
  )

/** The number of transactions that stored rows from these sessions. */
async function commits(sessions: readonly string[]): Promise<number> {
  const [found] = await test.asOwner<{ count: number }>(
    'select count(distinct xmin::text)::int as count from user_interactions where session_id = any ($1)',
    [sessions],
  )
  return found?.count ?? 0
}

it('stores interactions from concurrent requests in one commit', async () => {
  const rows = Array.from({ length: 40 }, () => row())
  await Promise.all(rows.map((one) => interactions.store([one], sender)))
  expect(await commits(rows.map(({ session_id }) => session_id))).toBe(1)
})

it('rejects only the invalid request among simultaneous requests, and stores the interactions of the valid ones', async () => {
  const good = Array.from({ length: 5 }, () => row())
  // In production, earlier checks would reject this row before the database does.
  const bad = row({ event_type: 'nonsense' as 'error' })
  const outcomes = await Promise.allSettled(
    [...good.slice(0, 2), bad, ...good.slice(2)].map((one) => interactions.store([one, row()], sender)),
  )
  expect(outcomes.map(({ status }) => status)).toEqual([
    'fulfilled',
    'fulfilled',
    'rejected',
    'fulfilled',
    'fulfilled',
    'fulfilled',
  ])
  for (const { session_id } of good) expect(await stored(session_id)).toHaveLength(1)
  expect(await stored(bad.session_id)).toEqual([])
})

it('counts a repeated interaction as stored, and stores the other interactions in the same request', async () => {
  const session_id = crypto.randomUUID()
  const first = row({ id: '019a0000-0000-7000-8000-000000000001', session_id })
  const second = row({ id: '019a0000-0000-7000-8000-000000000002', session_id })
  await interactions.store([first], sender)
  await interactions.store([first, second], sender)
  expect((await stored(session_id)).map(({ id }) => id)).toEqual([first.id, second.id])
})

it('recognizes bots by their user agent, and team members by a flag in their browsers', async () => {
  const session_id = crypto.randomUUID()
  const bot = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'
  await interactions.store([row({ session_id, user_agent: agent })], sender)
  await interactions.store([row({ session_id, user_agent: agent, event_data: '{"team":true}' })], sender)
  await interactions.store([row({ session_id, user_agent: bot })], sender)
  await interactions.store([row({ session_id, user_agent: agent })], { ...sender, agent: bot })
  const marks = (await stored(session_id)).map(({ is_bot, is_team }) => [is_bot, is_team])
  expect(marks).toEqual([
    [false, false],
    [false, true],
    [true, false],
    [true, false],
  ])
})

it('[P3] stores no personal data from URLs', async () => {
  const session_id = crypto.randomUUID()
  const page_url = 'https://ada:secret@site.example/?email=a@b.c&access_token=x&utm_source=letter&utm_term=a%40b.c#at=1'
  const referrer = 'https://mail.example/inbox/ada@example.com?token=x'
  await interactions.store([row({ session_id, page_url, referrer })], sender)
  await interactions.store([row({ session_id, page_url: 'javascript:alert(1)', referrer: 'nowhere' })], sender)
  expect((await stored(session_id)).map((found) => [found.page_url, found.referrer])).toEqual([
    ['https://site.example/?utm_source=letter', 'https://mail.example/'],
    [null, null],
  ])
})

describe('[P2] visitor key', () => {
  const keyOf = async (change: Partial<typeof sender> = {}) => {
    const one = row()
    await interactions.store([one, row({ session_id: one.session_id })], { ...sender, ...change })
    const keys = new Set((await stored(one.session_id)).map(({ visitor_key }) => visitor_key))
    expect(keys.size).toBe(1)
    return [...keys][0]
  }
  const salts = () => test.asOwner('select day::text from private.rate_limit_salts')

  it('depends on the browser and the IP address, and stays the same for one day', async () => {
    const key = await keyOf()
    expect(key).toMatch(/^-?\d{10,19}$/)
    expect(await keyOf()).toBe(key)
    now += 11 * 3_600_000
    expect(await keyOf(), 'in the last hour of the day').toBe(key)
    expect(await keyOf({ agent: `${agent} Edg/142` })).not.toBe(key)
    expect(await keyOf({ address: '203.0.113.8' })).not.toBe(key)
    // IP addresses that count as one client for a rate limit also share one visitor key.
    expect(await keyOf({ address: '2001:db8:1:2::1' })).toBe(await keyOf({ address: '2001:db8:1:2:ffff::9' }))
  })

  it('is the same in another process and after a restart', async () => {
    const key = await keyOf()
    const other = openInteractions(test.database, () => now)
    const one = row()
    await other.store([one], sender)
    expect(await stored(one.session_id)).toMatchObject([{ visitor_key: key }])
  })

  it('changes the next day, when the previous salt is deleted', async () => {
    const key = await keyOf()
    now += 3_600_000
    expect(await keyOf()).not.toBe(key)
    expect(await salts()).toEqual([{ day: '2026-11-21' }])
  })

  it('is omitted from stored rows if the salt is unavailable', async () => {
    now += 86_400_000
    await test.asOwner('revoke select on private.rate_limit_salts from backline_counters')
    expect(await keyOf()).toBe(null)
    await test.asOwner('grant select on private.rate_limit_salts to backline_counters')
    expect(await keyOf()).not.toBe(null)
  })
})
