import { afterAll, expect, it } from 'vitest'
import { authAppForTest } from '#server/app/testing.ts'
import { checkEachRow } from '#shared/lib/testing.ts'

/**
 * An attacker with a list of email addresses must not learn which of them have an account. `bench` compares response
 * times.
 */
const site = await authAppForTest({ mailsPerHour: 1000, mailsPerClient: 1000 })
afterAll(() => site.close())
site.stand()

const newAddress = () => `${crypto.randomUUID()}@example.com`
const password = 'a long row of words'

async function answerTo(path: string, email: string, body: object) {
  const answer = await site.app.inject({
    method: 'POST',
    url: `/auth/v1${path}`,
    headers: { 'content-type': 'application/json', 'x-supabase-api-version': '2024-01-01' },
    payload: JSON.stringify({ email, ...body }),
  })
  const { date: _, 'x-request-id': _id, ...headers } = answer.headers
  return { status: answer.statusCode, headers, body: answer.body }
}

/**
 * Creates one email address of each kind: unknown, confirmed, invited, banned, and confirmed but in capital letters.
 */
async function addresses() {
  const people = [await site.person(), await site.person(), await site.person()] as const
  const [confirmed, banned, invited] = people
  await site.test.asOwner("update auth.users set banned_until = now() + interval '1 day' where id = $1", [banned.id])
  await site.test.asOwner(
    'update auth.users set email_confirmed_at = null, encrypted_password = null, invited_at = now() where id = $1',
    [invited.id],
  )
  return {
    nobody: newAddress(),
    confirmed: confirmed.email,
    invited: invited.email,
    banned: banned.email,
    'in capitals': confirmed.email.toUpperCase(),
  }
}

it('[S1] responds to an auth request in the same way, whether or not the email address has an account', () =>
  checkEachRow<[string, string, object]>(
    [
      ['a sign-in', '/token?grant_type=password', { password }],
      ['a password that is too long', '/token?grant_type=password', { password: 'x'.repeat(2000) }],
      ['a forgotten password', '/recover', {}],
      ['another invitation', '/resend', { type: 'signup' }],
      ['more emails about a change', '/resend', { type: 'email_change' }],
      ['a magic link', '/otp', { create_user: false }],
      ['a code', '/verify', { type: 'email', token: '123456' }],
      ['a recovery code by email', '/verify', { type: 'recovery', token: '123456' }],
      ['an invitation code', '/verify', { type: 'invite', token: '123456' }],
      ['an account', '/signup', { password }],
    ],
    async ([, path, body]) => {
      // Each test uses new email addresses, because a mailbox receives at most one email a minute.
      const { nobody, ...somebody } = await addresses()
      const expected = await answerTo(path, nobody, body)
      const again = await answerTo(path, nobody, body)
      expect(expected.status).toBeLessThan(500)
      for (const [kind, email] of Object.entries(somebody)) {
        // An email address in capital letters belongs to the same mailbox.
        if (kind === 'in capitals') site.later(61_000)
        expect([kind, await answerTo(path, email, body)]).toEqual([kind, expected])
        expect([kind, await answerTo(path, email, body)]).toEqual([kind, again])
      }
    },
  ))
