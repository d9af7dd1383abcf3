import { afterAll, describe, expect, it } from 'vitest'
import { adminForTest, password } from './testing.ts'

const room = await adminForTest()
afterAll(() => room.close())

async function withFactor() {
  const person = await room.person({ password, user_metadata: { name: 'Ada Canary' } })
  const [factor] = await room.test.asOwner<{ id: string }>(
    `insert into auth.mfa_factors (user_id, factor_type, status, secret, friendly_name)
     values ($1, 'totp', 'verified', 'canary-secret', 'phone') returning id`,
    [person.id],
  )
  return { ...person, factor: factor?.id ?? '' }
}

describe('DELETE /admin/users/{id}', () => {
  it('removes the person, with what they had', async () => {
    const { id } = await withFactor()
    const { refresh_token } = await room.signIn(id)
    const answer = await room.ask('DELETE', `/admin/users/${id}`, { should_soft_delete: false })
    expect([answer.statusCode, answer.json()]).toEqual([200, {}])
    expect(await room.test.asOwner('select from auth.users where id = $1', [id])).toEqual([])
    await expect(room.refresh(refresh_token)).rejects.toMatchObject({ code: 'refresh_token_not_found' })
  })

  it('softly keeps the id alone, and frees the address', async () => {
    const { id, email } = await withFactor()
    const { refresh_token } = await room.signIn(id)
    await room.test.asOwner("insert into public.staff_members (id, role) values ($1, 'agent')", [id])
    expect((await room.ask('DELETE', `/admin/users/${id}`, { should_soft_delete: true })).json()).toEqual({})
    await expect(room.refresh(refresh_token)).rejects.toMatchObject({ code: 'refresh_token_not_found' })
    expect((await room.admin('GET', `/admin/users/${id}`)).code).toBe('user_not_found')
    expect(await room.staffRole(id)).toBeNull()
    const tables = ['users', 'identities', 'sessions', 'mfa_factors', 'one_time_tokens']
    const dumps: unknown[][] = []
    for (const table of tables) {
      dumps.push(await room.test.asOwner(`select t::text from auth.${table} t where t::text like '%${id}%'`))
    }
    expect(dumps.map((rows) => rows.length)).toEqual([1, 0, 0, 0, 0])
    expect(JSON.stringify(dumps)).not.toMatch(new RegExp(`canary|Canary|argon2|${email}`))
    expect((await room.admin('POST', '/admin/users', { email })).status).toBe(200)
  })
})

describe('the factors of somebody', () => {
  it('are listed without secrets, and taken away one by one', async () => {
    const { id, factor } = await withFactor()
    const listed = await room.ask('GET', `/admin/users/${id}/factors`)
    expect(listed.json()).toMatchObject([
      { id: factor, status: 'verified', factor_type: 'totp', friendly_name: 'phone' },
    ])
    expect(listed.body).not.toContain('canary')
    await room.signIn(id)
    await room.test.asOwner("update auth.sessions set aal = 'aal2', factor_id = $2 where user_id = $1", [
      id,
      factor,
    ])
    const gone = await room.ask('DELETE', `/admin/users/${id}/factors/${factor}`, '')
    expect([gone.statusCode, gone.json().id]).toEqual([200, factor])
    expect((await room.ask('GET', `/admin/users/${id}/factors`)).json()).toEqual([])
    expect(await room.test.asOwner('select aal from auth.sessions where user_id = $1', [id])).toEqual([
      { aal: 'aal1' },
    ])
  })

  it('are those of the person named', async () => {
    const [one, other] = [await withFactor(), await withFactor()]
    const answer = await room.admin('DELETE', `/admin/users/${one.id}/factors/${other.factor}`, '')
    expect([answer.status, answer.code]).toEqual([404, 'mfa_factor_not_found'])
  })
})
