import { randomBytes, randomUUID } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { createClient, type SupabaseClient, type SupabaseClientOptions } from '@supabase/supabase-js'
import { decodeJwt } from 'jose'
import { Secret, TOTP } from 'otpauth'
import { WebSocket } from 'ws'
import { applyEdits } from '#content/tree.ts'
import { confirmEmail, createUser, findUser } from '#server/features/auth-accounts/service.ts'
import { encryptSecret } from '#server/features/auth-factors/enrollment.ts'
import { openKeys } from '#server/features/auth-sessions/keys.ts'
import { findSession } from '#server/features/auth-sessions/queries.ts'
import { openSession, strengthenSession } from '#server/features/auth-sessions/service.ts'
import { collectingCipher } from '#server/features/auth-sessions/testing.ts'
import { practiceForTest } from '#server/features/documents/testing.ts'
import { loadPacks } from '#server/features/packs/service.ts'
import { siteWithPacksForTest } from '#server/features/packs/testing.ts'
import { loadSite } from '#server/features/pages/service.ts'
import { renderForTest } from '#server/features/pages/testing.ts'
import { openPublishing } from '#server/features/publishing/service.ts'
import { type AuthSettings, decide, defaultAuthSettings } from '#server/lib/auth/context.ts'
import { hashPassword } from '#server/lib/crypto/passwords.ts'
import { openSecretCipher } from '#server/lib/crypto/secret-cipher.ts'
import { testDatabase } from '#server/lib/db/testing.ts'
import { Readiness } from '#server/lib/http/readiness.ts'
import { createLog } from '#server/lib/log.ts'
import type { Letter } from '#server/lib/mail/mailer.ts'
import { recordingMailer } from '#server/lib/mail/testing.ts'
import { buildApp } from './app.ts'
import type { Context } from './context.ts'

export const publishableKey = 'sb_publishable_test'

/** The configuration of `appForTest`, without rate limits. */
export const configForTest: Context['config'] = {
  publishableKey,
  trustProxy: false,
  databaseUrl: null,
  rateLimit: false,
  webhookPrivateAddresses: false,
  calendarPrivateAddresses: false,
  allowedOrigins: [],
}

/** The complete server in this process, with a database, a site, its log as text, and its emails as data. */
export async function appForTest(
  address: string | (() => string) = 'http://127.0.0.1:3000',
  change: Partial<Context> = {},
  settings: Partial<AuthSettings> = {},
) {
  const publicUrl = typeof address === 'string' ? () => address : address
  const test = await testDatabase()
  const files = siteWithPacksForTest()
  const lines: string[] = []
  const log = createLog({ write: (line) => void lines.push(line) })
  const values = {
    publicUrl: publicUrl(),
    publishableKey,
    supabaseUrl: null,
    signInServices: [],
  }
  const site = await loadSite(files.folder, values)
  const { database } = test
  const publishing = openPublishing({ database, log, built: async () => site, render: renderForTest })
  const { clock = Date.now } = change
  const letters: Letter[] = []
  const authSettings = { ...defaultAuthSettings, ...settings }
  const cipher = collectingCipher(openSecretCipher(randomBytes(32)), letters)
  const { secretKey, tokenSeconds } = authSettings
  const keys = await openKeys({
    database,
    clock,
    cipher,
    issuer: () => `${publicUrl()}/auth/v1`,
    audience: 'authenticated',
    secretKey,
    tokenSeconds,
  })
  const pause = async () => {}
  const auth = { database, clock, log, settings: authSettings, keys, cipher, pause, publicUrl }
  const app = await buildApp({
    config: configForTest,
    database,
    clock,
    log,
    site: publishing.site,
    publishing,
    packs: await loadPacks(join(files.folder, '../packs')),
    cipher,
    auth,
    mailer: recordingMailer(letters),
    readiness: new Readiness(0),
    letters: {
      organizer: 'desk@backline.test',
      answersTo: () => 'partners@backline.test',
      status: { server: null, sender: 'desk@backline.test', signedBy: null },
      read: async () => ({ dropped: 'emails are not written here' }),
    },
    ready: {
      publicUrl: null,
      trustProxy: false,
      mailServer: null,
      sender: 'desk@backline.test',
      dkim: null,
      isKeyBesideData: false,
      webhookPrivateAddresses: false,
      calendarPrivateAddresses: false,
      // Nothing listens on this port, so the tests query no external name server.
      nameServers: ['127.0.0.1:9'],
    },
    practice: practiceForTest,
    publicUrl,
    ...change,
  })
  return {
    app,
    test,
    auth,
    letters,
    /** Shows the live publication and the current settings, as a server does every two seconds. */
    refresh: publishing.refresh,
    log: () => lines.join(''),
    async close() {
      await app.close()
      await test.close()
      files.remove()
      // All servers in this process share the texts.
      applyEdits({})
    },
  }
}

const testClient = { agent: 'node', device: null }

/** The access token of a signed-in client. */
export const tokenOf = async ({ auth }: Pick<SupabaseClient, 'auth'>): Promise<string> =>
  (await auth.getSession()).data.session?.access_token ?? ''

