import { afterAll, describe, expect, it } from 'vitest'
import { authForTest } from '#server/features/auth-sessions/testing.ts'
import type { SignInClient } from '#server/lib/auth/conventions.ts'
import {
  confirmEmail,
  createUser,
  deleteIdentity,
  describeUser,
  findUser,
  findUserByEmail,
  isBanned,
  isKnownDevice,
  listIdentities,
  mergeMetadata,
  recordDevice,
  storeProviders,
  type UserChange,
  type UserRow,
  upsertIdentity,
} from './service.ts'

const at = await authForTest()
afterAll(() => at.close())
const { inside } = at

const now = new Date(at.time.now)
const later = new Date(at.time.now + 3_600_000)
const passwordHash = '$argon2id$canary'
let users = 0
const newUser = () => inside((tx) => createUser(tx, { email: `U${++users}@Example.com`, passwordHash }, now))
const identitiesOf = ({ id }: UserRow) => inside((tx) => listIdentities(tx, id))

it('creates an unconfirmed user with an identity, and stores the email address in lowercase', async () => {
  const user = await newUser()
  const email = `u${users}@example.com`
  expect(user).toMatchObject({
    email,
    email_confirmed_at: null,
    role: 'authenticated',
    aud: 'authenticated',
    is_anonymous: false,
    raw_user_meta_data: {},
    raw_app_meta_data: { provider: 'email', providers: ['email'] },
  })
  const identity_data = { sub: user.id, email, email_verified: false, phone_verified: false }
  const identity = { provider: 'email', provider_id: user.id, identity_data, email }
  expect(await identitiesOf(user)).toEqual([expect.objectContaining(identity)])
  expect((await inside((tx) => findUserByEmail(tx, email.toUpperCase())))?.id).toBe(user.id)
})

it('confirms an email address only once, and records the confirmation in the identity and the user metadata', async () => {
  const made = await newUser()
  const user = await at.change(made, { raw_user_meta_data: { sub: made.id, email_verified: false } })
  const confirmed = await inside((tx) => confirmEmail(tx, user, later))
  expect(confirmed).toMatchObject({
    email_confirmed_at: later,
    confirmed_at: later,
    raw_user_meta_data: { email_verified: true },
  })
  expect((await identitiesOf(user))[0]?.identity_data).toMatchObject({ email_verified: true })
  const again = await inside((tx) => confirmEmail(tx, confirmed, new Date()))
  expect(again.email_confirmed_at).toEqual(later)
})

it("lists a user's identity providers in the order in which they were linked, and keeps other app metadata", async () => {
  const made = await newUser()
  const metadata = { ...made.raw_app_meta_data, plan: 'gold' }
  const user = await at.change(made, { raw_app_meta_data: metadata })
  const link = (provider: string, seconds: number) =>
    inside((tx) => {
      const identity = { user_id: user.id, provider, provider_id: provider, identity_data: { n: 1 } }
      return upsertIdentity(tx, identity, new Date(now.getTime() + seconds * 1000))
    })
  await link('beta', 2)
  await link('acme', 1)
  const noted = await inside((tx) => storeProviders(tx, user, later))
  const providers = ['email', 'acme', 'beta']
  expect(noted.raw_app_meta_data).toEqual({ plan: 'gold', provider: 'email', providers })
  const [first] = await identitiesOf(user)
  await inside((tx) => deleteIdentity(tx, first?.id ?? ''))
  const left = await inside((tx) => storeProviders(tx, noted, later))
  expect(left.raw_app_meta_data).toEqual({ plan: 'gold', provider: 'acme', providers: ['acme', 'beta'] })
})

it("merges new metadata into a user's metadata one key at a time, and removes a key if its new value is null", () => {
  const old = { a: 1, b: { c: 1, d: 2 }, e: 3 }
  expect(mergeMetadata(old, { b: { c: 9 }, e: null, f: false })).toEqual({ a: 1, b: { c: 9 }, f: false })
})

it('treats a user as banned until the ban ends', () => {
  const until = (banned_until: Date | null) => ({ banned_until }) as UserRow
  expect(isBanned(until(now), now.getTime() - 1)).toBe(true)
  expect(isBanned(until(now), now.getTime())).toBe(false)
  expect(isBanned(until(null), 0)).toBe(false)
})

it('does not find a soft-deleted user', async () => {
  const user = await newUser()
  await at.change(user, { deleted_at: now })
  expect(await inside((tx) => findUser(tx, user.id))).toBeNull()
  expect(await inside((tx) => findUserByEmail(tx, user.email ?? ''))).toBeNull()
})

it('rejects changes to user columns that are not writable', async () => {
  const user = await newUser()
  for (const name of ['id', 'created_at', "role = 'x', email", 'is_super_admin']) {
    await expect(at.change(user, { [name]: 'x' } as UserChange)).rejects.toThrow('not writable')
  }
})

