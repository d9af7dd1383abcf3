import type { Passkey } from '#server/lib/crypto/passkey.ts'

/** A factor as this room needs it: with its secret, sealed, or its passkey. */
export interface StoredFactor {
  id: string
  user_id: string
  friendly_name: string | null
  factor_type: 'totp' | 'phone' | 'webauthn'
  status: 'unverified' | 'verified'
  secret: string | null
  created_at: Date
  /** The last step of time whose code was accepted. */
  step: number | null
  /** Of a factor of type webauthn whose device has answered; one that was imported has none of ours. */
  passkey: Passkey | null
  /** When its passkey last signed. */
  last_used_at: Date | null
}

/** A question that waits for its code. */
export interface Challenge {
  id: string
  created_at: Date
  verified_at: Date | null
  address_hash: string
  failures: number
}

/** How many codes a person has, and how many are unused. */
export interface RecoverySet {
  id: string
  total: number
  remaining: number
}
