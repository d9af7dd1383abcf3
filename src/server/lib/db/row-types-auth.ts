// Written from the database by `npx vitest run tools/row-types.test.ts -u`; a test compares it on every run.

/** The row of each table. A column with a closed set has the words of its list. */
export interface AuthTables {
  'auth.audit_log_entries': {
    instance_id: string | null
    id: string
    payload: unknown
    created_at: Date | null
    ip_address: string
  }
  'auth.flow_state': {
    id: string
    user_id: string | null
    auth_code: string | null
    code_challenge_method: 's256' | 'plain' | null
    code_challenge: string | null
    provider_type: string
    provider_access_token: string | null
    provider_refresh_token: string | null
    created_at: Date
    updated_at: Date
    authentication_method: string
    auth_code_issued_at: Date | null
    invite_token: string | null
    referrer: string | null
    oauth_client_state_id: string | null
    linking_target_id: string | null
    email_optional: boolean
  }
  'auth.identities': {
    provider_id: string
    user_id: string
    identity_data: Record<string, unknown>
    provider: string
    last_sign_in_at: Date | null
    created_at: Date
    updated_at: Date
    email: string | null
    id: string
  }
  'auth.mfa_amr_claims': {
    session_id: string
    created_at: Date
    updated_at: Date
    authentication_method: string
    id: string
  }
  'auth.mfa_challenges': {
    id: string
    factor_id: string
    created_at: Date
    verified_at: Date | null
    ip_address: string
    otp_code: string | null
    web_authn_session_data: unknown
  }
  'auth.mfa_factors': {
    id: string
    user_id: string
    friendly_name: string | null
    factor_type: 'totp' | 'webauthn' | 'phone'
    status: 'unverified' | 'verified'
    created_at: Date
    updated_at: Date
    secret: string | null
    phone: string | null
    last_challenged_at: Date | null
    web_authn_credential: unknown
    web_authn_aaguid: string | null
    last_webauthn_challenge_data: unknown
  }
  'auth.one_time_tokens': {
    id: string
    user_id: string
    token_type:
      | 'confirmation_token'
      | 'reauthentication_token'
      | 'recovery_token'
      | 'email_change_token_new'
      | 'email_change_token_current'
      | 'phone_change_token'
    token_hash: string
    relates_to: string
    created_at: Date
    updated_at: Date
  }
  'auth.refresh_tokens': {
    instance_id: string | null
    id: string
    token: string | null
    user_id: string | null
    revoked: boolean
    created_at: Date
    updated_at: Date
    parent: string | null
    session_id: string | null
  }
  'auth.sessions': {
    id: string
    user_id: string
    created_at: Date
    updated_at: Date
    factor_id: string | null
    aal: 'aal1' | 'aal2' | 'aal3'
    not_after: Date | null
    refreshed_at: Date | null
    user_agent: string | null
    ip: string | null
    tag: string | null
    oauth_client_id: string | null
    refresh_token_hmac_key: string | null
    refresh_token_counter: string | null
    scopes: string | null
  }
  'auth.users': {
    instance_id: string | null
    id: string
    aud: string | null
    role: string | null
    email: string | null
    encrypted_password: string | null
    email_confirmed_at: Date | null
    invited_at: Date | null
    confirmation_token: string | null
    confirmation_sent_at: Date | null
    recovery_token: string | null
    recovery_sent_at: Date | null
    email_change_token_new: string | null
    email_change: string | null
    email_change_sent_at: Date | null
    last_sign_in_at: Date | null
    raw_app_meta_data: Record<string, unknown>
    raw_user_meta_data: Record<string, unknown>
    is_super_admin: boolean | null
    created_at: Date
    updated_at: Date
    phone: string | null
    phone_confirmed_at: Date | null
    phone_change: string | null
    phone_change_token: string | null
    phone_change_sent_at: Date | null
    confirmed_at: Date | null
    email_change_token_current: string | null
    email_change_confirm_status: number | null
    banned_until: Date | null
    reauthentication_token: string | null
    reauthentication_sent_at: Date | null
    is_sso_user: boolean
    deleted_at: Date | null
    is_anonymous: boolean
  }
}
