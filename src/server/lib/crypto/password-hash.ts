import { hash, parseOptions, verify } from '@node-rs/argon2'
import { inTurn } from './hash-queue.ts'

/** argon2id as OWASP's Password Storage Cheat Sheet asks for where memory is scarce: 19 MiB, two passes, one lane. */
export const passwordCost = { memoryKiB: 19456, passes: 2, lanes: 1 } as const

/** A PHC string, which Supabase's own service verifies too. */
export function hashPassword(password: string): Promise<string> {
  const { memoryKiB: memoryCost, passes: timeCost, lanes: parallelism } = passwordCost
  return inTurn(() => hash(password, { memoryCost, timeCost, parallelism }))
}

/** A hash of no password with the cost of a real one, so that verifying it takes as long. */
const nobodysHash = `$argon2id$v=19$m=${passwordCost.memoryKiB},t=${passwordCost.passes},p=${passwordCost.lanes}$${'A'.repeat(22)}$${'A'.repeat(43)}`

/**
 * `hash` is null where the person does not exist or has no password; a hash of another kind counts as null. `outdated`:
 * the password is correct, and the caller should store a fresh hash of it.
 */
export async function verifyPassword(
  password: string,
  hash: string | null,
): Promise<{ matches: boolean; outdated: boolean }> {
  const cost = hash === null ? null : costOf(hash)
  if (hash === null || cost === null) {
    await inTurn(() => verify(nobodysHash, password))
    return { matches: false, outdated: false }
  }
  const matches = await inTurn(() => verify(hash, password))
  const { memoryKiB, passes, lanes } = passwordCost
  return {
    matches,
    outdated: matches && (cost.memoryCost < memoryKiB || cost.timeCost < passes || cost.parallelism < lanes),
  }
}

function costOf(hash: string): ReturnType<typeof parseOptions> | null {
  try {
    return parseOptions(hash)
  } catch {
    return null
  }
}
