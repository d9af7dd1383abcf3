import type { FastifyRequest } from 'fastify'
import { expect, it } from 'vitest'
import { testEach } from '#shared/lib/testing.ts'
import { clientAddress, type LimitGroup, openLimits } from './limits.ts'

const from = (ip: string) => ({ ip }) as FastifyRequest

/** Creates rate limits that use a fake clock. */
function limitsAt(start: number, groups: Record<string, LimitGroup>) {
  let now = start
  const reached: unknown[] = []
  const limits = openLimits(
    groups,
    () => now,
    (group, limit) => reached.push([group, limit]),
  )
  /** Returns 'goes' if the request is allowed; otherwise, the seconds to wait. */
  const outcome = (work: Promise<void>): Promise<unknown> =>
    work.then(
      () => 'goes',
      (error: { retryAfter?: number }) => error.retryAfter ?? error,
    )
  return {
    move: (milliseconds: number) => {
      now += milliseconds
    },
    arrive: (ip: string, group = 'doors') => outcome(limits.arrive(group, from(ip))),
    consume: (ip: string, points: number, group = 'doors') => outcome(limits.consume(group, from(ip), points)),
    consumeFor: (account: string, group = 'doors') => outcome(limits.consumeFor(group, account)),
    store: (ip: string, rows: number, bytes: number) => outcome(limits.consumeStored('doors', ip, rows, bytes)),
    reached,
    close: () => limits.close(),
  }
}

const minute = { points: 3, seconds: 60 } as const
const noon = Date.UTC(2026, 10, 20, 12)

it('refuses requests only from the IP address that exceeds its rate limit, and returns the number of seconds to wait', async () => {
  const at = limitsAt(noon + 20_000, { doors: { address: [minute] } })
  for (let i = 0; i < 3; i++) expect(await at.arrive('203.0.113.7')).toBe('goes')
  expect(await at.arrive('203.0.113.7')).toBe(40)
  expect(await at.arrive('203.0.113.8')).toBe('goes')
  at.move(39_500)
  expect(await at.arrive('203.0.113.7')).toBe(1)
  at.move(500)
  expect(await at.arrive('203.0.113.7')).toBe('goes')
  await at.close()
})

it('counts an IPv6 /64 network as a single client', async () => {
  const at = limitsAt(noon, { doors: { address: [minute] } })
  for (let host = 1; host <= 3; host++) expect(await at.arrive(`2001:db8:1:2::${host}`)).toBe('goes')
  expect(await at.arrive('2001:db8:1:2:ffff::9')).toBe(60)
  expect(await at.arrive('2001:db8:1:3::1')).toBe('goes')
  await at.close()
})

it('applies every rate limit of a group, and counts requests to each group separately', async () => {
  const hour = { points: 5, seconds: 3600 } as const
  const at = limitsAt(noon, { doors: { address: [minute, hour] }, windows: { address: [minute] } })
  for (let i = 0; i < 3; i++) expect(await at.arrive('203.0.113.7')).toBe('goes')
  expect(await at.arrive('203.0.113.7', 'windows')).toBe('goes')
  at.move(60_000)
  for (let i = 0; i < 2; i++) expect(await at.arrive('203.0.113.7')).toBe('goes')
  expect(await at.arrive('203.0.113.7')).toBe(3540)
  at.move(60_000)
  expect(await at.arrive('203.0.113.7')).toBe(3480)
  at.move(3_480_000)
  expect(await at.arrive('203.0.113.7')).toBe('goes')
  await at.close()
})

it('counts a request’s first row toward the rate limit on arrival, and the other rows after the request body is read', async () => {
  const at = limitsAt(noon, { doors: { address: [{ points: 10, seconds: 60 }] } })
  expect([await at.arrive('203.0.113.7'), await at.consume('203.0.113.7', 9)]).toEqual(['goes', 'goes'])
  expect([await at.arrive('203.0.113.7'), await at.consume('203.0.113.7', 1)]).toEqual(['goes', 'goes'])
  expect(await at.arrive('203.0.113.7')).toBe(60)
  expect([await at.arrive('203.0.113.8'), await at.consume('203.0.113.8', 10)]).toEqual(['goes', 'goes'])
  expect([await at.arrive('203.0.113.9'), await at.consume('203.0.113.9', 11)]).toEqual(['goes', 60])
  await at.close()
})

