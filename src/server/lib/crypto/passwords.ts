import { hash, parseOptions, verify } from '@node-rs/argon2'
import pLimit from 'p-limit'
import { Overloaded } from '#server/lib/overload.ts'
import { countMissingCharacters, isPasswordTooLong, type PasswordRejection } from '#shared/contract/auth.ts'

/**
 * Maximum number of concurrent hashes. Hashes share Node's four worker threads with token signing: if hashes took
 * all four, token refreshes would wait for sign-ins.
 */
const hashesAtOnce = 2
/**
 * Maximum number of waiting hashes, which together take a few seconds. A client that joined a longer queue would
 * time out before its turn.
 */
const waitingHashes = 200

const limit = pLimit(hashesAtOnce)

/** Runs the work when its turn comes. Throws `Overloaded` if too many hashes are waiting. */
export function queueHash<T>(work: () => Promise<T>): Promise<T> {
  if (limit.pendingCount >= waitingHashes) return Promise.reject(new Overloaded('password queue is full'))
  return limit(work)
}

/**
 * argon2id with the low-memory parameters that OWASP recommends (Password Storage Cheat Sheet): 19 MiB, two
 * passes, one lane.
 */
export const passwordCost = { memoryKiB: 19456, passes: 2, lanes: 1 } as const

/** Returns a PHC string, which Supabase's auth service can verify too. */
export function hashPassword(password: string): Promise<string> {
  const { memoryKiB: memoryCost, passes: timeCost, lanes: parallelism } = passwordCost
  return queueHash(() => hash(password, { memoryCost, timeCost, parallelism }))
}

/** A hash that no password matches. Verifying it takes as long as verifying a user's hash. */
const dummyHash = `$argon2id$v=19$m=${passwordCost.memoryKiB},t=${passwordCost.passes},p=${passwordCost.lanes}$${'A'.repeat(22)}$${'A'.repeat(43)}`

/**
 * `hash` is null if the user does not exist or has no password; any other kind of hash is treated as null.
 * `outdated` means that the password is correct, but the caller should store a new hash of it.
 */
export async function verifyPassword(
  password: string,
  hash: string | null,
): Promise<{ matches: boolean; outdated: boolean }> {
  const cost = hash === null ? null : costOf(hash)
  if (hash === null || cost === null) {
    await queueHash(() => verify(dummyHash, password))
    return { matches: false, outdated: false }
  }
  const matches = await queueHash(() => verify(hash, password))
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

export async function passwordFaults(password: string, about: { email?: string }): Promise<PasswordRejection[]> {
  const faults: PasswordRejection[] = []
  if (countMissingCharacters(password) > 0) faults.push('length')
  if (await isGuessedFirst(password.toLowerCase(), about.email?.toLowerCase() ?? '')) faults.push('pwned')
  return faults
}

/** True if this password is among the first that an attacker would try. */
async function isGuessedFirst(password: string, email: string): Promise<boolean> {
  // A longer password is refused anyway because of its length, and would slow down the search below.
  if (isPasswordTooLong(password)) return false
  const texts = [password, stem(password)].filter((text) => text !== '')
  const units = texts.map(repeatedPart)
  if (units.some((unit, index) => unit.length < 4 && unit !== texts[index])) return true
  const spellings = [...texts, ...units, ...units.map(stem)]
  const local = email.slice(0, Math.max(0, email.lastIndexOf('@')))
  const own = [email, local, stem(local)].filter((name) => name !== '')
  if (own.some((name) => spellings.includes(name))) return true
  const common = await commonPasswords()
  return spellings.some((spelling) => common.has(spelling))
}

/** Removes trailing digits and punctuation, because every attacker tries such endings. */
function stem(password: string): string {
  return password.replace(/[\p{N}\p{P}\p{S}\s]+$/u, '')
}

function repeatedPart(password: string): string {
  // A string that repeats a part also occurs inside two copies of itself, at an index equal to the length of that part.
  const length = (password + password).indexOf(password, 1)
  return length > 0 ? password.slice(0, length) : password
}

let loading: Promise<ReadonlySet<string>> | undefined

/** About 50,000 passwords in lower case. The list is loaded when the first user chooses a password. */
function commonPasswords(): Promise<ReadonlySet<string>> {
  loading ??= import('@zxcvbn-ts/language-common').then(({ dictionary }) => new Set(dictionary['passwords-common']))
  return loading
}
