import type { AuthRefusal } from '#server/lib/auth/refusal.ts'
import type { SessionBody } from '#shared/contract/auth.ts'

/** The provider's own tokens, handed on once. */
export interface ProviderTokens {
  accessToken?: string | undefined
  refreshToken?: string | undefined
}

export interface Profile {
  /** The provider's name for the person, the only one that never changes. */
  subject: string
  /** In lower case. */
  email: string | null
  /** Whether the provider says that the address is the person's. */
  isVerified: boolean
  /** What we store and show of it. */
  facts: Record<string, unknown>
  tokens: ProviderTokens
}

/** What the browser brings to the page that started. */
export type Outcome = { session: SessionBody; tokens: ProviderTokens } | { refusal: AuthRefusal }

/** An answer for a browser: where to go, and the cookie to set or to forget. */
export interface Redirect {
  location: string
  cookie: string | null
}
