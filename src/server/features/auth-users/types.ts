import { columnsOf, type RowOf } from '#server/lib/db/rows.ts'

/** `email_change` is the address that waits for its confirmation; empty when none does. */
export const userColumns = columnsOf(
  'auth.users',
  [
    'id',
    'aud',
    'role',
    'email',
    'encrypted_password',
    'email_confirmed_at',
    'invited_at',
    'confirmation_sent_at',
    'recovery_sent_at',
    'email_change',
    'email_change_sent_at',
    'email_change_confirm_status',
    'last_sign_in_at',
    'raw_app_meta_data',
    'raw_user_meta_data',
    'created_at',
    'updated_at',
    'phone',
    'phone_confirmed_at',
    'confirmed_at',
    'banned_until',
    'reauthentication_sent_at',
    'is_sso_user',
    'deleted_at',
    'is_anonymous',
  ],
  {
    filled: {
      aud: "'authenticated'",
      role: "'authenticated'",
      email_change: "''",
      email_change_confirm_status: '0',
    },
  },
)
export type UserRow = RowOf<typeof userColumns>

export type UserChange = Partial<Omit<UserRow, 'id' | 'confirmed_at' | 'created_at' | 'updated_at'>>

/** `provider_id` is the provider's name for the person; our own id of them for `email`. */
export const identityColumns = columnsOf('auth.identities', [
  'id',
  'provider_id',
  'user_id',
  'identity_data',
  'provider',
  'last_sign_in_at',
  'created_at',
  'updated_at',
  'email',
])
export type IdentityRow = RowOf<typeof identityColumns>

/** A second factor, without its secret. */
export const factorColumns = columnsOf('auth.mfa_factors', [
  'id',
  'user_id',
  'created_at',
  'updated_at',
  'status',
  'friendly_name',
  'factor_type',
  'phone',
  'last_challenged_at',
])
export type FactorRow = RowOf<typeof factorColumns>
