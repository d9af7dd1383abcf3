import type { KeyObject } from 'node:crypto'
import { type CryptoKey, decodeJwt, errors, type JWTPayload, jwtVerify } from 'jose'
import type { VerificationKey } from '#server/lib/auth/settings.ts'
import { BadToken } from '#server/lib/auth/types.ts'
import type { SigningAlgorithm } from '#shared/contract/auth.ts'

/** A key that tokens are tried with, for one algorithm alone: what a token says of it is never believed. */
export interface Verifier {
  algorithm: SigningAlgorithm
  verifying: CryptoKey | KeyObject | Uint8Array
  /** Of an imported project, and not ours. */
  isImported: boolean
}

/** The keys of an imported project, and its shared secret, which has no name. */
export function importedVerifiers(
  keys: readonly VerificationKey[],
  secret: string | null,
): (Verifier & { id: string | null })[] {
  const named = keys.map(({ id, algorithm, key }) => ({ id, algorithm, verifying: key, isImported: true }))
  if (secret === null) return named
  const verifying = new TextEncoder().encode(secret)
  return [...named, { id: null, algorithm: 'HS256', verifying, isImported: true }]
}

/** What a token has to say beside its signature. */
interface Terms {
  issuers: readonly string[]
  audience: string
  /** Whether programs' keys of an imported project are good too. */
  takesProjectKeys: boolean
  now: Date
}

/** A Supabase project's keys for programs name this issuer, no audience and nobody. */
const projectKeyIssuer = 'supabase'
const projectRoles: readonly unknown[] = ['anon', 'service_role']

const requiredClaims = ['exp', 'iat', 'role']

/** The claims of a token that one of the keys has signed; throws why it is not believed. */
export async function verifyWith(
  verifiers: readonly Verifier[],
  token: string,
  terms: Terms,
): Promise<JWTPayload> {
  for (const verifier of verifiers) {
    try {
      return await claimsOf(token, verifier, terms)
    } catch (error) {
      if (!(error instanceof errors.JWSSignatureVerificationFailed)) throw error
    }
  }
  throw new BadToken('undecodable')
}

async function claimsOf(
  token: string,
  { algorithm, verifying, isImported }: Verifier,
  { issuers, audience, takesProjectKeys, now }: Terms,
): Promise<JWTPayload> {
  // The issuer is not verified yet. It only chooses the rules that the token is checked by, and those verify the
  // issuer too.
  const isProjectKey = isImported && takesProjectKeys && decodeJwt(token).iss === projectKeyIssuer
  const named = isProjectKey ? { issuer: projectKeyIssuer } : { issuer: [...issuers], audience }
  const always = { algorithms: [algorithm], requiredClaims, currentDate: now }
  const { payload } = await jwtVerify(token, verifying, { ...named, ...always })
  if (isProjectKey && (payload.sub !== undefined || !projectRoles.includes(payload.role))) {
    throw new BadToken('undecodable')
  }
  return payload
}
