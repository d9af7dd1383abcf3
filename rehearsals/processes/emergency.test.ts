import { afterAll, expect, it } from 'vitest'
import { authAppForTest, publishableKey, tokenOf } from '#server/app/testing.ts'
import { endSessionsOf } from '#server/features/auth-sessions/service.ts'

const site = await authAppForTest()
afterAll(() => site.close())

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
