-- A form that the browser filled in for its visitor is complete within a second, and no program's. So speed is weighed
-- with how the fields came to be filled in, and with what else came from the same address.
alter table public.strategy_call_bookings
  -- 'browser': at least one field was filled in by what the browser keeps for its visitor; 'person': somebody typed,
  -- pasted or chose; null: nobody saw either, as in a form without script and in one that a program fills in.
  add column filled_by text,
  add constraint strategy_call_bookings_filled_by_check check (filled_by in ('person', 'browser'));
alter table public.contact_messages
  add column filled_by text,
  add constraint contact_messages_filled_by_check check (filled_by in ('person', 'browser'));

grant insert (filled_by) on public.strategy_call_bookings to anon;
grant insert (filled_by) on public.contact_messages to anon;

-- What is weighed, and against what. None of it refuses a row; see 20261120000006_suspects.sql for the three seconds.
-- Volatile, so that it sees rows that came just before in the same statement; with its owner's rights, as visitors
-- read no rows, and it tells them nothing.
create function private.looks_automatic(email text, fill_seconds real, filled_by text, budget_note text)
  returns boolean
  language sql volatile security definer
  set search_path = ''
  as $$
    select case
      -- Nobody sees this field, and browsers have no value for it.
      when budget_note is not null then true
      -- Slow enough for anybody, or nobody knows.
      when coalesce(fill_seconds >= 3, true) then false
      -- Nobody types that fast, and nobody who typed was seen.
      when filled_by is distinct from 'browser' then true
      -- A browser does. A visitor sends a booking and a message; a third within an hour is a program that claims
      -- to be a browser.
      else 1 < (
        select count(*) from (
          select b.created_at from public.strategy_call_bookings b
          where lower(b.email) = lower(looks_automatic.email)
          union all
          select m.created_at from public.contact_messages m where lower(m.email) = lower(looks_automatic.email)
        ) earlier
        where earlier.created_at > now() - interval '1 hour'
      )
    end
  $$;
grant execute on function private.looks_automatic(text, real, text, text) to anon, authenticated, service_role;

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
    -- A check cannot ask for the time, so this refusal speaks as the column's check does.
    raise exception using
      errcode = 'check_violation',
      schema = tg_table_schema,
      table = tg_table_name,
      constraint = 'strategy_call_bookings_preferred_time_check',
      message = 'new row for relation "strategy_call_bookings" violates check constraint '
        '"strategy_call_bookings_preferred_time_check"';
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
  -- A visitor's row only: a restore brings rows that the team has judged, and sources that it knows.
  if tg_op = 'INSERT' and current_user in ('anon', 'authenticated') then
    if new.status = 'new'
      and private.looks_automatic(new.email, new.fill_seconds, new.filled_by, new.budget_note)
    then
      new.status := 'spam?';
    end if;
    new.source := private.visit_source(new.landing_page, new.referrer);
    new.campaign := private.visit_campaign(new.landing_page);
    new.first_view := private.visit_first_view(new.landing_page);
  end if;
  return new;
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
  if tg_op = 'INSERT' and current_user in ('anon', 'authenticated') then
    if new.status = 'new'
      and private.looks_automatic(new.email, new.fill_seconds, new.filled_by, new.budget_note)
    then
      new.status := 'spam?';
    end if;
    new.source := private.visit_source(new.landing_page, new.referrer);
    new.campaign := private.visit_campaign(new.landing_page);
    new.first_view := private.visit_first_view(new.landing_page);
  end if;
  return new;
end
$$;

-- The trigger has run when a policy looks at a row: what it wrote passes, and nothing else does.
alter policy "visitors may ask for a call" on public.strategy_call_bookings
  with check (
    status = case when private.looks_automatic(email, fill_seconds, filled_by, budget_note) then 'spam?' else 'new' end
    and confirmed is null and assigned_to is null
    and source = private.visit_source(landing_page, referrer)
    and campaign is not distinct from private.visit_campaign(landing_page)
    and first_view is not distinct from private.visit_first_view(landing_page)
  );
alter policy "visitors may write to us" on public.contact_messages
  with check (
    status = case when private.looks_automatic(email, fill_seconds, filled_by, budget_note) then 'spam?' else 'new' end
    and assigned_to is null
    and source = private.visit_source(landing_page, referrer)
    and campaign is not distinct from private.visit_campaign(landing_page)
    and first_view is not distinct from private.visit_first_view(landing_page)
  );

drop function private.looks_automatic(real, text);
