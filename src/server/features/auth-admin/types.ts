type Json = Record<string, unknown>

/** What an administrator sets about somebody; empty or null is left as it is. */
export interface PersonChange {
  id: string
  /** In lower case. */
  email: string
  password: string
  /** Of an imported account, judged already. */
  passwordHash: string
  confirm: boolean
  userMetadata: Json | null
  appMetadata: Json | null
  role: string
  banDuration: string
}
