import { afterAll, beforeAll, expect, it } from 'vitest'
import { authAppForTest } from '#server/app/testing.ts'
import { localProvider } from '#server/features/auth-providers/testing.ts'

/** Rows of section 7 of the specification about accounts at providers, with a provider on this machine. */
const home = 'https://site.example'
const provider = await localProvider()
const site = await authAppForTest(
  {
    providers: [provider.setting],
    manualLinking: true,
    signUp: true,
    redirectUrls: ['https://desk.example/**'],
  },
  home,
)
afterAll(async () => {
  await site.close()
  await provider.close()
})
beforeAll(() => {
  provider.accounts.set('ada', { email: 'ada@example.com', email_verified: true, name: 'Ada' })
  provider.accounts.set('grace', { email: 'grace@example.com', email_verified: true })
})

const work = 'work' as never

/** A browser that follows redirects until it comes to a page. */
async function travel(start: string, cookies: readonly string[] = []): Promise<{ page: URL; asked: URL[] }> {
  const jar = new Map<string, string>()
  const keep = (lines: readonly string[]) => {
    for (const line of lines) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      jar.set(name, value)
    }
  }
  keep(cookies)
  const asked: URL[] = []
  for (let next = start; asked.length < 12; ) {
    const url = new URL(next.replace(home, site.url))
    const isHere = url.origin === provider.issuer || url.pathname.startsWith('/auth/v1/')
    if (!isHere) return { page: new URL(next), asked }
    asked.push(url)
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await fetch(url, { redirect: 'manual', headers: { cookie } })
    keep(answer.headers.getSetCookie())
    const location = answer.headers.get('location')
    if (location === null)
      throw new Error(`${url.pathname} answered ${answer.status}: ${await answer.text()}`)
    next = new URL(location, next).href
  }
  throw new Error('the journey does not end')
}

const codeIn = ({ searchParams }: URL) => searchParams.get('code') ?? ''

/** A client whose person has linked the account `who` at the provider to theirs. */
async function linked(who: string) {
  const client = await site.signedIn(await site.person(), { flowType: 'pkce' })
  const { data, error } = await client.auth.linkIdentity({
    provider: work,
    options: { redirectTo: `${home}/desk`, queryParams: { login_hint: who } },
  })
  if (error) throw error
  const call = client.calls.at(-1)
  const { page } = await travel(data.url ?? '', call?.cookies)
  await client.auth.exchangeCodeForSession(codeIn(page))
  return { client, call, url: new URL(data.url ?? '') }
}

it('GET authorize, with provider, redirect and scopes', async () => {
  const client = site.client({ flowType: 'pkce' })
  const { data } = await client.auth.signInWithOAuth({
    provider: work,
    options: {
      redirectTo: 'https://desk.example/desk?sb_flow=1',
      scopes: 'calendar',
      queryParams: { login_hint: 'ada', client_id: 'mallory' },
      skipBrowserRedirect: true,
    },
  })
  const asked = new URL(data.url ?? '')
  expect(asked.origin + asked.pathname).toBe(`${site.url}/auth/v1/authorize`)
  const { page, asked: stations } = await travel(asked.href)
  const away = stations.find(({ origin }) => origin === provider.issuer)?.searchParams
  expect(away?.get('scope')?.split(' ')).toEqual(expect.arrayContaining(['openid', 'email', 'calendar']))
  expect(away?.get('client_id')).toBe('backline')
  expect(away?.get('state')).toMatch(/^[0-9a-f-]{36}$/)

  expect(page.href).toMatch(/^https:\/\/desk\.example\/desk\?sb_flow=1&code=[^&#]+$/)
  const { data: got, error } = await client.auth.exchangeCodeForSession(codeIn(page))
  expect(error).toBeNull()
  expect(got.session).toMatchObject({
    provider_token: expect.any(String),
    user: { email: 'ada@example.com' },
  })
  expect(got.user?.app_metadata).toMatchObject({ provider: 'work', providers: ['work'] })
  const level = await client.auth.mfa.getAuthenticatorAssuranceLevel()
  expect(level.data?.currentAuthenticationMethods).toMatchObject([{ method: 'oauth' }])
  expect((await client.auth.exchangeCodeForSession(codeIn(page))).error).not.toBeNull()
})

it('GET authorize refuses a provider that nobody has set up, as JSON', async () => {
  const answer = await fetch(`${site.url}/auth/v1/authorize?provider=github`, { redirect: 'manual' })
  expect([answer.status, await answer.json()]).toMatchObject([400, { error_code: 'validation_failed' }])
})

it('GET user/identities/authorize', async () => {
  const { client, call, url } = await linked('grace')
  expect(call).toMatchObject({
    name: 'GET user/identities/authorize',
    query: { provider: 'work', redirect_to: `${home}/desk`, skip_http_redirect: 'true' },
    status: 200,
  })
  expect(url.origin).toBe(provider.issuer)
  const { data } = await client.auth.getUserIdentities()
  expect(data?.identities.map((each) => each.provider).toSorted()).toEqual(['email', 'work'])
  // Another person cannot link that account too.
  const other = await site.signedIn(await site.person(), { flowType: 'pkce' })
  const again = await other.auth.linkIdentity({
    provider: work,
    options: { queryParams: { login_hint: 'grace' } },
  })
  const { page } = await travel(again.data.url ?? '', other.calls.at(-1)?.cookies)
  expect(page.searchParams.get('error_code')).toBe('identity_already_exists')
  expect((await other.auth.getUserIdentities()).data?.identities).toHaveLength(1)
})

it('DELETE user/identities/{identity_id}', async () => {
  provider.accounts.set('edith', { email: 'edith@example.com', email_verified: true })
  const { client } = await linked('edith')
  const identities = (await client.auth.getUserIdentities()).data?.identities ?? []
  const theirs = identities.find((each) => each.provider === 'work')
  const own = identities.find((each) => each.provider === 'email')
  if (!theirs || !own) throw new Error('not linked')
  const { error } = await client.auth.unlinkIdentity(theirs)
  expect(error).toBeNull()
  expect(client.calls.at(-1)).toMatchObject({
    name: `DELETE user/identities/${theirs.identity_id}`,
    status: 200,
  })
  const last = await client.auth.unlinkIdentity(own)
  expect(last.error).toMatchObject({ status: 422, code: 'single_identity_not_deletable' })
  expect((await client.auth.getUserIdentities()).data?.identities).toMatchObject([{ provider: 'email' }])
})
