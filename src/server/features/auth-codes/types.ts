/** What a one-time token is for; each has its name in `auth.one_time_token_type`. */
export type CodeKind =
  | 'confirmation'
  | 'recovery'
  | 'email_change_new'
  | 'email_change_current'
  | 'reauthentication'

/** Kinds of letters that are counted separately. Several kinds may carry the same kind of code. */
export type MailKind = CodeKind | 'invite'

export interface IssuedCode {
  /** For the link: 256 random bits. */
  token: string
  /** Digits to type. */
  code: string
  expiresAt: Date
}

export interface PendingCode {
  id: string
  user_id: string
  kind: CodeKind
  /** The mailbox that the code proves. */
  address: string
  token_hash: string
  /** Keyed hash of the digits. */
  code_hash: string
  failures: number
}
