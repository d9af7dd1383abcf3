-- Tables of the auth service, with the same columns as in a Supabase project, so that moving between our server and
-- Supabase only requires copying rows. If `auth.users` exists, as in a Supabase project, this file changes nothing. Our
-- server runs this file after bootstrap.sql. Comments mark the columns that we hash or encrypt and Supabase does not.
do $$
begin
  if to_regclass('auth.users') is not null then
    return;
  end if;

  create type auth.aal_level as enum ('aal1', 'aal2', 'aal3');
  create type auth.factor_type as enum ('totp', 'webauthn', 'phone');
  create type auth.factor_status as enum ('unverified', 'verified');
  create type auth.code_challenge_method as enum ('s256', 'plain');
  create type auth.one_time_token_type as enum (
    'confirmation_token', 'reauthentication_token', 'recovery_token', 'email_change_token_new',
    'email_change_token_current', 'phone_change_token'
  );

  -- Supabase's server still reads the token columns and requires them to have values.
  create table auth.users (
    instance_id uuid default '00000000-0000-0000-0000-000000000000',
    id uuid not null default gen_random_uuid() primary key,
    aud varchar(255) default 'authenticated',
    role varchar(255) default 'authenticated',
    email varchar(255),
    encrypted_password varchar(255),
    email_confirmed_at timestamptz,
    invited_at timestamptz,
    confirmation_token varchar(255) default '',
    confirmation_sent_at timestamptz,
    recovery_token varchar(255) default '',
    recovery_sent_at timestamptz,
    email_change_token_new varchar(255) default '',
    email_change varchar(255) default '',
    email_change_sent_at timestamptz,
    last_sign_in_at timestamptz,
    raw_app_meta_data jsonb not null default '{}',
    raw_user_meta_data jsonb not null default '{}',
    is_super_admin boolean,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    phone text default null,
    phone_confirmed_at timestamptz,
    phone_change text default '',
    phone_change_token varchar(255) default '',
    phone_change_sent_at timestamptz,
    confirmed_at timestamptz generated always as (least(email_confirmed_at, phone_confirmed_at)) stored,
    email_change_token_current varchar(255) default '',
    -- The number of mailboxes (of the two) that have confirmed an email address change.
    email_change_confirm_status smallint default 0,
    banned_until timestamptz,
    reauthentication_token varchar(255) default '',
    reauthentication_sent_at timestamptz,
    is_sso_user boolean not null default false,
    deleted_at timestamptz,
    is_anonymous boolean not null default false,
    constraint users_phone_key unique (phone),
    constraint users_email_change_confirm_status_check check (email_change_confirm_status between 0 and 2)
  );
  create unique index users_email_partial_key on auth.users (email) where is_sso_user = false;
  create index users_created_at_idx on auth.users (created_at);

  create table auth.identities (
    provider_id text not null,
    user_id uuid not null references auth.users (id) on delete cascade,
    identity_data jsonb not null,
    provider text not null,
    last_sign_in_at timestamptz,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    email text generated always as (lower(identity_data ->> 'email')) stored,
    id uuid not null default gen_random_uuid() primary key,
    constraint identities_provider_id_provider_unique unique (provider_id, provider)
  );
  create index identities_user_id_idx on auth.identities (user_id);
  create index identities_email_idx on auth.identities (email text_pattern_ops);

  create table auth.sessions (
    id uuid not null default gen_random_uuid() primary key,
    user_id uuid not null references auth.users (id) on delete cascade,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    factor_id uuid,
    aal auth.aal_level not null default 'aal1',
    not_after timestamptz,
    -- A time in UTC without a zone, as in Supabase.
    refreshed_at timestamp,
    user_agent text,
    -- Always null, because we store no IP addresses.
    ip inet,
    tag text,
    oauth_client_id uuid,
    refresh_token_hmac_key text,
    refresh_token_counter bigint,
    scopes text
  );
  create index sessions_user_id_idx on auth.sessions (user_id, created_at);
  create index sessions_not_after_idx on auth.sessions (not_after desc);

  -- `token` and `parent` are SHA-256 hashes; Supabase stores the tokens themselves.
  create table auth.refresh_tokens (
    instance_id uuid default '00000000-0000-0000-0000-000000000000',
    id bigserial primary key,
    token varchar(255),
    user_id varchar(255),
    revoked boolean not null default false,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    parent varchar(255),
    session_id uuid references auth.sessions (id) on delete cascade,
    constraint refresh_tokens_token_unique unique (token)
  );
  create index refresh_tokens_parent_idx on auth.refresh_tokens (parent);
  create index refresh_tokens_session_id_revoked_idx on auth.refresh_tokens (session_id, revoked);
  create index refresh_tokens_updated_at_idx on auth.refresh_tokens (updated_at desc);

  -- The authentication methods of sessions, one per row.
  create table auth.mfa_amr_claims (
    session_id uuid not null references auth.sessions (id) on delete cascade,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    authentication_method text not null,
    id uuid not null default gen_random_uuid() primary key,
    constraint mfa_amr_claims_session_id_authentication_method_pkey unique (session_id, authentication_method)
  );

  -- `secret` is encrypted with the server's own key.
  create table auth.mfa_factors (
    id uuid not null default gen_random_uuid() primary key,
    user_id uuid not null references auth.users (id) on delete cascade,
    friendly_name text,
    factor_type auth.factor_type not null,
    status auth.factor_status not null,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    secret text,
    phone text,
    last_challenged_at timestamptz,
    web_authn_credential jsonb,
    web_authn_aaguid uuid,
    last_webauthn_challenge_data jsonb
  );
  create unique index mfa_factors_user_friendly_name_unique on auth.mfa_factors (friendly_name, user_id)
    where trim(friendly_name) <> '';
  create index mfa_factors_user_id_idx on auth.mfa_factors (user_id, created_at);

  -- Supabase requires an `ip_address`. We store no IP addresses, so the value is always '::'.
  create table auth.mfa_challenges (
    id uuid not null default gen_random_uuid() primary key,
    factor_id uuid not null references auth.mfa_factors (id) on delete cascade,
    created_at timestamptz not null default now(),
    verified_at timestamptz,
    ip_address inet not null default '::',
    otp_code text,
    web_authn_session_data jsonb
  );
  create index mfa_challenges_created_at_idx on auth.mfa_challenges (created_at desc);
  create index mfa_challenges_factor_id_idx on auth.mfa_challenges (factor_id);

  create table auth.flow_state (
    id uuid not null default gen_random_uuid() primary key,
    user_id uuid references auth.users (id) on delete cascade,
    auth_code text,
    code_challenge_method auth.code_challenge_method,
    code_challenge text,
    provider_type text not null,
    provider_access_token text,
    provider_refresh_token text,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    authentication_method text not null,
    auth_code_issued_at timestamptz,
    invite_token text,
    referrer text,
    oauth_client_state_id uuid,
    linking_target_id uuid,
    email_optional boolean not null default false
  );
  create index flow_state_auth_code_idx on auth.flow_state (auth_code);
  create index flow_state_user_id_idx on auth.flow_state (user_id, authentication_method);
  create index flow_state_created_at_idx on auth.flow_state (created_at desc);

  -- `token_hash` is the SHA-256 of the link's token; Supabase emails the hash itself.
  create table auth.one_time_tokens (
    id uuid not null default gen_random_uuid() primary key,
    user_id uuid not null references auth.users (id) on delete cascade,
    token_type auth.one_time_token_type not null,
    token_hash text not null check (char_length(token_hash) > 0),
    relates_to text not null,
    created_at timestamp not null default now(),
    updated_at timestamp not null default now(),
    constraint one_time_tokens_user_id_token_type_key unique (user_id, token_type)
  );
  create index one_time_tokens_token_hash_idx on auth.one_time_tokens using hash (token_hash);
  create index one_time_tokens_relates_to_idx on auth.one_time_tokens using hash (relates_to);

  -- We store no IP addresses, so `ip_address` is always empty.
  create table auth.audit_log_entries (
    instance_id uuid default '00000000-0000-0000-0000-000000000000',
    id uuid not null default gen_random_uuid() primary key,
    payload json,
    created_at timestamptz default now(),
    ip_address varchar(64) not null default ''
  );
  create index audit_log_entries_created_at_idx on auth.audit_log_entries (created_at);

  alter table auth.users enable row level security;
  alter table auth.identities enable row level security;
  alter table auth.sessions enable row level security;
  alter table auth.refresh_tokens enable row level security;
  alter table auth.mfa_amr_claims enable row level security;
  alter table auth.mfa_factors enable row level security;
  alter table auth.mfa_challenges enable row level security;
  alter table auth.flow_state enable row level security;
  alter table auth.one_time_tokens enable row level security;
  alter table auth.audit_log_entries enable row level security;

  revoke all on all tables in schema auth from public, anon, authenticated, service_role;
  grant usage on schema auth to supabase_auth_admin;
  grant select, insert, update, delete on
    auth.users, auth.identities, auth.sessions, auth.refresh_tokens, auth.mfa_amr_claims, auth.mfa_factors,
    auth.mfa_challenges, auth.flow_state, auth.one_time_tokens
    to supabase_auth_admin;
  -- The log is append-only: entries can be read and added.
  grant select, insert on auth.audit_log_entries to supabase_auth_admin;
  grant usage on all sequences in schema auth to supabase_auth_admin;

  -- In a Supabase project, this role owns the tables, so row security does not apply to the role.
  create policy "the auth service" on auth.users to supabase_auth_admin using (true) with check (true);
  create policy "the auth service" on auth.identities to supabase_auth_admin using (true) with check (true);
  create policy "the auth service" on auth.sessions to supabase_auth_admin using (true) with check (true);
  create policy "the auth service" on auth.refresh_tokens to supabase_auth_admin using (true) with check (true);
  create policy "the auth service" on auth.mfa_amr_claims to supabase_auth_admin using (true) with check (true);
  create policy "the auth service" on auth.mfa_factors to supabase_auth_admin using (true) with check (true);
  create policy "the auth service" on auth.mfa_challenges to supabase_auth_admin using (true) with check (true);
  create policy "the auth service" on auth.flow_state to supabase_auth_admin using (true) with check (true);
  create policy "the auth service" on auth.one_time_tokens to supabase_auth_admin using (true) with check (true);
  create policy "the auth service" on auth.audit_log_entries to supabase_auth_admin using (true) with check (true);
end
$$;
