-- Which devices somebody has signed in from. A device names itself by a number that it drew; kept is a keyed hash of it for
-- each person, so that a dump names no device, and two people at one computer are not told from two computers.
create table private.known_devices (
  user_id uuid not null,
  device text not null,
  created_at timestamptz not null default now(),
  seen_at timestamptz not null default now(),

  constraint known_devices_pkey primary key (user_id, device),
  constraint known_devices_user_id_fkey foreign key (user_id) references auth.users (id) on delete cascade
);
create index known_devices_seen_at_idx on private.known_devices (seen_at);

-- Which device a session belongs to. Beside Supabase's table, whose columns are its own; no row where the device did not
-- name itself.
create table private.session_devices (
  session_id uuid not null,
  device text not null,

  constraint session_devices_pkey primary key (session_id),
  constraint session_devices_session_id_fkey foreign key (session_id) references auth.sessions (id) on delete cascade
);

alter table private.known_devices enable row level security;
alter table private.session_devices enable row level security;
revoke all on private.known_devices, private.session_devices from public, anon, authenticated, service_role;
grant select, insert, update, delete on private.known_devices, private.session_devices to supabase_auth_admin;
create policy "the auth service" on private.known_devices to supabase_auth_admin using (true) with check (true);
create policy "the auth service" on private.session_devices to supabase_auth_admin using (true) with check (true);

-- Writes to somebody who works here, and to the owners, about what happened to that person's account. The letter holds no
-- key and is written when it leaves, so the row says only what there is to say.
create function private.tell_of_account(kind text, about uuid, facts jsonb, cause text default null) returns void
  language sql
  set search_path = ''
  as $$
    insert into public.outbox (channel, kind, user_id, facts, once)
    select 'letter', tell_of_account.kind, m.id, facts || jsonb_build_object('about', about), cause || ' to ' || m.id
    from public.staff_members m join auth.users u on u.id = m.id
    where (m.id = about or m.role = 'owner') and m.disabled_at is null
      and u.email_confirmed_at is not null and u.deleted_at is null
      and exists (select from public.staff_members w where w.id = about and w.disabled_at is null)
    on conflict (once) do nothing
  $$;

-- Definer: the auth service may write nothing else into the outbox.
create function private.tell_of_new_device(member uuid, agent text) returns void
  language sql security definer
  set search_path = ''
  as $$ select private.tell_of_account('new-device', member, jsonb_build_object('agent', agent)) $$;
grant execute on function private.tell_of_new_device(uuid, text) to supabase_auth_admin;
