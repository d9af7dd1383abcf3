import { hash } from '@node-rs/argon2'
import { describe, expect, it } from 'vitest'
import { eachOf } from '#shared/lib/testing.ts'
import { hashPassword, passwordCost, verifyPassword } from './password-hash.ts'

const right = { matches: true, outdated: false }
const wrong = { matches: false, outdated: false }

describe('a hash of ours', () => {
  it('names its cost, has its own salt, and is of its password alone', async () => {
    const [one, two] = await Promise.all([hashPassword('snow on the roof'), hashPassword('snow on the roof')])
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/)
    expect(one).not.toBe(two)
    expect(await verifyPassword('snow on the roof', one)).toEqual(right)
    expect(await verifyPassword('snow on the rooF', one)).toEqual(wrong)
    expect(await verifyPassword('', one)).toEqual(wrong)
  })

  it('holds the last of 72 bytes', async () => {
    const stored = await hashPassword(`${'x'.repeat(71)}y`)
    expect(await verifyPassword(`${'x'.repeat(71)}z`, stored)).toEqual(wrong)
  })

  it('of a lower cost than today is outdated', async () => {
    const cheap = await hash('snow on the roof', { memoryCost: passwordCost.memoryKiB / 2, timeCost: 2 })
    expect(await verifyPassword('snow on the roof', cheap)).toEqual({ matches: true, outdated: true })
    expect(await verifyPassword('rain on the roof', cheap)).toEqual(wrong)
  })
})

it(
  'a hash of another kind is of no password',
  eachOf(
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
