import { afterAll, describe, expect, it } from 'vitest'
import { authAppForTest } from '#server/app/testing.ts'
import { createUser } from '#server/features/auth-users/service.ts'
import { decide } from '#server/lib/auth/decide.ts'
import { everyRow } from '#shared/lib/rows-testing.ts'

/**
 * An attacker with a list of addresses would like to know which of them have an account. `bench` measures that the
 * answers take the same time.
 */
const closed = await authAppForTest({ mailsPerHour: 1000, mailsPerClient: 1000 })
const open = await authAppForTest({ signUp: true, mailsPerHour: 1000, mailsPerClient: 1000 })
afterAll(() => Promise.all([closed.close(), open.close()]))
for (const site of [closed, open]) site.stand()

type Site = typeof closed

const newAddress = () => `${crypto.randomUUID()}@example.com`
const password = 'a long row of words'
const challenge = { code_challenge: 'c'.repeat(43), code_challenge_method: 's256' }

/** Replaces ids and times by their shape, since they are new each time. */
const shapeOf = (body: string, email: string) =>
  body
    .replaceAll(email.toLowerCase(), 'ADDRESS')
    .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'ID')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'INSTANT')

async function answerTo(site: Site, path: string, email: string, body: object) {
  const answer = await site.app.inject({
    method: 'POST',
    url: `/auth/v1${path}`,
    headers: { 'content-type': 'application/json', 'x-supabase-api-version': '2024-01-01' },
    payload: JSON.stringify({ email, ...body }),
  })
  const { date: _, 'x-request-id': _id, ...headers } = answer.headers
  return { status: answer.statusCode, headers, body: shapeOf(answer.body, email) }
}

/** One address of each kind that there is. */
async function addresses(site: Site) {
  const [{ email: confirmed }, { email: banned, id }] = [await site.person(), await site.person()]
  await site.test.asOwner("update auth.users set banned_until = now() + interval '1 day' where id = $1", [id])
  const invited = newAddress()
  await decide(site.auth.database, (tx) =>
    createUser(tx, { email: invited, passwordHash: null, invitedAt: new Date() }, new Date()),
  )
  return { nobody: newAddress(), confirmed, invited, banned, 'written large': confirmed.toUpperCase() }
}

const questions: [string, string, object][] = [
  ['a sign-in', '/token?grant_type=password', { password }],
  [
    'a sign-in with a password that is too long',
    '/token?grant_type=password',
    { password: 'x'.repeat(2000) },
  ],
  ['a forgotten password', '/recover', {}],
  ['a forgotten password, with a code challenge', '/recover', challenge],
  ['a letter once more', '/resend', { type: 'signup' }],
  ['a letter of a change once more', '/resend', { type: 'email_change' }],
  ['a link, for accounts that exist', '/otp', { create_user: false }],
  ['a link, for any account', '/otp', { create_user: true }],
  ['a link, with a code challenge', '/otp', { create_user: true, ...challenge }],
  ['a link, by its old name', '/magiclink', {}],
  ['a code', '/verify', { type: 'email', token: '123456' }],
  ['a code of a recovery', '/verify', { type: 'recovery', token: '123456' }],
  ['a code of a sign-up', '/verify', { type: 'signup', token: '123456' }],
  ['a code of an invitation', '/verify', { type: 'invite', token: '123456' }],
  ['an account', '/signup', { password }],
  ['an account, with a weak password', '/signup', { password: 'short' }],
]

describe.each([
  ['closed', closed],
  ['open', open],
] as const)('where sign-up is %s', (_word, site) => {
  it('hears the same of everybody, whatever is asked', () =>
    everyRow(questions, async ([, path, body]) => {
      // New addresses for each request, since a mailbox gets one letter a minute.
      const { nobody, ...somebody } = await addresses(site)
      const expected = await answerTo(site, path, nobody, body)
      const again = await answerTo(site, path, nobody, body)
      expect(expected.status).toBeLessThan(500)
      for (const [kind, email] of Object.entries(somebody)) {
        // Capital letters do not make it another mailbox.
        if (kind === 'written large') site.later(61_000)
        expect([kind, await answerTo(site, path, email, body)]).toEqual([kind, expected])
        expect([kind, await answerTo(site, path, email, body)]).toEqual([kind, again])
      }
    }))
})

it('learns nothing by guessing on, at anybody', async () => {
  const { nobody, confirmed } = await addresses(closed)
  const guesses = async (email: string) => {
    const statuses: number[] = []
    for (let guess = 0; guess < 12; guess++)
      statuses.push((await answerTo(closed, '/token?grant_type=password', email, { password })).status)
    return statuses
  }
  const heard = await guesses(confirmed)
  expect(heard.slice(-2)).toEqual([429, 429])
  expect(await guesses(nobody)).toEqual(heard)
})

it('writes to mailboxes of accounts alone', async () => {
  const { nobody, confirmed } = await addresses(closed)
  const before = closed.letters.length
  for (const path of ['/recover', '/otp', '/resend']) await answerTo(closed, path, nobody, { type: 'signup' })
  expect(closed.letters.length).toBe(before)
  await answerTo(closed, '/recover', confirmed, {})
  expect(closed.letters.slice(before).map(({ to }) => to)).toEqual([confirmed])
})
