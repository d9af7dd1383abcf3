import type { AuthContext } from '#server/lib/auth/context.ts'
import type { StoredFactor } from './types.ts'

type Sealing = Pick<AuthContext, 'cipher'>

/** Bound to one factor: a secret copied into another factor's row does not open. */
const purpose = (factorId: string) => `totp secret ${factorId}`

export function sealSecret({ cipher }: Sealing, factorId: string, secret: string): Promise<string> {
  return cipher.seal(purpose(factorId), secret)
}

export function openSecret({ cipher }: Sealing, { id, secret }: StoredFactor): Promise<string> {
  if (secret === null) throw new Error('a factor without a secret')
  return cipher.open(purpose(id), secret)
}
