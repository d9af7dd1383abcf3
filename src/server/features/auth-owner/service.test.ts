import { afterAll, beforeEach, expect, it } from 'vitest'
import { openKeys } from '#server/features/auth-keys/service.ts'
import { authForTest } from '#server/lib/auth/testing.ts'
import { createOwner, offerOwnerLink } from './service.ts'

const auth = await authForTest(openKeys)
afterAll(() => auth.close())
beforeEach(() => auth.test.asOwner('delete from auth.users'))

const person = { email: 'Olga@example.com', password: 'seven ducks on a pond' }
const tokenOf = (link: string | null) => new URL(link ?? '').searchParams.get('token') ?? ''
const owners = () =>
  auth.test.asOwner<{ email: string; role: string; confirmed: boolean }>(
    `select email, m.role, email_confirmed_at is not null as confirmed
     from public.staff_members m join auth.users u using (id)`,
  )

it('makes one owner of one link', async () => {
  const link = await offerOwnerLink(auth.context)
  expect(link).toMatch(/^https:\/\/site\.example\/account\/owner\?token=[\w-]{43}$/)
  expect(await createOwner(auth.context, { ...person, token: tokenOf(link) })).toEqual({ done: true })
  expect(await owners()).toEqual([{ email: 'olga@example.com', role: 'owner', confirmed: true }])
  const again = await createOwner(auth.context, { ...person, email: 'm@example.com', token: tokenOf(link) })
  expect(again).toMatchObject({ fault: 'token' })
  expect(await offerOwnerLink(auth.context)).toBeNull()
})

it('makes one owner of two links used at once', async () => {
  const links = [await offerOwnerLink(auth.context), await offerOwnerLink(auth.context)]
  const made = await Promise.all(
    links.map((link, index) =>
      createOwner(auth.context, { ...person, email: `owner${index}@example.com`, token: tokenOf(link) }),
    ),
  )
  expect(made.filter((each) => 'done' in each)).toHaveLength(1)
  expect(await owners()).toHaveLength(1)
})

it('takes no guessed link, none after a day, and nothing that an account may not have', async () => {
  const token = tokenOf(await offerOwnerLink(auth.context))
  for (const [change, fault] of [
    [{ token: `${token.slice(1)}x` }, 'token'],
    [{ email: 'nobody' }, 'email'],
    [{ password: 'too short' }, 'password'],
    [{ password: 'passwordpassword' }, 'password'],
    [{ password: 'x1'.repeat(37) }, 'password'],
  ] as const) {
    expect(await createOwner(auth.context, { ...person, token, ...change })).toMatchObject({ fault })
  }
  auth.time.now += 25 * 3_600_000
  expect(await createOwner(auth.context, { ...person, token })).toMatchObject({ fault: 'token' })
  expect(await owners()).toEqual([])
})

it('keeps no link that could be used', async () => {
  const token = tokenOf(await offerOwnerLink(auth.context))
  const rows = await auth.test.asOwner<{ row: string }>('select l::text as row from private.owner_links l')
  expect(rows.some(({ row }) => row.includes(token))).toBe(false)
})

it('offers a link again when the only owner was stopped', async () => {
  await createOwner(auth.context, { ...person, token: tokenOf(await offerOwnerLink(auth.context)) })
  await auth.test.asOwner('update public.staff_members set disabled_at = now()')
  expect(await offerOwnerLink(auth.context)).not.toBeNull()
})
