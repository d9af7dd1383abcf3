import fastify from 'fastify'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { accountPages, confirmPages } from '#content/account-pages.ts'
import { passwordWords } from '#content/passwords.ts'
import type { SiteSource } from '#server/features/pages/service.ts'
import type { Client } from '#server/lib/auth/client.ts'
import { logRequests } from '#server/lib/http/request-log.ts'
import type { PasswordRule } from '#shared/contract/password.ts'
import { accountRoutes } from './routes.ts'
import type { Link, LinkType, NewOwner } from './types.ts'

const policy = "default-src 'none'; form-action 'self'; base-uri 'none'"
const plain = { html: '<title><!--title--></title><main><!--body--></main>', csp: policy }
const site = (async () => ({ plain })) as unknown as SiteSource

const token = 'Zm9v-YmFy_'.repeat(4)
/** What the programs of this test say of themselves. */
const client = { agent: 'lightMyRequest', device: null }
const elsewhere = 'http://127.0.0.1:5173/welcome'
const fragment = '#access_token=a.b%2Fc&expires_in=3600&sb=&type=recovery'

/** Links that still are good, as the service behind the pages knows them, and the owners that were made. */
const open = new Set<string>()
const redeemed: (Link & { password?: string; client: Client })[] = []
const owners: NewOwner[] = []
beforeEach(() => {
  open.clear()
  open.add(token)
  redeemed.length = 0
  owners.length = 0
})

const passwordRule: PasswordRule = { characters: 10 }
const app = fastify()
logRequests(app)
await app.register(accountRoutes, {
  prefix: '/account',
  site,
  publicUrl: () => 'https://site.example',
  passwordRule,
  allowedTarget: (wish: string | null) => (wish === elsewhere ? wish : 'https://site.example/'),
  redeem: async (link: Link & { password?: string; client: Client }) => {
    if (link.type === 'invite' && (link.password ?? '').length < 12) {
      return { passwordFault: passwordWords.length(passwordRule) }
    }
    if (!open.delete(link.token)) return { location: 'https://site.example/#error_code=otp_expired' }
    redeemed.push(link)
    if (link.type === 'email_change') return { message: 'Confirm in the <other> mailbox too.' }
    return { location: `${link.redirectTo ?? 'https://site.example/'}${fragment}` }
  },
  createOwner: async (owner: NewOwner) => {
    if (!open.has(owner.token)) return { fault: 'token', sentence: 'Start the server again.' }
    if (!owner.email.includes('@')) return { fault: 'email', sentence: 'Enter an address.' }
    if (owner.password.length < 12) return { fault: 'password', sentence: passwordWords.length(passwordRule) }
    owners.push(owner)
    return { done: true }
  },
})
afterAll(() => app.close())

