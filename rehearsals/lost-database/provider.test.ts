import { afterAll, expect, it } from 'vitest'
import { providersForTest } from '#server/features/auth-providers/testing.ts'

const auth = await providersForTest()
afterAll(() => auth.close())

it('reports an unresponsive sign-in provider as unavailable before the request times out', async () => {
  const by = auth.browser()
  const start = await by.visit('/authorize?provider=work&login_hint=ada')
  const callback = await by.signIn(String(start.headers.location))
  auth.local.overrides.set('/token', () => {})
  const { query, answer } = await auth.finish(by, callback)
  expect(answer.statusCode).toBe(302)
  expect(query).toMatchObject({ error: 'temporarily_unavailable', error_code: 'unexpected_failure' })
})
