set check_function_bodies = off;

alter table public.desk_settings add column zone_chosen boolean not null default false;

-- Where it is no longer the first one, somebody has chosen it.
update public.desk_settings set zone_chosen = true where time_zone <> 'UTC';

create or replace function private.note_chosen_zone() returns trigger
  language plpgsql
  set search_path = ''
  as $$
begin
  new.zone_chosen := true;
  return new;
end
$$;

create or replace function private.ready_facts() returns jsonb
  language sql volatile security definer
  set search_path = ''
  as $$
    select jsonb_build_object(
      'now', extract(epoch from clock_timestamp()) * 1000,
      -- The user that the server signed in as; within this function the current one is its owner.
      'login', session_user,
      'is_super', (select r.rolsuper from pg_catalog.pg_roles r where r.rolname = session_user),
      'may_own', (
        select pg_catalog.pg_has_role(session_user, n.nspowner, 'member')
        from pg_catalog.pg_namespace n where n.nspname = 'private'
      ),
      'people', people.all, 'owners', people.owners, 'without_second_step', people.without,
      'hours_chosen', exists (
        select from public.audit_log a
        where a.action = 'settings_changed'
          and a.details -> 'columns' ?| array['opens', 'closes', 'work_days']
      ),
      'time_zone', s.time_zone, 'opens', s.opens, 'closes', s.closes,
      'days_off', (
        select count(*) from public.days_off d where d.day >= (now() at time zone s.time_zone)::date
      ),
      'hosts', hosts.all, 'hosts_without_hours', hosts.without,
      'mail_proof', (
        select jsonb_build_object('at', p.at, 'server', p.server, 'sender', p.sender) from private.mail_proof p
      )
    )
    from public.desk_settings s
    cross join (
      select
        count(*) as "all",
        count(*) filter (where m.role = 'owner') as owners,
        count(*) filter (
          where not exists (select from auth.mfa_factors f where f.user_id = m.id and f.status = 'verified')
        ) as without
      from public.staff_members m join auth.users u on u.id = m.id
      -- Who was invited and has not come cannot sign in yet, and has nothing to show a second step for.
      where m.disabled_at is null and u.deleted_at is null and u.email_confirmed_at is not null
        and (u.banned_until is null or u.banned_until < now())
    ) people
    cross join (
      select count(*) as "all",
        count(*) filter (
          where not exists (select from private.host_hours w where w.host = h.id)
            and not exists (
              select from private.host_dates d
              where d.host = h.id and d.opens is not null and d.day >= (now() at time zone h.time_zone)::date
            )
        ) as without
      from private.active_hosts() h
    ) hosts
  $$;

create or replace function private.record_settings() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  names jsonb := (
    select jsonb_agg(n.key order by n.key) from jsonb_each(to_jsonb(new)) n
    where n.key not in ('updated_at', 'zone_chosen') and n.value is distinct from to_jsonb(old) -> n.key
  );
begin
  if names is not null then
    perform private.record('settings_changed', 'desk_settings', null, jsonb_build_object('columns', names));
  end if;
  return null;
end
$$;

create or replace function public.desk_me() returns jsonb
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
      'zone_to_choose', (
        select s.time_zone from public.desk_settings s where not s.zone_chosen and private.staff_role() = 'owner'
      )
    )
    into me from auth.users u where u.id = auth.uid();
  end if;
  if me is null then
    raise exception 'this is for people who signed in' using errcode = '42501';
  end if;
  if me ->> 'role' is not null then
    insert into private.last_here as h (member, at) values (auth.uid(), now())
      on conflict (member) do update set at = excluded.at where h.at < excluded.at - interval '1 minute';
  end if;
  return me;
end
$$;

create trigger choose_zone before update of time_zone on public.desk_settings
  for each row execute function private.note_chosen_zone();

revoke all on function private.note_chosen_zone() from public;

reset check_function_bodies;
