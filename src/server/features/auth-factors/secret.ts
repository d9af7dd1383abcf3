import type { AuthContext } from '#server/lib/auth/context.ts'
import type { StoredFactor } from './types.ts'

type Boxed = Pick<AuthContext, 'box'>

/** Of one factor: put into another's row, it does not open. */
const purpose = (factorId: string) => `totp secret ${factorId}`

export function sealSecret({ box }: Boxed, factorId: string, secret: string): Promise<string> {
  return box.seal(purpose(factorId), secret)
}

export function openSecret({ box }: Boxed, { id, secret }: StoredFactor): Promise<string> {
  if (secret === null) throw new Error('a factor without a secret')
  return box.open(purpose(id), secret)
}
