import type { Passkey } from '#server/lib/crypto/passkey.ts'

/** A factor with its secret, sealed, or its passkey. */
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
  /** Of a factor of type webauthn, once its device has answered; an imported one has none. */
  passkey: Passkey | null
  last_used_at: Date | null
}

export interface Challenge {
  id: string
  created_at: Date
  verified_at: Date | null
  address_hash: string
  failures: number
}

export interface RecoverySet {
  id: string
  total: number
  remaining: number
}