const sameOrigin = { 'sec-fetch-site': 'same-origin' }
const post = (path: string, fields: Record<string, string>, headers: Record<string, string> = sameOrigin) =>
  app.inject({
    method: 'POST',
    url: `/account/${path}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    payload: new URLSearchParams(fields).toString(),
  })
const visit = (path: string, fields: Record<string, string>, method: 'GET' | 'HEAD' = 'GET') =>
  app.inject({ method, url: `/account/${path}?${new URLSearchParams(fields)}` })

/** What a browser would send when the button is pressed. */
function fieldsOf(body: string): Record<string, string> {
  const inputs = [...body.matchAll(/<input[^>]* name="([^"]*)"[^>]*?(?: value="([^"]*)")?[^>]*>/g)]
  return Object.fromEntries(
    inputs.map(([input, name = '']) => [
      name,
      (/ value="([^"]*)"/.exec(input)?.[1] ?? '').replaceAll('&amp;', '&'),
    ]),
  )
}
/** The attributes of the field of that name, but for its look. */
function attributesOf(body: string, name: string): Record<string, string> {
  const [input = ''] = new RegExp(`<input[^>]* name="${name}"[^>]*>`).exec(body) ?? []
  const attributes = [...input.matchAll(/ ([\w-]+)="([^"]*)"/g)].map(([, key = '', value = '']) => [
    key.toLowerCase(),
    value,
  ])
  return Object.fromEntries(attributes.filter(([key]) => key !== 'class'))
}
const formAction = (policyText: unknown) => /form-action ([^;]*)/.exec(String(policyText))?.[1]

const types = Object.keys(confirmPages) as LinkType[]

describe('a link from a letter', () => {
  it.each(types)('of type %s: its page says what the button will do', async (type) => {
    const { statusCode, body } = await visit('confirm', { token, type })
    const { title, text, submit } = confirmPages[type]
    expect(statusCode).toBe(200)
    for (const part of [`<title>${title}</title>`, `<h1>${title}</h1>`, text, `>${submit}</button>`]) {
      expect(body).toContain(part)
    }
    expect(body.match(/<button/g)).toHaveLength(1)
    expect(body).not.toMatch(/<script|-error"/)
  })

  it('is burnt by the button, not by whoever opens it', async () => {
    const link = { token, type: 'recovery', redirect_to: elsewhere }
    for (const method of ['GET', 'HEAD', 'GET'] as const) {
      expect((await visit('confirm', link, method)).statusCode).toBe(200)
    }
    expect(redeemed).toEqual([])
    const { body } = await visit('confirm', link)
    const answer = await post('confirm', fieldsOf(body))
    expect([answer.statusCode, answer.headers.location]).toEqual([303, `${elsewhere}${fragment}`])
    expect(redeemed).toEqual([{ token, type: 'recovery', redirectTo: elsewhere, client }])
    const again = await post('confirm', fieldsOf(body))
    expect(again.headers.location).toContain('#error_code=otp_expired')
  })

  it('is kept by browser and server: not stored, not told to others, not listed', async () => {
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

  it('may lead to another site only as far as that is allowed', async () => {
    const action = async (wish: string) =>
      formAction(
        (await visit('confirm', { token, type: 'recovery', redirect_to: wish })).headers[
          'content-security-policy'
        ],
      )
    expect(await action(elsewhere)).toBe("'self' http://127.0.0.1:5173")
    expect(await action('https://evil.example/')).toBe("'self'")
    expect(formAction((await visit('owner', { token })).headers['content-security-policy'])).toBe("'self'")
  })

  it('without a wish where to lead has none in its form', async () => {
    const { body } = await visit('confirm', { token, type: 'recovery' })
    expect(fieldsOf(body)).toEqual({ token, type: 'recovery' })
    await post('confirm', fieldsOf(body))
    expect(redeemed).toEqual([{ token, type: 'recovery', redirectTo: null, client }])
  })

  it('that is one of two is answered with a sentence', async () => {
    const { statusCode, body } = await post('confirm', { token, type: 'email_change' })
    expect(statusCode).toBe(200)
    expect(body).toContain(`<h1>${accountPages.accepted}</h1>`)
    expect(body).toContain('Confirm in the &lt;other&gt; mailbox too.')
  })

  it.each([
    ['no token', { type: 'recovery' }],
    ['half a token', { token: 'abc', type: 'recovery' }],
    ['a token of other letters', { token: `${token}<b>`, type: 'recovery' }],
    ['no type', { token }],
    ['a type that no letter has', { token, type: 'sms' }],
    ['a type that every object has', { token, type: 'constructor' }],
    ['an endless target', { token, type: 'recovery', redirect_to: `https://x.example/${'x'.repeat(2048)}` }],
  ])('with %s is not complete', async (_, fields) => {
    for (const answer of [await visit('confirm', fields), await post('confirm', fields)]) {
      expect(answer.statusCode).toBe(400)
      expect(answer.body).toContain(accountPages.incomplete.title)
      expect(answer.body).not.toMatch(/<form|<b>/)
    }
    expect(redeemed).toEqual([])
  })

  it('with its token twice is not complete', async () => {
    const answer = await app.inject({ url: `/account/confirm?token=${token}&token=${token}&type=recovery` })
    expect(answer.statusCode).toBe(400)
  })

  it('keeps its target text', async () => {
    const wish = 'https://app.example/?a=1&b="><script>alert(1)</script>'
    const { body } = await visit('confirm', { token, type: 'recovery', redirect_to: wish })
    expect(body).not.toContain('<script>')
    expect(body).toContain('value="https://app.example/?a=1&amp;b=&quot;&gt;&lt;script&gt;')
  })
})

