type Json = Record<string, unknown>

/** A person as the auth service knows one: the columns of `auth.users` that we use. */
export interface UserRow {
  id: string
  aud: string
  role: string
  email: string | null
  encrypted_password: string | null
  email_confirmed_at: Date | null
  invited_at: Date | null
  confirmation_sent_at: Date | null
  recovery_sent_at: Date | null
  /** The address that waits for its confirmation; empty when none does. */
  email_change: string
  email_change_sent_at: Date | null
  email_change_confirm_status: number
  last_sign_in_at: Date | null
  raw_app_meta_data: Json
  raw_user_meta_data: Json
  created_at: Date
  updated_at: Date
  phone: string | null
  phone_confirmed_at: Date | null
  confirmed_at: Date | null
  banned_until: Date | null
  reauthentication_sent_at: Date | null
  is_sso_user: boolean
  deleted_at: Date | null
  is_anonymous: boolean
}

/** What may be set on a person. */
export type UserChange = Partial<Omit<UserRow, 'id' | 'confirmed_at' | 'created_at' | 'updated_at'>>

/** One way by which a person signs in: their address here, or an account with a provider. */
export interface IdentityRow {
  id: string
  /** The provider's name for the person; our own id of them for `email`. */
  provider_id: string
  user_id: string
  identity_data: Json
  provider: string
  last_sign_in_at: Date | null
  created_at: Date
  updated_at: Date
  email: string | null
}

/** A second factor, without its secret. */
export interface FactorRow {
  id: string
  user_id: string
  created_at: Date
  updated_at: Date
  status: 'unverified' | 'verified'
  friendly_name: string | null
  factor_type: 'totp' | 'phone' | 'webauthn'
  phone: string | null
  last_challenged_at: Date | null
}
