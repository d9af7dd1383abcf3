import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { authAppForTest, publishableKey, tokenOf } from '#server/app/testing.ts'
import { booking, message } from '#server/lib/db/rows-testing.ts'
import { checkEachRow } from '#shared/lib/testing.ts'
import { type AccessCaller, type AccessRequest, functions, ids, staff, tables } from './desk-access-testing.ts'

/**
 * Access rights to the functions and tables of the data API. The lists are compared with the database, so that the
 * test fails for a new function or table until it is listed.
 */
const site = await authAppForTest()
afterAll(() => site.close())

const headersOf = {} as Record<AccessCaller, Record<string, string>>

const withToken = (token: string) => ({ apikey: publishableKey, authorization: `Bearer ${token}` })
const secondFactor = async (who: Awaited<ReturnType<typeof site.member>>) => {
  const client = await site.signedIn(who)
  await client.auth.mfa.challengeAndVerify({ factorId: who.factorId, code: site.code(who.secret) })
  return client
}

beforeAll(async () => {
  headersOf.nobody = {}
  headersOf.visitor = { apikey: publishableKey }
  for (const role of staff) headersOf[role] = withToken(await tokenOf((await site.member(role)).strong))

  const owner = await site.memberTwice('owner')
  headersOf['first factor alone'] = withToken(await tokenOf(owner.weak))
  const claims = JSON.parse(Buffer.from((await tokenOf(owner.strong)).split('.')[1] ?? '', 'base64url').toString())
  headersOf.expired = withToken(await site.auth.keys.sign(claims, -1))

  const stranger = await site.member('owner')
  await site.test.asOwner('delete from staff_members where id = $1', [stranger.id])
  headersOf.stranger = withToken(await tokenOf(stranger.strong))

  const stopped = await site.member('owner')
  headersOf.stopped = withToken(await tokenOf(stopped.strong))
  await site.test.asOwner('update staff_members set disabled_at = now() where id = $1', [stopped.id])
  headersOf['stopped, back again'] = withToken(await tokenOf(await secondFactor(stopped)))

  ids.colleague = (await site.member('agent')).id
  ids.newcomer = (await site.person()).id
  const visitor = site.client()
  await visitor.from('strategy_call_bookings').insert(booking({ id: ids.booking }))
  await visitor.from('contact_messages').insert(message({ id: ids.message }))
  await site.test.asOwner("insert into notes (booking_id, body) values ($1, 'A note')", [ids.booking])
  await site.test.asOwner("insert into days_off (day) values ('2026-12-24')")
  await site.test.asOwner(`insert into site_edits (path, value) values ('brand.name', '"Firm"')`)
  await site.test.asOwner("insert into site_publications (edits) values ('{}')")
  await addWebhook(ids.webhook)
  await addTemplate(ids.template)
})

const addTemplate = (id: string) =>
  site.test.asOwner(
    "insert into reply_templates (id, name, body) values ($1::uuid, $1::text, 'Hello') on conflict do nothing",
    [id],
  )

const addWebhook = (id: string) =>
  site.test.asOwner(
    `insert into webhooks (id, url, events, sealed_secret)
     values ($1, 'https://hooks.example.com', '{message.created}', '') on conflict do nothing`,
    [id],
  )

async function ask(who: AccessCaller, ...[method, path, body, shown = 'representation']: AccessRequest) {
  const answer = await site.app.inject({
    method,
    url: `/rest/v1/${path}`,
    headers: {
      ...headersOf[who],
      'content-type': 'application/json',
      prefer: `return=${shown}`,
    },
    ...(body && { payload: JSON.stringify(body) }),
  })
  const said = answer.body === '' ? null : (answer.json() as unknown)
  return { status: answer.statusCode, said }
}

const callers = ['nobody', 'expired', 'stopped', 'visitor', 'stranger', 'first factor alone'] as const
const all: readonly AccessCaller[] = [...callers, 'stopped, back again', ...staff]

/** Returns 'in' for each caller who is allowed, and the status of the refusal for all others. */
async function outcome(mayEnter: (who: AccessCaller) => Promise<number | 'in'>) {
  const said: [AccessCaller, number | 'in'][] = []
  for (const who of all) said.push([who, await mayEnter(who)])
  return Object.fromEntries(said)
}

/** Unknown callers and ended sessions get 401. A known caller without the required right receives 403 or no rows. */
const expected = (allowed: readonly AccessCaller[], refusal: (who: AccessCaller) => number) =>
  Object.fromEntries(all.map((who) => [who, allowed.includes(who) ? 'in' : refusal(who)]))

const unknown: readonly AccessCaller[] = ['nobody', 'visitor', 'expired', 'stopped']
const refusalOf = (who: AccessCaller) => (unknown.includes(who) ? 401 : 403)

describe('every callable function', () => {
  it('has an entry in the permissions table', async () => {
    const rows = await site.test.asOwner<{ name: string }>(
      `select distinct proname as name from pg_proc
       where pronamespace = 'public'::regnamespace and prorettype <> 'trigger'::regtype
         and (has_function_privilege('authenticated', oid, 'execute') or has_function_privilege('anon', oid, 'execute'))`,
    )
    expect(rows.map(({ name }) => name).sort()).toEqual(Object.keys(functions).sort())
  })

  it('[A5] can be called only by the callers listed in the permissions table', () =>
    checkEachRow(Object.entries(functions), async ([name, row]) => {
      const found = await outcome(async (who) => {
        const { status, said } = await ask(who, 'POST', `rpc/${name}`, row.with ?? {})
        // The test would prove nothing if the call did not reach the function.
        expect(String((said as { code?: string } | null)?.code)).not.toMatch(/^PGRST2/)
        return [401, 403].includes(status) ? status : 'in'
      })
      expect(found).toEqual(expected(row.for, refusalOf))
    }))
})

describe('every accessible table', () => {
  it('is listed in the matrix of permissions', async () => {
    const rows = await site.test.asOwner<{ right: string }>(
      `select relname || ' ' || privilege as right
       from pg_class cross join unnest(array['select', 'insert', 'update', 'delete']) as privilege
       where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm', 'f')
         and case privilege when 'delete' then has_table_privilege('authenticated', oid, privilege)
           else has_any_column_privilege('authenticated', oid, privilege) end`,
    )
    expect(rows.map(({ right }) => right).sort()).toEqual(Object.keys(tables).sort())
  })

  it('is open only to the callers in the permissions table', () =>
    checkEachRow(Object.entries(tables), async ([, row]) => {
      const found = await outcome(async (who) => {
        await site.test.asOwner("insert into days_off (day) values ('2026-12-25') on conflict do nothing")
        await addWebhook(ids.spareWebhook)
        await addTemplate(ids.spareTemplate)
        const { status, said } = await ask(who, ...row.ask())
        if (status >= 300) return status
        return said === null || (Array.isArray(said) && said.length > 0) ? 'in' : 0
      })
      const adds = row.ask()[0] === 'POST'
      const refusal = (who: AccessCaller) => {
        // A select or update that is not allowed returns no row; only inserts are refused.
        return unknown.includes(who) ? 401 : adds ? 403 : 0
      }
      expect(found).toEqual(expected(row.for, refusal))
    }))
})
