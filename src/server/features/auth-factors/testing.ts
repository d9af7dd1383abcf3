import { randomUUID } from 'node:crypto'
import { createClient } from '@supabase/supabase-js'
import { Secret, TOTP } from 'otpauth'
import { WebSocket } from 'ws'
import { openKeys } from '#server/features/auth-keys/service.ts'
import { openSession, refreshSession } from '#server/features/auth-sessions/service.ts'
import { confirmEmail, createUser, findUser, type UserRow } from '#server/features/auth-users/service.ts'
import { decide } from '#server/lib/auth/decide.ts'
import { authForTest, nameless, publicUrl } from '#server/lib/auth/testing.ts'
import type { PublicKeyCredentialRequestOptionsJSON } from '#server/lib/crypto/passkey.ts'
import { SoftDevice } from '#server/lib/crypto/testing.ts'
import type { SessionBody } from '#shared/contract/auth.ts'
import type { PasskeyCeremony } from './passkey-question.ts'
import { passkeyRoutes } from './passkey-routes.ts'
import { factorRoutes } from './routes.ts'

export type Outcome = 200 | [status: number, code: string]

/** A caller without a session; the client sends its key then. */
export const nobody = { access_token: 'the-publishable-key' }

export interface Enrolled {
  id: string
  secret: string
}

export async function factorsForTest() {
  const auth = await authForTest(openKeys)
  const { app } = await auth.mount(factorRoutes, passkeyRoutes)
  const { context, test, time } = auth

  async function ask<Body = Record<string, never>>(
    session: Pick<SessionBody, 'access_token'>,
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
    path: string,
    body?: object,
    from = '203.0.113.7',
  ) {
    const answer = await app.inject({
      method,
      url: path.startsWith('/passkeys') ? `/auth/v1${path}` : `/auth/v1/factors${path}`,
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

  /** A `fetch` for the client, which the routes answer. */
  const viaSite: typeof fetch = async (input, init) => {
    const { url, method, headers, text } = await readRequest(new Request(input, init))
    const { statusCode, payload, headers: said } = await app.inject({ url, method, headers, payload: text })
    return new Response(payload, { status: statusCode, headers: said as Record<string, string> })
  }

  const person = () =>
    decide(context.database, async (tx) => {
      const now = new Date(time.now)
      const made = { email: `${randomUUID()}@example.com`, passwordHash: null }
      const user = await createUser(tx, made, now)
      return confirmEmail(tx, user, now)
    })
  const signIn = (user: UserRow) =>
    decide(context.database, async (tx) => openSession(tx, context, user, 'password', nameless))
  const refresh = (session: SessionBody) =>
    decide(context.database, (tx) => refreshSession(tx, context, session.refresh_token, nameless))

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

  /** A person with a verified factor and a session at aal2. */
  async function protectedPerson() {
    const user = await person()
    const first = await signIn(user)
    const factor = await enrol(first)
    return { user, factor, strong: await pass(first, factor) }
  }

  /** A challenge of a passkey's factor, pending or verified. */
  async function askPasskey(session: SessionBody, id: string) {
    const { said } = await ask<{ id: string; webauthn: PasskeyCeremony }>(
      session,
      'POST',
      `/${id}/challenge`,
      {},
    )
    return { challenge: said.id, ceremony: said.webauthn }
  }
  /** The device's answer, as the client sends it. */
  function sayOf(device: SoftDevice, ceremony: PasskeyCeremony) {
    const { type, credential_options: options } = ceremony
    return type === 'create'
      ? { type, credential_response: device.make(options.publicKey) }
      : { type, credential_response: device.sign(options.publicKey) }
  }
  /** Asks for a challenge and answers it. Gives the server's answer. */
  async function showPasskey(session: SessionBody, id: string, device: SoftDevice) {
    const { challenge, ceremony } = await askPasskey(session, id)
    const webauthn = sayOf(device, ceremony)
    return ask<SessionBody>(session, 'POST', `/${id}/verify`, { challenge_id: challenge, webauthn })
  }
  async function enrolPasskey(session: SessionBody, name = 'Laptop') {
    const body = { factor_type: 'webauthn', friendly_name: name }
    return (await ask<{ id: string }>(session, 'POST', '', body)).said.id
  }
  /** A person whose only factor is a passkey, with a session at aal2. */
  async function personWithPasskey() {
    const user = await person()
    const first = await signIn(user)
    const id = await enrolPasskey(first)
    const device = new SoftDevice(publicUrl)
    const { outcome, said: strong } = await showPasskey(first, id, device)
    if (outcome !== 200) throw new Error(String(outcome))
    return { user, id, device, strong }
  }
  /** Signs in by a passkey alone. */
  async function comeIn(device: SoftDevice, change: { challenge_id?: string } = {}) {
    const asked = await ask<{ challenge_id: string; options: PublicKeyCredentialRequestOptionsJSON }>(
      nobody,
      'POST',
      '/passkeys/authentication/options',
      {},
    )
    const { challenge_id, options } = asked.said
    const body = { challenge_id, credential: device.sign(options), ...change }
    const answer = await ask<SessionBody>(nobody, 'POST', '/passkeys/authentication/verify', body)
    return { ...answer, body }
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
    askPasskey,
    sayOf,
    showPasskey,
    enrolPasskey,
    personWithPasskey,
    comeIn,
    now,
    sessionsOf,
  }
}

export type FactorTest = Awaited<ReturnType<typeof factorsForTest>>

/** Supabase's own client on these routes, signed in or not. */
export function clientFor(at: FactorTest, session: SessionBody | null) {
  const stored = new Map<string, string>(session ? [['session', JSON.stringify(session)]] : [])
  const client = createClient(publicUrl, nobody.access_token, {
    auth: {
      storageKey: 'session',
      storage: {
        getItem: (key: string) => stored.get(key) ?? null,
        setItem: (key: string, value: string) => void stored.set(key, value),
        removeItem: (key: string) => void stored.delete(key),
      },
      autoRefreshToken: false,
      detectSessionInUrl: false,
      experimental: { recoveryCodes: true },
    },
    global: { fetch: at.fetch },
    // Node 20 has no WebSocket of its own and the client insists on one, though nothing here uses it.
    realtime: { transport: WebSocket as never },
  })
  return client.auth
}

const readRequest = async (request: Request) => ({
  url: new URL(request.url).pathname,
  method: request.method as 'GET',
  headers: Object.fromEntries(request.headers),
  text: await request.text(),
})

export function claimsOf(session: SessionBody): {
  aal: string
  session_id: string
  amr: { method: string; timestamp: number }[]
} {
  return JSON.parse(Buffer.from(session.access_token.split('.')[1] ?? '', 'base64url').toString())
}

export const wrong = (code: string) => String((Number(code) + 500_000) % 1_000_000).padStart(6, '0')
