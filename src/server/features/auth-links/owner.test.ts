import { afterAll, beforeEach, expect, it } from 'vitest'
import { authForTest, password } from '#server/features/auth-sessions/testing.ts'
import { createOwner, offerOwnerLink } from './owner.ts'
import { nothingLeft, plantedAccount, plantedDataOf } from './testing.ts'

// page-routes.test.ts tests the page that the link opens.
const at = await authForTest()
afterAll(() => at.close())
beforeEach(() => at.test.asOwner('delete from auth.users'))

const person = { email: 'Olga@example.com', password }
const newToken = async () => new URL((await offerOwnerLink(at.context)) ?? '').searchParams.get('token') ?? ''
const owners = () => at.test.asOwner("select from public.staff_members where role = 'owner'")

it('creates only one owner when two owner links are used simultaneously', async () => {
  const tokens = [await newToken(), await newToken()]
  const made = await Promise.all(
    tokens.map((token, index) => createOwner(at.context, { ...person, email: `owner${index}@example.com`, token })),
  )
  expect(made.filter((each) => 'done' in each)).toHaveLength(1)
  expect(await owners()).toHaveLength(1)
})

it('creates an owner only with a valid link, email address and password, and stores only a hash of the link', async () => {
  const token = await newToken()
  for (const [change, fault] of [
    [{ token: `${token.slice(1)}x` }, 'token'],
    [{ email: 'nobody' }, 'email'],
    [{ password: 'too short' }, 'password'],
  ] as const) {
    expect(await createOwner(at.context, { ...person, token, ...change })).toMatchObject({ fault })
  }
  const rows = await at.test.asOwner('select l::text as row from private.owner_links l')
  expect(JSON.stringify(rows)).not.toContain(token)
  at.time.now += 25 * 3_600_000
  expect(await createOwner(at.context, { ...person, token })).toMatchObject({ fault: 'token' })
  expect(await owners()).toEqual([])
})

it('offers a new link for creating an owner if the only owner is suspended', async () => {
  await createOwner(at.context, { ...person, token: await newToken() })
  await at.test.asOwner('update public.staff_members set disabled_at = now()')
  expect(await offerOwnerLink(at.context)).not.toBeNull()
})

it('[S2] makes an unverified account an owner, but first removes everything that its creator added to it', async () => {
  const user = await plantedAccount(at, person.email.toLowerCase())
  expect(await createOwner(at.context, { ...person, token: await newToken() })).toEqual({ done: true })
  expect(await owners()).toHaveLength(1)
  expect(await plantedDataOf(at, user)).toEqual({ ...nothingLeft, password: expect.any(String) })
  expect(await at.hasPassword(user, password)).toBe(true)
})
