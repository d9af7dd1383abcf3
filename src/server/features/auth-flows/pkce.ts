import { createHash, timingSafeEqual } from 'node:crypto'
import { invalid } from '#server/lib/auth/refusal.ts'
import type { Pkce } from './types.ts'

const pair = 'PKCE needs code_challenge and code_challenge_method, both or neither'

/** The pair from a body or query; null when neither was sent. Clients may send null or an empty text for neither. */
export function readPkce(source: { code_challenge?: unknown; code_challenge_method?: unknown }): Pkce | null {
  const challenge = source.code_challenge ?? ''
  const method = source.code_challenge_method ?? ''
  if (challenge === '' && method === '') return null
  if (challenge === '' || method === '') throw invalid(pair)
  if (typeof challenge !== 'string' || !/^[\w.~-]{43,128}$/.test(challenge)) {
    throw invalid('code_challenge must be 43 to 128 characters of A-Z a-z 0-9 - . _ ~')
  }
  const name = typeof method === 'string' ? method.toLowerCase() : ''
  if (name !== 's256' && name !== 'plain') throw invalid('code_challenge_method must be s256 or plain')
  return { challenge, method: name }
}

/**
 * Whether the verifier belongs to the challenge.
 * @see https://www.rfc-editor.org/rfc/rfc7636#section-4.6
 */
export function meets(verifier: string, { challenge, method }: Pkce): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  const shown = method === 's256' ? digest(verifier).toString('base64url') : verifier
  // Digests have one length, which the comparison needs.
  return timingSafeEqual(digest(shown), digest(challenge))
}
