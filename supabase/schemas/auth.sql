-- The auth service's own tables, which a Supabase project does not have. Only supabase_auth_admin reads or writes these
-- tables.

-- A stored key verifies tokens. The key signs tokens from the time `signs_from` until the next key takes over, and is
-- deleted when the last token that it signed has expired.
create table private.signing_keys (
  id uuid not null default gen_random_uuid(),
  created_at timestamptz not null default now(),
  algorithm text not null,
  -- The private JWK, encrypted with the server's key.
  sealed_key text not null,
  -- Null if the secret is shared.
  public_key jsonb,
  signs_from timestamptz not null,

  constraint signing_keys_pkey primary key (id),
  constraint signing_keys_algorithm_check check (algorithm in ('ES256', 'RS256', 'HS256'))
);

alter table private.signing_keys enable row level security;

create policy "the auth service" on private.signing_keys to supabase_auth_admin using (true) with check (true);

-- For a one-time token that the user types: the hash of its short code, and the number of wrong guesses.
create table private.one_time_codes (
  token_id uuid not null,
  -- A keyed hash, because six digits could be guessed quickly from a plain hash.
  code_hash text not null,
  failures integer not null default 0,
  expires_at timestamptz not null,

  constraint one_time_codes_pkey primary key (token_id),
  constraint one_time_codes_token_id_fkey foreign key (token_id)
    references auth.one_time_tokens (id) on delete cascade
);

alter table private.one_time_codes enable row level security;

create policy "the auth service" on private.one_time_codes to supabase_auth_admin using (true) with check (true);

-- Counts attempts within a time window: password and code attempts per account, and emails per email address.
create table private.throttles (
  name text not null,
  key text not null,
  hits integer not null,
  until timestamptz not null,

  constraint throttles_pkey primary key (name, key)
);

create index throttles_until_idx on private.throttles (until);

alter table private.throttles enable row level security;

create policy "the auth service" on private.throttles to supabase_auth_admin using (true) with check (true);

-- While the desk has no owner, anyone with this link can become its owner.
create table private.owner_links (
  token_hash text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,

  constraint owner_links_pkey primary key (token_hash)
);

alter table private.owner_links enable row level security;

create policy "the auth service" on private.owner_links to supabase_auth_admin using (true) with check (true);

-- A factor's last accepted TOTP time step, so that no code works twice.
create table private.totp_steps (
  factor_id uuid not null,
  step bigint not null,

  constraint totp_steps_pkey primary key (factor_id),
  constraint totp_steps_factor_id_fkey foreign key (factor_id)
    references auth.mfa_factors (id) on delete cascade
);

alter table private.totp_steps enable row level security;

create policy "the auth service" on private.totp_steps to supabase_auth_admin using (true) with check (true);

-- The IP address that requested a challenge, and the number of failed attempts from this address.
create table private.challenge_guards (
  challenge_id uuid not null,
  -- A keyed hash of the IP address and the challenge. The hash cannot be matched with any other stored value.
  address_hash text not null,
  failures integer not null default 0,

  constraint challenge_guards_pkey primary key (challenge_id),
  constraint challenge_guards_challenge_id_fkey foreign key (challenge_id)
    references auth.mfa_challenges (id) on delete cascade
);

alter table private.challenge_guards enable row level security;

create policy "the auth service" on private.challenge_guards to supabase_auth_admin using (true) with check (true);

-- One set of recovery codes for each user. New codes replace the old codes in the same set, whose id does not change.
create table private.recovery_code_sets (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),

  constraint recovery_code_sets_pkey primary key (id),
  constraint recovery_code_sets_user_id_key unique (user_id),
  constraint recovery_code_sets_user_id_fkey foreign key (user_id) references auth.users (id) on delete cascade
);

alter table private.recovery_code_sets enable row level security;

create policy "the auth service" on private.recovery_code_sets to supabase_auth_admin using (true) with check (true);

create table private.recovery_codes (
  set_id uuid not null,
  code_hash text not null,
  used_at timestamptz,

  constraint recovery_codes_pkey primary key (set_id, code_hash),
  constraint recovery_codes_set_id_fkey foreign key (set_id)
    references private.recovery_code_sets (id) on delete cascade
);

alter table private.recovery_codes enable row level security;

create policy "the auth service" on private.recovery_codes to supabase_auth_admin using (true) with check (true);

-- A device sends a random number. We store a keyed hash of this number and the user's id, so that a database dump
-- does not show that two users share a device.
create table private.known_devices (
  user_id uuid not null,
  device text not null,
  created_at timestamptz not null default now(),
  seen_at timestamptz not null default now(),

  constraint known_devices_pkey primary key (user_id, device),
  constraint known_devices_user_id_fkey foreign key (user_id) references auth.users (id) on delete cascade
);