describe('an invitation', () => {
  it('asks for a password, and passes it on', async () => {
    const { body } = await visit('confirm', { token, type: 'invite' })
    expect(attributesOf(body, 'password')).toEqual({
      id: 'password',
      name: 'password',
      type: 'password',
      autocomplete: 'new-password',
      required: '',
      minlength: '10',
      'aria-describedby': 'password-hint',
    })
    expect(body).toContain(`id="password-hint">${passwordWords.rule(passwordRule)}</p>`)
    const password = ' seven ducks on a pond '
    expect((await post('confirm', { ...fieldsOf(body), password })).statusCode).toBe(303)
    expect(redeemed).toEqual([{ token, type: 'invite', redirectTo: null, password, client }])
  })

  it('whose password is not taken is shown again, and still good', async () => {
    const link = { token, type: 'invite', redirect_to: elsewhere }
    const answer = await post('confirm', { ...link, password: 'canary' })
    expect(answer.statusCode).toBe(422)
    expect(answer.body).toContain(`id="password-error">${passwordWords.length(passwordRule)}</p>`)
    expect(attributesOf(answer.body, 'password')).toMatchObject({
      autofocus: '',
      'aria-invalid': 'true',
      'aria-describedby': 'password-hint password-error',
    })
    expect(answer.body).not.toContain('canary')
    expect(formAction(answer.headers['content-security-policy'])).toBe("'self' http://127.0.0.1:5173")
    expect(fieldsOf(answer.body)).toEqual({ ...link, password: '' })
    expect((await post('confirm', { ...link, password: 'seven ducks on a pond' })).statusCode).toBe(303)
  })

  it('alone has a password', async () => {
    await post('confirm', { token, type: 'recovery', password: 'canary canary' })
    expect(redeemed).toEqual([{ token, type: 'recovery', redirectTo: null, client }])
  })
})

describe('the link for the first owner', () => {
  const password = 'seven ducks on a pond'

  it('opens a form, and the form makes the owner', async () => {
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
    const answer = await post('owner', { ...fieldsOf(body), email: ' olga@example.com ', password })
    expect([answer.statusCode, answer.body.includes(accountPages.ownerCreated.title)]).toEqual([201, true])
    expect(answer.body).toContain('href="/desk/"')
    expect(owners).toEqual([{ token, email: 'olga@example.com', password }])
  })

  it('keeps what was typed, but for the password', async () => {
    const badAddress = await post('owner', { token, email: '"<i>', password: 'canary canary' })
    expect(badAddress.statusCode).toBe(422)
    expect(badAddress.body).toContain('value="&quot;&lt;i&gt;"')
    expect(badAddress.body).toMatch(/id="email"[^>]* aria-invalid="true" aria-describedby="email-error"/)
    expect(badAddress.body).not.toMatch(/canary|id="password-error"/)
    const badPassword = await post('owner', { token, email: 'olga@example.com', password: 'canary' })
    expect(badPassword.body).toContain('value="olga@example.com"')
    expect(badPassword.body).toMatch(/id="password"[^>]* aria-invalid="true"/)
    expect(badPassword.body).not.toMatch(/canary|id="email-error"/)
    expect(owners).toEqual([])
  })

  it('that is over says so, without a form', async () => {
    open.clear()
    const answer = await post('owner', { token, email: 'olga@example.com', password })
    expect(answer.statusCode).toBe(403)
    expect(answer.body).toContain(accountPages.ownerOver)
    expect(answer.body).toContain('Start the server again.')
    expect(answer.body).not.toContain('<form')
  })

  it('without its token is not complete', async () => {
    expect((await visit('owner', {})).body).toContain(accountPages.ownerIncomplete.text)
    expect((await post('owner', { email: 'olga@example.com', password })).statusCode).toBe(400)
  })
})

describe.each(['confirm', 'owner'])('who presses the button of %s', (path) => {
  const fields = { token, type: 'recovery', email: 'olga@example.com', password: 'seven ducks on a pond' }

  it.each([
    ['another site', { 'sec-fetch-site': 'cross-site', origin: 'https://site.example' }],
    ['another origin', { origin: 'https://evil.example' }],
    ['nowhere', { origin: 'null' }],
    ['no browser', {}],
  ])('is not %s', async (_, headers) => {
    const answer = await post(path, fields, headers)
    expect([answer.statusCode, answer.body.includes(accountPages.otherOrigin.title)]).toEqual([403, true])
    expect([redeemed, owners]).toEqual([[], []])
  })

  it('sends a form', async () => {
    const headers = { ...sameOrigin, 'content-type': 'application/json' }
    expect((await post(path, fields, headers)).statusCode).toBe(415)
  })
})
