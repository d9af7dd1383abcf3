import { afterAll, expect, it } from 'vitest'
import { authAppForTest } from '#server/app/testing.ts'

/** Texts of section 8 of the specification that the client gives without a browser; the others are rehearsed. */
const site = await authAppForTest()
afterAll(() => site.close())

it("'No browser detected', when a session is looked for in the address of no page", async () => {
  // No public method gets here without a browser, since the client looks first.
  const client = site.client().auth as unknown as {
    _getSessionFromURL(params: object, type: string): Promise<{ error: Error | null }>
  }
  const { error } = await client._getSessionFromURL({ access_token: 'x' }, 'implicit')
  expect(error?.message).toBe('No browser detected.')
})

it("'You must provide either an email or phone number and a type', and nothing is asked", async () => {
  const client = site.client()
  const { error } = await client.auth.resend({ type: 'signup' } as never)
  expect(error?.message).toBe('You must provide either an email or phone number and a type')
  expect(client.calls).toEqual([])
})

it("'Invalid JWT signature', when claims were changed", async () => {
  const client = await site.signedIn(await site.person())
  const [header = '', payload = '', signature = ''] = (
    (await client.auth.getSession()).data.session?.access_token ?? ''
  ).split('.')
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString())
  const raised = Buffer.from(JSON.stringify({ ...claims, role: 'service_role' })).toString('base64url')
  const { error } = await client.auth.getClaims(`${header}.${raised}.${signature}`)
  expect(error?.message).toBe('Invalid JWT signature')
})
