import { type Algorithm, hash as argon2 } from '@node-rs/argon2'
import { afterAll, describe, expect, it } from 'vitest'
import { hashPassword } from '#server/lib/crypto/password-hash.ts'
import { password, tokenForTest } from './testing.ts'

const room = await tokenForTest()
afterAll(() => room.close())

const hashOf = async (id: string) => {
  const [row] = await room.test.asOwner<{ encrypted_password: string }>(
    'select encrypted_password from auth.users where id = $1',
    [id],
  )
  return row?.encrypted_password ?? ''
}

describe('the right password', () => {
  it('opens a session, however the address is written', async () => {
    const { email, id } = await room.person()
    for (const spelling of [email, email.toUpperCase(), ` ${email} `]) {
      const answer = await room.signIn(spelling)
      expect(answer.statusCode, answer.body).toBe(200)
      expect(answer.json()).toMatchObject({ token_type: 'bearer', user: { id, email } })
      expect(answer.json()).not.toHaveProperty('weak_password')
      expect(answer.body).not.toContain('argon2')
    }
  })

  it('stays of use while the address is not confirmed or the person banned: only who knows it hears so', async () => {
    const unconfirmed = await room.person({ confirmed: false })
    const banned = await room.person()
    await room.test.asOwner("update auth.users set banned_until = '2999-01-01' where id = $1", [banned.id])
    expect((await room.signIn(unconfirmed.email)).json().code).toBe('email_not_confirmed')
    expect((await room.signIn(banned.email)).json().code).toBe('user_banned')
    for (const { email } of [unconfirmed, banned]) {
      const answer = await room.signIn(email, 'not it')
      expect([answer.statusCode, answer.json().code]).toEqual([400, 'invalid_credentials'])
    }
  })

  it('is none of somebody who was deleted', async () => {
    const { email, id } = await room.person()
    await room.test.asOwner('update auth.users set deleted_at = now() where id = $1', [id])
    expect((await room.signIn(email)).json().code).toBe('invalid_credentials')
  })

  it('that would be refused today signs in, with a word about it', async () => {
    const { email } = await room.person({ hash: await hashPassword('password1') })
    const answer = await room.signIn(email, 'password1')
    expect(answer.statusCode).toBe(200)
    expect(answer.json().weak_password).toEqual({
      message: expect.any(String) as string,
      reasons: ['length', 'pwned'],
    })
  })

  it('hashed at a lower cost is hashed anew', async () => {
    const old = await argon2(password, {
      algorithm: 2 satisfies Algorithm.Argon2id,
      memoryCost: 64,
      timeCost: 1,
    })
    const { email, id } = await room.person({ hash: old })
    expect((await room.signIn(email, 'not it')).statusCode).toBe(400)
    const before = await hashOf(id)
    expect((await room.signIn(email)).statusCode).toBe(200)
    const after = await hashOf(id)
    expect([before === after, after.slice(0, 27)]).toEqual([false, '$argon2id$v=19$m=19456,t=2,'])
    expect((await room.signIn(email)).statusCode).toBe(200)
    expect(await hashOf(id)).toBe(after)
  })
})

describe('a wrong try', () => {
  it('gets one answer, to the letter, for unknown people, those without a password, and wrong passwords', async () => {
    const known = await room.person()
    const without = await room.person({ hash: null })
    const deleted = await room.person()
    await room.test.asOwner('update auth.users set deleted_at = now() where id = $1', [deleted.id])
    const answers = await Promise.all(
      [known.email, without.email, deleted.email, 'nobody@example.com', 'no address'].map((email) =>
        room.signIn(email, 'not it'),
      ),
    )
    const seen = answers.map(({ statusCode, headers, body }) => ({
      statusCode,
      headers: { ...headers, date: '' },
      body,
    }))
    expect(JSON.parse(seen[0]?.body ?? '')).toEqual({
      code: 'invalid_credentials',
      message: 'Invalid login credentials',
    })
    expect(seen[0]?.statusCode).toBe(400)
    for (const each of seen) expect(each).toEqual(seen[0])
  })

  it('is written into the security log, without the address', async () => {
    const { email, id } = await room.person()
    await room.test.asOwner('delete from auth.audit_log_entries')
    await room.signIn(email, 'not it')
    await room.signIn('stranger@example.com', 'not it')
    const rows = await room.test.asOwner<{ payload: { actor_id: string | null } }>(
      'select payload from auth.audit_log_entries',
    )
    expect(rows.map(({ payload }) => payload.actor_id)).toEqual(expect.arrayContaining([id, null]))
    expect(JSON.stringify(rows) + room.log()).not.toMatch(/@|not it/)
  })

  it('opens nothing when the password is changed while it is tried', async () => {
    const { email, id } = await room.person()
    await room.test.asOwner('begin')
    await room.test.asOwner('select from auth.users where id = $1 for update', [id])
    const signingIn = room.signIn(email)
    // The password was right; what remains is the session, which waits for the row.
    await expect.poll(() => room.test.asOwner('select from pg_locks where not granted')).not.toEqual([])
    await room.test.asOwner("update auth.users set encrypted_password = 'another' where id = $1", [id])
    await room.test.asOwner('commit')
    const answer = await signingIn
    expect(answer.statusCode).toBe(400)
  })
})
