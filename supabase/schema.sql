-- Generated from the migrations by `npx vitest run tools/schema.test.ts -u`. Reviewed like code, never edited.

-- Roles of a request

-- anon: never signs in
-- authenticated: never signs in
-- authenticator: may sign in, may become anon, authenticated, service_role
-- service_role: never signs in, bypasses row security

-- Functions

CREATE OR REPLACE FUNCTION private.tidy_contact_message()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'UPDATE' then
    new.updated_at := now();
  end if;
  new.name := private.trimmed(new.name);
  new.email := private.trimmed(new.email);
  new.company := private.trimmed(new.company);
  new.message := private.trimmed(new.message);
  return new;
end
$function$
;
CREATE OR REPLACE FUNCTION private.tidy_strategy_call_booking()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
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
$function$
;
CREATE OR REPLACE FUNCTION private.trimmed(value text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
    select btrim(
      value,
      U&'\0009\000a\000b\000c\000d\0020\00a0\1680\2000\2001\2002\2003\2004\2005\2006\2007\2008\2009\200a\2028\2029\202f\205f\3000\feff'
    )
  $function$
;

-- Tables

create table contact_messages (
  id uuid not null default gen_random_uuid(),
  created_at timestamp with time zone not null default now(),
  name text not null,
  email text not null,
  company text not null,
  message text not null,
  inquiry_type text not null,
  status text not null default 'new'::text,
  assigned_to uuid,
  updated_at timestamp with time zone not null default now(),
  constraint contact_messages_company_check CHECK (((char_length(company) >= 1) AND (char_length(company) <= 200))),
  constraint contact_messages_email_check CHECK (((char_length(email) <= 254) AND (email ~ '^[a-zA-Z0-9.!#$%&''*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$'::text))),
  constraint contact_messages_inquiry_type_check CHECK ((inquiry_type = ANY (ARRAY['partner360'::text, 'services'::text, 'partnership'::text, 'support'::text, 'other'::text]))),
  constraint contact_messages_message_check CHECK (((char_length(message) >= 1) AND (char_length(message) <= 5000))),
  constraint contact_messages_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 200))),
  constraint contact_messages_pkey PRIMARY KEY (id),
  constraint contact_messages_status_check CHECK ((status = ANY (ARRAY['new'::text, 'answered'::text, 'closed'::text, 'spam'::text])))
);
create table strategy_call_bookings (
  id uuid not null default gen_random_uuid(),
  created_at timestamp with time zone not null default now(),
  name text not null,
  email text not null,
  company text not null,
  phone text not null,
  current_challenges text not null,
  team_size text not null,
  preferred_time timestamp with time zone not null,
  time_zone text,
  message text,
  monthly_revenue text,
  status text not null default 'new'::text,
  confirmed tstzrange,
  assigned_to uuid,
  source text not null default 'site'::text,
  updated_at timestamp with time zone not null default now(),
  constraint strategy_call_bookings_company_check CHECK (((char_length(company) >= 1) AND (char_length(company) <= 200))),
  constraint strategy_call_bookings_confirmed_check CHECK (((NOT isempty(confirmed)) AND (NOT lower_inf(confirmed)) AND (NOT upper_inf(confirmed)) AND isfinite(lower(confirmed)) AND isfinite(upper(confirmed)))),
  constraint strategy_call_bookings_confirmed_excl EXCLUDE USING gist (confirmed WITH &&) WHERE ((status = 'confirmed'::text)),
  constraint strategy_call_bookings_current_challenges_check CHECK ((current_challenges = ANY (ARRAY['slow-proposals'::text, 'lack-developers'::text, 'project-management'::text, 'quality-control'::text, 'scaling-operations'::text, 'client-retention'::text, 'other'::text]))),
  constraint strategy_call_bookings_email_check CHECK (((char_length(email) <= 254) AND (email ~ '^[a-zA-Z0-9.!#$%&''*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$'::text))),
  constraint strategy_call_bookings_message_check CHECK (((char_length(message) >= 1) AND (char_length(message) <= 5000))),
  constraint strategy_call_bookings_monthly_revenue_check CHECK (((char_length(monthly_revenue) >= 1) AND (char_length(monthly_revenue) <= 100))),
  constraint strategy_call_bookings_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 200))),
  constraint strategy_call_bookings_phone_check CHECK (((char_length(phone) >= 1) AND (char_length(phone) <= 40))),
  constraint strategy_call_bookings_pkey PRIMARY KEY (id),
  constraint strategy_call_bookings_preferred_time_check CHECK (isfinite(preferred_time)),
  constraint strategy_call_bookings_source_check CHECK (((char_length(source) >= 1) AND (char_length(source) <= 100))),
  constraint strategy_call_bookings_status_check CHECK (((status = ANY (ARRAY['new'::text, 'confirmed'::text, 'held'::text, 'no-show'::text, 'cancelled'::text, 'spam'::text])) AND ((status <> 'confirmed'::text) OR (confirmed IS NOT NULL)))),
  constraint strategy_call_bookings_team_size_check CHECK ((team_size = ANY (ARRAY['1'::text, '2-5'::text, '6-10'::text, '11-25'::text, '25+'::text]))),
  constraint strategy_call_bookings_time_zone_check CHECK (((char_length(time_zone) >= 1) AND (char_length(time_zone) <= 64)))
);

-- Views, sequences and other relations

-- none

-- Indexes beside those of constraints

-- none

-- Triggers

CREATE TRIGGER tidy BEFORE INSERT OR UPDATE ON public.contact_messages FOR EACH ROW EXECUTE FUNCTION private.tidy_contact_message();
CREATE TRIGGER tidy BEFORE INSERT OR UPDATE ON public.strategy_call_bookings FOR EACH ROW EXECUTE FUNCTION private.tidy_strategy_call_booking();

-- Row security

alter table contact_messages enable row level security;
alter table strategy_call_bookings enable row level security;

-- Policies

create policy "visitors may write to us" on public.contact_messages as permissive for insert to anon
  with check ((status = 'new'::text) AND (assigned_to IS NULL));
create policy "visitors may ask for a call" on public.strategy_call_bookings as permissive for insert to anon
  with check ((status = 'new'::text) AND (confirmed IS NULL) AND (assigned_to IS NULL) AND (source = 'site'::text));

-- Grants on schemas

grant usage on schema private to anon;
grant usage on schema private to authenticated;
grant usage on schema private to service_role;
grant usage on schema public to public;

-- Grants on functions

grant execute on function private.trimmed(text) to anon;
grant execute on function private.trimmed(text) to authenticated;
grant execute on function private.trimmed(text) to service_role;

-- Grants on tables

grant delete, insert, select, update on table contact_messages to service_role;
grant delete, insert, select, update on table strategy_call_bookings to service_role;

-- Grants on columns

grant insert (id, name, email, company, message, inquiry_type) on table contact_messages to anon;
grant insert (id, name, email, company, phone, current_challenges, team_size, preferred_time, time_zone, message, monthly_revenue) on table strategy_call_bookings to anon;