/** The default password is hashed only once, because hashing takes longer than all other steps of creating a user. */
const usualPassword = 'long words of somebody'
const usualHash = hashPassword(usualPassword)

/** A request as the client sent it. `name` is the name of the request in the specification. */
interface RecordedRequest {
  name: string
  query: Record<string, string>
  body: unknown
  status: number
  cookies: string[]
}

/**
 * `appForTest` as a listening server, with user accounts and the library's client. `address` is the
 * public URL; by default, it is the URL on which the server listens.
 */
export async function authAppForTest(settings: Partial<AuthSettings> = {}, address?: string) {
  const place = { url: 'http://127.0.0.1:3000', ahead: 0, stoodAt: 0 }
  const clock = () => (place.stoodAt || Date.now()) + place.ahead
  const running = await appForTest(() => address ?? place.url, { clock }, settings)
  await running.app.listen({ host: '127.0.0.1', port: 0 })
  place.url = `http://127.0.0.1:${(running.app.server.address() as AddressInfo).port}`

  /** A client like the one in a browser, but without storage. `calls` contains the requests that it sent. */
  function client(auth: SupabaseClientOptions<'public'>['auth'] = {}, key = publishableKey) {
    const calls: RecordedRequest[] = []
    const listening: typeof fetch = async (input, init) => {
      const answer = await fetch(input, init)
      const { pathname, searchParams } = new URL(input instanceof Request ? input.url : input)
      calls.push({
        name: `${init?.method ?? 'GET'} ${pathname.replace(/^\/(auth|rest)\/v1\//, '')}`,
        query: Object.fromEntries(searchParams),
        body: typeof init?.body === 'string' ? JSON.parse(init.body) : undefined,
        status: answer.status,
        cookies: answer.headers.getSetCookie(),
      })
      return answer
    }
    const made = createClient(place.url, key, {
      auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false, ...auth },
      global: { fetch: listening },
      // Node 20 has no WebSocket, and the client requires one.
      realtime: { transport: WebSocket as never },
    })
    return Object.assign(made, { calls })
  }

  /** A client whose key is a service-role token. */
  async function administrator() {
    const claims = { aud: 'authenticated', role: 'service_role' }
    return client({}, await running.auth.keys.sign(claims, 3600))
  }

  /** A user with an account and a confirmed email address. */
  async function person(change: { password?: string; email?: string } = {}) {
    const email = change.email ?? `${randomUUID()}@example.com`
    const password = change.password ?? usualPassword
    const passwordHash = await (change.password === undefined ? usualHash : hashPassword(password))
    const { id } = await decide(running.auth.database, async (tx) => {
      const user = await createUser(tx, { email, passwordHash }, new Date(clock()))
      return confirmEmail(tx, user, new Date(clock()))
    })
    return { id, email, password }
  }

  async function signedIn(who: { email: string; password: string }, auth = {}) {
    const theirs = client(auth)
    const { error } = await theirs.auth.signInWithPassword(who)
    if (error) throw error
    return theirs
  }

  /**
   * Returns the code that an authenticator app shows. First advances the clock by one step, because each code is
   * accepted only once.
   */
  function code(secret: string) {
    place.ahead += 30_000
    return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: clock() })
  }

  /** A member whose client has passed two-step verification. Inserts the member's rows without the API. */
  async function member(role: 'owner' | 'agent' | 'viewer') {
    const who = await person()
    const { auth, test } = running
    await test.asOwner('insert into staff_members (id, role) values ($1, $2)', [who.id, role])
    const factorId = randomUUID()
    const secret = new Secret({ size: 20 }).base32
    await test.asOwner(
      `insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, secret, created_at, updated_at)
       values ($1, $2, '', 'totp', 'verified', $3, $4, $4)`,
      [factorId, who.id, await encryptSecret(auth, factorId, secret), new Date(clock())],
    )
    const session = await decide(auth.database, async (tx) => {
      const user = await findUser(tx, who.id)
      if (!user) throw new Error('user is missing')
      const { access_token } = await openSession(tx, auth, user, 'password', testClient)
      const row = await findSession(tx, String(decodeJwt(access_token).session_id))
      if (!row) throw new Error('session is missing')
      return strengthenSession(tx, auth, user, row, { method: 'totp', factorId, client: testClient })
    })
    const strong = client()
    const { error } = await strong.auth.setSession(session)
    if (error) throw error
    return { ...who, factorId, secret, strong }
  }

  /** A member with a second client that has signed in with only a password. */
  async function memberTwice(role: Parameters<typeof member>[0]) {
    const who = await member(role)
    return { ...who, weak: await signedIn(who) }
  }

  return {
    ...running,
    url: place.url,
    client,
    administrator,
    person,
    signedIn,
    member,
    memberTwice,
    code,
    later(milliseconds: number) {
      place.ahead += milliseconds
    },
    /** Stops the clock, so that no rate limit window ends and every refusal contains the same waiting time. */
    stand() {
      place.stoodAt = Date.now()
    },
    letter(email: string) {
      const letter = running.letters.findLast(({ to }) => to === email)
      if (!letter) throw new Error('email is missing')
      return letter
    },
  }
}
