import type { ProviderTokens } from '#server/features/auth-flows/service.ts'
import type { AuthRefusal } from '#server/lib/auth/refusal.ts'
import type { SessionBody } from '#shared/contract/auth.ts'

/** Who somebody is at a provider. */
export interface Profile {
  /** The provider's name for the person, the only one that never changes. */
  subject: string
  /** In lower case. */
  email: string | null
  /** Whether the provider says that the address is the person's. */
  isVerified: boolean
  /** What of it we keep and show. */
  facts: Record<string, unknown>
  tokens: ProviderTokens
}

/** With what the browser is sent back to the page that started. */
export type Outcome =
  | { code: string }
  | { session: SessionBody; tokens: ProviderTokens }
  | { refusal: AuthRefusal }

/** An answer for a browser: where to go, and what to remember or forget. */
export interface Redirect {
  location: string
  cookie: string | null
}
