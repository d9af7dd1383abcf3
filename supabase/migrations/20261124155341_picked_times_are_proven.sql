set check_function_bodies = off;

drop trigger settle_wish on public.strategy_call_bookings;

drop function private.visitor_moves(uuid, timestamp with time zone);

create table private.mail_service (
  is_only boolean not null default true,
  is_there boolean not null,
  constraint mail_service_is_only_check check (is_only),
  constraint mail_service_pkey primary key (is_only)
);

alter table private.mail_service enable row level security;

alter table private.call_holds add column is_proven boolean not null default false;

create or replace function private.awaits_proof(email text) returns boolean
  language sql stable
  set search_path = ''
  as $$
    select not exists (select from private.mail_service m where not m.is_there)
      and not private.is_known_mailbox(private.mailbox_of(email))
  $$;

create or replace function private.claim_time() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  if tg_op = 'UPDATE' and (
    new.status not in ('new', 'spam?') or not new.picked or new.preferred_time <> old.preferred_time
  ) then
    delete from private.call_holds c where c.booking = new.id;
  end if;
  if new.picked and private.is_arriving(case tg_op when 'INSERT' then new.created_at else now() end) and (
    tg_op = 'INSERT' or not old.picked or new.preferred_time <> old.preferred_time
    or (new.status = 'new' and old.status = 'spam?') or new.mailbox is distinct from old.mailbox
  ) then
    perform private.hold_time(new);
  end if;
  return null;
end
$$;

create or replace function private.confirm_mailbox(row_id uuid) returns boolean
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  asked text;
begin
  select private.mailbox_of(r.email) into asked from (
    select b.email from public.strategy_call_bookings b where b.id = row_id and b.status <> 'spam'
    union all
    select m.email from public.contact_messages m where m.id = row_id and m.mailbox is not null and m.status <> 'spam'
  ) r;
  if asked is null then
    return false;
  end if;
  perform set_config('backline.by', 'visitor', true);
  -- In one order, so that two links of one mailbox do not wait for one another.
  update public.strategy_call_bookings b
  set mailbox = 'confirmed', status = case b.status when 'spam?' then 'new' else b.status end
  where b.id = any (array(
    select c.id from public.strategy_call_bookings c
    where private.mailbox_of(c.email) = asked
      and (c.mailbox = 'asked' and c.status <> 'spam' or c.mailbox is null and c.status in ('new', 'confirmed'))
    order by c.id for update
  ));
  update public.contact_messages m
  set mailbox = 'confirmed', status = case m.status when 'spam?' then 'new' else m.status end
  where private.mailbox_of(m.email) = asked and m.mailbox = 'asked' and m.status <> 'spam';
  perform set_config('backline.by', '', true);
  return true;
end
$$;

create or replace function private.day_load(from_time timestamptz, until_time timestamptz, now_is timestamptz, but_for uuid)
  returns table (host uuid, day date, calls bigint)
  language sql stable
  set search_path = ''
  as $$
    select h.id, (c.at at time zone h.time_zone)::date, count(*)
    from private.hosts h join (
      select b.assigned_to as host, b.call_at as at from public.strategy_call_bookings b
      where b.call_at >= from_time - interval '2 days' and b.call_at < until_time + interval '2 days'
        and b.confirmed is not null and b.status in ('confirmed', 'held', 'no-show') and b.id is distinct from but_for
      union all
      select c.host, lower(c.slot) from private.call_holds c
      where c.is_proven and c.until > now_is and c.booking is distinct from but_for
    ) c on c.host = h.id
    where h.daily_most is not null
    group by 1, 2
  $$;

create or replace function private.hold_time(asked public.strategy_call_bookings) returns uuid
  language plpgsql
  set search_path = ''
  as $$
declare
  minutes integer := (select s.call_minutes from public.desk_settings s);
  chosen uuid;
begin
  if asked.status <> 'new' or private.awaits_proof(asked.email) then
    return null;
  end if;
  perform private.take_turns();
  delete from private.call_holds c where c.until <= now() or c.booking = asked.id;
  if (
    select count(*) from public.strategy_call_bookings b
    left join private.call_holds c on c.booking = b.id
    where private.mailbox_of(b.email) = private.mailbox_of(asked.email) and b.picked
      and (c.booking is not null or (b.status = 'confirmed' and b.call_at > now()))
  ) >= 3 then
    return null;
  end if;
  chosen := private.free_host(asked.preferred_time, now(), minutes, asked.id);
  if chosen is not null then
    insert into private.call_holds (booking, host, slot, until, is_proven) values (
      asked.id, chosen, tstzrange(asked.preferred_time, asked.preferred_time + make_interval(mins => minutes)),
      now() + interval '1 day', not exists (select from private.mail_service m where not m.is_there)
    );
    perform private.note_given_to(chosen);
  end if;
  return chosen;
end
$$;

create or replace function private.is_settled_at_once(asked uuid) returns boolean
  language sql stable
  set search_path = ''
  as $$
    select exists (
      select from private.call_holds c, public.desk_settings s
      where c.booking = asked and s.confirm_at_once and c.is_proven and c.until > now()
    )
  $$;

