import fastify from 'fastify'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { accountPages, confirmPages } from '#content/account-pages.ts'
import { ownerWords } from '#content/owner.ts'
import { passwordWords } from '#content/passwords.ts'
import { authForTest, password } from '#server/features/auth-sessions/testing.ts'
import { plainSite } from '#server/features/pages/testing.ts'
import { logRequests } from '#server/lib/http/request-log.ts'
import { postForm, sameOrigin } from '#server/lib/http/testing.ts'
import { invitePerson } from './invitations.ts'
import { offerOwnerLink } from './owner.ts'
import { accountRoutes } from './page-routes.ts'
import { linkRoutes } from './routes.ts'

const at = await authForTest([linkRoutes], { mailEverySeconds: 0, mailsPerClient: 1000 })
const app = fastify()
logRequests(app)
await app.register(accountRoutes, { prefix: '/account', auth: at.context, site: plainSite })
afterAll(async () => {
  await app.close()
  await at.close()
})

/** Text in the format of a token, for pages that do not look up the token. */
const token = 'Zm9v-YmFy_'.repeat(4)
const elsewhere = 'http://127.0.0.1:5173/welcome'

const post = (path: string, fields: Record<string, string>, headers?: Record<string, string>) =>
  postForm(app, `/account/${path}`, fields, headers)
const visit = (path: string, fields: Record<string, string>, method: 'GET' | 'HEAD' = 'GET') =>
  app.inject({ method, url: `/account/${path}?${new URLSearchParams(fields)}` })

/** The fields that a browser sends when the button is pressed. */
function fieldsOf(body: string): Record<string, string> {
  const names = [...body.matchAll(/<input[^>]* name="([^"]*)"/g)].map(([, name = '']) => name)
  const textOf = (name: string) => (attributesOf(body, name).value ?? '').replaceAll('&amp;', '&')
  return Object.fromEntries(names.map((name) => [name, textOf(name)]))
}
/** Returns the attributes, except the class, of the field with this name. */
function attributesOf(body: string, name: string): Record<string, string> {
  const [input = ''] = new RegExp(`<input[^>]* name="${name}"[^>]*>`).exec(body) ?? []
  const attributes = [...input.matchAll(/ ([\w-]+)="([^"]*)"/g)]
  const all = attributes.map(([, key = '', value = '']) => [key.toLowerCase(), value])
  return Object.fromEntries(all.filter(([key]) => key !== 'class'))
}
const formAction = (headers: Record<string, unknown>) =>
  /form-action ([^;]*)/.exec(String(headers['content-security-policy']))?.[1]
const fragmentOf = (location: string | undefined) =>
  Object.fromEntries(new URLSearchParams(new URL(location ?? '').hash.slice(1)))

async function recoveryLink() {
  const { email } = await at.person()
  await at.ask('POST', '/recover', { body: { email } })
  const { token, type } = at.letterTo(email)
  return { token, type }
}
async function invitationLink() {
  const email = `${crypto.randomUUID()}@example.com`
  const { user } = await invitePerson(at.context, { email })
  const { token, type } = at.letterTo(email)
  return { user, link: { token, type } }
}

