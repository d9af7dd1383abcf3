import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { defaultAuthSettings } from '#server/lib/auth/settings.ts'
import { userForTest } from './testing.ts'

const room = await userForTest()
afterAll(() => room.close())
beforeEach(() => {
  Object.assign(room.context.settings, defaultAuthSettings)
  room.letters.length = 0
})

const linkIn = (text: string | undefined) => new URL(/https:\S+/.exec(text ?? '')?.[0] ?? '')
const letters = () => room.letters.map(({ kind, to }) => [kind, to])

describe('a new address', () => {
  it('waits for both mailboxes, and the old one stays till then', async () => {
    const user = await room.person()
    const token = await room.signIn(user)
    const changed = await room.put(token, { email: 'New.Address@Example.com' })
    expect(changed).toMatchObject({ status: 200, email: user.email, new_email: 'new.address@example.com' })
    expect(changed.email_change_sent_at).toBe(new Date(room.time.now).toISOString())
    expect(letters()).toEqual([
      ['new-address', 'new.address@example.com'],
      ['current-address', user.email],
    ])
    const links = room.letters.map(({ text }) => linkIn(text))
    for (const link of links) {
      expect(link.origin + link.pathname).toBe('https://site.example/account/confirm')
      expect(link.searchParams.get('type')).toBe('email_change')
    }
    const tokens = links.map((link) => link.searchParams.get('token') ?? '')
    expect(new Set(tokens).size).toBe(2)
    const dump = JSON.stringify(await room.test.asOwner('select t::text from auth.one_time_tokens t'))
    for (const each of tokens) expect(dump).not.toContain(each)
  })

  it('of somebody who has none needs the new mailbox alone', async () => {
    const user = await room.person({ email: null, hash: null })
    const changed = await room.put(await room.signIn(user), { email: 'first@example.com' })
    expect(changed).toMatchObject({
      status: 200,
      email: '',
      new_email: 'first@example.com',
    })
    expect(letters()).toEqual([['new-address', 'first@example.com']])
  })

  it('is not one that somebody has, and must be one', async () => {
    const [user, other] = [await room.person(), await room.person()]
    const token = await room.signIn(user)
    expect(await room.put(token, { email: other.email?.toUpperCase() })).toMatchObject({
      status: 422,
      code: 'email_exists',
    })
    for (const email of [
      'nobody',
      'a@b.c\r\nBcc: x@y.z',
      'a@b.example,x@y.example',
      `${'x'.repeat(250)}@a.example`,
    ]) {
      expect(await room.put(token, { email })).toMatchObject({ status: 400, code: 'validation_failed' })
    }
    expect(room.letters).toEqual([])
  })

  it('that is the old one changes nothing', async () => {
    const user = await room.person()
    const changed = await room.put(await room.signIn(user), { email: user.email })
    expect(changed.status).toBe(200)
    expect(changed).not.toHaveProperty('new_email')
    expect(room.letters).toEqual([])
  })

  it('is not mailed about twice in a minute', async () => {
    const token = await room.signIn(await room.person())
    await room.put(token, { email: 'soon1@example.com' })
    expect(await room.put(token, { email: 'soon2@example.com' })).toMatchObject({
      status: 429,
      code: 'over_email_send_rate_limit',
    })
    expect(room.letters).toHaveLength(2)
  })

  it('leads back to the site alone, and not to a client with PKCE', async () => {
    const token = await room.signIn(await room.person())
    await room.put(token, { email: 'back@example.com' }, '?redirect_to=https://evil.example/')
    const link = linkIn(room.letters[0]?.text)
    expect(link.searchParams.get('redirect_to')).toBe('https://site.example/desk/')
    const pair = { code_challenge: 'c'.repeat(43), code_challenge_method: 's256' }
    const refused = await room.put(token, { email: 'pkce@example.com', ...pair })
    expect(refused).toMatchObject({ status: 400, code: 'validation_failed' })
  })

  it('with a password: both are done, and the codes of the new address survive', async () => {
    const user = await room.person()
    const changed = await room.put(await room.signIn(user), {
      email: 'both@example.com',
      password: 'eight geese by the lake',
    })
    expect(changed.status).toBe(200)
    expect(letters().map(([kind]) => kind)).toEqual(['password-changed', 'new-address', 'current-address'])
    const rows = await room.test.asOwner('select from auth.one_time_tokens where user_id = $1', [user.id])
    expect(rows).toHaveLength(2)
  })
})
