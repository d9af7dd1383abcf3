import { availableParallelism } from 'node:os'
import { compare } from 'bcryptjs'
import { verifyPassword } from '../src/server/lib/crypto/password-hash.ts'
import { median } from './statistics.ts'

/** The cost of checking a password, without HTTP and database. */
export interface HashCost {
  /** The algorithm and its cost, as a stored hash names them. */
  name: string
  milliseconds: number
  /** Passwords a second that the server's process can check when it does nothing else. */
  most: number
  threads: number
}

/** Checks a right password again and again, with the library that the server itself uses. */
export async function hashCost(hash: string, password: string, seconds: number): Promise<HashCost> {
  // The peer's library is JavaScript and runs on the server's only thread.
  const isBcrypt = hash.startsWith('$2')
  const threads = isBcrypt ? 1 : availableParallelism()
  const matches = isBcrypt
    ? () => compare(password, hash)
    : async () => (await verifyPassword(password, hash)).matches
  const once = async () => {
    const started = performance.now()
    if (!(await matches())) throw new Error('A right password did not match its hash')
    return performance.now() - started
  }
  await once()
  const alone = await repeat(once, seconds)
  const started = performance.now()
  const all = await Promise.all(Array.from({ length: threads }, () => repeat(once, seconds)))
  const taken = (performance.now() - started) / 1000
  return { name: nameOf(hash), milliseconds: median(alone), most: all.flat().length / taken, threads }
}

async function repeat(once: () => Promise<number>, seconds: number): Promise<number[]> {
  const times: number[] = []
  for (const end = performance.now() + seconds * 1000; performance.now() < end; ) times.push(await once())
  return times
}

/** `$argon2id$v=19$m=19456,t=2,p=1$salt$hash` or `$2b$10$` and the rest. */
function nameOf(hash: string): string {
  const parts = hash.split('$')
  return hash.startsWith('$2') ? `bcrypt, cost ${Number(parts[2])}` : `${parts[1]}, ${parts[3]}`
}