it('returns the times of a user as strings, and omits unset fields and secrets', async () => {
  const user = await newUser()
  await at.test.asOwner(
    "insert into auth.mfa_factors (user_id, factor_type, status, secret) values ($1, 'totp', 'verified', 'canary')",
    [user.id],
  )
  const body = await inside((tx) => describeUser(tx, user))
  expect(body).toMatchObject({
    created_at: now.toISOString(),
    phone: '',
    factors: [{ status: 'verified', factor_type: 'totp', phone: '', last_challenged_at: null }],
  })
  for (const name of ['confirmed_at', 'new_email', 'banned_until', 'invited_at']) {
    expect(body).not.toHaveProperty(name)
  }
  expect(JSON.stringify(body)).not.toContain('canary')
})

describe('the device service', () => {
  const day = 86_400_000
  const device = (name: string) => ({ agent: `${name} browser`, device: `${name}-0123456789-0123456789` })
  const unnamed = { agent: 'curl/8.0', device: null }
  const member = async (role: 'owner' | 'agent') => {
    const { id } = await at.person({ hash: null })
    await at.test.asOwner('insert into staff_members (id, role) values ($1, $2)', [id, role])
    return id
  }
  const owner = member('owner')

  async function signIn(userId: string, client: SignInClient) {
    const [session] = await at.test.asOwner<{ id: string; user_id: string }>(
      'insert into auth.sessions (user_id) values ($1) returning id, user_id',
      [userId],
    )
    if (session) await inside((tx) => recordDevice(tx, at.context, session, client))
  }
  const knows = (userId: string, client: SignInClient) => inside((tx) => isKnownDevice(tx, at.context, userId, client))
  /** The recipient of each email since the last call, and the user whom the email concerns. */
  async function emails() {
    const rows = await at.test.asOwner<{ kind: string; user_id: string; facts: object }>(
      'delete from outbox returning kind, user_id, facts',
    )
    return rows.map(({ kind, user_id, facts }) => ({ kind, to: user_id, ...facts }))
  }
  const toBoth = async (about: string, { agent }: SignInClient) =>
    expect.arrayContaining([about, await owner].map((to) => ({ kind: 'new-device', to, about, agent }))) as unknown

  it("recognizes a device after the user's first sign-in on it, and stores only a hash of its id", async () => {
    const agent = await member('agent')
    expect(await knows(agent, device('desk'))).toBe(false)
    await signIn(agent, device('desk'))
    expect(await knows(agent, device('desk'))).toBe(true)
    expect(await knows(agent, device('phone'))).toBe(false)
    expect(await knows(await owner, device('desk'))).toBe(false)
    const rows = await at.test.asOwner('select d::text from private.known_devices d')
    const bound = await at.test.asOwner('select d::text from private.session_devices d')
    expect(JSON.stringify([rows, bound])).not.toContain('0123456789')
  })

  it("emails the user and the owners once about every device except the user's first", async () => {
    const agent = await member('agent')
    await signIn(agent, device('desk'))
    expect(await emails()).toEqual([])
    await signIn(agent, device('phone'))
    const sent = await emails()
    expect(sent).toEqual(await toBoth(agent, device('phone')))
    expect(sent).toHaveLength(2)
    for (const name of ['phone', 'desk', 'phone']) await signIn(agent, device(name))
    expect(await emails()).toEqual([])
    await signIn(await owner, device('desk'))
    await signIn(await owner, device('phone'))
    expect(await emails()).toMatchObject([{ to: await owner, about: await owner }])
  })

  it('never recognizes clients without a device id, and sends emails about them at most once a day', async () => {
    const agent = await member('agent')
    await signIn(agent, device('desk'))
    await signIn(agent, unnamed)
    expect(await emails()).toEqual(await toBoth(agent, unnamed))
    at.time.now += day - 1
    await signIn(agent, unnamed)
    expect(await emails()).toEqual([])
    expect(await knows(agent, unnamed)).toBe(false)
    at.time.now += day
    await signIn(agent, unnamed)
    expect(await emails()).toEqual(await toBoth(agent, unnamed))
  })

  it('treats a device as new again after 180 days without a sign-in', async () => {
    const agent = await member('agent')
    await signIn(agent, device('desk'))
    at.time.now += 180 * day
    expect(await knows(agent, device('desk'))).toBe(false)
    await signIn(agent, device('desk'))
    expect(await emails()).toEqual(await toBoth(agent, device('desk')))
  })

  it('does not report the devices of users who are not active members', async () => {
    const { id: outsider } = await at.person({ hash: null })
    const stopped = await member('agent')
    await at.test.asOwner('update staff_members set disabled_at = now() where id = $1', [stopped])
    for (const userId of [outsider, stopped]) {
      for (const name of ['desk', 'phone']) await signIn(userId, device(name))
    }
    expect(await emails()).toEqual([])
  })
})
