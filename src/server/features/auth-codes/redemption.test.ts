import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { nameless } from '#server/lib/auth/testing.ts'
import { verifyPassword } from '#server/lib/crypto/password-hash.ts'
import { issueCode } from './codes.ts'
import { redeemLink } from './redemption.ts'
import { codesForTest } from './testing.ts'

let on: Awaited<ReturnType<typeof codesForTest>>
beforeAll(async () => {
  on = await codesForTest()
})
afterAll(() => on.close())

async function invited() {
  const user = await on.person({ invited: true })
  const about = { userId: user.id, kind: 'confirmation', address: user.email as string } as const
  const { token } = await on.inside((tx) => issueCode(tx, on.context, about))
  const person = async () => {
    const rows = await on.test.asOwner<{
      email_confirmed_at: Date | null
      encrypted_password: string | null
    }>('select * from auth.users where id = $1', [user.id])
    return rows[0]
  }
  const open = (more: { password?: string; redirectTo?: string } = {}) =>
    redeemLink(on.context, { token, type: 'invite', redirectTo: null, client: nameless, ...more })
  return { user, open, person }
}

const fragmentOf = (opened: object) =>
  Object.fromEntries(new URLSearchParams(new URL((opened as { location: string }).location).hash.slice(1)))

describe('an invitation', () => {
  it('judges the password before the link is used up', async () => {
    const { user, open, person } = await invited()
    for (const password of ['x7#kQ!w', 'password1234', user.email as string, 'a'.repeat(73)]) {
      expect(await open({ password })).toEqual({ passwordFault: expect.stringMatching(/[a-z]{4}/) })
    }
    expect((await person())?.email_confirmed_at).toBeNull()
    const password = 'seven green umbrellas'
    const arrived = { type: 'invite', token_type: 'bearer', password: 'set' }
    expect(fragmentOf(await open({ password }))).toMatchObject(arrived)
    const after = await person()
    expect(after?.email_confirmed_at).toEqual(new Date(on.time.now))
    expect((await verifyPassword(password, after?.encrypted_password ?? null)).matches).toBe(true)
    // The link is good once.
    expect(fragmentOf(await open({ password: 'another fine password' }))).toMatchObject({
      error_code: 'otp_expired',
    })
    expect((await person())?.encrypted_password).toBe(after?.encrypted_password)
  })

  it('leaves an account without a password to whoever brings none', async () => {
    const { open, person } = await invited()
    expect(fragmentOf(await open())).not.toHaveProperty('password')
    expect((await person())?.encrypted_password).toBeNull()
    expect((await person())?.email_confirmed_at).not.toBeNull()
  })

  it('leads to no place that nobody allowed', async () => {
    const { open } = await invited()
    expect(await open({ redirectTo: 'https://evil.example' })).toEqual({
      location: expect.stringMatching(/^https:\/\/site\.example\/desk\/#access_token=/),
    })
  })
})
