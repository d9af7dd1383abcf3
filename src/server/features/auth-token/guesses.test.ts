import { hash } from '@node-rs/argon2'
import { afterAll, describe, expect, it } from 'vitest'
import { password, tokenForTest } from './testing.ts'

const room = await tokenForTest()
afterAll(() => room.close())

const minute = 60_000
/** A hash that is checked in no time, for tests that try many passwords. */
const cheap = await hash(password, { memoryCost: 8, timeCost: 1, parallelism: 1 })

/** Makes so many wrong tries one after another. Gives the status of each. */
async function guess(times: number, email: string, address?: string): Promise<number[]> {
  const statuses: number[] = []
  for (let n = 0; n < times; n++) {
    statuses.push((await room.signIn(email, `wrong ${n}`, address)).statusCode)
  }
  return statuses
}

describe('guessing', () => {
  it.each(['an account', 'an address that nobody has'])(
    '%s ends after ten tries from one client',
    async (of) => {
      const email = of === 'an account' ? (await room.person({ hash: cheap })).email : 'nobody@example.com'
      expect(await guess(10, email)).toEqual(Array<number>(10).fill(400))
      room.time.now += minute
      const refused = await room.signIn(email, password)
      expect([refused.statusCode, refused.json().code]).toEqual([429, 'over_request_rate_limit'])
      expect(refused.headers['retry-after']).toBe('240')
    },
  )

  it('leaves the owner in from another address, and their right try forgives what came before', async () => {
    const { email } = await room.person({ hash: cheap })
    await guess(11, email)
    expect((await room.signIn(email, password, '198.51.100.7')).statusCode).toBe(200)
    await guess(9, email, '198.51.100.7')
    expect((await room.signIn(email, password, '198.51.100.7')).statusCode).toBe(200)
    expect(await guess(10, email, '198.51.100.7')).toEqual(Array<number>(10).fill(400))
  })

  it('is over when the window is: the right password works again', async () => {
    const { email } = await room.person({ hash: cheap })
    await guess(11, email)
    room.time.now += 5 * minute - 1
    expect((await room.signIn(email)).statusCode).toBe(429)
    room.time.now += 1
    expect((await room.signIn(email)).statusCode).toBe(200)
  })

  it('from many addresses ends after fifty tries, however they are spread', async () => {
    const { email } = await room.person({ hash: cheap })
    const statuses: number[] = []
    for (const last of [1, 2, 3, 4, 5, 6]) statuses.push(...(await guess(10, email, `203.0.113.${last}`)))
    expect(statuses).toEqual([...Array<number>(50).fill(400), ...Array<number>(10).fill(429)])
  })

  it('of others never keeps somebody out who signed in from this device before', async () => {
    const { email } = await room.person()
    const [desk, elsewhere] = ['desk-0123456789-0123456789', 'other-0123456789-0123456789']
    await room.signIn(email, password, '198.51.100.10', desk)
    for (let hour = 0; hour < 2; hour++) {
      for (const last of [1, 2, 3, 4, 5, 6]) await guess(10, email, `203.0.113.${last}`)
      // The known device signs in at an address that guessed; an unknown device does not even at a fresh one.
      const [from, known] = [`198.51.100.${hour}`, await room.signIn(email, password, '203.0.113.1', desk)]
      expect(known.statusCode).toBe(200)
      expect((await room.signIn(email, password, from, elsewhere)).statusCode).toBe(429)
      // A sign-in does not restore the guesses of others.
      expect(await guess(1, email, from)).toEqual([429])
      room.time.now += 5 * minute
    }
  })

  it('from a device that was here before has ten tries, of this one account', async () => {
    const [{ email }, other] = [await room.person(), await room.person()]
    const device = 'desk-0123456789-0123456789'
    await room.signIn(email, password, undefined, device)
    const statuses: number[] = []
    for (let n = 0; n < 11; n++) {
      statuses.push((await room.signIn(email, `wrong ${n}`, `203.0.113.${n}`, device)).statusCode)
    }
    expect(statuses).toEqual([...Array<number>(10).fill(400), 429])
    // Its tries count for nobody else, and another account does not know the device.
    expect((await room.signIn(email, password, '198.51.100.11')).statusCode).toBe(200)
    await guess(10, other.email, '203.0.113.1')
    expect((await room.signIn(other.email, password, '203.0.113.1', device)).statusCode).toBe(429)
  })

  it('from one address alone never fills the count of everybody', async () => {
    const { email } = await room.person({ hash: cheap })
    await guess(60, email)
    expect((await room.signIn(email, password, '198.51.100.8')).statusCode).toBe(200)
  })

  it('counts tries at once as what they are', async () => {
    const { email } = await room.person({ hash: cheap })
    const answers = await Promise.all(Array.from({ length: 15 }, (_, n) => room.signIn(email, `wrong ${n}`)))
    const refused = answers.filter(({ statusCode }) => statusCode === 429)
    expect(refused).toHaveLength(5)
  })

  it('counts the network of an IPv6 address, and another spelling of the account, as one', async () => {
    const { email } = await room.person({ hash: cheap })
    await guess(5, email, '2001:db8::1')
    await guess(5, email.toUpperCase(), '2001:db8::2')
    expect((await room.signIn(email, password, '2001:db8::3')).statusCode).toBe(429)
  })

  it('is told to the security log once a window, and kept under keyed hashes', async () => {
    const { email } = await room.person({ hash: cheap })
    const limits = () =>
      room.test.asOwner("select from auth.audit_log_entries where payload ->> 'action' = 'limit_reached'")
    const before = (await limits()).length
    await guess(14, email, '198.51.100.9')
    expect((await limits()).length - before).toBe(1)
    const dump = JSON.stringify(await room.test.asOwner('select t::text from private.throttles t'))
    expect(dump).not.toContain(email)
    expect(dump).not.toContain('198.51.100')
  })
})
