-- What the auth service keeps of second factors beside Supabase's own tables.

-- The last step of time whose code was accepted from a factor: no code is good twice.
create table private.totp_steps (
  factor_id uuid not null,
  step bigint not null,

  constraint totp_steps_pkey primary key (factor_id),
  constraint totp_steps_factor_id_fkey foreign key (factor_id)
    references auth.mfa_factors (id) on delete cascade
);

-- Who asked for a challenge, and how often it was answered wrong.
create table private.challenge_guards (
  challenge_id uuid not null,
  -- A keyed hash of the address and the challenge: it matches nothing else we keep.
  address_hash text not null,
  failures integer not null default 0,

  constraint challenge_guards_pkey primary key (challenge_id),
  constraint challenge_guards_challenge_id_fkey foreign key (challenge_id)
    references auth.mfa_challenges (id) on delete cascade
);

-- A person's recovery codes: one set at a time, whose id stays when its codes are replaced.
create table private.recovery_code_sets (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),

  constraint recovery_code_sets_pkey primary key (id),
  constraint recovery_code_sets_user_id_key unique (user_id),
  constraint recovery_code_sets_user_id_fkey foreign key (user_id) references auth.users (id) on delete cascade
);

create table private.recovery_codes (
  set_id uuid not null,
  -- A keyed hash, of the set's id too.
  code_hash text not null,
  used_at timestamptz,

  constraint recovery_codes_pkey primary key (set_id, code_hash),
  constraint recovery_codes_set_id_fkey foreign key (set_id)
    references private.recovery_code_sets (id) on delete cascade
);

alter table private.totp_steps enable row level security;
alter table private.challenge_guards enable row level security;
alter table private.recovery_code_sets enable row level security;
alter table private.recovery_codes enable row level security;
revoke all on private.totp_steps, private.challenge_guards, private.recovery_code_sets, private.recovery_codes
  from public, anon, authenticated, service_role;
grant select, insert, update, delete on
  private.totp_steps, private.challenge_guards, private.recovery_code_sets, private.recovery_codes
  to supabase_auth_admin;
create policy "the auth service" on private.totp_steps to supabase_auth_admin using (true) with check (true);
create policy "the auth service" on private.challenge_guards to supabase_auth_admin using (true) with check (true);
create policy "the auth service" on private.recovery_code_sets to supabase_auth_admin using (true) with check (true);
create policy "the auth service" on private.recovery_codes to supabase_auth_admin using (true) with check (true);
