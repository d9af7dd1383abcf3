import { afterAll, describe, expect, it } from 'vitest'
import { eachOf } from '#shared/lib/testing.ts'
import { password, userForTest } from './testing.ts'

const room = await userForTest()
afterAll(() => room.close())

describe('GET /user', () => {
  it('gives the person whole, and nothing that is secret', async () => {
    const user = await room.person()
    const answer = await room.get('/user', await room.signIn(user))
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toEqual({
      id: user.id,
      aud: 'authenticated',
      role: 'authenticated',
      email: user.email,
      phone: '',
      app_metadata: { provider: 'email', providers: ['email'] },
      user_metadata: {},
      identities: [
        {
          identity_id: expect.any(String) as string,
          id: user.id,
          user_id: user.id,
          identity_data: { sub: user.id, email: user.email, email_verified: true, phone_verified: false },
          provider: 'email',
          last_sign_in_at: expect.any(String) as string,
          created_at: expect.any(String) as string,
          updated_at: expect.any(String) as string,
          email: user.email,
        },
      ],
      created_at: expect.any(String) as string,
      updated_at: expect.any(String) as string,
      email_confirmed_at: expect.any(String) as string,
      confirmed_at: expect.any(String) as string,
      last_sign_in_at: new Date(room.time.now).toISOString(),
      is_anonymous: false,
    })
  })

  it('is for the audience of the token alone', async () => {
    const token = await room.signIn(await room.person())
    expect((await room.get('/user', token, { 'x-jwt-aud': 'authenticated' })).statusCode).toBe(200)
    const answer = await room.get('/user', token, { 'x-jwt-aud': 'somebody-else' })
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'validation_failed'])
  })

  it('is not for the key of the site, nor for whoever is banned', async () => {
    expect((await room.get('/user', 'sb_publishable_key')).json().code).toBe('bad_jwt')
    const user = await room.person()
    const token = await room.signIn(user)
    await room.test.asOwner("update auth.users set banned_until = '2999-01-01' where id = $1", [user.id])
    for (const path of ['/user', '/reauthenticate']) {
      expect((await room.get(path, token)).json().code).toBe('user_banned')
    }
    expect((await room.put(token, { data: { a: 1 } })).code).toBe('user_banned')
  })
})

describe('the metadata', () => {
  it('of a person are theirs to change: key by key, and null takes one away', async () => {
    const token = await room.signIn(await room.person())
    await room.put(token, { data: { name: 'Ada', theme: { dark: true, size: 2 }, gone: 1 } })
    const changed = await room.put(token, { data: { theme: { dark: false }, gone: null } })
    expect(changed).toMatchObject({ status: 200, user_metadata: { name: 'Ada', theme: { dark: false } } })
    expect(changed.user_metadata).not.toHaveProperty('gone')
  })

  it('of the server are not', async () => {
    const user = await room.person()
    const token = await room.signIn(user)
    const refused = await room.put(token, { app_metadata: { role: 'owner' }, data: { name: 'Eve' } })
    expect([refused.status, refused.code]).toEqual([403, 'not_admin'])
    expect((await room.get('/user', token)).json()).toMatchObject({
      app_metadata: { provider: 'email', providers: ['email'] },
    })
    expect((await room.get('/user', token)).json().user_metadata).not.toHaveProperty('name')
  })

  it('leave role, id and confirmation as they are', async () => {
    const user = await room.person()
    const token = await room.signIn(user)
    const changed = await room.put(token, {
      role: 'service_role',
      id: '2f1c0c1e-0000-4000-8000-000000000001',
      email_confirmed_at: null,
      banned_until: null,
      data: { role: 'service_role' },
    })
    expect(changed).toMatchObject({ status: 200, id: user.id, role: 'authenticated' })
    expect(changed.email_confirmed_at).toBe(new Date(user.email_confirmed_at ?? 0).toISOString())
  })

  it('stay small, since every token carries them', async () => {
    const token = await room.signIn(await room.person())
    expect((await room.put(token, { data: { a: 'x'.repeat(5000) } })).status).toBe(200)
    const refused = await room.put(token, { data: { b: 'x'.repeat(5000) } })
    expect([refused.status, refused.code]).toEqual([400, 'validation_failed'])
  })

  it(
    'are refused when they are mistaken',
    eachOf(
      [
        ['text', 'name'],
        ['a list', ['name']],
        ['what the database cannot keep', { name: 'a\u0000b' }],
        ['half a letter', { name: '\ud800' }],
      ],
      async (_, data) => {
        const refused = await room.put(await room.signIn(await room.person()), { data })
        expect([refused.status, refused.code]).toEqual([400, 'validation_failed'])
      },
    ),
  )
})

describe('PUT /user', () => {
  it('with nothing changes nothing', async () => {
    const token = await room.signIn(await room.person())
    for (const body of ['', {}, { email: null, password: null, data: null }]) {
      expect((await room.put(token, body)).status).toBe(200)
    }
  })

  it('takes no telephone', async () => {
    const token = await room.signIn(await room.person())
    expect((await room.put(token, { phone: '+15550100' })).code).toBe('phone_provider_disabled')
    expect((await room.put(token, { phone: 'mine' })).code).toBe('validation_failed')
  })

  it('does all of it or nothing', async () => {
    const [user, taken] = [await room.person(), await room.person()]
    const token = await room.signIn(user)
    const refused = await room.put(token, {
      email: taken.email,
      data: { name: 'Eve' },
      password: 'geese at large',
    })
    expect([refused.status, refused.code]).toEqual([422, 'email_exists'])
    expect((await room.get('/user', token)).json().user_metadata).not.toHaveProperty('name')
    expect(await room.hasPassword(user, password)).toBe(true)
  })
})

describe('GET /reauthenticate', () => {
  it('mails digits to the confirmed address, and not twice in a minute', async () => {
    const user = await room.person()
    const token = await room.signIn(user)
    const answer = await room.get('/reauthenticate', token)
    expect([answer.statusCode, answer.json()]).toEqual([200, {}])
    const letter = room.letters.at(-1)
    expect(letter).toMatchObject({ to: user.email, kind: 'reauthentication' })
    expect(letter?.text).toMatch(/\b\d{6}\b/)
    expect((await room.get('/user', token)).json().reauthentication_sent_at).toBeTruthy()
    const soon = await room.get('/reauthenticate', token)
    expect([soon.statusCode, soon.json().code]).toEqual([429, 'over_email_send_rate_limit'])
    expect(soon.headers['retry-after']).toBe('60')
  })

  it('needs an address, and a confirmed one', async () => {
    const nobody = await room.get('/reauthenticate', await room.signIn(await room.person({ email: null })))
    expect([nobody.statusCode, nobody.json().code]).toEqual([400, 'validation_failed'])
    const waiting = await room.person({ confirmed: false })
    const answer = await room.get('/reauthenticate', await room.signIn(waiting))
    expect([answer.statusCode, answer.json().code]).toEqual([422, 'email_not_confirmed'])
  })
})
