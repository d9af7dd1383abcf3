import type { FactorBody, IdentityBody, UserBody } from '#shared/contract/auth.ts'
import type { FactorRow, IdentityRow, UserRow } from './types.ts'

const optional = (row: UserRow) => ({
  email_confirmed_at: row.email_confirmed_at,
  phone_confirmed_at: row.phone_confirmed_at,
  confirmed_at: row.confirmed_at,
  invited_at: row.invited_at,
  confirmation_sent_at: row.confirmation_sent_at,
  recovery_sent_at: row.recovery_sent_at,
  new_email: row.email_change || null,
  email_change_sent_at: row.email_change_sent_at,
  reauthentication_sent_at: row.reauthentication_sent_at,
  last_sign_in_at: row.last_sign_in_at,
  banned_until: row.banned_until,
  deleted_at: row.deleted_at,
})

/** A person as clients see one: never a password, a token or a hash. */
export function userBody(
  row: UserRow,
  identities: readonly IdentityRow[] | null,
  factors: readonly FactorRow[],
): UserBody {
  const set = Object.entries(optional(row)).filter(([, value]) => value !== null)
  const dates = set.map(([name, value]) => [name, value instanceof Date ? value.toISOString() : value])
  return {
    id: row.id,
    aud: row.aud,
    role: row.role,
    email: row.email ?? '',
    phone: row.phone ?? '',
    app_metadata: row.raw_app_meta_data,
    user_metadata: row.raw_user_meta_data,
    identities: identities?.map(identityBody) ?? null,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    is_anonymous: row.is_anonymous,
    ...Object.fromEntries(dates),
    ...(factors.length > 0 && { factors: factors.map(factorBody) }),
  }
}

function identityBody(row: IdentityRow): IdentityBody {
  return {
    identity_id: row.id,
    id: row.provider_id,
    user_id: row.user_id,
    identity_data: row.identity_data,
    provider: row.provider,
    last_sign_in_at: row.last_sign_in_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    ...(row.email !== null && { email: row.email }),
  }
}

function factorBody(row: FactorRow): FactorBody {
  return {
    id: row.id,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    status: row.status,
    ...(row.friendly_name && { friendly_name: row.friendly_name }),
    factor_type: row.factor_type,
    phone: row.phone ?? '',
    last_challenged_at: row.last_challenged_at?.toISOString() ?? null,
  }
}
