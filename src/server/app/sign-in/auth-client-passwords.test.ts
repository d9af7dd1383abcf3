import { randomUUID } from 'node:crypto'
import type { AuthError } from '@supabase/supabase-js'
import { afterAll, describe, expect, it } from 'vitest'
import { authAppForTest } from '#server/app/testing.ts'

/** The rule for passwords, as the library's own client reports it. */
const newAddress = () => `${randomUUID()}@example.com`
const refusal = (error: AuthError | null) => {
  const { name, status, message, reasons } = error as AuthError & { reasons?: string[] }
  return { name, status, message, reasons }
}
const weak = (message: string, reasons: string[]) => ({
  name: 'AuthWeakPasswordError',
  status: 422,
  message,
  reasons,
})

describe('a server that asks for six characters', async () => {
  const site = await authAppForTest({
    signUp: true,
    autoconfirm: true,
    passwordRule: { characters: 6 },
  })
  afterAll(() => site.close())

  it('says at the sign-up what is missing', async () => {
    const { auth } = site.client()
    const short = await auth.signUp({ email: newAddress(), password: 'kq7' })
    expect(refusal(short.error)).toEqual(weak('Password should be at least 6 characters.', ['length']))
    const { data, error } = await auth.signUp({ email: newAddress(), password: 'kq7xwt' })
    expect([error, data.session?.token_type]).toEqual([null, 'bearer'])
  })

  it('holds who changes theirs to it, the administrator who changes it for them too', async () => {
    const who = await site.person()
    const client = await site.signedIn(who)
    for (const password of ['kqxwt', '']) {
      expect((await client.auth.updateUser({ password })).error?.code).toBe('weak_password')
    }
    expect((await client.auth.updateUser({ password: 'kq7xwt' })).error).toBeNull()
    const { admin } = (await site.administrator()).auth
    const changed = await admin.updateUserById(who.id, { password: 'kqxwt' })
    expect(refusal(changed.error)).toEqual(weak('Password should be at least 6 characters.', ['length']))
    expect((await admin.updateUserById(who.id, { password: '' })).error?.code).toBe('weak_password')
    await site.signedIn({ ...who, password: 'kq7xwt' })
  })

  it('takes any password that an administrator brings for somebody new, and tells them to change it', async () => {
    const { admin } = (await site.administrator()).auth
    const email = newAddress()
    expect((await admin.createUser({ email, password: 'abc', email_confirm: true })).error).toBeNull()
    const { data, error } = await site.client().auth.signInWithPassword({ email, password: 'abc' })
    expect([error, data.weakPassword?.reasons]).toEqual([null, ['length']])
    const cut = await admin.createUser({ email: newAddress(), password: 'x'.repeat(73) })
    expect(cut.error).toMatchObject({ status: 400, code: 'validation_failed' })
    const none = await admin.createUser({ email: newAddress(), password: '' })
    expect(none.error).toBeNull()
  })

  it('shows its rule where an invited person chooses', async () => {
    const email = newAddress()
    await (await site.administrator()).auth.admin.inviteUserByEmail(email)
    const { pathname, search } = new URL(/https?:\/\/\S+/.exec(site.letter(email).text)?.[0] ?? '')
    const page = await (await fetch(`${site.url}${pathname}${search}`)).text()
    // React writes `minLength`; HTML reads names of attributes in either case.
    expect(page).toMatch(/minlength="6"/i)
    expect(page).toContain('At least 6 characters.')
  })
})
