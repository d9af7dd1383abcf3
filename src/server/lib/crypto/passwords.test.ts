import { hash } from '@node-rs/argon2'
import { describe, expect, it } from 'vitest'
import { Overloaded } from '#server/lib/overload.ts'
import { isPasswordTooLong } from '#shared/contract/auth.ts'
import { testEach } from '#shared/lib/testing.ts'
import { hashPassword, passwordCost, passwordFaults, queueHash, verifyPassword } from './passwords.ts'

const right = { matches: true, outdated: false }
const wrong = { matches: false, outdated: false }

describe('password hashes', () => {
  it('[S2] contain their cost and a unique salt, and match only the original password', async () => {
    const [one, two] = await Promise.all([hashPassword('snow on the roof'), hashPassword('snow on the roof')])
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/)
    expect(one).not.toBe(two)
    expect(await verifyPassword('snow on the roof', one)).toEqual(right)
    for (const other of ['snow on the rooF', '']) expect(await verifyPassword(other, one)).toEqual(wrong)
    const longest = await hashPassword(`${'x'.repeat(71)}y`)
    expect(await verifyPassword(`${'x'.repeat(71)}z`, longest)).toEqual(wrong)
  })

  it('are outdated if their cost is lower than the current cost', async () => {
    const cheap = await hash('snow on the roof', { memoryCost: passwordCost.memoryKiB / 2, timeCost: 2 })
    expect(await verifyPassword('snow on the roof', cheap)).toEqual({ matches: true, outdated: true })
    expect(await verifyPassword('rain on the roof', cheap)).toEqual(wrong)
  })

  it(
    'match no password if their format is not supported',
    testEach(
      [
        null,
        '',
        'x',
        '$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW',
        '$argon2id$v=19$m=19456',
        '$1$abc$def',
        'snow on the roof',
      ],
      async (stored) => {
        expect(await verifyPassword('snow on the roof', stored)).toEqual(wrong)
        expect(await verifyPassword('', stored)).toEqual(wrong)
      },
    ),
  )

  it('are calculated in order and two at a time, and are refused if too many calculations are already waiting', async () => {
    const began: number[] = []
    const finish: (() => void)[] = []
    const work = (index: number) => () =>
      new Promise<number>((resolve) => {
        began.push(index)
        finish.push(() => resolve(index))
      })
    const turns = Array.from({ length: 202 }, (_, index) => queueHash(work(index)))
    await expect.poll(() => began).toEqual([0, 1])
    await expect(queueHash(work(202))).rejects.toThrow(Overloaded)
    finish[0]?.()
    expect(await turns[0]).toBe(0)
    await expect.poll(() => began).toEqual([0, 1, 2])
    for (let next = 1; next < turns.length; next++) {
      await expect.poll(() => finish.length).toBeGreaterThan(next)
      finish[next]?.()
    }
    expect(await Promise.all(turns)).toEqual(Array.from({ length: 202 }, (_, index) => index))
  })
})

describe('the check of a new password', () => {
  it(
    "reports a password that is too short, too common, or based on the user's email address",
    testEach(
      [
        // Common passwords: unchanged, in capital letters, with a suffix, repeated, and with all of these changes.
        ['123456789012', ['pwned']],
        ['Q1W2E3R4T5Y6', ['pwned']],
        ['Password2026!', ['pwned']],
        ['passwordpassword', ['pwned']],
        ['Monkey1monkey1', ['pwned']],
        ['passwordpassword1!', ['pwned']],
        ['aaaaaaaaaaaa', ['pwned']],
        ['xyxyxyxyxyxy2026', ['pwned']],
        ['letmein', ['length', 'pwned']],
        ['', ['length']],
        // Passwords that contain a part of the user's email address.
        ['christopher.ray84@EXAMPLE.com', ['pwned']],
        ['Christopher.Ray84', ['pwned']],
        ['christopher.ray', ['pwned']],
        ['christopher.ray2026!', ['pwned']],
        // Passwords that are too short if visible characters are counted.
        ['kq7-Xw2-pf3', ['length']],
        ['🦊🦉🐢🦀🐙🦋🐝🦔🦦🐬🦩', ['length']],
        ['🦊🦉🐢🦀🐙🦋🐝🦔🦦🐬🦩🐸', []],
        // Good passwords.
        ['kq7-Xw2-pf3x', []],
        ['snow on the roof', []],
        ['christopher reads maps', []],
        ['xy 4829 1057 3846', []],
        ['482910573846', []],
      ],
      async (password, faults) => {
        expect(await passwordFaults(password, { email: 'Christopher.Ray84@example.com' })).toEqual(faults)
      },
    ),
  )

  it("does not require the user's email address", async () => {
    expect(await passwordFaults('christopher.ray', {})).toEqual([])
  })

  it('[S2] accepts a password of 72 bytes, and refuses a password of 73 bytes', () => {
    expect([isPasswordTooLong('x'.repeat(72)), isPasswordTooLong('x'.repeat(73))]).toEqual([false, true])
    expect([isPasswordTooLong('é'.repeat(36)), isPasswordTooLong('é'.repeat(37))]).toEqual([false, true])
  })
})
