import { afterAll, expect, it } from 'vitest'
import { authAppForTest } from '#server/app/testing.ts'
import { invitePerson } from '#server/features/auth-admin/service.ts'

/** A client that asks for letters to nobody, and everybody else who needs a letter in the same hour. */
const perClient = 4
const closed = await authAppForTest({ mailsPerHour: 6, mailsPerClient: perClient })
const open = await authAppForTest({ signUp: true, mailsPerHour: 6, mailsPerClient: perClient })
afterAll(() => Promise.all([closed.close(), open.close()]))

// The budgets are by the hour, so the tests start at the beginning of one.
const hour = 3_600_000
for (const site of [closed, open]) {
  site.stand()
  site.later(hour - (Date.now() % hour))
}

type Site = typeof closed

const newAddress = () => `${crypto.randomUUID()}@example.com`

async function ask(site: Site, path: string, body: object, client: string, token?: string) {
  const answer = await site.app.inject({
    method: 'POST',
    url: `/auth/v1${path}`,
    remoteAddress: client,
    headers: {
      'content-type': 'application/json',
      'x-supabase-api-version': '2024-01-01',
      ...(token && { authorization: `Bearer ${token}` }),
    },
    payload: JSON.stringify(body),
  })
  return { status: answer.statusCode, code: answer.json<{ code?: string }>().code }
}

/** Each client asks for as many letters as it may, to unknown addresses, and then for one more. */
async function flood(site: Site, path: string, more: object, clients: number): Promise<number[]> {
  const refusals: number[] = []
  for (let client = 1; client <= clients; client++) {
    for (let i = 0; i < perClient; i++)
      await ask(site, path, { email: newAddress(), ...more }, `198.51.100.${client}`)
    const { status } = await ask(site, path, { email: newAddress(), ...more }, `198.51.100.${client}`)
    refusals.push(status)
  }
  return refusals
}

const lettersTo = (site: Site, email: string) =>
  site.letters.filter(({ to }) => to === email).map(({ kind }) => kind)

/** Everybody who is no stranger gets their letter. */
async function expectLetters(site: Site): Promise<void> {
  const [owner, agent] = [await site.member('owner'), await site.member('agent')]
  const [known, invited, guest] = [await site.person(), newAddress(), newAddress()]
  expect((await ask(site, '/recover', { email: known.email }, '203.0.113.1')).status).toBe(200)
  expect((await ask(site, '/recover', { email: agent.email }, '203.0.113.1')).status).toBe(200)
  await invitePerson(site.auth, { email: invited, role: 'agent' })
  const token = (await owner.strong.auth.getSession()).data.session?.access_token ?? ''
  expect((await ask(site, '/invite', { email: guest }, '203.0.113.1', token)).status).toBe(200)
  const changed = await agent.strong.auth.updateUser({ email: newAddress() })
  expect(changed.error).toBeNull()
  expect(lettersTo(site, known.email)).toEqual(['recovery'])
  expect(lettersTo(site, agent.email)).toEqual(expect.arrayContaining(['recovery', 'current-address']))
  expect([lettersTo(site, invited), lettersTo(site, guest)]).toEqual([['invite'], ['invite']])
}

it.each([
  ['/recover', {}],
  ['/otp', { create_user: true }],
  ['/resend', { type: 'signup' }],
])('letters to nobody cost nobody their letter: %s', async (path, more) => {
  // Each client has used up its own budget, and no other.
  expect(await flood(closed, path, more, 2)).toEqual([429, 429])
  await expectLetters(closed)
  closed.later(3_600_000)
  expect((await ask(closed, path, { email: newAddress(), ...more }, '198.51.100.1')).status).toBe(200)
})

it('a flood of sign-ups keeps out newcomers for the hour, known and unknown alike, and nobody else', async () => {
  await flood(open, '/signup', { password: 'seven green umbrellas' }, 2)
  const known = (await open.person()).email
  for (const email of [newAddress(), known]) {
    const signUp = { email, password: 'seven green umbrellas' }
    expect(await ask(open, '/signup', signUp, '203.0.113.9')).toEqual({
      status: 429,
      code: 'over_email_send_rate_limit',
    })
    expect((await ask(open, '/otp', { email, create_user: true }, '203.0.113.9')).status).toBe(429)
    expect((await ask(open, '/otp', { email, create_user: false }, '203.0.113.9')).status).toBe(200)
  }
  await expectLetters(open)
})

it('one mailbox gets so many letters an hour, however many clients ask', async () => {
  const { email } = await closed.person()
  const statuses: number[] = []
  for (let client = 1; client <= 21; client++) {
    closed.later(61_000)
    statuses.push((await ask(closed, '/recover', { email }, `192.0.2.${client}`)).status)
  }
  expect(statuses).toEqual([...Array<number>(20).fill(200), 429])
  expect(lettersTo(closed, email)).toHaveLength(20)
})
