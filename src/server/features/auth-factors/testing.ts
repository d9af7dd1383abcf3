import { Secret, TOTP } from 'otpauth'
import type { UserRow } from '#server/features/auth-accounts/service.ts'
import { authForTest, publicUrl } from '#server/features/auth-sessions/testing.ts'
import type { PublicKeyCredentialRequestOptionsJSON } from '#server/lib/crypto/passkey.ts'
import { SimulatedAuthenticator } from '#server/lib/crypto/testing.ts'
import type { SessionBody } from '#shared/contract/auth.ts'
import type { PasskeyCeremony } from './passkeys.ts'
import { factorRoutes } from './routes.ts'

interface AppFactor {
  id: string
  secret: string
}

export async function factorsForTest() {
  const at = await authForTest([factorRoutes])
  const { ask, time } = at
  const person = () => at.person({ hash: null })

  /** The code that the app shows after the given number of time steps. */
  const codeOf = ({ secret }: AppFactor, steps = 0) =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: time.now + steps * 30_000 })

  async function enroll(as: SessionBody, friendly_name = 'Phone'): Promise<AppFactor> {
    const body = { factor_type: 'totp', friendly_name }
    const { said } = await ask<{ id: string; totp: { secret: string } }>('POST', '/factors', { as, body })
    return { id: said.id, secret: said.totp.secret }
  }
  const challenge = async (as: SessionBody, { id }: { id: string }, from?: string) => {
    const path = `/factors/${id}/challenge`
    return (await ask<{ id: string }>('POST', path, { as, body: {}, ...(from && { from }) })).said.id
  }
  const answer = (as: SessionBody, { id }: { id: string }, body: object, from?: string) =>
    ask('POST', `/factors/${id}/verify`, { as, body, ...(from && { from }) })
  /** Starts a challenge and answers it with this code. */
  const tryCode = async (as: SessionBody, factor: AppFactor, code: string) =>
    answer(as, factor, { challenge_id: await challenge(as, factor), code })
  /** Waits for an unused time step, and then submits its code. */
  async function pass(as: SessionBody, factor: AppFactor): Promise<SessionBody> {
    time.now += 30_000
    const { said, outcome } = await tryCode(as, factor, codeOf(factor))
    if (outcome !== 200) throw new Error(String(outcome))
    return said
  }
  async function protectedUser() {
    const user = await person()
    const first = await at.open(user)
    const factor = await enroll(first)
    return { user, factor, strong: await pass(first, factor) }
  }

  /** Starts a challenge for a pending or verified passkey. */
  async function askPasskey(as: SessionBody, id: string) {
    const path = `/factors/${id}/challenge`
    const { said } = await ask<{ id: string; webauthn: PasskeyCeremony }>('POST', path, { as, body: {} })
    return { challenge_id: said.id, ceremony: said.webauthn }
  }
  /** A device's response, as the client sends it. */
  function signedBy(device: SimulatedAuthenticator, ceremony: PasskeyCeremony) {
    const { type, credential_options: options } = ceremony
    return type === 'create'
      ? { type, credential_response: device.make(options.publicKey) }
      : { type, credential_response: device.sign(options.publicKey) }
  }
  /** Starts a challenge, and answers it with this device. */
  async function showPasskey(as: SessionBody, id: string, device: SimulatedAuthenticator) {
    const { challenge_id, ceremony } = await askPasskey(as, id)
    return answer(as, { id }, { challenge_id, webauthn: signedBy(device, ceremony) })
  }
  async function enrollPasskey(as: SessionBody, friendly_name = 'Laptop') {
    const body = { factor_type: 'webauthn', friendly_name }
    return (await ask<{ id: string }>('POST', '/factors', { as, body })).said.id
  }
  /** A user whose only factor is a passkey, with a session at aal2. */
  async function passkeyUser() {
    const user = await person()
    const first = await at.open(user)
    const id = await enrollPasskey(first)
    const device = new SimulatedAuthenticator(publicUrl)
    const { outcome, said: strong } = await showPasskey(first, id, device)
    if (outcome !== 200) throw new Error(String(outcome))
    return { user, id, device, strong }
  }
  const askToSignIn = () =>
    ask<{ challenge_id: string; options: PublicKeyCredentialRequestOptionsJSON }>(
      'POST',
      '/passkeys/authentication/options',
    )
  const verifySignIn = (body: object) => ask('POST', '/passkeys/authentication/verify', { body })
  async function signInWith(device: SimulatedAuthenticator, change: { challenge_id?: string } = {}) {
    const { challenge_id, options } = (await askToSignIn()).said
    const body = { challenge_id, credential: device.sign(options), ...change }
    return { ...(await verifySignIn(body)), body }
  }

  return {
    ...at,
    person,
    /** A session at aal1 for the given user, or for a new user. */
    signIn: async (user?: UserRow) => at.open(user ? await at.rowOf(user) : await person()),
    codeOf,
    enroll,
    challenge,
    answer,
    tryCode,
    pass,
    protectedUser,
    askPasskey,
    signedBy,
    showPasskey,
    enrollPasskey,
    passkeyUser,
    askToSignIn,
    verifySignIn,
    signInWith,
    levels: async (user: UserRow) => (await at.sessionsOf(user)).map(({ aal }) => aal),
  }
}
