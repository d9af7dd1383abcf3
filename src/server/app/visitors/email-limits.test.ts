import { afterAll, expect, it } from 'vitest'
import { authAppForTest, tokenOf } from '#server/app/testing.ts'
import { invitePerson } from '#server/features/auth-links/service.ts'

/**
 * One client requests many emails to unknown addresses. Other users must still get the emails that they need in the
 * same hour.
 */
const perClient = 4
const site = await authAppForTest({ mailsPerHour: 6, mailsPerClient: perClient })
afterAll(() => site.close())

// The limits apply per hour, so the tests start at the beginning of an hour.
const hour = 3_600_000
site.stand()
site.later(hour - (Date.now() % hour))

const newAddress = () => `${crypto.randomUUID()}@example.com`

async function ask(path: string, body: object, client: string, token?: string) {
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

/** Each client requests as many emails to unknown addresses as its rate limit allows, and then one more. */
async function flood(path: string, more: object, clients: number): Promise<number[]> {
  const refusals: number[] = []
  for (let client = 1; client <= clients; client++) {
    for (let i = 0; i < perClient; i++) await ask(path, { email: newAddress(), ...more }, `198.51.100.${client}`)
    const { status } = await ask(path, { email: newAddress(), ...more }, `198.51.100.${client}`)
    refusals.push(status)
  }
  return refusals
}

const lettersTo = (email: string) => site.letters.filter(({ to }) => to === email).map(({ kind }) => kind)

/** Checks that all other users receive their emails. */
async function expectLetters(): Promise<void> {
  const [owner, agent] = [await site.member('owner'), await site.member('agent')]
  const [known, invited, guest] = [await site.person(), newAddress(), newAddress()]
  expect((await ask('/recover', { email: known.email }, '203.0.113.1')).status).toBe(200)
  expect((await ask('/recover', { email: agent.email }, '203.0.113.1')).status).toBe(200)
  await invitePerson(site.auth, { email: invited, role: 'agent' })
  const token = await tokenOf(owner.strong)
  expect((await ask('/invite', { email: guest }, '203.0.113.1', token)).status).toBe(200)
  const changed = await agent.strong.auth.updateUser({ email: newAddress() })
  expect(changed.error).toBeNull()
  expect(lettersTo(known.email)).toEqual(['recovery'])
  expect(lettersTo(agent.email)).toEqual(expect.arrayContaining(['recovery', 'current-address']))
  expect([lettersTo(invited), lettersTo(guest)]).toEqual([['invite'], ['invite']])
}

it.each([
  ['/recover', {}],
  ['/resend', { type: 'signup' }],
])(
  '[R1] limits %s requests for unknown email addresses, but still sends emails to users and invitees',
  async (path, more) => {
    // Each client has exhausted only its own rate limit.
    expect(await flood(path, more, 2)).toEqual([429, 429])
    await expectLetters()
    site.later(3_600_000)
    expect((await ask(path, { email: newAddress(), ...more }, '198.51.100.1')).status).toBe(200)
  },
)

it('limits how many emails one mailbox receives per hour, regardless of the number of clients', async () => {
  const { email } = await site.person()
  const statuses: number[] = []
  for (let client = 1; client <= 21; client++) {
    site.later(61_000)
    statuses.push((await ask('/recover', { email }, `192.0.2.${client}`)).status)
  }
  expect(statuses).toEqual([...Array<number>(20).fill(200), 429])
  expect(lettersTo(email)).toHaveLength(20)
})
