import { type GenericSchema, type InferOutput, safeParse } from 'valibot'
import type { PasswordRejection } from '#shared/contract/auth.ts'
import { type AuthErrorCode, authErrorStatus } from '#shared/contract/auth-errors.ts'

interface Extra {
  /** Set only if the status differs from the code's usual status. */
  status?: number
  weakPassword?: readonly PasswordRejection[]
  /** Seconds to wait before a retry. */
  retryAfter?: number
}

/** The message is shown to the user. */
export class AuthRefusal extends Error {
  override name = 'AuthRefusal'
  readonly code: AuthErrorCode
  readonly status: number
  readonly weakPassword: readonly PasswordRejection[] | null
  readonly retryAfter: number | null
  constructor(code: AuthErrorCode, message: string, extra: Extra = {}) {
    super(message)
    this.code = code
    this.status = extra.status ?? authErrorStatus[code]
    this.weakPassword = extra.weakPassword ?? null
    this.retryAfter = extra.retryAfter ?? null
  }
}

export const invalid = (message: string, status = 400) => new AuthRefusal('validation_failed', message, { status })

export const authNotFound = () => new AuthRefusal('not_found', 'Not found')

/** Parses a body with its schema. The refusal names the first invalid field. Unknown keys are ignored. */
export function readBody<Schema extends GenericSchema>(schema: Schema, body: unknown): InferOutput<Schema> {
  const result = safeParse(schema, body ?? {})
  if (result.success) return result.output
  const [issue] = result.issues
  const field = issue?.path?.map(({ key }) => String(key)).join('.')
  throw invalid(field ? `${field}: ${issue?.message}` : 'Send a JSON object')
}

interface PauseContext {
  pause: (milliseconds: number) => Promise<void>
}

/**
 * Minimum milliseconds before the response to a request that may send an email. The work takes a fraction of this time,
 * but delivering an email takes longer.
 */
const emailMilliseconds = 25

/**
 * The minimum response time, in milliseconds, for a refused request that hashed a password. The minimum is longer than
 * hashing takes.
 */
const hashMilliseconds = 120

/**
 * Responds only after a minimum time, so that the duration does not reveal whether an account exists. Even if the
 * server does the same work whether or not an account exists, the durations differ by half a millisecond, which two
 * hundred attempts would reveal.
 */
export async function withMinimumDuration<T>(
  { pause }: PauseContext,
  work: () => Promise<T>,
  least = emailMilliseconds,
): Promise<T> {
  const pausing = pause(least)
  try {
    return await work()
  } finally {
    await pausing
  }
}

/** Delays only refused sign-ins, because the response to a correct password tells the client nothing new. */
export async function withMinimumRefusalDuration<T>({ pause }: PauseContext, work: () => Promise<T>): Promise<T> {
  const pausing = pause(hashMilliseconds)
  try {
    return await work()
  } catch (error) {
    await pausing
    throw error
  }
}
