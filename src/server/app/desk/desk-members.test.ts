import { randomUUID } from 'node:crypto'
import { parse } from 'valibot'
import { afterAll, describe, expect, it } from 'vitest'
import { authAppForTest } from '#server/app/testing.ts'
import { invitePerson } from '#server/features/auth-links/service.ts'
import {
  type AuditKind,
  auditLogSchema,
  currentMemberSchema,
  ownSessionsSchema,
  teamMembersSchema,
} from '#shared/contract/team.ts'

/** Members' requests, sent the way the desk's client sends them. */
const site = await authAppForTest({ mailEverySeconds: 1 })
afterAll(() => site.close())
const { member, memberTwice, person, signedIn } = site
const owner = await member('owner')

type SignedInClient = Awaited<ReturnType<typeof signedIn>>

const me = async (who: SignedInClient) => parse(currentMemberSchema, (await who.rpc('desk_me')).data)
const people = async (who: SignedInClient) => parse(teamMembersSchema, (await who.rpc('desk_people')).data)
const sessions = async (who: SignedInClient) => parse(ownSessionsSchema, (await who.rpc('my_sessions')).data)
const personIn = async (id: string) => (await people(owner.strong)).find((each) => each.id === id)
const refusal = ({ status, error }: { status: number; error: object | null }) => {
  const { code, hint } = (error ?? {}) as { code?: string; hint?: string | null }
  return [status, code, hint]
}
/** Returns this member's entries in the audit log. */
const logged = async (subject: string, kind: AuditKind = 'people') =>
  parse(auditLogSchema, (await owner.strong.rpc('read_audit_log', { kind })).data)
    .filter(({ subject_id }) => subject_id === subject)
    .map(({ actor, action, details }) => ({ actor, action, details }))

describe('desk_me', () => {
  it("returns the caller's role and member state for each assurance level", async () => {
    const { id, email, strong, weak } = await memberTwice('agent')
    const known = { id, email, name: email.split('@')[0], assignment_emails: true }
    expect(await me(strong)).toEqual({ ...known, role: 'agent', member: true, zone_to_choose: null })
    expect(await me(weak)).toEqual({ ...known, role: null, member: true, zone_to_choose: null })
    const stranger = await person()
    const theirs = await signedIn(stranger)
    expect(await me(theirs)).toMatchObject({ id: stranger.id, role: null, member: false })
    await theirs.auth.updateUser({ data: { name: ' Ada Byron ' } })
    expect((await me(theirs)).name).toBe('Ada Byron')
  })

  it("asks owners for the desk's time zone until one of them chooses a time zone or confirms the current one", async () => {
    const save = (change: object) => owner.strong.from('desk_settings').update(change).eq('only', true)
    await save({ daily_digest: false })
    expect((await me(owner.strong)).zone_to_choose).toBe('UTC')
    await save({ time_zone: 'UTC' })
    expect((await me(owner.strong)).zone_to_choose).toBeNull()
  })
})

describe('desk_people', () => {
  it('lists all members with their states', async () => {
    const invited = await invitePerson(site.auth, {
      email: 'new@example.com',
      role: 'viewer',
      data: { name: 'Nora' },
    })
    const agent = await member('agent')
    const stopped = await member('viewer')
    await owner.strong.from('staff_members').update({ disabled_at: new Date().toISOString() }).eq('id', stopped.id)
    expect(await people(agent.strong)).toEqual(await people(owner.strong))
    expect(await personIn(invited.user.id)).toMatchObject({
      email: 'new@example.com',
      name: 'Nora',
      role: 'viewer',
      state: 'invited',
      last_sign_in_at: null,
      has_second_factor: false,
    })
    expect(await personIn(agent.id)).toMatchObject({
      state: 'active',
      role: 'agent',
      last_sign_in_at: expect.any(String) as string,
      has_second_factor: true,
    })
    expect(await personIn(stopped.id)).toMatchObject({ state: 'stopped' })
  })
})

