import * as v from 'valibot'

export const algorithm = 'SHA-256'

const hex = v.pipe(v.string(), v.regex(/^([0-9a-f]{2}){1,64}$/))
const count = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(4_294_967_295))

/** The challenge as it was given, and what was found. */
const payloadSchema = v.object({
  challenge: v.object({
    parameters: v.strictObject({
      algorithm: v.literal(algorithm),
      nonce: hex,
      salt: hex,
      cost: count,
      keyLength: count,
      keyPrefix: hex,
      // The answer, signed. Without it the library takes any number of tries for enough, and none of ours is without.
      keySignature: hex,
      expiresAt: count,
    }),
    signature: hex,
  }),
  solution: v.object({ counter: count, derivedKey: hex }),
})

export type Payload = v.InferOutput<typeof payloadSchema>

/** What a header says; null where that is no proof of ours. */
export function readPayload(text: unknown): Payload | null {
  if (typeof text !== 'string') return null
  try {
    const result = v.safeParse(payloadSchema, JSON.parse(Buffer.from(text, 'base64').toString()))
    return result.success ? result.output : null
  } catch {
    return null
  }
}
