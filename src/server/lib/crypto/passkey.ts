import { isIP } from 'node:net'
import type {
  AuthenticationResponseJSON,
  AuthenticatorTransportFuture,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server'
import { isLoopback } from '#server/lib/http/request-origin.ts'

export type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server'

/** WebAuthn's relying party: the host name to which passkeys are bound, and the only origin that may request them. */
export interface RelyingParty {
  id: string
  origin: string
}

/**
 * Browsers allow passkeys only for a host name and, except on localhost, only over https. Therefore, a loopback address
 * becomes `localhost`, which reaches the same server. Returns null if browsers do not allow passkeys at this URL.
 */
export function relyingParty(publicUrl: string): RelyingParty | null {
  const url = new URL(publicUrl)
  if (isLoopback(url)) url.hostname = 'localhost'
  else if (url.protocol !== 'https:' || isIP(url.hostname.replace(/^\[|\]$/g, '')) !== 0) return null
  return { id: url.hostname, origin: url.origin }
}

/** The public part of a passkey. */
export interface Passkey {
  /** The passkey's id in base64url, chosen by the device. */
  id: string
  publicKey: Uint8Array<ArrayBuffer>
  /** The number of signatures so far; always 0 if the device does not count them. */
  counter: number
  transports: AuthenticatorTransportFuture[]
}

/** A challenge to a device. `challenge` is in base64url. */
interface PasskeyChallenge {
  party: RelyingParty
  challenge: string
  seconds: number
}

/** The library is loaded on first use, because loading it earlier would delay the start. */
const webAuthn = () => import('@simplewebauthn/server')

const bytes = (base64url: string) => new Uint8Array(Buffer.from(base64url, 'base64url'))
const named = ({ id, transports }: Passkey) => ({ id, transports })

/**
 * Creates a challenge for a new passkey. The passkey must be discoverable, so that no password is needed, and must
 * verify the user by fingerprint, face or PIN, so that possession of the device is not enough. Any kind of device
 * may be used.
 */
export async function passkeyRegistrationOptions(
  { party, challenge, seconds }: PasskeyChallenge,
  site: string,
  user: { handle: string; name: string; known: readonly Passkey[] },
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const { generateRegistrationOptions } = await webAuthn()
  return generateRegistrationOptions({
    rpID: party.id,
    rpName: site,
    userID: bytes(user.handle),
    userName: user.name,
    userDisplayName: user.name,
    challenge: bytes(challenge),
    timeout: seconds * 1000,
    attestationType: 'none',
    excludeCredentials: user.known.map(named),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
}

/** Requests a signature from one of these passkeys. If `among` is empty, the user chooses the passkey. */
export async function passkeyAuthenticationOptions(
  { party, challenge, seconds }: PasskeyChallenge,
  among: readonly Passkey[],
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const { generateAuthenticationOptions } = await webAuthn()
  return generateAuthenticationOptions({
    rpID: party.id,
    challenge: bytes(challenge),
    timeout: seconds * 1000,
    userVerification: 'required',
    ...(among.length > 0 && { allowCredentials: among.map(named) }),
  })
}

const expected = ({ party, challenge }: Omit<PasskeyChallenge, 'seconds'>) => ({
  expectedChallenge: challenge,
  expectedOrigin: party.origin,
  expectedRPID: party.id,
  requireUserVerification: true,
})

/** True if another site framed the page. Our pages do not allow frames, but the library does not check this. */
async function isFramed({ response }: RegistrationResponseJSON | AuthenticationResponseJSON) {
  const { decodeClientDataJSON } = await import('@simplewebauthn/server/helpers')
  return decodeClientDataJSON(response.clientDataJSON).crossOrigin === true
}

/**
 * Returns the new passkey; null if the response is for a different challenge, site or origin, or if the user was not
 * verified.
 */
export async function verifyPasskeyRegistration(
  question: Omit<PasskeyChallenge, 'seconds'>,
  response: RegistrationResponseJSON,
): Promise<Passkey | null> {
  const { verifyRegistrationResponse } = await webAuthn()
  // The library throws a different error for each kind of failure, but callers do not distinguish them.
  const { registrationInfo } = await verifyRegistrationResponse({ ...expected(question), response }).catch(() => ({
    registrationInfo: undefined,
  }))
  if (!registrationInfo || (await isFramed(response))) return null
  const { id, publicKey, counter } = registrationInfo.credential
  return { id, publicKey, counter, transports: response.response.transports ?? [] }
}

/**
 * Returns the new counter of the passkey; null if the signature is invalid or the counter indicates a copied device.
 */
export async function verifyPasskeySignature(
  passkey: Passkey,
  question: Omit<PasskeyChallenge, 'seconds'>,
  response: AuthenticationResponseJSON,
): Promise<{ counter: number } | null> {
  const { verifyAuthenticationResponse } = await webAuthn()
  const said = await verifyAuthenticationResponse({
    ...expected(question),
    response,
    credential: passkey,
  }).catch(() => null)
  if (!said?.verified || (await isFramed(response))) return null
  return { counter: said.authenticationInfo.newCounter }
}
