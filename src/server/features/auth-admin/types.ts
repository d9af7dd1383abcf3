type Json = Record<string, unknown>

/** What an administrator sets about somebody; empty or null is left as it is. */
export interface PersonChange {
  id: string
  /** In lower case. */
  email: string
  /** Null where nothing is said of it; an empty one is none to choose. */
  password: string | null
  confirm: boolean | null
  userMetadata: Json | null
  appMetadata: Json | null
  role: string
  banDuration: string
}
