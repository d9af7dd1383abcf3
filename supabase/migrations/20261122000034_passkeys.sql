-- The half of a passkey that we keep: what its signatures are tried with. Its private half never leaves the device, so
-- nothing here is a secret. Its name and whose it is stand in auth.mfa_factors, and it goes with its row there.
create table private.passkeys (
  factor_id uuid not null,
  -- By this the device names it when somebody signs in without saying who they are.
  credential_id text not null,
  public_key bytea not null,
  -- How often it has signed, where the device counts: a copy of it would count on its own.
  counter bigint not null,
  -- How the device is reached (usb, internal, ...), so that the browser asks for the right one.
  transports text[] not null default '{}',
  last_used_at timestamptz,

  constraint passkeys_pkey primary key (factor_id),
  constraint passkeys_credential_id_key unique (credential_id),
  constraint passkeys_counter_check check (counter >= 0),
  constraint passkeys_factor_id_fkey foreign key (factor_id)
    references auth.mfa_factors (id) on delete cascade
);

alter table private.passkeys enable row level security;
revoke all on private.passkeys from public, anon, authenticated, service_role;
grant select, insert, update, delete on private.passkeys to supabase_auth_admin;
create policy "the auth service" on private.passkeys to supabase_auth_admin using (true) with check (true);
