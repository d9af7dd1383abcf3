import { type Challenge, createChallenge, randomInt, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/sha'
import type { Clock } from '#server/lib/clock.ts'
import type { SecretBox } from '#server/lib/crypto/secret-box.ts'
import { algorithm, readPayload } from './payload.ts'
import type { Proof } from './types.ts'

export { noteMissingProof, spendProof } from './queries.ts'
export type { Proof } from './types.ts'

/** What a visitor's browser does before it may send a form: nothing for one person, much for thousands of rows. */
export interface Proofs {
  /** Something to solve. */
  challenge(): Promise<Challenge>
  /** What proves that it was solved, if the text does: its name, and when it is of no more use. */
  read(text: unknown): Promise<Proof | null>
}

/** Somebody types for a while; who takes longer solves another one. */
const goodForSeconds = 3600

/** Hashes of one try, and tries until the answer at most: 80,000 hashes on average, a second on a slow phone. */
const hashes = 20
const mostTries = 8000

/**
 * Nothing is stored of a challenge: it is signed, and so is the answer to it, so that an answer is judged without doing the
 * work again.
 */
export function openProofs(box: Pick<SecretBox, 'key'>, clock: Clock): Proofs {
  const secret = (purpose: string) => box.key(purpose).export().toString('base64url')
  const secrets = {
    deriveKey,
    hmacSignatureSecret: secret('form proof'),
    hmacKeySignatureSecret: secret('form proof answer'),
  }
  return {
    challenge: () =>
      createChallenge({
        ...secrets,
        algorithm,
        cost: hashes,
        counter: randomInt(mostTries),
        expiresAt: Math.floor(clock() / 1000) + goodForSeconds,
      }),
    async read(text) {
      const payload = readPayload(text)
      if (!payload) return null
      const { challenge, solution } = payload
      const { expiresAt } = challenge.parameters
      if (expiresAt * 1000 < clock()) return null
      try {
        const { verified } = await verifySolution({ ...secrets, challenge, solution })
        return verified ? { name: challenge.signature, until: new Date(expiresAt * 1000) } : null
      } catch {
        return null
      }
    },
  }
}
