import { type AuthErrorCode, authErrorStatus } from '#shared/contract/auth-errors.ts'
import type { PasswordFault } from '#shared/contract/password.ts'

interface Extra {
  /** Set where it differs from the usual status of the code. */
  status?: number
  weakPassword?: readonly PasswordFault[]
  /** Seconds after which it is worth trying again. */
  retryAfter?: number
}

/** The message is shown to the person. */
export class AuthRefusal extends Error {
  override name = 'AuthRefusal'
  readonly code: AuthErrorCode
  readonly status: number
  readonly weakPassword: readonly PasswordFault[] | null
  readonly retryAfter: number | null
  constructor(code: AuthErrorCode, message: string, extra: Extra = {}) {
    super(message)
    this.code = code
    this.status = extra.status ?? authErrorStatus[code]
    this.weakPassword = extra.weakPassword ?? null
    this.retryAfter = extra.retryAfter ?? null
  }
}

export const invalid = (message: string, status = 400) =>
  new AuthRefusal('validation_failed', message, { status })

export const nothingHere = () => new AuthRefusal('not_found', 'There is nothing at this address')
