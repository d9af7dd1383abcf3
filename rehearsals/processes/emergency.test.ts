import { createClient } from '@supabase/supabase-js'
import { afterAll, expect, it, onTestFinished } from 'vitest'
import { WebSocket } from 'ws'
import { authAppForTest, publishableKey, tokenOf } from '#server/app/testing.ts'
import { endSessionsOf, revokeLeakedToken } from '#server/features/auth-sessions/service.ts'

/** These tests run in real time, and check that running work stops within seconds after a session or a token ends. */
const site = await authAppForTest()
afterAll(() => site.close())

const within = { interval: 100 }
const clientOf = (token: string) => createClient(site.url, token, { realtime: { transport: WebSocket as never } })

it('cuts off a member’s running download if the member’s sessions are ended', async () => {
  const agent = await site.member('agent')
  // Inserts more data than fits in the socket buffers while the client does not read.
  await site.test.asOwner(
    `insert into user_interactions (created_at, session_id, event_type, page_url, user_agent)
     select '2026-09-01'::date + n * interval '1 second', gen_random_uuid(), 'page_view',
       'https://x.example/?utm_campaign=' || repeat('x', 400), repeat('y', 400)
     from generate_series(1, 30000) n`,
  )
  const answer = await fetch(`${site.url}/rest/v1/rpc/export_interactions`, {
    method: 'POST',
    headers: {
      apikey: publishableKey,
      authorization: `Bearer ${await tokenOf(agent.strong)}`,
      accept: 'text/csv',
      'content-type': 'application/json',
    },
    body: JSON.stringify({ from_day: '2026-09-01', to_day: '2026-09-01' }),
  })
  const reader = answer.body?.getReader()
  if (!reader) throw new Error('The response has no body.')
  expect((await reader.read()).done).toBe(false)
  await endSessionsOf(site.auth, agent.email)
  // The test reads nothing until the cutoff is due, so the server has to cut off a stalled download.
  await new Promise((over) => setTimeout(over, 4500))
  const rest = async () => {
    while (!(await reader.read()).done);
    return 'a whole file'
  }
  await expect(rest()).rejects.toThrow()
})

it('closes a program’s channel within five seconds after the program’s token is revoked, and refuses to open the channel again', async () => {
  const token = await site.auth.keys.sign({ aud: 'authenticated', role: 'service_role', jti: crypto.randomUUID() }, 600)
  const program = clientOf(token)
  onTestFinished(async () => void (await program.realtime.disconnect()))
  const states: string[] = []
  const wish = { event: '*', schema: 'public', table: 'strategy_call_bookings' } as const
  await program.realtime.setAuth()
  program
    .channel('desk')
    .on('postgres_changes', wish, () => {})
    .subscribe((state) => void states.push(state))
  await expect.poll(() => states).toEqual(['SUBSCRIBED'])
  await revokeLeakedToken(site.auth, token)
  await expect.poll(() => states, within).toContain('CHANNEL_ERROR')
  // The client joins again automatically, and is refused.
  await expect.poll(() => states.slice(1, 3), within).toEqual(['CHANNEL_ERROR', 'CHANNEL_ERROR'])
})