create or replace function private.meeting_of(booking uuid) returns jsonb
  language sql stable security definer
  set search_path = ''
  as $$
    select case
      when b.confirmed is not null then private.host_of_call(b.assigned_to)
      else jsonb_build_object('host', null, 'link', null, 'place', case
        when c.host is not null then h.place
        when not exists (select from private.active_hosts() a where a.place = 'link') then 'phone'
      end)
    end || jsonb_build_object(
      'held_until', (extract(epoch from c.until) * 1000)::float8,
      'is_unproven', coalesce(private.picked_state(b, now()) = 'unproven', false)
    )
    from public.strategy_call_bookings b
    left join private.call_holds c on c.booking = b.id and c.until > now()
    left join private.hosts h on h.id = c.host
    where b.id = meeting_of.booking
  $$;

create or replace function private.note_mail_service(is_there boolean) returns void
  language sql security definer
  set search_path = ''
  as $$
    insert into private.mail_service as m (is_there) values (note_mail_service.is_there)
    on conflict (is_only) do update set is_there = excluded.is_there where m.is_there <> excluded.is_there
  $$;

create or replace function private.picked_state(asked public.strategy_call_bookings, now_is timestamptz) returns text
  language sql stable
  set search_path = ''
  as $$
    select case
      when not asked.picked or asked.status not in ('new', 'spam?', 'spam') then null
      when exists (select from private.call_holds c where c.booking = asked.id and c.until > now_is) then 'held'
      when private.awaits_proof(asked.email) or asked.mailbox = 'asked' then case
        when private.free_host(asked.preferred_time, now_is, s.call_minutes, asked.id) is not null then 'unproven'
        else 'taken'
      end
      when asked.status <> 'new' and asked.mailbox is null then 'held'
      else 'taken'
    end
    from public.desk_settings s
  $$;

create or replace function private.visitor_moves(booking uuid, now_is timestamptz) returns table (
  host_name text, place text, link text, is_held boolean, limited text, move_notice_minutes integer, free_times timestamptz[],
  picked_state text
)
  language sql stable security definer
  set search_path = ''
  as $$
    select m.told ->> 'host', m.told ->> 'place', m.told ->> 'link',
      p.state is not distinct from 'held',
      l.reason, s.move_notice_minutes,
      case when l.reason is null then array(
        select n from private.free_times_near(b.call_at, now_is, 9, b.id) n
        where n <> b.call_at or (b.status <> 'confirmed' and not b.picked)
        order by abs(extract(epoch from n - b.call_at)), n limit 8
      ) else '{}' end,
      p.state
    from public.strategy_call_bookings b
    cross join public.desk_settings s
    cross join lateral private.meeting_of(b.id) m (told)
    cross join lateral private.move_limit(b, now_is) l (reason)
    cross join lateral private.picked_state(b, now_is) p (state)
    where b.id = visitor_moves.booking and b.status in ('new', 'spam?', 'confirmed')
  $$;

create or replace function private.week_load(from_time timestamptz, until_time timestamptz, now_is timestamptz, but_for uuid)
  returns table (monday timestamp, calls bigint)
  language sql stable
  set search_path = ''
  as $$
    with bounds as (
      select s.time_zone, date_trunc('week', from_time at time zone s.time_zone) at time zone s.time_zone as starts,
        (date_trunc('week', until_time at time zone s.time_zone) + interval '7 days') at time zone s.time_zone as ends
      from public.desk_settings s
    )
    select date_trunc('week', c.at at time zone w.time_zone), count(*)
    from bounds w cross join lateral (
      select b.call_at as at from public.strategy_call_bookings b
      where b.call_at >= w.starts and b.call_at < w.ends and b.confirmed is not null
        and b.status in ('confirmed', 'held', 'no-show') and b.id is distinct from but_for
      union all
      select lower(h.slot) from private.call_holds h
      where h.is_proven and h.until > now_is and lower(h.slot) >= w.starts and lower(h.slot) < w.ends and h.booking is distinct from but_for
    ) c
    group by 1
  $$;

create or replace function public.picked_time(booking uuid) returns jsonb
  language plpgsql stable security definer
  set search_path = ''
  as $$
declare
  asked public.strategy_call_bookings;
  outcome text;
begin
  select * into asked from public.strategy_call_bookings b
  where b.id = picked_time.booking and b.picked and b.created_at > now() - interval '1 hour';
  outcome := case
    when asked.id is null then 'asked'
    when asked.status = 'confirmed' then 'confirmed'
    else coalesce(private.picked_state(asked, now()), 'taken')
  end;
  return jsonb_build_object('outcome', outcome, 'next', case when outcome = 'taken' then (
    select coalesce(jsonb_agg(private.iso_instant(n)), '[]')
    from private.free_times_near(asked.preferred_time, now(), 6, asked.id) n
  ) else '[]' end, 'host', case when outcome = 'confirmed' then (
    select private.host_of_call(h.id) ->> 'host' from private.hosts h
    where h.id = asked.assigned_to and h.named_to_visitors
  ) end);
end
$$;

create trigger settle_wish after update on public.strategy_call_bookings
  for each row when (
    new.picked and new.status = 'new'
    and (
      old.status = 'spam?' or not old.picked or new.preferred_time <> old.preferred_time
      or new.mailbox is distinct from old.mailbox
    )
  )
  execute function private.settle_wish();

comment on table private.mail_service is 'Whether letters leave by a mail server: one row at most.';

revoke all on function private.awaits_proof(text) from public;
revoke all on function private.note_mail_service(boolean) from public;
grant execute on function private.note_mail_service(boolean) to backline_upkeep;
revoke all on function private.picked_state(public.strategy_call_bookings, timestamp with time zone) from public;
revoke all on function private.visitor_moves(uuid, timestamp with time zone) from public;
grant execute on function private.visitor_moves(uuid, timestamp with time zone) to backline_call_page;

reset check_function_bodies;
