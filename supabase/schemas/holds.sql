-- Picked times: who holds one, until when, and whether it is confirmed at once. Steps of an insert or update; a sender may
-- ask by the id of their own row what became of it.

-- Bookings take times one after the other: of two requests for one time, the second then gets an explained refusal and
-- not a violation of the exclusion constraint.
create function private.lock_calls() returns void
  language sql
  set search_path = ''
  as $$ select pg_advisory_xact_lock(7206341004) $$;

-- So that the next call goes to another host. Skips a locked row: a host who saves settings waits for the rows of their
-- calls, so a move of such a call that waited for the host's row would deadlock.
create function private.mark_host_given_call(chosen uuid) returns void
  language sql
  set search_path = ''
  as $$
    update private.hosts h set last_given_at = now()
    where h.id = (select f.id from private.hosts f where f.id = chosen for no key update skip locked)
  $$;

-- Whether letters leave by a mail server, as the server reports at its start. Without one no visitor can prove a
-- mailbox. No row means that there is one.
create table private.mail_service (
  is_only boolean not null default true,
  is_there boolean not null,

  constraint mail_service_pkey primary key (is_only),
  constraint mail_service_is_only_check check (is_only)
);

comment on table private.mail_service is 'Whether letters leave by a mail server: one row at most.';

alter table private.mail_service enable row level security;

create function private.note_mail_service(is_there boolean) returns void
  language sql security definer
  set search_path = ''
  as $$
    insert into private.mail_service as m (is_there) values (note_mail_service.is_there)
    on conflict (is_only) do update set is_there = excluded.is_there where m.is_there <> excluded.is_there
  $$;
grant execute on function private.note_mail_service(boolean) to backline_upkeep;

-- Anybody can type an address, so a time is held only once the mailbox is proven to be the sender's, unless there is no
-- mail server to prove it with.
create function private.awaits_proof(email text) returns boolean
  language sql stable
  set search_path = ''
  as $$
    select not exists (select from private.mail_service m where not m.is_there)
      and not private.is_known_mailbox(private.mailbox_of(email))
  $$;

-- The picked time of an unanswered request: 'held' for it; 'unproven', not held, so that the first request with a
-- proven mailbox gets it; or 'taken'. A suspected request gets the answers that any other would.
create function private.picked_state(asked public.strategy_call_bookings, now_is timestamptz) returns text
  language plpgsql stable
  set search_path = ''
  as $$
begin
  if not asked.picked or asked.status not in ('new', 'spam?', 'spam') then
    return null;
  end if;
  return (
    select case
      when exists (select from private.call_holds c where c.booking = asked.id and not c.is_offered and c.until > now_is)
      then 'held'
      when private.awaits_proof(asked.email) then case
        when private.free_host(asked.preferred_time, now_is, s.call_minutes, asked.id) is not null then 'unproven'
        else 'taken'
      end
      when asked.status <> 'new' then 'held'
      else 'taken'
    end
    from public.desk_settings s
  );
end
$$;

-- Holds a picked time with a free host. Suspected and unproven requests hold none, and a mailbox holds three at most,
-- confirmed calls to come included. Returns the host, or null.
create function private.hold_time(asked public.strategy_call_bookings) returns uuid
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
  perform private.lock_calls();
  delete from private.call_holds c where c.until <= now() or (c.booking = asked.id and not c.is_offered);
  if (
    select count(*) from public.strategy_call_bookings b
    left join private.call_holds c on c.booking = b.id and not c.is_offered
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
    perform private.mark_host_given_call(chosen);
  end if;
  return chosen;
end
$$;

create function private.update_hold(old public.strategy_call_bookings, new public.strategy_call_bookings) returns void
  language plpgsql
  set search_path = ''
  as $$
begin
  if old.picked and (
    new.status not in ('new', 'spam?') or not new.picked or new.preferred_time <> old.preferred_time
  ) then
    delete from private.call_holds c where c.booking = new.id;
  end if;
  -- What was offered is over once anything else becomes of the call.
  if new.status <> old.status or new.confirmed is distinct from old.confirmed or new.preferred_time <> old.preferred_time then
    delete from private.call_holds c where c.booking = new.id and c.is_offered;
  end if;
  if new.picked and (
    not old.picked or new.preferred_time <> old.preferred_time or (new.status = 'new' and old.status = 'spam?')
    or new.mailbox is distinct from old.mailbox
  ) then
    perform private.hold_time(new);
  end if;
end
$$;

-- Whether a request is confirmed without the team: its time is held, its mailbox is known, and the owners allow it.
create function private.is_confirmed_automatically(asked uuid) returns boolean
  language sql stable
  set search_path = ''
  as $$
    select exists (
      select from private.call_holds c, public.desk_settings s
      where c.booking = asked and not c.is_offered and s.confirm_at_once and c.is_proven and c.until > now()
    )
  $$;

-- Confirms a held time where the team need not answer.
create function private.confirm_automatically(asked uuid) returns void
  language plpgsql
  set search_path = ''
  as $$
begin
  if not private.is_confirmed_automatically(asked) then
    return;
  end if;
  perform set_config('backline.by', 'visitor', true);
  update public.strategy_call_bookings b set status = 'confirmed', confirmed = c.slot, assigned_to = c.host
  from private.call_holds c
  where c.booking = asked and not c.is_offered and b.id = asked and b.status = 'new';
  perform set_config('backline.by', '', true);
end
$$;

-- For the page that sent the request and knows its id, during one hour.
create function public.picked_time(booking uuid) returns jsonb
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
    from private.free_times_near(asked.preferred_time, now(), asked.id) n
  ) else '[]' end, 'host', case when outcome = 'confirmed' then (
    select private.host_of_call(h.id) ->> 'host' from private.hosts h
    where h.id = asked.assigned_to and h.named_to_visitors
  ) end);
end
$$;
grant execute on function public.picked_time(uuid) to anon, authenticated, service_role;
