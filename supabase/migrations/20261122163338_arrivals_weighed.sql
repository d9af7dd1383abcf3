create or replace function private.refuse_wish(preferred_time timestamptz) returns void
  language plpgsql
  set search_path = ''
  as $$
begin
  raise exception using
    errcode = 'check_violation',
    hint = case
      when preferred_time < now() then 'preferred_time must not be in the past'
      else 'preferred_time must lie within 2 years'
    end,
    schema = 'public',
    table = 'strategy_call_bookings',
    constraint = 'strategy_call_bookings_preferred_time_check',
    message = 'new row for relation "strategy_call_bookings" violates check constraint '
      '"strategy_call_bookings_preferred_time_check"';
end
$$;

create or replace function private.tidy_contact_message() returns trigger
  language plpgsql
  set search_path = ''
  as $$
begin
  if tg_op = 'UPDATE' then
    new.updated_at := now();
  end if;
  new.name := private.trimmed(new.name);
  new.email := private.trimmed(new.email);
  new.company := private.trimmed(new.company);
  new.message := private.trimmed(new.message);
  new.budget_note := nullif(private.trimmed(new.budget_note), '');
  new.landing_page := nullif(private.trimmed(new.landing_page), '');
  new.referrer := nullif(private.trimmed(new.referrer), '');
  return new;
end
$$;

create or replace function private.tidy_strategy_call_booking() returns trigger
  language plpgsql
  set search_path = ''
  as $$
begin
  if tg_op = 'UPDATE' then
    new.updated_at := now();
  elsif current_user in ('anon', 'authenticated')
    -- A visitor's time only: a restore brings rows whose time has passed. Five minutes, because clocks
    -- differ and forms wait; two years, because a later year is a slip of the finger.
    and new.preferred_time not between now() - interval '5 minutes' and now() + interval '2 years'
  then
    perform private.refuse_wish(new.preferred_time);
  end if;
  new.name := private.trimmed(new.name);
  new.email := private.trimmed(new.email);
  new.company := private.trimmed(new.company);
  new.phone := private.trimmed(new.phone);
  new.time_zone := nullif(private.trimmed(new.time_zone), '');
  new.message := nullif(private.trimmed(new.message), '');
  new.monthly_revenue := nullif(private.trimmed(new.monthly_revenue), '');
  new.budget_note := nullif(private.trimmed(new.budget_note), '');
  new.landing_page := nullif(private.trimmed(new.landing_page), '');
  new.referrer := nullif(private.trimmed(new.referrer), '');
  return new;
end
$$;

create or replace function private.weigh_arrival() returns trigger
  language plpgsql
  set search_path = ''
  as $$
begin
  if new.status = 'new' and private.looks_automatic(new.email, new.fill_seconds, new.filled_by, new.budget_note) then
    new.status := 'spam?';
  end if;
  new.source := private.visit_source(new.landing_page, new.referrer);
  new.campaign := private.visit_campaign(new.landing_page);
  new.first_view := private.visit_first_view(new.landing_page);
  return new;
end
$$;

create trigger tidy_and_weigh before insert on public.contact_messages
  for each row when (current_user in ('anon', 'authenticated')) execute function private.weigh_arrival();

create trigger tidy_and_weigh before insert on public.strategy_call_bookings
  for each row when (current_user in ('anon', 'authenticated')) execute function private.weigh_arrival();

revoke all on function private.refuse_wish(timestamp with time zone) from public;
grant execute on function private.refuse_wish(timestamp with time zone) to anon, authenticated;
revoke all on function private.weigh_arrival() from public;
