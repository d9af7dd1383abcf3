type Json = Record<string, unknown>

/** What an administrator sets about a person; empty or null is left as it is. */
export interface PersonChange {
  id: string
  /** In lower case. */
  email: string
  /** Null leaves it as it is. An empty one gives a new person none, and is refused for a known one. */
  password: string | null
  confirm: boolean | null
  userMetadata: Json | null
  appMetadata: Json | null
  role: string
  banDuration: string
}
