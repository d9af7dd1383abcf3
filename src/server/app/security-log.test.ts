import { parse } from 'valibot'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { booking } from '#server/lib/db/rows-testing.ts'
import { type AuditKind, auditLogSchema } from '#shared/contract/team.ts'
import { authAppForTest } from './testing.ts'

/** The records about the team: which member did what, when, and whether it was allowed. */
const site = await authAppForTest()
afterAll(() => site.close())
const owner = await site.member('owner')
const agent = await site.member('agent')

interface Question {
  before?: string
  most?: number
  kind?: AuditKind
  who?: string
}
const trail = async (question: Question = {}) =>
  parse(auditLogSchema, (await owner.strong.rpc('read_audit_log', question)).data)

/** Returns this member's newest entry of this kind, without its time. */
async function newest(who: string, kind: AuditKind) {
  const [entry] = await trail({ who, kind })
  if (!entry) throw new Error('no audit log entry')
  const { at, actor, ...rest } = entry
  expect(actor).toBe(who)
  expect(Math.abs(Date.parse(at) - Date.now())).toBeLessThan(600_000)
  return rest
}

const id = crypto.randomUUID()
beforeAll(async () => {
  await site.client().from('strategy_call_bookings').insert(booking({ id }))
})

const wrong = (email: string) =>
  site.client().auth.signInWithPassword({ email, password: 'not at all the right words' })

describe('the audit log', () => {
  it('[G5] records sign-ins and refused attempts', async () => {
    const who = await site.person()
    await site.signedIn(who)
    expect(await newest(who.id, 'sign-in')).toMatchObject({ action: 'login', outcome: 'done' })
    await wrong(who.email)
    expect(await newest(who.id, 'sign-in')).toMatchObject({ action: 'login', outcome: 'refused' })
  })

  it('[G5] records correct and wrong codes for the second factor', async () => {
    const { weak, factorId, secret, id: who } = await site.memberTwice('viewer')
    await weak.auth.mfa.challengeAndVerify({ factorId, code: site.code(secret) })
    expect(await trail({ who, kind: 'sign-in' })).toContainEqual(
      expect.objectContaining({ action: 'verification_attempted', outcome: 'done' }),
    )
    await weak.auth.mfa.challengeAndVerify({ factorId, code: '000000' })
    expect(await newest(who, 'sign-in')).toMatchObject({
      action: 'verification_attempted',
      outcome: 'refused',
    })
  })

  it('[G5] records reads, changes and exports', async () => {
    await agent.strong.rpc('read_booking', { booking: id })
    const about = { outcome: 'done', subject: 'strategy_call_bookings', subject_id: id }
    expect(await newest(agent.id, 'reading')).toMatchObject({ ...about, action: 'booking_read' })
    await agent.strong.rpc('move_booking', { booking: id, expected: 'new', target: 'spam' })
    expect(await newest(agent.id, 'change')).toMatchObject({
      ...about,
      action: 'booking_moved',
      details: { from: 'new', to: 'spam' },
    })
    await agent.strong.rpc('export_bookings')
    expect(await newest(agent.id, 'export')).toMatchObject({
      action: 'bookings_exported',
      details: { rows: 1 },
    })
  })
})

describe('the server log', () => {
  it('[G5] records refused requests from the desk', async () => {
    expect((await agent.strong.rpc('erase_person', { address: 'ada@example.com' })).status).toBe(403)
    expect((await agent.strong.from('staff_members').insert({ id, role: 'owner' })).status).toBe(403)
    const lines = site
      .log()
      .split('\n')
      .filter((line) => line.includes(agent.id))
      .map((line) => JSON.parse(line))
    expect(lines).toContainEqual(
      expect.objectContaining({ actor: agent.id, subject: 'erase_person', status: 403, code: '42501' }),
    )
    expect(lines).toContainEqual(
      expect.objectContaining({ actor: agent.id, subject: 'staff_members', status: 403, code: '42501' }),
    )
    expect(site.log()).not.toContain('ada@example.com')
  })
})

describe('read_audit_log', () => {
  it('returns the newest entries first, page by page, without skipping any', async () => {
    const at = '2026-01-01T00:00:00.123456Z'
    await site.test.asOwner(
      `insert into audit_log (at, action, subject, details)
       select case when n between 4 and 6 then $1::timestamptz else $1::timestamptz + (n - 5) * interval '1 s' end,
         'settings_changed', 'desk_settings', jsonb_build_object('n', n) from generate_series(1, 9) n`,
      [at],
    )
    const seen: unknown[][] = []
    let before = '2026-01-01T01:00:00Z'
    for (;;) {
      const page = await trail({ before, most: 4 })
      if (page.length === 0) break
      seen.push(page.map(({ details }) => details.n))
      before = page.at(-1)?.at ?? ''
    }
    // The fourth to sixth entries have the same timestamp, so they are on the same page.
    expect(seen).toEqual([
      [9, 8, 7, 6, 5, 4],
      [3, 2, 1],
    ])
  })

  it('returns entries imported from a Supabase project, but omits their email addresses and all token refreshes', async () => {
    const entry = (payload: object, at: string) =>
      site.test.asOwner('insert into auth.audit_log_entries (payload, created_at) values ($1, $2)', [
        JSON.stringify(payload),
        at,
      ])
    const theirs = {
      action: 'user_invited',
      actor_id: '00000000-0000-0000-0000-000000000000',
      actor_username: 'service_role',
      log_type: 'team',
      traits: { user_id: owner.id, user_email: 'pia@example.com' },
    }
    await entry(theirs, '2025-01-01T00:00:00Z')
    await entry({ action: 'token_refreshed', actor_id: owner.id }, '2025-01-01T00:00:01Z')
    await entry({ action: 'login', actor_id: 'nonsense', traits: null }, '2025-01-01T00:00:02Z')
    expect(await trail({ before: '2025-06-01T00:00:00Z' })).toMatchObject([
      { action: 'login', actor: null, subject: null, subject_id: null, details: {} },
      {
        action: 'user_invited',
        actor: null,
        outcome: 'done',
        subject: 'users',
        subject_id: owner.id,
        details: {},
      },
    ])
  })

  it('refuses an unknown kind of entry', async () => {
    const answer = await owner.strong.rpc('read_audit_log', { kind: 'gossip' })
    expect([answer.status, answer.error?.code]).toEqual([400, '22023'])
  })
})

it('prevents changes to the audit log, even by the database owner', async () => {
  for (const sql of ["update audit_log set action = 'nothing'", 'delete from audit_log', 'truncate audit_log']) {
    await expect(site.test.asOwner(sql)).rejects.toMatchObject({ code: '42501' })
  }
})
