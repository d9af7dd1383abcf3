type Json = Record<string, unknown>

/** What a person changes about themselves; empty or null is left as it is. */
export interface UserChangeRequest {
  /** In lower case. */
  email: string
  /** Null where it stays. */
  password: string | null
  currentPassword: string
  nonce: string
  data: Json | null
  appMetadata: Json | null
  /** Where the links of a change of address lead in the end; checked by `redirectTarget`. */
  redirectTo: string
}
