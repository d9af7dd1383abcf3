import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, it } from 'vitest'
import { authAppForTest } from '#server/app/testing.ts'

/** What administrators ask with a token of the service role, as the library's own client asks it. */
const site = await authAppForTest()
afterAll(() => site.close())
const { admin } = (await site.administrator()).auth

const newAddress = () => `${randomUUID()}@example.com`

describe('metadata that an administrator sets', () => {
  const data = { name: 'Ada', profile_image: 'https://avatars.example/ada.png' }
  const providers = { provider: 'email', providers: ['email'] }

  it('hold nothing else, when somebody is made, confirmed, changed and moved', async () => {
    const made = await admin.createUser({ email: newAddress(), email_confirm: true, user_metadata: data })
    expect([made.error, made.data.user?.user_metadata]).toEqual([null, data])
    const id = made.data.user?.id ?? ''
    const changed = await admin.updateUserById(id, {
      email: newAddress(),
      user_metadata: { name: null, color: 'yellow' },
      app_metadata: { roles: ['editor'] },
    })
    const { profile_image } = data
    expect(changed.data.user?.user_metadata).toEqual({ profile_image, color: 'yellow' })
    expect(changed.data.user?.app_metadata).toEqual({ ...providers, roles: ['editor'] })
    const read = await admin.getUserById(id)
    expect(read.data.user?.user_metadata).toEqual({ profile_image, color: 'yellow' })
  })

  it('hold nothing else, when it is a link or an invitation that makes somebody', async () => {
    const email = newAddress()
    const link = await admin.generateLink({
      type: 'signup',
      email,
      password: 'seven ducks on a pond',
      options: { data },
    })
    expect(link.data.user?.user_metadata).toEqual(data)
    const { hashed_token: token_hash = '' } = link.data.properties ?? {}
    const { data: opened } = await site.client().auth.verifyOtp({ token_hash, type: 'signup' })
    expect([opened.user?.email, opened.user?.user_metadata]).toEqual([email, data])
    const invited = await admin.inviteUserByEmail(newAddress(), { data })
    expect(invited.data.user?.user_metadata).toEqual(data)
  })

  it('may say of the provider what identities do not', async () => {
    const { data: made } = await admin.createUser({
      email: newAddress(),
      email_confirm: true,
      app_metadata: { plan: 'gold', provider: 'acme', providers: ['acme', 'email'] },
    })
    expect(made.user?.app_metadata).toEqual({
      plan: 'gold',
      provider: 'acme',
      providers: ['acme', 'email'],
    })
  })
})

describe('listUsers', () => {
  it('begins with the newest, page by page', async () => {
    const emails = Array.from({ length: 5 }, newAddress)
    for (const email of emails) {
      site.later(1000)
      await admin.createUser({ email })
    }
    const newest = emails.reverse()
    const first = await admin.listUsers()
    if (first.error) throw first.error
    expect(first.data.aud).toBe('authenticated')
    expect(first.data.users.slice(0, 5).map(({ email }) => email)).toEqual(newest)
    const second = await admin.listUsers({ page: 2, perPage: 2 })
    if (second.error) throw second.error
    expect(second.data.users.map(({ email }) => email)).toEqual(newest.slice(2, 4))
    const { total, nextPage, lastPage } = second.data
    expect([total, nextPage, lastPage]).toEqual([
      first.data.users.length,
      3,
      Math.ceil(first.data.users.length / 2),
    ])
    expect(second.data.users[0]?.identities).toMatchObject([
      { provider: 'email', user_id: expect.any(String) },
    ])
  })

  it('refuses a page that is larger than it gives', async () => {
    const { error } = await admin.listUsers({ perPage: 1001 })
    expect(error).toMatchObject({ status: 400, message: 'per_page must be at most 1000' })
  })
})
