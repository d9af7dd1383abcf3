-- Requests for a strategy call. Visitors insert the columns of the form; the desk sets the others.
create table public.strategy_call_bookings (
  id uuid not null default gen_random_uuid(),
  created_at timestamptz not null default now(),
  name text not null,
  email text not null,
  company text not null,
  phone text not null,
  current_challenges text not null,
  team_size text not null,
  preferred_time timestamptz not null,
  time_zone text,
  message text,
  monthly_revenue text,
  status text not null default 'new',
  confirmed tstzrange,
  assigned_to uuid,
  source text not null default 'site',
  updated_at timestamptz not null default now(),

  constraint strategy_call_bookings_pkey primary key (id),
  -- One check per column, named after it: the name is how an error says which field was refused.
  constraint strategy_call_bookings_name_check check (char_length(name) between 1 and 200),
  constraint strategy_call_bookings_email_check check (
    char_length(email) <= 254
    and email ~ '^[a-zA-Z0-9.!#$%&''*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$'
  ),
  constraint strategy_call_bookings_company_check check (char_length(company) between 1 and 200),
  constraint strategy_call_bookings_phone_check check (char_length(phone) between 1 and 40),
  constraint strategy_call_bookings_current_challenges_check check (
    current_challenges in (
      'slow-proposals', 'lack-developers', 'project-management', 'quality-control',
      'scaling-operations', 'client-retention', 'other'
    )
  ),
  constraint strategy_call_bookings_team_size_check check (team_size in ('1', '2-5', '6-10', '11-25', '25+')),
  constraint strategy_call_bookings_preferred_time_check check (isfinite(preferred_time)),
  constraint strategy_call_bookings_time_zone_check check (char_length(time_zone) between 1 and 64),
  constraint strategy_call_bookings_message_check check (char_length(message) between 1 and 5000),
  constraint strategy_call_bookings_monthly_revenue_check check (char_length(monthly_revenue) between 1 and 100),
  constraint strategy_call_bookings_status_check check (
    status in ('new', 'confirmed', 'held', 'no-show', 'cancelled', 'spam')
    and (status <> 'confirmed' or confirmed is not null)
  ),
  constraint strategy_call_bookings_confirmed_check check (
    not isempty(confirmed) and not lower_inf(confirmed) and not upper_inf(confirmed)
    and isfinite(lower(confirmed)) and isfinite(upper(confirmed))
  ),
  constraint strategy_call_bookings_source_check check (char_length(source) between 1 and 100),
  constraint strategy_call_bookings_confirmed_excl exclude using gist (confirmed with &&)
    where (status = 'confirmed')
);

comment on table public.strategy_call_bookings is 'Requests for a strategy call, as the site''s form sends them.';

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
  return new;
end
$$;

create trigger tidy before insert or update on public.strategy_call_bookings
  for each row execute function private.tidy_strategy_call_booking();

alter table public.strategy_call_bookings enable row level security;
revoke all on public.strategy_call_bookings from public, anon, authenticated, service_role;

grant insert (
  id, name, email, company, phone, current_challenges, team_size, preferred_time, time_zone, message,
  monthly_revenue
) on public.strategy_call_bookings to anon;
grant select, insert, update, delete on public.strategy_call_bookings to service_role;

-- Says again what the column grant says, so that a grant widened by mistake still cannot reach the desk's columns.
create policy "visitors may ask for a call" on public.strategy_call_bookings
  for insert to anon
  with check (status = 'new' and confirmed is null and assigned_to is null and source = 'site');
