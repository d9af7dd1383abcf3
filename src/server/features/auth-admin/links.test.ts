import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { redeemLink } from '#server/features/auth-codes/service.ts'
import { nameless } from '#server/lib/auth/testing.ts'
import type { LinkType } from '#shared/contract/auth-admin.ts'
import { eachOf } from '#shared/lib/testing.ts'
import { adminForTest, password } from './testing.ts'

const room = await adminForTest()
afterAll(() => room.close())
beforeAll(async () => {
  // p1@example.com and p2@example.com
  for (const _ of [1, 2]) await room.person()
})
beforeEach(() => {
  room.letters.length = 0
})

const link = (type: LinkType, body: object) => room.admin('POST', '/admin/generate_link', { type, ...body })
const follow = async (url = '') => {
  const { searchParams } = new URL(url)
  const [token = '', type = ''] = [searchParams.get('token'), searchParams.get('type')].map(
    (each) => each ?? '',
  )
  return JSON.stringify(await redeemLink(room.context, { token, type, redirectTo: null, client: nameless }))
}

describe('POST /admin/generate_link', () => {
  it.each([
    ['signup', { email: 'new1@example.com', password }],
    ['invite', { email: 'new2@example.com' }],
    ['magiclink', { email: 'new3@example.com' }],
  ] as const)('%s makes the person, and a link that lets them in', async (type, body) => {
    const made = await link(type, { ...body, data: { name: 'Ada' } })
    const becomes = type === 'magiclink' ? 'signup' : type
    expect(made).toMatchObject({
      status: 200,
      email: body.email,
      user_metadata: { name: 'Ada' },
      verification_type: becomes,
      redirect_to: 'https://site.example/desk/',
      email_otp: expect.stringMatching(/^\d{6}$/) as string,
    })
    const { searchParams, pathname } = new URL(made.action_link ?? '')
    expect([pathname, searchParams.get('token'), searchParams.get('type')]).toEqual([
      '/account/confirm',
      made.hashed_token,
      becomes,
    ])
    expect(await room.staffRole(made.id ?? '')).toBeNull()
    expect(await follow(made.action_link)).toContain('access_token')
    expect(room.letters).toEqual([])
  })

  it.each(['magiclink', 'recovery'] as const)('%s lets somebody known in, once', async (type) => {
    const { email, id } = await room.person()
    const made = await link(type, { email: email.toUpperCase(), redirect_to: 'https://evil.example/' })
    expect(made).toMatchObject({ id, verification_type: type, redirect_to: 'https://site.example/desk/' })
    expect(await follow(made.action_link)).toContain('access_token')
    expect(await follow(made.action_link)).toContain('otp_expired')
  })

  it('email_change_current and email_change_new are the two halves of one change', async () => {
    const { email, id } = await room.person()
    const change = { email, new_email: 'Next@example.com' }
    const current = await link('email_change_current', change)
    const next = await link('email_change_new', change)
    expect(next).toMatchObject({
      id,
      email,
      new_email: 'next@example.com',
      verification_type: 'email_change_new',
    })
    expect(await follow(current.action_link)).not.toContain('access_token')
    expect((await room.admin('GET', `/admin/users/${id}`)).email).toBe(email)
    expect(await follow(next.action_link)).toContain('access_token')
    expect((await room.admin('GET', `/admin/users/${id}`)).email).toBe('next@example.com')
  })

  it('a signup link for an address that waits sets the password that comes with it', async () => {
    const waiting = await room.admin('POST', '/admin/users', { email: 'wait@example.com', password })
    await link('signup', { email: 'wait@example.com', password: 'eight geese by the lake' })
    expect(await room.hasPassword(waiting.id ?? '', password)).toBe(false)
    expect(await room.hasPassword(waiting.id ?? '', 'eight geese by the lake')).toBe(true)
  })

  it(
    'a link that cannot be made is refused',
    eachOf(
      [
        ['signup', { email: 'p1@example.com', password }, 422, 'email_exists'],
        ['signup', { email: 'x@example.com' }, 400, 'validation_failed'],
        ['signup', { email: 'x@example.com', password: 'password' }, 422, 'weak_password'],
        ['invite', { email: 'p1@example.com' }, 422, 'email_exists'],
        ['recovery', { email: 'nobody@example.com' }, 404, 'user_not_found'],
        [
          'email_change_new',
          { email: 'nobody@example.com', new_email: 'n@example.com' },
          404,
          'user_not_found',
        ],
        ['email_change_new', { email: 'p1@example.com' }, 400, 'validation_failed'],
        ['email_change_new', { email: 'p1@example.com', new_email: 'p2@example.com' }, 422, 'email_exists'],
        ['phone_change', { email: 'p1@example.com' }, 400, 'validation_failed'],
        ['magiclink', {}, 400, 'validation_failed'],
      ],
      async (type, body, status, code) => {
        const refused = await link(type as LinkType, body)
        expect([refused.status, refused.code]).toEqual([status, code])
      },
    ),
  )
})