describe("a member's last visit", () => {
  it('is recorded at most once a minute, and only after two-step verification', async () => {
    const agent = await memberTwice('agent')
    const ago = async (days: number) => {
      const at = new Date(Date.now() - days * 86_400_000)
      await site.test.asOwner('update auth.users set last_sign_in_at = $1 where id = $2', [at, agent.id])
      await site.test.asOwner('update private.last_activity set at = $1 where member = $2', [at, agent.id])
    }
    const since = async () => Date.now() - Date.parse((await personIn(agent.id))?.last_here_at ?? '')
    await me(agent.strong)
    await ago(3)
    await me(agent.weak)
    expect(await since()).toBeGreaterThan(2 * 86_400_000)
    await me(agent.strong)
    expect(await since()).toBeLessThan(60_000)
    const noted = 'select at from private.last_activity where member = $1'
    const before = await site.test.asOwner(noted, [agent.id])
    await me(agent.strong)
    expect(await site.test.asOwner(noted, [agent.id])).toEqual(before)
  })
})

describe('an owner', () => {
  it('adds, changes, suspends and restores a member, with an entry in the audit log for each change', async () => {
    const { id, email, password } = await person()
    const table = () => owner.strong.from('staff_members')
    expect((await table().insert({ id, role: 'viewer' })).status).toBe(201)
    expect(refusal(await table().insert({ id, role: 'agent' }))).toEqual([409, '23505', null])
    await table().update({ role: 'agent' }).eq('id', id)
    const theirs = await signedIn({ email, password })
    await table().update({ disabled_at: new Date().toISOString() }).eq('id', id)
    // The session itself ends, not only its rights.
    expect((await theirs.rpc('desk_me')).status).toBe(401)
    expect((await theirs.auth.refreshSession()).error?.code).toBe('refresh_token_not_found')
    expect((await me(await signedIn({ email, password }))).member).toBe(false)
    await table().update({ disabled_at: null }).eq('id', id)
    expect((await me(await signedIn({ email, password }))).member).toBe(true)
    const by = { actor: owner.id }
    expect(await logged(id)).toEqual([
      { ...by, action: 'member_restored', details: {} },
      { ...by, action: 'member_stopped', details: {} },
      { ...by, action: 'role_changed', details: { from: 'viewer', to: 'agent' } },
      { ...by, action: 'member_added', details: { role: 'viewer' } },
    ])
  })

  it('adds a member by email address, or restores a suspended member with the new role', async () => {
    const { id, email } = await person()
    const add = (role: string, address = email) => owner.strong.rpc('add_member', { address, role })
    expect((await add('viewer', ` ${email.toUpperCase()} `)).data).toBe(id)
    await owner.strong.from('staff_members').update({ disabled_at: new Date().toISOString() }).eq('id', id)
    await add('agent')
    expect(await personIn(id)).toMatchObject({ role: 'agent', state: 'active' })
    await add('agent')
    expect((await logged(id)).map(({ action }) => action)).toEqual([
      'member_restored',
      'role_changed',
      'member_stopped',
      'member_added',
    ])
    expect(refusal(await add('king'))).toEqual([400, '23514', null])
    expect(refusal(await add('agent', 'nobody@example.com'))).toEqual([404, 'PT404', null])
    expect(refusal(await add('agent', owner.email))).toEqual([403, '42501', null])
  })

  it('cannot add an account with an unverified mailbox, because a stranger may have chosen its password', async () => {
    const { id, email } = await person()
    await site.test.asOwner('update auth.users set email_confirmed_at = null where id = $1', [id])
    const added = await owner.strong.rpc('add_member', { address: email, role: 'agent' })
    expect(added.status).toBe(404)
    expect((await owner.strong.from('staff_members').insert({ id, role: 'agent' })).status).toBe(403)
  })

  it('cannot change their own role or state', async () => {
    const table = () => owner.strong.from('staff_members')
    await table().update({ role: 'viewer' }).eq('id', owner.id)
    await table().update({ disabled_at: new Date().toISOString() }).eq('id', owner.id)
    expect(await personIn(owner.id)).toMatchObject({ role: 'owner', state: 'active' })
    expect((await table().upsert({ id: owner.id, role: 'viewer' })).status).toBe(403)
    expect(refusal(await owner.strong.rpc('reset_second_factor', { member: owner.id }))).toEqual([403, '42501', null])
  })

  it("resets a member's two-step verification and recovery codes, and ends the member's sessions", async () => {
    const agent = await member('agent')
    await site.test.asOwner('insert into private.recovery_code_sets (user_id) values ($1)', [agent.id])
    expect((await owner.strong.rpc('reset_second_factor', { member: agent.id })).status).toBe(204)
    expect((await agent.strong.rpc('desk_me')).status).toBe(401)
    expect(await personIn(agent.id)).toMatchObject({ has_second_factor: false, state: 'active' })
    expect(await site.test.asOwner('select from private.recovery_code_sets where user_id = $1', [agent.id])).toEqual([])
    expect(await logged(agent.id)).toMatchObject([
      { actor: owner.id, action: 'second_factor_reset', details: { factors: 1 } },
      { action: 'member_added' },
    ])
    const again = await signedIn(agent)
    const factor = (await again.auth.mfa.enroll({ factorType: 'totp' })).data
    if (factor?.type !== 'totp') throw new Error('no factor')
    const { error } = await again.auth.mfa.challengeAndVerify({
      factorId: factor.id,
      code: site.code(factor.totp.secret),
    })
    expect(error).toBeNull()
    expect((await me(again)).role).toBe('agent')
    expect(refusal(await owner.strong.rpc('reset_second_factor', { member: randomUUID() }))[0]).toBe(404)
  })
})

