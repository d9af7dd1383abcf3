-- The people who may work at the desk, and what the auth service keeps beside Supabase's own tables.

-- Keys that sign access tokens. A key verifies from the moment it is here, signs from `signs_from` until the next one
-- does, and is removed when the last token it can have signed is over.
create table private.signing_keys (
  id uuid not null default gen_random_uuid(),
  created_at timestamptz not null default now(),
  algorithm text not null,
  -- The private JWK, sealed with the server's own key.
  sealed_key text not null,
  -- The public JWK; null for a shared secret, which has no public half.
  public_key jsonb,
  signs_from timestamptz not null,

  constraint signing_keys_pkey primary key (id),
  constraint signing_keys_algorithm_check check (algorithm in ('ES256', 'RS256', 'HS256'))
);

-- The typed half of a one-time token: a short code, and how often it was guessed wrong.
create table private.one_time_codes (
  token_id uuid not null,
  -- A keyed hash: six digits are guessed from a plain one in no time.
  code_hash text not null,
  failures integer not null default 0,
  expires_at timestamptz not null,
  -- The PKCE flow that asked for the mail, whose code challenge the link must meet.
  flow_id uuid,

  constraint one_time_codes_pkey primary key (token_id),
  constraint one_time_codes_token_id_fkey foreign key (token_id)
    references auth.one_time_tokens (id) on delete cascade
);

-- How often something was tried in a running window: passwords and codes by account, mails by address.
create table private.throttles (
  name text not null,
  -- A keyed hash of whom or what it is about.
  key text not null,
  hits integer not null,
  until timestamptz not null,

  constraint throttles_pkey primary key (name, key)
);
create index throttles_until_idx on private.throttles (until);

-- Links that let whoever holds one become the owner, while there is none.
create table private.owner_links (
  token_hash text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,

  constraint owner_links_pkey primary key (token_hash)
);

alter table private.signing_keys enable row level security;
alter table private.one_time_codes enable row level security;
alter table private.throttles enable row level security;
alter table private.owner_links enable row level security;
revoke all on private.signing_keys, private.one_time_codes, private.throttles, private.owner_links
  from public, anon, authenticated, service_role;
grant usage on schema private to supabase_auth_admin;
grant select, insert, update, delete on
  private.signing_keys, private.one_time_codes, private.throttles, private.owner_links to supabase_auth_admin;
create policy "the auth service" on private.signing_keys to supabase_auth_admin using (true) with check (true);
create policy "the auth service" on private.one_time_codes to supabase_auth_admin using (true) with check (true);
create policy "the auth service" on private.throttles to supabase_auth_admin using (true) with check (true);
create policy "the auth service" on private.owner_links to supabase_auth_admin using (true) with check (true);

-- Who works at the desk. The id is the account's; to stop somebody, disable the row: what they did stays theirs.
create table public.staff_members (
  id uuid not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  role text not null default 'viewer',
  disabled_at timestamptz,

  constraint staff_members_pkey primary key (id),
  constraint staff_members_id_fkey foreign key (id) references auth.users (id) on delete cascade,
  constraint staff_members_role_check check (role in ('owner', 'agent', 'viewer'))
);
comment on table public.staff_members is 'People who may work at the desk, and as what.';

create function private.touch_updated_at() returns trigger
  language plpgsql
  set search_path = ''
  as $$
begin
  new.updated_at := now();
  return new;
end
$$;
create trigger touch before update on public.staff_members
  for each row execute function private.touch_updated_at();

-- Whether the session of the request's token still exists and its person may sign in. A token lives an hour, a
-- session ends at once; who asks this hears the end at once. Definer, since requests may not read sessions.
create function private.session_is_live() returns boolean
  language sql stable security definer
  set search_path = ''
  as $$
    select auth.jwt() ->> 'session_id' is null or exists (
      select from auth.sessions s join auth.users u on u.id = s.user_id
      where s.id::text = auth.jwt() ->> 'session_id' and s.user_id = auth.uid()
        and (s.not_after is null or s.not_after > now())
        and u.deleted_at is null and (u.banned_until is null or u.banned_until < now())
    )
  $$;

-- What the caller is at the desk: null for strangers, for people stopped, and without the second factor, whose state
-- is asked of the session and not only of the token, which may be older. Definer, for the same reason.
create function private.staff_role() returns text
  language sql stable security definer
  set search_path = ''
  as $$
    select m.role from public.staff_members m
    join auth.sessions s on s.user_id = m.id
    join auth.users u on u.id = m.id
    where m.id = auth.uid() and m.disabled_at is null
      and s.id::text = auth.jwt() ->> 'session_id' and s.aal = 'aal2' and auth.jwt() ->> 'aal' = 'aal2'
      and (s.not_after is null or s.not_after > now())
      and u.deleted_at is null and (u.banned_until is null or u.banned_until < now())
  $$;
grant execute on function private.session_is_live(), private.staff_role() to authenticated, service_role;
grant execute on function private.session_is_live() to anon;

alter table public.staff_members enable row level security;
revoke all on public.staff_members from public, anon, authenticated, service_role;
grant select on public.staff_members to authenticated;
grant update (role, disabled_at) on public.staff_members to authenticated;
grant select, insert, update, delete on public.staff_members to service_role;
grant select, insert, update, delete on public.staff_members to supabase_auth_admin;
create policy "the auth service" on public.staff_members to supabase_auth_admin using (true) with check (true);

create policy "staff see one another" on public.staff_members
  for select to authenticated
  using ((select private.staff_role()) is not null);
-- Nobody changes what they are themselves: no one rises, and the last owner cannot lock the door from outside.
create policy "owners change others" on public.staff_members
  for update to authenticated
  using ((select private.staff_role()) = 'owner' and id <> auth.uid())
  with check ((select private.staff_role()) = 'owner' and id <> auth.uid());

-- The desk reads what visitors sent; owners and agents work on it.
grant select on public.strategy_call_bookings, public.contact_messages to authenticated;
grant update (status, confirmed, assigned_to) on public.strategy_call_bookings to authenticated;
grant update (status, assigned_to) on public.contact_messages to authenticated;
create policy "staff read bookings" on public.strategy_call_bookings
  for select to authenticated using ((select private.staff_role()) is not null);
create policy "staff read messages" on public.contact_messages
  for select to authenticated using ((select private.staff_role()) is not null);
create policy "agents answer bookings" on public.strategy_call_bookings
  for update to authenticated
  using ((select private.staff_role()) in ('owner', 'agent'))
  with check ((select private.staff_role()) in ('owner', 'agent'));
create policy "agents answer messages" on public.contact_messages
  for update to authenticated
  using ((select private.staff_role()) in ('owner', 'agent'))
  with check ((select private.staff_role()) in ('owner', 'agent'));