describe('the page that an emailed link opens', () => {
  it.each(Object.keys(confirmPages) as (keyof typeof confirmPages)[])(
    'says what the button will do for a link of type %s',
    async (type) => {
      const { statusCode, body } = await visit('confirm', { token, type })
      const { title, text, submit } = confirmPages[type]
      expect(statusCode).toBe(200)
      // The page escapes these characters of a provider's name.
      const textParts = text.split(/[&"']/)
      for (const part of [`<title>${title}</title>`, `<h1>${title}</h1>`, ...textParts, `>${submit}</button>`])
        expect(body).toContain(part)
      expect(body.match(/<button/g)).toHaveLength(1)
      expect(body).not.toMatch(/<script|-error"/)
    },
  )

  it('[S6] redeems the link when the button is pressed, not when the page is opened', async () => {
    const link = { ...(await recoveryLink()), redirect_to: elsewhere }
    for (const method of ['GET', 'HEAD', 'GET'] as const) {
      expect((await visit('confirm', link, method)).statusCode).toBe(200)
    }
    const fields = fieldsOf((await visit('confirm', link)).body)
    const { statusCode, headers } = await post('confirm', {
      ...fields,
      password: 'only invitations have one',
    })
    expect([statusCode, headers.location?.split('#')[0]]).toEqual([303, elsewhere])
    expect(fragmentOf(headers.location)).toMatchObject({ token_type: 'bearer', type: 'recovery' })
    const again = await post('confirm', fields)
    expect(fragmentOf(again.headers.location)).toMatchObject({ error_code: 'otp_expired' })
  })

  it('[V7] redirects only to allowed sites, even if the link or the form names another site', async () => {
    const link = await recoveryLink()
    const action = async (redirect_to: string) => formAction((await visit('confirm', { ...link, redirect_to })).headers)
    expect(await action(elsewhere)).toBe("'self' http://127.0.0.1:5173")
    expect(await action('https://evil.example/')).toBe("'self'")
    expect(formAction((await visit('owner', { token })).headers)).toBe("'self'")
    const { headers } = await post('confirm', { ...link, redirect_to: 'https://evil.example/' })
    expect(headers.location).toMatch(/^https:\/\/site\.example\/desk\/#access_token=/)
  })

  it('is neither cached nor indexed, and does not reveal its full URL to other sites', async () => {
    for (const answer of [
      await visit('confirm', { token, type: 'recovery' }),
      await visit('confirm', {}),
      await visit('owner', { token }),
      await post('confirm', { token, type: 'recovery' }),
    ]) {
      expect(answer.headers).toMatchObject({
        'cache-control': 'no-store',
        'referrer-policy': 'strict-origin',
        'x-robots-tag': 'noindex',
      })
    }
  })

  it('says that the other mailbox must also confirm a change of email address', async () => {
    const user = await at.person()
    const email_change = `${crypto.randomUUID()}@example.com`
    await at.change(user, { email_change })
    await at.ask('POST', '/resend', { body: { type: 'email_change', email: user.email } })
    const { token, type } = at.letterTo(email_change)
    const { headers } = await post('confirm', { token, type })
    const { body } = await app.inject({ url: String(headers.location) })
    expect(body).toContain(`<h1>${accountPages.accepted}</h1>`)
    expect(body).toContain('sent to the other address')
  })

  it.each([
    ['no token', { type: 'recovery' }],
    ['half a token', { token: 'abc', type: 'recovery' }],
    ['a token with other characters', { token: `${token}<b>`, type: 'recovery' }],
    ['no type', { token }],
    ['a type that no email has', { token, type: 'sms' }],
    ['a type that every object has', { token, type: 'constructor' }],
    ['an endless target', { token, type: 'recovery', redirect_to: `https://x.example/${'x'.repeat(2048)}` }],
  ])('shows an error and no form if the link has %s', async (_, fields) => {
    for (const answer of [await visit('confirm', fields), await post('confirm', fields)]) {
      expect(answer.statusCode).toBe(400)
      expect(answer.body).toContain(accountPages.incomplete.title)
      expect(answer.body).not.toMatch(/<form|<b>/)
    }
  })

  it('escapes the redirect target, and refuses a query that contains the token twice', async () => {
    const twice = await app.inject(`/account/confirm?token=${token}&token=${token}&type=recovery`)
    expect(twice.statusCode).toBe(400)
    const redirect_to = 'https://app.example/?a=1&b="><script>alert(1)</script>'
    const { body } = await visit('confirm', { token, type: 'recovery', redirect_to })
    expect(body).not.toContain('<script>')
    expect(body).toContain('value="https://app.example/?a=1&amp;b=&quot;&gt;&lt;script&gt;')
  })
})

describe('the invitation page', () => {
  it('asks for a password and sets it, but ignores any role in the form', async () => {
    const { user, link } = await invitationLink()
    const { body } = await visit('confirm', link)
    expect(attributesOf(body, 'password')).toEqual({
      id: 'password',
      name: 'password',
      type: 'password',
      autocomplete: 'new-password',
      required: '',
      minlength: '12',
      'aria-describedby': 'password-hint',
    })
    expect(body).toContain(`id="password-hint">${passwordWords.rule}</p>`)
    const claimed = { role: 'owner', 'data[role]': 'owner', data: '{"role":"owner"}' }
    const { headers } = await post('confirm', { ...fieldsOf(body), ...claimed, password: ` ${password} ` })
    const arrived = { type: 'invite', token_type: 'bearer', password: 'set' }
    expect(fragmentOf(headers.location)).toMatchObject(arrived)
    expect(await at.rowOf(user)).toMatchObject({
      email_confirmed_at: new Date(at.time.now),
      role: 'authenticated',
      raw_app_meta_data: { provider: 'email', providers: ['email'] },
    })
    expect(await at.test.asOwner('select from staff_members where id = $1', [user.id])).toEqual([])
    const again = await post('confirm', { ...link, password: 'another fine password' })
    expect(fragmentOf(again.headers.location)).toMatchObject({ error_code: 'otp_expired' })
    expect(await at.hasPassword(user, ` ${password} `)).toBe(true)
  })

  it('checks the password before it uses the link, and shows the form again if the password is refused', async () => {
    const { user, link } = await invitationLink()
    const fields = { ...link, redirect_to: elsewhere }
    const refused = await post('confirm', { ...fields, password: 'canary' })
    expect(refused.statusCode).toBe(422)
    expect(refused.body).toMatch(/id="password-error">Password should be at least 12 characters/)
    expect(attributesOf(refused.body, 'password')).toMatchObject({
      autofocus: '',
      'aria-invalid': 'true',
      'aria-describedby': 'password-hint password-error',
    })
    expect(refused.body).not.toContain('canary')
    expect(formAction(refused.headers)).toBe("'self' http://127.0.0.1:5173")
    expect(fieldsOf(refused.body)).toEqual({ ...fields, password: '' })
    for (const bad of ['password1234', user.email ?? '', 'a'.repeat(73)]) {
      expect((await post('confirm', { ...fields, password: bad })).statusCode).toBe(422)
    }
    expect((await at.rowOf(user)).email_confirmed_at).toBeNull()
    expect((await post('confirm', { ...fields, password })).statusCode).toBe(303)
  })

  it('is bypassed by GET /auth/v1/verify, which accepts the invitation but sets no password', async () => {
    const { user, link } = await invitationLink()
    const { headers } = await at.ask('GET', `/verify?${new URLSearchParams(link)}`)
    expect(fragmentOf(headers.location)).not.toHaveProperty('password')
    const { encrypted_password, email_confirmed_at } = await at.rowOf(user)
    expect([encrypted_password, email_confirmed_at]).toEqual([null, new Date(at.time.now)])
  })
})

describe('the page that creates the first owner', () => {
  beforeEach(() => at.test.asOwner('delete from auth.users'))
  const newToken = async () => new URL((await offerOwnerLink(at.context)) ?? '').searchParams.get('token') ?? ''
  const owners = () =>
    at.test.asOwner<{ email: string; role: string; confirmed: boolean }>(
      `select email, m.role, email_confirmed_at is not null as confirmed
       from public.staff_members m join auth.users u using (id)`,
    )

  it('shows a form that can create the owner only once', async () => {
    const link = await offerOwnerLink(at.context)
    expect(link).toMatch(/^https:\/\/site\.example\/account\/owner\?token=[\w-]{43}$/)
    const token = new URL(link ?? '').searchParams.get('token') ?? ''
    const { statusCode, body } = await visit('owner', { token })
    expect(statusCode).toBe(200)
    expect(fieldsOf(body)).toEqual({ token, email: '', password: '' })
    expect(attributesOf(body, 'email')).toEqual({
      id: 'email',
      name: 'email',
      type: 'email',
      value: '',
      autocomplete: 'username',
      required: '',
      maxlength: '254',
    })
    const made = await post('owner', { ...fieldsOf(body), email: ' Olga@example.com ', password })
    const answer = await app.inject({ url: String(made.headers.location) })
    for (const part of [accountPages.ownerCreated.title, 'href="/desk/"']) expect(answer.body).toContain(part)
    expect(await owners()).toEqual([{ email: 'olga@example.com', role: 'owner', confirmed: true }])
    const again = await post('owner', { token, email: 'm@example.com', password })
    expect(again.statusCode).toBe(403)
    for (const part of [accountPages.ownerOver, ownerWords.taken]) expect(again.body).toContain(part)
    expect(again.body).not.toContain('<form')
    expect(await offerOwnerLink(at.context)).toBeNull()
  })

  it('keeps the entered email address, but not the password, if the form is rejected', async () => {
    const token = await newToken()
    const badAddress = await post('owner', { token, email: '"<i>', password: 'canary canary' })
    expect(badAddress.statusCode).toBe(422)
    expect(badAddress.body).toContain('value="&quot;&lt;i&gt;"')
    expect(badAddress.body).toMatch(/id="email"[^>]* aria-invalid="true" aria-describedby="email-error"/)
    expect(badAddress.body).not.toMatch(/canary|id="password-error"/)
    const badPassword = await post('owner', { token, email: 'olga@example.com', password: 'canary' })
    expect(badPassword.body).toContain('value="olga@example.com"')
    expect(badPassword.body).toMatch(/id="password"[^>]* aria-invalid="true"/)
    expect(badPassword.body).not.toMatch(/canary|id="email-error"/)
    expect(await owners()).toEqual([])
    expect((await visit('owner', {})).body).toContain(accountPages.ownerIncomplete.text)
    expect((await post('owner', { email: 'olga@example.com', password })).statusCode).toBe(400)
  })
})

describe.each(['confirm', 'owner'])('the form on the %s page', (path) => {
  const fields = { token, type: 'recovery', email: 'olga@example.com', password }

  it('[V6] is rejected if another site submits it', async () => {
    const answer = await post(path, fields, { origin: 'https://evil.example' })
    expect([answer.statusCode, answer.body.includes(accountPages.otherOrigin.title)]).toEqual([403, true])
  })

  it('is rejected if it is sent as JSON', async () => {
    const headers = { ...sameOrigin, 'content-type': 'application/json' }
    expect((await post(path, fields, headers)).statusCode).toBe(415)
  })
})
