-- Rows that a program seems to have filled in are marked for the team with the status 'spam?'. None is refused: a
-- person who trips over this still gets an answer, and a program is not told what gave it away.
alter table public.strategy_call_bookings
  -- Seconds from the moment the form was shown until it was sent; null where nobody saw that moment.
  add column fill_seconds real,
  -- A field that people never see. Browsers and password managers have no value saved for its name; a program that
  -- fills in whatever it finds has.
  add column budget_note text,
  -- The upper bound is there for what is no number and no end.
  add constraint strategy_call_bookings_fill_seconds_check check (fill_seconds between 0 and 1e9),
  add constraint strategy_call_bookings_budget_note_check check (char_length(budget_note) between 1 and 2000),
  drop constraint strategy_call_bookings_status_check,
  add constraint strategy_call_bookings_status_check check (
    status in ('new', 'spam?', 'confirmed', 'held', 'no-show', 'cancelled', 'spam')
    and (status <> 'confirmed' or confirmed is not null)
  );

alter table public.contact_messages
  add column fill_seconds real,
  add column budget_note text,
  add constraint contact_messages_fill_seconds_check check (fill_seconds between 0 and 1e9),
  add constraint contact_messages_budget_note_check check (char_length(budget_note) between 1 and 2000),
  drop constraint contact_messages_status_check,
  add constraint contact_messages_status_check check (status in ('new', 'spam?', 'answered', 'closed', 'spam'));

grant insert (fill_seconds, budget_note) on public.strategy_call_bookings to anon;
grant insert (fill_seconds, budget_note) on public.contact_messages to anon;

-- Three seconds: whoever lets the browser fill in all it knows still has to choose a day, two options or write a
-- sentence, which takes more; a program takes less than one, and a slow machine does not make it three.
create function private.looks_automatic(fill_seconds real, budget_note text) returns boolean
  language sql immutable parallel safe
  as $$ select budget_note is not null or coalesce(fill_seconds < 3, false) $$;
grant execute on function private.looks_automatic(real, text) to anon, authenticated, service_role;

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
  -- A visitor's row only: a restore brings rows that the team has judged.
  if tg_op = 'INSERT' and current_user in ('anon', 'authenticated')
    and new.status = 'new' and private.looks_automatic(new.fill_seconds, new.budget_note)
  then
    new.status := 'spam?';
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
  if tg_op = 'INSERT' and current_user in ('anon', 'authenticated')
    and new.status = 'new' and private.looks_automatic(new.fill_seconds, new.budget_note)
  then
    new.status := 'spam?';
  end if;
  return new;
end
$$;

-- The trigger has run when a policy looks at a row, so both of its verdicts pass, and each only where it is due: a
-- grant widened by mistake lets nobody clear, or raise, a suspicion by hand.
alter policy "visitors may ask for a call" on public.strategy_call_bookings
  with check (
    status = case when private.looks_automatic(fill_seconds, budget_note) then 'spam?' else 'new' end
    and confirmed is null and assigned_to is null and source = 'site'
  );
alter policy "visitors may write to us" on public.contact_messages
  with check (
    status = case when private.looks_automatic(fill_seconds, budget_note) then 'spam?' else 'new' end
    and assigned_to is null
  );
