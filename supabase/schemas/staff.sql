-- Members. A member's id is the account's id. A member who leaves is disabled, so that their work still has an author.
create table public.staff_members (
  id uuid not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  role text not null default 'viewer',
  disabled_at timestamptz,
  -- Whether the member receives emails about what other members assign to them.
  assignment_emails boolean not null default true,

  constraint staff_members_pkey primary key (id),
  constraint staff_members_id_fkey foreign key (id) references auth.users (id) on delete cascade,
  constraint staff_members_role_check check (role in ('owner', 'agent', 'viewer'))
);

comment on table public.staff_members is 'Members of the desk and their roles.';

alter table public.staff_members enable row level security;

grant select on public.staff_members to authenticated;
grant
  insert (id, role),
  update (role, disabled_at)
  on public.staff_members to authenticated;
grant select, insert, update, delete on public.staff_members to service_role, supabase_auth_admin;

create policy "the auth service" on public.staff_members to supabase_auth_admin using (true) with check (true);

create policy "members read members" on public.staff_members
  for select to authenticated
  using ((select private.staff_role()) is not null);

-- Prevents members from promoting themselves, and the last owner from giving up the owner role.
create policy "owners change others" on public.staff_members
  for update to authenticated
  using ((select private.staff_role()) = 'owner' and id <> auth.uid())
  with check ((select private.staff_role()) = 'owner' and id <> auth.uid());

create policy "owners add others" on public.staff_members
  for insert to authenticated
  with check ((select private.staff_role()) = 'owner' and id <> auth.uid() and private.may_join(id));

create policy "service role" on public.staff_members to service_role using (true) with check (true);

-- Requires a verified or invited mailbox, because anyone can create an account with another person's address. Runs as
-- its owner, because callers cannot read accounts.
create function private.may_join(account uuid) returns boolean
  language sql stable security definer
  set search_path = ''
  as $$
    select exists (
      select from auth.users u
      where u.id = account and u.deleted_at is null and (u.email_confirmed_at is not null or u.invited_at is not null)
    )
  $$;
grant execute on function private.may_join(uuid) to authenticated;

create trigger touch before update on public.staff_members
  for each row execute function private.touch_updated_at();

create trigger require_an_owner before update or delete on public.staff_members
  for each row execute function private.require_an_owner();

create trigger after_staff_change after insert or update or delete on public.staff_members
  for each row execute function private.after_staff_change();

-- The minute in which a member last used the desk. An open desk calls `desk_me` every minute.
create table private.last_activity (
  member uuid not null,
  at timestamptz not null,

  constraint last_here_pkey primary key (member),
  constraint last_here_member_fkey foreign key (member) references public.staff_members (id) on delete cascade
);

alter table private.last_activity enable row level security;

-- Returns null if the caller is not a member, is disabled, or has a session without the second factor. Does not
-- rely on the token, which can be outdated. Runs as its owner, because callers cannot read sessions.
create function private.staff_role() returns text
  language sql stable security definer
  set search_path = ''
  as $$
    select m.role from public.staff_members m
    join private.live_sessions s on s.user_id = m.id
    where m.id = auth.uid() and m.disabled_at is null
      and s.id::text = auth.jwt() ->> 'session_id' and s.aal = 'aal2' and auth.jwt() ->> 'aal' = 'aal2'
  $$;
grant execute on function private.staff_role() to authenticated, backline_webhooks, service_role;

-- The desk's functions that run as their owner call this function first.
create function private.require_staff(variadic roles text[]) returns void
  language plpgsql stable
  set search_path = ''
  as $$
begin
  if private.staff_role() = any (roles) then
    return;
  end if;
  raise exception 'requires the role %', array_to_string(roles, ' or ') using errcode = '42501';
end
$$;

-- Keeps at least one owner who can sign in. If two owners demote each other, both pass the policy, so a lock makes the
-- second owner wait. Applies only to HTTP requests. If there is no owner, the server creates a link that makes its user
-- an owner.
create function private.require_an_owner() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  if tg_op = 'UPDATE' and new.role = 'owner' and new.disabled_at is null then
    return new;
  end if;
  if old.role = 'owner' and old.disabled_at is null and auth.role() is not null then
    -- The server takes the same lock while it checks for an owner.
    perform pg_advisory_xact_lock(7206341005);
    if not exists (
      select from public.staff_members m join auth.users u on u.id = m.id
      where m.id <> old.id and m.role = 'owner' and m.disabled_at is null
        and u.email_confirmed_at is not null and u.deleted_at is null
        and (u.banned_until is null or u.banned_until < now())
    ) then
      raise exception 'The desk needs an owner: make another member an owner first'
        using errcode = 'PT409', hint = 'last_owner';
    end if;
  end if;
  return case tg_op when 'DELETE' then old else new end;
end
$$;

