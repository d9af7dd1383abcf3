import { randomUUID } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { openKeys } from '#server/features/auth-keys/service.ts'
import { openSession, refreshSession } from '#server/features/auth-sessions/service.ts'
import { createUser, findUser, type UserRow } from '#server/features/auth-users/service.ts'
import { decide } from '#server/lib/auth/decide.ts'
import { authForTest } from '#server/lib/auth/testing.ts'
import type { SessionBody } from '#shared/contract/auth.ts'
import { factorRoutes } from './routes.ts'

/** How an answer looked: 200, or the status and the code of the refusal. */
export type Outcome = 200 | [status: number, code: string]

export interface Enrolled {
  id: string
  secret: string
}

/** The routes on a database of their own, and people who use them. */
export async function factorsForTest(server?: 'embedded' | 'fifteen') {
  const auth = await authForTest(openKeys, {}, server)
  const { app } = await auth.mount(factorRoutes)
  const { context, test, time } = auth

  async function ask<Body = Record<string, never>>(
    session: SessionBody,
    method: 'GET' | 'POST' | 'DELETE',
    path: string,
    body?: object,
    from = '203.0.113.7',
  ) {
    const answer = await app.inject({
      method,
      url: `/auth/v1/factors${path}`,
      remoteAddress: from,
      headers: {
        'x-supabase-api-version': '2024-01-01',
        authorization: `Bearer ${session.access_token}`,
        'content-type': 'application/json',
      },
      payload: body ? JSON.stringify(body) : '',
    })
    const said = answer.json<Body & { code: string; message: string }>()
    const outcome: Outcome = answer.statusCode === 200 ? 200 : [answer.statusCode, said.code]
    return { outcome, said, retryAfter: answer.headers['retry-after'] }
  }

  /** For the client, as if the site answered. */
  const viaSite: typeof fetch = async (input, init) => {
    const { url, method, headers, text } = await readRequest(new Request(input, init))
    const { statusCode, payload, headers: said } = await app.inject({ url, method, headers, payload: text })
    return new Response(payload, { status: statusCode, headers: said as Record<string, string> })
  }

  const person = (change: { isAnonymous?: boolean } = {}) =>
    decide(context.database, (tx) =>
      createUser(
        tx,
        { email: `${randomUUID()}@example.com`, passwordHash: null, ...change },
        new Date(time.now),
      ),
    )
  const signIn = (user: UserRow) =>
    decide(context.database, async (tx) => openSession(tx, context, user, 'password', undefined))
  const refresh = (session: SessionBody) =>
    decide(context.database, (tx) => refreshSession(tx, context, session.refresh_token, undefined))

  /** The code that the app shows, so many steps from now. */
  const codeOf = (secret: string, steps = 0) =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: time.now + steps * 30_000 })

  async function enrol(session: SessionBody, name = 'Phone'): Promise<Enrolled> {
    const { said } = await ask<{ id: string; totp: { secret: string } }>(session, 'POST', '', {
      factor_type: 'totp',
      friendly_name: name,
    })
    return { id: said.id, secret: said.totp.secret }
  }
  const challenge = async (session: SessionBody, factor: Enrolled, from?: string) =>
    (await ask<{ id: string }>(session, 'POST', `/${factor.id}/challenge`, {}, from)).said.id
  const answer = (
    session: SessionBody,
    factor: Enrolled,
    challenge_id: string,
    code: string,
    from?: string,
  ) => ask<SessionBody>(session, 'POST', `/${factor.id}/verify`, { challenge_id, code }, from)
  /** A fresh challenge, answered with this code. */
  const tryCode = async (session: SessionBody, factor: Enrolled, code: string) =>
    answer(session, factor, await challenge(session, factor), code)
  /** Waits for a step whose code was not used, and shows it. */
  async function pass(session: SessionBody, factor: Enrolled): Promise<SessionBody> {
    time.now += 30_000
    const { said, outcome } = await tryCode(session, factor, codeOf(factor.secret))
    if (outcome !== 200) throw new Error(String(outcome))
    return said
  }

  /** Somebody with a verified factor and a session at aal2. */
  async function protectedPerson() {
    const user = await person()
    const first = await signIn(user)
    const factor = await enrol(first)
    return { user, factor, strong: await pass(first, factor) }
  }

  const now = async (user: UserRow) => {
    const found = await decide(context.database, (tx) => findUser(tx, user.id))
    if (!found) throw new Error('no such person')
    return found
  }
  const sessionsOf = (user: UserRow) =>
    test.asOwner<{ id: string; aal: string }>(
      'select id, aal::text from auth.sessions where user_id = $1 order by created_at, id',
      [user.id],
    )

  return {
    ...auth,
    fetch: viaSite,
    ask,
    person,
    signIn,
    refresh,
    codeOf,
    enrol,
    challenge,
    answer,
    tryCode,
    pass,
    protectedPerson,
    now,
    sessionsOf,
  }
}

export type FactorTest = Awaited<ReturnType<typeof factorsForTest>>

const readRequest = async (request: Request) => ({
  url: new URL(request.url).pathname,
  method: request.method as 'GET',
  headers: Object.fromEntries(request.headers),
  text: await request.text(),
})

/** What a token says of how its bearer signed in. */
export function claimsOf(session: SessionBody): {
  aal: string
  session_id: string
  amr: { method: string; timestamp: number }[]
} {
  return JSON.parse(Buffer.from(session.access_token.split('.')[1] ?? '', 'base64url').toString())
}

/** A code that is not this one. */
export const wrong = (code: string) => String((Number(code) + 500_000) % 1_000_000).padStart(6, '0')
