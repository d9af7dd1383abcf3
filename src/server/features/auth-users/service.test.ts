import { afterAll, describe, expect, it } from 'vitest'
import { decide } from '#server/lib/auth/decide.ts'
import { testDatabase } from '#server/lib/db/testing.ts'
import {
  confirmEmail,
  createUser,
  deleteIdentity,
  describeUser,
  findUser,
  findUserByEmail,
  isBanned,
  listIdentities,
  mergedMetadata,
  noteProviders,
  type UserChange,
  type UserRow,
  updateUser,
  upsertIdentity,
} from './service.ts'

const test = await testDatabase()
afterAll(() => test.close())

const now = new Date('2026-11-21T12:00:00Z')
const later = new Date('2026-11-21T13:00:00Z')
const inService = <T>(work: Parameters<typeof decide<T>>[1]) => decide(test.database, work)
let people = 0
const person = (more: Partial<Parameters<typeof createUser>[1]> = {}) =>
  inService((tx) =>
    createUser(tx, { email: `U${++people}@Example.com`, passwordHash: '$argon2id$canary', ...more }, now),
  )
const provider = (user: UserRow, name: string, at = now) =>
  inService((tx) => {
    const identity = { user_id: user.id, provider: name, provider_id: `at ${name}`, identity_data: { n: 1 } }
    return upsertIdentity(tx, identity, at)
  })

describe('a new person', () => {
  it('has their address in lower case and an identity of it, unconfirmed', async () => {
    const user = await person()
    const email = `u${people}@example.com`
    const facts = { sub: user.id, email, email_verified: false, phone_verified: false }
    expect(user).toMatchObject({
      email,
      email_confirmed_at: null,
      role: 'authenticated',
      aud: 'authenticated',
      is_anonymous: false,
      raw_user_meta_data: {},
      raw_app_meta_data: { provider: 'email', providers: ['email'] },
    })
    const [identity] = await inService((tx) => listIdentities(tx, user.id))
    expect(identity).toMatchObject({ provider: 'email', provider_id: user.id, identity_data: facts, email })
    expect((await inService((tx) => findUserByEmail(tx, email.toUpperCase())))?.id).toBe(user.id)
  })
})

describe('a confirmed address', () => {
  it('is said to be so wherever it is named', async () => {
    const made = await person()
    const told = { raw_user_meta_data: { sub: made.id, email_verified: false } }
    const user = await inService((tx) => updateUser(tx, made.id, told, now))
    const confirmed = await inService((tx) => confirmEmail(tx, user, later))
    expect(confirmed).toMatchObject({
      email_confirmed_at: later,
      confirmed_at: later,
      raw_user_meta_data: { email_verified: true },
    })
    const [identity] = await inService((tx) => listIdentities(tx, user.id))
    expect(identity?.identity_data).toMatchObject({ email_verified: true })
    const again = await inService((tx) => confirmEmail(tx, confirmed, new Date()))
    expect(again.email_confirmed_at).toEqual(later)
  })
})

describe('the list of providers', () => {
  it('is what the identities say, oldest first, beside what the server keeps there', async () => {
    const made = await person()
    const own = { raw_app_meta_data: { ...made.raw_app_meta_data, plan: 'gold' } }
    const user = await inService((tx) => updateUser(tx, made.id, own, now))
    await provider(user, 'beta', new Date(now.getTime() + 2000))
    await provider(user, 'acme', new Date(now.getTime() + 1000))
    const noted = await inService((tx) => noteProviders(tx, user, later))
    const providers = ['email', 'acme', 'beta']
    expect(noted.raw_app_meta_data).toEqual({ plan: 'gold', provider: 'email', providers })
    const first = (await inService((tx) => listIdentities(tx, user.id)))[0]
    const left = await inService(async (tx) => {
      await deleteIdentity(tx, first?.id ?? '')
      return noteProviders(tx, noted, later)
    })
    expect(left.raw_app_meta_data).toEqual({ plan: 'gold', provider: 'acme', providers: ['acme', 'beta'] })
  })
})

it('metadata are merged key by key, and null removes one', () => {
  const old = { a: 1, b: { c: 1, d: 2 }, e: 3 }
  expect(mergedMetadata(old, { b: { c: 9 }, e: null, f: false })).toEqual({ a: 1, b: { c: 9 }, f: false })
})

it('a ban holds until its end', async () => {
  const until = (banned_until: Date | null) => ({ banned_until }) as UserRow
  expect(isBanned(until(now), now.getTime() - 1)).toBe(true)
  expect(isBanned(until(now), now.getTime())).toBe(false)
  expect(isBanned(until(null), 0)).toBe(false)
})

it('who was deleted softly is found no more', async () => {
  const user = await person()
  await inService((tx) => updateUser(tx, user.id, { deleted_at: now }, now))
  expect(await inService((tx) => findUser(tx, user.id))).toBeNull()
  expect(await inService((tx) => findUserByEmail(tx, user.email ?? ''))).toBeNull()
})

it('no column is set that is none of a person’s, whatever its name', async () => {
  const user = await person()
  for (const name of ['id', 'created_at', "role = 'x', email", 'is_super_admin']) {
    const change = { [name]: 'x' } as UserChange
    await expect(inService((tx) => updateUser(tx, user.id, change, now))).rejects.toThrow('may not be set')
  }
})

it('clients see instants as text, what never happened not at all, and no secret', async () => {
  const user = await person()
  await test.asOwner(
    "insert into auth.mfa_factors (user_id, factor_type, status, secret) values ($1, 'totp', 'verified', 'canary')",
    [user.id],
  )
  const body = await inService((tx) => describeUser(tx, user))
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