-- Signs a disabled member out at once, before the access token expires.
create function private.after_staff_change() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  if tg_op = 'INSERT' then
    perform private.record('member_added', 'staff_members', new.id, jsonb_build_object('role', new.role));
    return null;
  elsif tg_op = 'DELETE' then
    perform private.record('member_removed', 'staff_members', old.id, jsonb_build_object('role', old.role));
    return null;
  end if;
  if new.role <> old.role then
    perform private.record(
      'role_changed', 'staff_members', new.id, jsonb_build_object('from', old.role, 'to', new.role)
    );
  end if;
  if old.disabled_at is null and new.disabled_at is not null then
    delete from auth.sessions s where s.user_id = new.id;
    perform private.record('member_stopped', 'staff_members', new.id);
  elsif old.disabled_at is not null and new.disabled_at is null then
    perform private.record('member_restored', 'staff_members', new.id);
  end if;
  return null;
end
$$;

-- Returns the user's name, or else the part of the email address before the @. Empty if the account was deleted.
create function private.person_name(metadata jsonb, email text) returns text
  language sql immutable parallel safe
  set search_path = ''
  as $$
    select coalesce(nullif(private.trimmed(metadata ->> 'name'), ''), split_part(email, '@', 1), '')
  $$;

-- Also responds to sessions without the second factor, so that the desk can ask for that factor.
create function public.desk_me() returns jsonb
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  me jsonb;
begin
  if private.session_is_live() then
    select jsonb_build_object(
      'id', u.id,
      'email', coalesce(u.email, ''),
      'name', private.person_name(u.raw_user_meta_data, u.email),
      'role', private.staff_role(),
      'member', exists (select from public.staff_members m where m.id = u.id and m.disabled_at is null),
      'assignment_emails', (select m.assignment_emails from public.staff_members m where m.id = u.id),
      'zone_to_choose', (
        select s.time_zone from public.desk_settings s where not s.zone_chosen and private.staff_role() = 'owner'
      )
    )
    into me from auth.users u where u.id = auth.uid();
  end if;
  if me is null then
    raise exception 'requires a signed-in user' using errcode = '42501';
  end if;
  if me ->> 'role' is not null then
    insert into private.last_activity as h (member, at) values (auth.uid(), now())
      on conflict (member) do update set at = excluded.at where h.at < excluded.at - interval '1 minute';
  end if;
  return me;
end
$$;
grant execute on function public.desk_me() to authenticated;

create function public.desk_people() returns table (
  id uuid, email text, name text, role text, state text, created_at timestamptz, last_sign_in_at timestamptz,
  last_here_at timestamptz, has_second_factor boolean
)
  language plpgsql stable security definer
  set search_path = ''
  as $$
#variable_conflict use_column
begin
  perform private.require_staff('owner', 'agent', 'viewer');
  return query
    select
      m.id, coalesce(u.email, '')::text, private.person_name(u.raw_user_meta_data, u.email), m.role,
      case
        when m.disabled_at is not null or u.deleted_at is not null or u.banned_until > now() then 'stopped'
        when u.email_confirmed_at is null then 'invited'
        else 'active'
      end,
      m.created_at, u.last_sign_in_at, greatest(u.last_sign_in_at, h.at),
      exists (select from auth.mfa_factors f where f.user_id = m.id and f.status = 'verified')
    from public.staff_members m join auth.users u on u.id = m.id
    left join private.last_activity h on h.member = m.id
    order by 3, 2, 1;
end
$$;
grant execute on function public.desk_people() to authenticated;

-- Adds a member by email address, because owners cannot search accounts. Useful if the invitation went to another
-- address, or if the person accepted it before they were a member.
create function public.add_member(address text, role text) returns uuid
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  account uuid;
begin
  perform private.require_staff('owner');
  select u.id into account from auth.users u
  where lower(u.email) = lower(private.trimmed(address)) and private.may_join(u.id);
  if account is null then
    raise exception 'There is no account with this address: invite them first' using errcode = 'PT404';
  end if;
  if account = auth.uid() then
    raise exception 'members cannot change their own role' using errcode = '42501';
  end if;
  insert into public.staff_members as m (id, role) values (account, add_member.role)
    on conflict (id) do update set role = excluded.role, disabled_at = null
    where (m.role, m.disabled_at) is distinct from (excluded.role, null);
  return account;
end
$$;
grant execute on function public.add_member(text, text) to authenticated;

-- Helps a member who has lost the second factor and the recovery codes. The member sets up a new factor at the next
-- sign-in.
create function public.reset_second_factor(member uuid) returns void
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  removed int;
begin
  perform private.require_staff('owner');
  if member = auth.uid() then
    raise exception 'members cannot reset their own second factor' using errcode = '42501';
  end if;
  if not exists (select from public.staff_members m where m.id = member) then
    raise exception 'There is no such member' using errcode = 'PT404';
  end if;
  delete from auth.mfa_factors f where f.user_id = member;
  get diagnostics removed = row_count;
  delete from private.recovery_code_sets c where c.user_id = member;
  delete from auth.sessions s where s.user_id = member;
  if removed > 0 then
    perform private.enqueue_reset_letter(member, auth.uid());
  end if;
  perform private.record(
    'second_factor_reset', 'staff_members', member, jsonb_build_object('factors', removed)
  );
end
$$;
grant execute on function public.reset_second_factor(uuid) to authenticated;