create index known_devices_seen_at_idx on private.known_devices (seen_at);

alter table private.known_devices enable row level security;

create policy "the auth service" on private.known_devices to supabase_auth_admin using (true) with check (true);

-- A separate table, because Supabase defines the columns of auth.sessions. A session has no row if its device sent no number.
create table private.session_devices (
  session_id uuid not null,
  device text not null,

  constraint session_devices_pkey primary key (session_id),
  constraint session_devices_session_id_fkey foreign key (session_id) references auth.sessions (id) on delete cascade
);

alter table private.session_devices enable row level security;

create policy "the auth service" on private.session_devices to supabase_auth_admin using (true) with check (true);

-- The public key of a passkey, whose name and owner are in auth.mfa_factors.
create table private.passkeys (
  factor_id uuid not null,
  -- Identifies the account when a user signs in without an email address.
  credential_id text not null,
  public_key bytea not null,
  -- The number of signatures that the device has counted, if it counts them. If the number does not increase, the key
  -- may have been copied.
  counter bigint not null,
  -- The ways in which the browser connects to the device: usb, internal and so on.
  transports text[] not null default '{}',
  last_used_at timestamptz,

  constraint passkeys_pkey primary key (factor_id),
  constraint passkeys_credential_id_key unique (credential_id),
  constraint passkeys_counter_check check (counter >= 0),
  constraint passkeys_factor_id_fkey foreign key (factor_id)
    references auth.mfa_factors (id) on delete cascade
);

alter table private.passkeys enable row level security;

create policy "the auth service" on private.passkeys to supabase_auth_admin using (true) with check (true);

grant select, insert, update, delete on
  private.signing_keys, private.one_time_codes, private.throttles, private.owner_links, private.totp_steps,
  private.challenge_guards, private.recovery_code_sets, private.recovery_codes, private.known_devices,
  private.session_devices, private.passkeys
  to supabase_auth_admin;

-- Sends an email about an account to the account's member and to the owners. The row contains only facts; the text is
-- written when the email is sent.
create function private.enqueue_account_letter(kind text, about uuid, facts jsonb, cause text default null) returns void
  language sql
  set search_path = ''
  as $$
    insert into public.outbox (channel, kind, user_id, facts, once)
    select 'letter', enqueue_account_letter.kind, m.id, facts || jsonb_build_object('about', about), cause || ' to ' || m.id
    from public.staff_members m join auth.users u on u.id = m.id
    where (m.id = about or m.role = 'owner') and m.disabled_at is null
      and u.email_confirmed_at is not null and u.deleted_at is null
      and exists (select from public.staff_members w where w.id = about and w.disabled_at is null)
    on conflict (once) do nothing
  $$;

-- Runs as its owner, because the auth service has no other write access to the outbox.
create function private.enqueue_device_letter(member uuid, agent text) returns void
  language sql security definer
  set search_path = ''
  as $$ select private.enqueue_account_letter('new-device', member, jsonb_build_object('agent', agent)) $$;
grant execute on function private.enqueue_device_letter(uuid, text) to supabase_auth_admin;

-- Queues an email about a second factor that an owner or an operator's command has reset. Runs as its owner,
-- because callers have no other write access to the outbox.
create function private.enqueue_reset_letter(member uuid, reset_by uuid) returns void
  language sql security definer
  set search_path = ''
  as $$
    insert into public.outbox (channel, kind, user_id, facts)
    values ('letter', 'second-step-reset', member, jsonb_build_object('by', reset_by))
  $$;
grant execute on function private.enqueue_reset_letter(uuid, uuid) to supabase_auth_admin;

-- Queues an encrypted email that contains a key. If there is no account, the row is inserted and deleted again, so that
-- the response time reveals nothing. Runs as its owner, because callers have no other write access to the outbox.
create function private.enqueue_letter_of_account(user_id uuid, letter text, sealed text, ends_at timestamptz) returns void
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  posted uuid;
begin
  insert into public.outbox (channel, kind, sent_as, user_id, sealed, ends_at)
  values (
    'letter', 'account', enqueue_letter_of_account.letter, enqueue_letter_of_account.user_id, enqueue_letter_of_account.sealed,
    enqueue_letter_of_account.ends_at
  ) returning id into posted;
  if enqueue_letter_of_account.user_id is null then
    delete from public.outbox o where o.id = posted;
  end if;
end
$$;
grant execute on function private.enqueue_letter_of_account(uuid, text, text, timestamptz) to supabase_auth_admin;
