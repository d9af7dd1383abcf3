import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { defaultAuthSettings } from '#server/lib/auth/settings.ts'
import { openProviders } from './discovery.ts'
import { arrivalOf, localProvider, providersForTest } from './testing.ts'

let local: Awaited<ReturnType<typeof localProvider>>
beforeAll(async () => {
  local = await localProvider()
})
afterAll(() => local.close())
afterEach(() => {
  local.seen.length = 0
  local.overrides.clear()
})

const time = { now: Date.now() }
const open = (change: { issuer?: string } = {}) => {
  const setting = { ...local.setting, ...change }
  const settings = { ...defaultAuthSettings, providers: [setting] }
  return { ...openProviders({ clock: () => time.now, settings }), setting }
}

it('asks the provider once an hour, and again after a failure', async () => {
  const { reach, setting } = open()
  const asked = () => local.seen.length
  await Promise.all([reach(setting), reach(setting)])
  expect(asked()).toBe(1)
  time.now += 3_600_000
  await reach(setting)
  expect(asked()).toBe(2)
  time.now += 3_600_000
  local.overrides.set('/.well-known/openid-configuration', (_request, response) =>
    response.writeHead(500).end(),
  )
  await expect(reach(setting)).rejects.toThrow()
  local.overrides.clear()
  await expect(reach(setting)).resolves.toBeDefined()
})

it('speaks without TLS to this machine alone', async () => {
  const { reach, setting } = open({ issuer: 'http://provider.example' })
  await expect(reach(setting)).rejects.toMatchObject({ code: 'OAUTH_HTTP_REQUEST_FORBIDDEN' })
})

it('believes no metadata of another issuer', async () => {
  const { reach, setting } = open({ issuer: local.issuer.replace('127.0.0.1', 'localhost') })
  await expect(reach(setting)).rejects.toMatchObject({ code: 'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED' })
})

it('sends the person back with a clear error when the provider is away', async () => {
  const auth = await providersForTest()
  await auth.local.close()
  const query = 'provider=work&redirect_to=https://site.example/desk'
  const answer = await auth.browser().visit(`/authorize?${query}`)
  expect(answer.statusCode).toBe(302)
  const arrival = arrivalOf(answer.headers.location)
  expect(arrival.url.pathname).toBe('/desk')
  expect(arrival.query).toMatchObject({ error: 'temporarily_unavailable', error_code: 'unexpected_failure' })
  expect(await auth.test.asOwner('select * from auth.flow_state')).toEqual([])
  await auth.test.close()
})
