-- People at the desk and their sessions. What reads or changes `auth` here and in the next files is definer and owned
-- by whoever applies migrations: in a Supabase project that is `postgres`, which may read the tables of the auth service
-- and delete from them, and which their row security does not bind.

-- Who works here

-- An owner makes an account a member of the desk; everybody's own row stays out of their reach.
grant insert (id, role) on public.staff_members to authenticated;
create policy "owners add others" on public.staff_members
  for insert to authenticated
  with check ((select private.staff_role()) = 'owner' and id <> auth.uid());

-- Keeps one owner who can sign in. Two owners who demote one another at once both pass the policy, so they take turns
-- and the second is counted anew. It binds requests: the auth service, and whoever holds the database itself, may
-- leave the desk without an owner, since the server then offers a link that makes the next one.
create function private.keep_an_owner() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  if tg_op = 'UPDATE' and new.role = 'owner' and new.disabled_at is null then
    return new;
  end if;
  if old.role = 'owner' and old.disabled_at is null and auth.role() is not null then
    -- The number that the server locks while it asks whether there is an owner.
    perform pg_advisory_xact_lock(7206341005);
    if not exists (
      select from public.staff_members m join auth.users u on u.id = m.id
      where m.id <> old.id and m.role = 'owner' and m.disabled_at is null
        and u.email_confirmed_at is not null and u.deleted_at is null
        and (u.banned_until is null or u.banned_until < now())
    ) then
      raise exception 'The desk needs an owner: make somebody else one first'
        using errcode = 'PT409', hint = 'last_owner';
    end if;
  end if;
  return case tg_op when 'DELETE' then old else new end;
end
$$;
create trigger keep_an_owner before update or delete on public.staff_members
  for each row execute function private.keep_an_owner();

-- Writes down who was let in, changed and stopped. Who is stopped is signed out: their sessions end with the row's
-- change and not with their tokens, and the way back in is an owner's to give.
create function private.note_staff() returns trigger
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
create trigger note_staff after insert or update or delete on public.staff_members
  for each row execute function private.note_staff();

-- What people are called: as they said, else by their address. Empty when the account is gone.
create function private.person_name(metadata jsonb, email text) returns text
  language sql immutable parallel safe
  set search_path = ''
  as $$
    select coalesce(nullif(private.trimmed(metadata ->> 'name'), ''), split_part(email, '@', 1), '')
  $$;

-- Who asks, at whatever level their session is, so that the desk can tell them what is missing.
create function public.desk_me() returns jsonb
  language plpgsql stable security definer
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
      'member', exists (select from public.staff_members m where m.id = u.id and m.disabled_at is null)
    )
    into me from auth.users u where u.id = auth.uid();
  end if;
  if me is null then
    raise exception 'this is for people who signed in' using errcode = '42501';
  end if;
  return me;
end
$$;

create function public.desk_people() returns table (
  id uuid, email text, name text, role text, state text, created_at timestamptz, last_sign_in_at timestamptz,
  has_second_factor boolean
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
      m.created_at, u.last_sign_in_at,
      exists (select from auth.mfa_factors f where f.user_id = m.id and f.status = 'verified')
    from public.staff_members m join auth.users u on u.id = m.id
    order by 3, 2, 1;
end
$$;

-- Makes whoever has the account of an address a member, or a member again, as what the owner says. By address, for an
-- owner cannot look for accounts: this is how somebody comes in whose invitation was sent elsewhere, or accepted
-- before they were made a member. An account counts when its mailbox was asked: one that somebody merely opened under
-- another's address could hold the password of the wrong person.
create function public.add_member(address text, role text) returns uuid
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  account uuid;
begin
  perform private.require_staff('owner');
  select u.id into account from auth.users u
  where lower(u.email) = lower(private.trimmed(address)) and u.deleted_at is null
    and (u.email_confirmed_at is not null or u.invited_at is not null);
  if account is null then
    raise exception 'Nobody has an account with this address: invite them first' using errcode = 'PT404';
  end if;
  if account = auth.uid() then
    raise exception 'nobody changes what they are themselves' using errcode = '42501';
  end if;
  insert into public.staff_members as m (id, role) values (account, add_member.role)
    on conflict (id) do update set role = excluded.role, disabled_at = null
    where (m.role, m.disabled_at) is distinct from (excluded.role, null);
  return account;
end
$$;

-- For who lost their second factor and the codes in its place. They sign in again and enrol anew.
create function public.reset_second_factor(member uuid) returns void
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  removed int;
begin
  perform private.require_staff('owner');
  if member = auth.uid() then
    raise exception 'your own second factor is yours to change while you have it' using errcode = '42501';
  end if;
  if not exists (select from public.staff_members m where m.id = member) then
    raise exception 'Nobody like this works here' using errcode = 'PT404';
  end if;
  delete from auth.mfa_factors f where f.user_id = member;
  get diagnostics removed = row_count;
  delete from private.recovery_code_sets c where c.user_id = member;
  delete from auth.sessions s where s.user_id = member;
  perform private.record(
    'second_factor_reset', 'staff_members', member, jsonb_build_object('factors', removed)
  );
end
$$;

-- Where I am signed in

create function public.my_sessions() returns table (
  id uuid, created_at timestamptz, refreshed_at timestamptz, user_agent text, aal text, is_current boolean
)
  language plpgsql stable security definer
  set search_path = ''
  as $$
#variable_conflict use_column
begin
  perform private.require_staff('owner', 'agent', 'viewer');
  return query
    select
      s.id, s.created_at, s.refreshed_at at time zone 'utc', s.user_agent, s.aal::text,
      s.id::text = auth.jwt() ->> 'session_id'
    from auth.sessions s
    where s.user_id = auth.uid() and (s.not_after is null or s.not_after > now())
    order by 6 desc, coalesce(s.refreshed_at at time zone 'utc', s.created_at) desc;
end
$$;

create function public.end_session(session uuid) returns void
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  perform private.require_staff('owner', 'agent', 'viewer');
  delete from auth.sessions s where s.id = session and s.user_id = auth.uid();
  if not found then
    raise exception 'This session has ended already' using errcode = 'PT404';
  end if;
  perform private.record('session_ended', 'sessions', session);
end
$$;

grant execute on function
  public.desk_me(), public.desk_people(), public.add_member(text, text), public.reset_second_factor(uuid),
  public.my_sessions(), public.end_session(uuid)
  to authenticated;
