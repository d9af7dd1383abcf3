import type { authForTest } from '#server/features/auth-sessions/testing.ts'

type TestAuth = Awaited<ReturnType<typeof authForTest>>

/** An account with an unverified mailbox, and with everything that the account's creator could plant in it. */
export async function plantedAccount(at: TestAuth, email: string) {
  const user = await at.person({ email, confirmed: false })
  await at.test.asOwner(
    `with app as (
       insert into auth.mfa_factors (user_id, friendly_name, factor_type, status, secret) values ($1, 'app', 'totp', 'verified', 'x')
     ), key as (
       insert into auth.mfa_factors (user_id, friendly_name, factor_type, status) values ($1, 'key', 'webauthn', 'verified')
       returning id
     ), codes as (
       insert into private.recovery_code_sets (user_id) values ($1) returning id
     ), provider as (
       insert into auth.identities (user_id, provider, provider_id, identity_data) values ($1, 'acme', $2, '{}')
     ), session as (
       insert into auth.sessions (user_id, aal) values ($1, 'aal2')
     ), device as (
       insert into private.known_devices (user_id, device) values ($1, 'x')
     ), pending as (
       insert into auth.one_time_tokens (user_id, token_type, token_hash, relates_to)
       values ($1, 'recovery_token', 'x' || $1, $2), ($1, 'email_change_token_new', 'y' || $1, 'eve@example.com')
     ), started as (
       insert into auth.flow_state (user_id, provider_type, authentication_method) values ($1, 'acme', 'oauth')
     ), person as (
       update auth.users set email_change = 'eve@example.com', email_change_confirm_status = 1,
         raw_user_meta_data = '{"name": "Eve"}' where id = $1
     )
     select codes.id from codes, key`,
    [user.id, email],
  )
  await at.test.asOwner(
    `with key as (
       insert into private.passkeys (factor_id, credential_id, public_key, counter)
       select id, 'credential of ' || user_id, '', 0 from auth.mfa_factors where user_id = $1 and factor_type = 'webauthn'
     )
     insert into private.recovery_codes (set_id, code_hash) select id, 'x' from private.recovery_code_sets where user_id = $1`,
    [user.id],
  )
  return user
}

/** The fixture data that is still in the account. */
export async function plantedDataOf(
  at: TestAuth,
  { id }: { id: string },
): Promise<Record<string, unknown> | undefined> {
  const [left] = await at.test.asOwner<Record<string, unknown>>(
    `select encrypted_password as password, email_change, email_change_confirm_status as half,
       raw_user_meta_data ->> 'name' as name,
       array(select provider from auth.identities where user_id = u.id) as providers,
       array(select friendly_name from auth.mfa_factors where user_id = u.id) as factors,
       (select count(*)::int from private.recovery_code_sets where user_id = u.id) as recovery,
       (select count(*)::int from private.passkeys where credential_id = 'credential of ' || u.id) as passkeys,
       (select count(*)::int from auth.sessions where user_id = u.id) as sessions,
       (select count(*)::int from private.known_devices where user_id = u.id and device = 'x') as devices,
       (select count(*)::int from auth.one_time_tokens where user_id = u.id and token_hash in ('x' || u.id, 'y' || u.id)) as codes,
       (select count(*)::int from auth.flow_state where user_id = u.id) as flows
     from auth.users u where u.id = $1`,
    [id],
  )
  return left
}

/** An account that retains nothing with which its creator could sign in again. */
export const nothingLeft = {
  password: null,
  email_change: '',
  half: 0,
  name: null,
  providers: ['email'],
  factors: [],
  recovery: 0,
  passkeys: 0,
  sessions: 0,
  devices: 0,
  codes: 0,
  flows: 0,
}