describe('one of two owners', () => {
  it.each([{ role: 'viewer' }, { disabled_at: '2026-11-21' }])(
    'remains an owner if the two owners demote or suspend each other at the same time: %o',
    async (change) => {
      const desk = await authAppForTest()
      try {
        const owners = [await desk.member('owner'), await desk.member('owner')] as const
        // An owner who never accepted the invitation does not count as an owner.
        await invitePerson(desk.auth, { email: 'pending@example.com', role: 'owner' })
        const [column, value] = Object.entries(change)[0] as [string, string]
        /** Lets one owner change the other owner, and calls `then` before the change is committed. */
        const changes = async (one: 0 | 1, then: () => Promise<unknown>) => {
          const [session] = await sessions(owners[one].strong)
          const claims = {
            sub: owners[one].id,
            role: 'authenticated',
            aal: 'aal2',
            session_id: session?.id ?? '',
          }
          return desk.test.database.transaction('authenticated', claims, async (tx) => {
            const sql = `update public.staff_members set ${column} = $1 where id = $2`
            const { rowCount } = await tx.query(sql, [value, owners[1 - one]?.id])
            await then()
            return rowCount
          })
        }
        let second: Promise<unknown> = Promise.resolve()
        const first = await changes(0, async () => {
          second = changes(1, async () => {}).catch((error: unknown) => error)
          const waiting = () =>
            desk.test.asOwner(`select from pg_locks where locktype = 'advisory' and not granted
               and database = (select oid from pg_database where datname = current_database())`)
          await expect.poll(waiting).toHaveLength(1)
        })
        expect(first).toBe(1)
        expect(await second).toMatchObject({ code: 'PT409', hint: 'last_owner' })
        expect(await me(owners[0].strong)).toMatchObject({ role: 'owner' })
      } finally {
        await desk.close()
      }
    },
  )
})

describe('a member’s own sessions', () => {
  it('are listed with the current session first, and can be ended one by one', async () => {
    const { strong, id } = await memberTwice('viewer')
    const [current, other] = await sessions(strong)
    expect(current).toMatchObject({ is_current: true, aal: 'aal2', refreshed_at: null })
    expect(other).toMatchObject({ is_current: false, aal: 'aal1', user_agent: expect.any(String) as string })
    await strong.auth.refreshSession()
    expect((await sessions(strong))[0]?.refreshed_at).not.toBeNull()

    const end = (session: string) => strong.rpc('end_session', { session })
    expect((await end(other?.id ?? '')).status).toBe(204)
    expect((await sessions(strong)).map(({ is_current }) => is_current)).toEqual([true])
    expect(refusal(await end(other?.id ?? ''))).toEqual([404, 'PT404', null])
    // For another member's session, the response is the same as for a missing session.
    const [theirs] = await sessions(owner.strong)
    expect((await end(theirs?.id ?? '')).status).toBe(404)
    expect((await sessions(owner.strong))[0]?.id).toBe(theirs?.id)

    expect((await end(current?.id ?? '')).status).toBe(204)
    expect((await strong.rpc('my_sessions')).status).toBe(401)
    expect(await logged(other?.id ?? '', 'sign-in')).toEqual([{ actor: id, action: 'session_ended', details: {} }])
  })
})
