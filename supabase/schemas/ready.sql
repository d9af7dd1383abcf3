-- Facts for the readiness checks, and the proof that emails arrive. Only backline_upkeep calls these functions.

-- The last test email whose code an owner entered. This email proves nothing about another mail server or sender.
create table private.mail_proof (
  is_only boolean not null default true,
  at timestamptz not null,
  server text not null,
  sender text not null,

  constraint mail_proof_pkey primary key (is_only),
  constraint mail_proof_is_only_check check (is_only)
);

alter table private.mail_proof enable row level security;

-- Returns only counts and booleans, never names or addresses. Requires no role, because the server
-- calls this function when it starts.
create function private.ready_facts() returns jsonb
  language sql volatile security definer
  set search_path = ''
  as $$
    select jsonb_build_object(
      'now', extract(epoch from clock_timestamp()) * 1000,
      -- The role with which the server signs in. The current role here is the owner of this function.
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
      'calendars', (
        select jsonb_build_object(
          'all', count(*), 'failing', count(*) filter (where c.fault is not null),
          'unread', coalesce(sum((c.unread ->> 'unread')::integer), 0),
          'entries', coalesce(sum((c.unread ->> 'entries')::integer), 0)
        )
        from private.host_calendars c join private.active_hosts() h on h.id = c.host
      ),
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
      -- Invited members cannot sign in yet, so a second factor is not required of them.
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
grant execute on function private.ready_facts() to backline_upkeep;

-- The server calls this function with the claims of an owner who entered the code from the test email.
create function private.confirm_mail(server text, sender text) returns void
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  insert into private.mail_proof as p (at, server, sender) values (now(), confirm_mail.server, confirm_mail.sender)
    on conflict (is_only) do update set at = excluded.at, server = excluded.server, sender = excluded.sender;
  perform private.record('mail_confirmed', 'mail', null);
end
$$;
grant execute on function private.confirm_mail(text, text) to backline_upkeep;
