import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, expect, it } from 'vitest'
import { authAppForTest, publishableKey, tokenOf } from '#server/app/testing.ts'
import { booking } from '#server/lib/db/rows-testing.ts'

/** Operators' programs use the secret key with the library's client. */
const secretKey = `sb_secret_${randomBytes(32).toString('hex')}`
const site = await authAppForTest({ secretKey })
afterAll(() => site.close())
const client = site.client({}, secretKey)
const bookings = () => client.from('strategy_call_bookings')

/** Returns the status of an invitation request, which only the service role may send. */
async function invited(headers: Record<string, string>): Promise<number> {
  const payload = { email: `${randomUUID()}@example.com` }
  return (await site.app.inject({ method: 'POST', url: '/auth/v1/invite', headers, payload })).statusCode
}

it('lets a program with the secret key read and write rows and invite users as the service role, even if the key is over a year old', async () => {
  const id = randomUUID()
  const added = await bookings()
    .insert(booking({ id, status: 'spam' }))
    .select('status')
  expect([added.error, added.data]).toEqual([null, [{ status: 'spam' }]])
  site.later(400 * 86_400_000)
  expect((await bookings().select('id').eq('id', id)).data).toEqual([{ id }])
  expect((await bookings().delete().eq('id', id)).status).toBe(204)
  const invited = await client.auth.admin.inviteUserByEmail(`${id}@example.com`)
  expect([invited.error, invited.data.user?.email]).toEqual([null, `${id}@example.com`])
})

it('lets a program with the secret key receive realtime notifications', async () => {
  const heard: unknown[] = []
  const channel = client
    .channel('programs')
    .on('postgres_changes', { event: 'INSERT', schema: 'public', table: 'strategy_call_bookings' }, (change) => {
      heard.push(change.new)
    })
  expect(await new Promise((resolve) => channel.subscribe(resolve))).toBe('SUBSCRIBED')
  await bookings().insert(booking())
  await expect.poll(() => heard.length).toBe(1)
  await client.realtime.disconnect()
})

it("accepts the secret key in the apikey header, the Authorization header or both, unless the bearer token is a user's token", async () => {
  const asked = async (headers: Record<string, string>) => {
    const rest = await site.app.inject({
      url: '/rest/v1/strategy_call_bookings?select=phone&limit=1',
      headers,
    })
    return [rest.statusCode, await invited(headers)]
  }
  const [apikey, authorization] = [secretKey, `Bearer ${secretKey}`]
  for (const headers of [{ apikey }, { authorization }, { apikey, authorization }])
    expect([headers, await asked(headers)]).toEqual([headers, [200, 200]])
  expect(await asked({ apikey: publishableKey, authorization })).toEqual([200, 200])
  const token = await tokenOf(await site.signedIn(await site.person()))
  expect(await asked({ apikey, authorization: `Bearer ${token}` })).toEqual([403, 403])
  expect(await asked({ apikey, authorization: `Bearer ${publishableKey}` })).toEqual([401, 403])
})

it('refuses an incomplete or altered secret key', async () => {
  const last = secretKey.endsWith('0') ? '1' : '0'
  for (const guess of [
    secretKey.slice(0, -1),
    `${secretKey}0`,
    secretKey.slice(0, -1) + last,
    'sb_secret_',
    publishableKey,
  ]) {
    const headers = { apikey: guess, authorization: `Bearer ${guess}` }
    const rest = await site.app.inject({ url: '/rest/v1/strategy_call_bookings?select=id', headers })
    expect([guess, rest.statusCode, await invited(headers)]).toEqual([guess, 401, 403])
  }
})

it('[A4] never reveals the secret key in pages or logs', async () => {
  const html = await site.app.inject({ url: '/' })
  expect(html.body).not.toContain('sb_secret_')
  expect(site.log()).toContain('"route":"/rest/v1/:table"')
  expect(site.log()).not.toContain(secretKey)
})