it('applies a rate limit to each account, and another to all accounts together', async () => {
  const everybody = [{ points: 5, seconds: 60 }] as const
  const at = limitsAt(noon, { doors: { address: [minute], account: [minute], everybody } })
  for (let i = 0; i < 3; i++) expect(await at.consumeFor('ada')).toBe('goes')
  for (let i = 0; i < 3; i++) expect(await at.consumeFor('ada')).toBe(60)
  // A request that an account's rate limit refuses does not count toward the common rate limit.
  for (const name of ['bob', 'cy']) expect(await at.consumeFor(name)).toBe('goes')
  expect(await at.consumeFor('dee')).toBe(60)
  at.move(60_000)
  expect(await at.consumeFor('ada')).toBe('goes')
  await at.close()
})

it('[R1] limits stored bytes per IP address and in total, and reports once per window that the total rate limit is reached', async () => {
  const bytes = {
    address: [{ points: 100, seconds: 3600 }],
    everybody: [{ points: 200, seconds: 3600 }],
  } as const
  const at = limitsAt(noon, { doors: { address: [], bytes } })
  expect([await at.store('203.0.113.7', 1, 90), await at.store('203.0.113.7', 1, 11)]).toEqual(['goes', 3600])
  // Bytes from a refused IP address do not count toward the common rate limit.
  expect([await at.store('203.0.113.8', 1, 100), await at.store('203.0.113.9', 1, 10)]).toEqual(['goes', 'goes'])
  expect(at.reached).toEqual([])
  for (const ip of ['203.0.113.10', '203.0.113.11']) expect(await at.store(ip, 1, 1)).toBe(3600)
  expect(at.reached).toEqual([['doors', bytes.everybody[0]]])
  at.move(3_600_000)
  expect(await at.store('203.0.113.7', 1, 90)).toBe('goes')
  await at.close()
})

it('grants at most the remaining points of a rate limit, and charges none if the work fails or is not counted', async () => {
  const limits = openLimits({ doors: { address: [minute] } }, () => noon)
  const spend = (wanted: number, counts = true, work = async (granted: number) => granted) =>
    limits.spendFor('doors', from('203.0.113.7'), wanted, work, () => counts)
  const fails = async () => {
    throw new Error('refused')
  }
  expect(await spend(2)).toBe(2)
  expect(await spend(9, false)).toBe(1)
  await expect(spend(1, true, fails)).rejects.toThrow('refused')
  expect(await spend(2)).toBe(1)
  expect(await spend(1, false)).toBe(0)
  expect(await spend(1)).toBe(0)
  await limits.close()
})

it('throws an error for an unknown group of rate limits', async () => {
  const at = limitsAt(noon, {})
  expect(await at.arrive('203.0.113.7')).toEqual(new Error('rate limit is missing for doors'))
  await at.close()
})

it(
  'identifies a client by its IPv4 address or its IPv6 network',
  testEach(
    [
      ['203.0.113.7', '203.0.113.7'],
      ['::ffff:203.0.113.7', '203.0.113.7'],
      ['::FFFF:cb00:7107', '203.0.113.7'],
      ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
      ['2001:0DB8:0001:0002:ffff::1', '2001:db8:1:2::/64'],
      ['2001:db8:1:2::', '2001:db8:1:2::/64'],
      ['2001:db8:1:3::1', '2001:db8:1:3::/64'],
      ['2001:db8::1', '2001:db8:0:0::/64'],
      ['::1', '0:0:0:0::/64'],
      ['fe80::1%eth0', 'fe80:0:0:0::/64'],
      ['', ''],
      ['not:an:address', 'not:an:address'],
    ],
    (ip, address) => {
      expect(clientAddress(ip)).toBe(address)
    },
  ),
)
