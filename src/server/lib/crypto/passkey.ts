import type {
  AuthenticationResponseJSON,
  AuthenticatorTransportFuture,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server'

export type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server'

/** The name and the origin that a passkey is bound to. */
interface Party {
  id: string
  origin: string
}

/** The half of a passkey that a server keeps. */
export interface Passkey {
  /** base64url, chosen by the device. */
  id: string
  publicKey: Uint8Array<ArrayBuffer>
  /** How often it has signed; 0 for ever where the device does not count. */
  counter: number
  transports: AuthenticatorTransportFuture[]
}

/** A question to a device. `challenge` is base64url. */
interface Question {
  party: Party
  challenge: string
  seconds: number
}

/** Loaded by the first passkey: no other package takes as long to load, and the start would wait for it. */
const webAuthn = () => import('@simplewebauthn/server')

const bytes = (base64url: string) => new Uint8Array(Buffer.from(base64url, 'base64url'))
const named = ({ id, transports }: Passkey) => ({ id, transports })

/**
 * Asks a browser to make a passkey: one that the device finds by itself, so that it can be a way in, and that asks for a
 * finger, a face or a PIN, so that the device alone is not enough. What kind of device it is we do not want to know.
 */
export async function passkeyWanted(
  { party, challenge, seconds }: Question,
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

/** Asks a browser for a signature of one of these, or of whichever the person chooses where none are named. */
export async function passkeyAsked(
  { party, challenge, seconds }: Question,
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

/** What an answer has to fit. */
const expected = ({ party, challenge }: Omit<Question, 'seconds'>) => ({
  expectedChallenge: challenge,
  expectedOrigin: party.origin,
  expectedRPID: party.id,
  requireUserVerification: true,
})

/** Whether the page that asked stood in a frame of another site, which none of ours does. The library does not look. */
async function isFramed({ response }: RegistrationResponseJSON | AuthenticationResponseJSON) {
  const { decodeClientDataJSON } = await import('@simplewebauthn/server/helpers')
  return decodeClientDataJSON(response.clientDataJSON).crossOrigin === true
}

/** The passkey that was made; null where the answer is of another question, site or origin, or nobody was verified. */
export async function madePasskey(
  question: Omit<Question, 'seconds'>,
  response: RegistrationResponseJSON,
): Promise<Passkey | null> {
  const { verifyRegistrationResponse } = await webAuthn()
  // The library throws a sentence for each thing that can be wrong; to us they are one.
  const { registrationInfo } = await verifyRegistrationResponse({ ...expected(question), response }).catch(
    () => ({ registrationInfo: undefined }),
  )
  if (!registrationInfo || (await isFramed(response))) return null
  const { id, publicKey, counter } = registrationInfo.credential
  return { id, publicKey, counter, transports: response.response.transports ?? [] }
}

/** What the passkey counts now that it has signed; null where the signature is not of it, or it counted backwards. */
export async function signedBy(
  passkey: Passkey,
  question: Omit<Question, 'seconds'>,
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
