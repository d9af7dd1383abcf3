-- A check cannot ask what time it is, so this refusal of a wish speaks as the column's check does. The hint says which it was,
-- in the words of the contract.
create function private.refuse_wish(preferred_time timestamptz) returns void
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
grant execute on function private.refuse_wish(timestamptz) to anon, authenticated;

create function private.tidy_strategy_call_booking() returns trigger
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
  new.picked := coalesce(new.picked, false);
  return new;
end
$$;
