-- Generated from the migrations by `npx vitest run tools/schema.test.ts -u`. Reviewed like code, never edited.

-- Roles of a request

-- anon: never signs in
-- authenticated: never signs in
-- authenticator: may sign in, may become anon, authenticated, service_role, supabase_auth_admin
-- service_role: never signs in, bypasses row security

-- Functions

CREATE OR REPLACE FUNCTION private.count_interactions(of_day date)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  from_time timestamptz := of_day::timestamp at time zone 'UTC';
  to_time timestamptz := (of_day + 1)::timestamp at time zone 'UTC';
begin
  delete from public.interaction_days where day = of_day;

  insert into public.interaction_days (day, event_type, subject, visitor, events, sessions, p75)
  with event as (
    select
      i.event_type,
      private.interaction_subject(i.event_type, i.event_data) as subject,
      case when i.is_bot then 'bot' when i.is_team then 'team' else 'person' end as visitor,
      i.session_id,
      case
        when jsonb_typeof(i.event_data -> 'value') = 'number' then (i.event_data ->> 'value')::numeric
        when jsonb_typeof(i.event_data -> 'seconds') = 'number' then (i.event_data ->> 'seconds')::numeric
      end as measure
    from public.user_interactions i
    where i.created_at >= from_time and i.created_at < to_time
  ),
  ranked as (
    select event_type, subject, row_number() over (partition by event_type order by count(*) desc, subject) as place
    from event group by event_type, subject
  )
  select
    of_day, event.event_type, case when place <= 100 then event.subject else '(other)' end, visitor,
    count(*), count(distinct session_id), percentile_disc(0.75) within group (order by measure)
  from event join ranked using (event_type, subject)
  group by 2, 3, 4
  union all
  select of_day, '*', '', visitor, count(*), count(distinct session_id), null from event group by visitor;
end
$function$
;
CREATE OR REPLACE FUNCTION private.host_of(address text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN NULLIF(regexp_replace(lower("substring"(address, '^[Hh][Tt][Tt][Pp][Ss]?://(?:[^/?#@]*@)?(\[[^]/?#]*\]|[^/?#:]*)'::text)), '^www\.'::text, ''::text), ''::text)
;
CREATE OR REPLACE FUNCTION private.interaction_subject(event_type text, event_data jsonb)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
    select left(coalesce(
      case event_type
        when 'page_view' then event_data ->> 'view'
        when 'button_click' then event_data ->> 'label'
        when 'form_submit' then concat_ws(':', event_data ->> 'form', event_data ->> 'outcome')
        when 'modal_open' then event_data ->> 'opener'
        when 'modal_close' then event_data ->> 'opener'
        when 'navigation' then event_data ->> 'to'
        when 'download' then event_data ->> 'pack'
        when 'engagement' then concat_ws(':', event_data ->> 'action', event_data ->> 'name')
        when 'search' then event_data ->> 'place'
        when 'error' then event_data ->> 'code'
        when 'custom_event' then event_data ->> 'name'
      end, ''), 100)
  $function$
;
CREATE OR REPLACE FUNCTION private.keep_interactions(now_is timestamp with time zone, keep_days integer)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  today date := (now_is at time zone 'UTC')::date;
  oldest date := today - keep_days;
  -- A transaction that began before midnight may commit after it: a day is counted an hour after its end.
  last_day date := ((now_is - interval '1 hour') at time zone 'UTC')::date - 1;
  next_day date;
  counted int := 0;
  dropped text[] := '{}';
  pruned bigint;
  partition record;
begin
  if keep_days < 1 then
    raise exception 'keep_days must be at least 1';
  end if;
  if not pg_try_advisory_xact_lock(7206341003) then
    return null;
  end if;

  for ahead in 0..2 loop
    perform private.make_interaction_month((date_trunc('month', today) + ahead * interval '1 month')::date);
  end loop;

  next_day := (select max(day) + 1 from public.interaction_days where event_type = '*');
  for next_day in
    select distinct (created_at at time zone 'UTC')::date
    from public.user_interactions
    where created_at >= coalesce(next_day::timestamp at time zone 'UTC', '-infinity')
      and created_at < (last_day + 1)::timestamp at time zone 'UTC'
    order by 1
  loop
    perform private.count_interactions(next_day);
    counted := counted + 1;
  end loop;

  for partition in
    select c.relname as name
    from pg_catalog.pg_inherits h join pg_catalog.pg_class c on c.oid = h.inhrelid
    where h.inhparent = 'public.user_interactions'::regclass
      and c.relname ~ '^user_interactions_\d{4}_\d{2}$'
      and to_date(right(c.relname, 7), 'YYYY_MM') + interval '1 month' <= oldest
    order by 1
  loop
    execute format('drop table public.%I', partition.name);
    dropped := dropped || partition.name;
  end loop;

  -- Not what is still to be counted, should the time to keep be shorter than the time to count.
  delete from public.user_interactions
    where created_at < least(oldest, last_day + 1)::timestamp at time zone 'UTC';
  get diagnostics pruned = row_count;

  return jsonb_build_object('days_counted', counted, 'months_dropped', dropped, 'rows_pruned', pruned);
end
$function$
;
CREATE OR REPLACE FUNCTION private.looks_automatic(fill_seconds real, budget_note text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$ select budget_note is not null or coalesce(fill_seconds < 3, false) $function$
;
CREATE OR REPLACE FUNCTION private.make_interaction_month(month date)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  name text := 'user_interactions_' || to_char(month, 'YYYY_MM');
  from_time timestamptz := month::timestamp at time zone 'UTC';
  to_time timestamptz := (month + interval '1 month') at time zone 'UTC';
  -- All but what is generated.
  columns text := 'id, created_at, session_id, event_type, event_data, page_url, user_agent, referrer, is_bot, visitor_key';
begin
  if to_regclass('public.' || name) is not null then
    return;
  end if;
  lock table public.user_interactions_other in access exclusive mode;
  execute format(
    'create table public.%I (like public.user_interactions including all, constraint %I primary key (id))',
    name, name || '_pkey'
  );
  execute format('alter table public.%I enable row level security', name);
  execute format('revoke all on public.%I from public, anon, authenticated, service_role', name);
  execute format(
    'create index %I on public.%I using brin (created_at)', name || '_created_at_idx', name
  );
  execute format(
    'with moved as (
       delete from public.user_interactions_other where created_at >= %L and created_at < %L returning *
     )
     insert into public.%I (%s) select %s from moved',
    from_time, to_time, name, columns, columns
  );
  execute format(
    'alter table public.user_interactions attach partition public.%I for values from (%L) to (%L)',
    name, from_time, to_time
  );
end
$function$
;
CREATE OR REPLACE FUNCTION private.notify_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  perform pg_catalog.pg_notify(
    'realtime',
    pg_catalog.json_build_object(
      'schema', tg_table_schema,
      'table', tg_table_name,
      'type', tg_op,
      'id', new.id,
      -- The transaction's time: nobody knows the commit's before it. The same for both of two updates in one
      -- transaction, which PostgreSQL therefore tells as one.
      'at', pg_catalog.now()
    )::text
  );
  return null;
end
$function$
;
CREATE OR REPLACE FUNCTION private.percent_decoded(value text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN (value ~ '[%+]'::text) THEN (SELECT string_agg(CASE WHEN (_.part[1] ~ '^%..'::text) THEN convert_from(decode(replace(_.part[1], '%'::text, ''::text), 'hex'::text), 'UTF8'::name) ELSE _.part[1] END, ''::text ORDER BY _.place) AS string_agg FROM regexp_matches(replace(percent_decoded.value, '+'::text, ' '::text), ((('((?:%[2-6][0-9a-f]|%7[0-9a-e]'::text || '|%(?:c[2-9a-f]|d[0-9a-f])%[89ab][0-9a-f]'::text) || '|(?:%e0%[ab][0-9a-f]|%ed%[89][0-9a-f]|%e[1-9abcef]%[89ab][0-9a-f])%[89ab][0-9a-f]'::text) || '|(?:%f0%[9ab][0-9a-f]|%f[123]%[89ab][0-9a-f]|%f4%8[0-9a-f])(?:%[89ab][0-9a-f]){2})+|[^%]+|%)'::text), 'gi'::text) WITH ORDINALITY _(part, place)) ELSE value END
;
CREATE OR REPLACE FUNCTION private.query_value(address text, name text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN NULLIF("left"(private.trimmed(private.percent_decoded("substring"(split_part(address, '#'::text, 1), (('[?&]'::text || name) || '=([^&]*)'::text)))), 100), ''::text)
;
CREATE OR REPLACE FUNCTION private.record(action text, subject text, subject_id uuid, details jsonb DEFAULT '{}'::jsonb)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
    insert into public.audit_log (actor, action, subject, subject_id, details)
    values (auth.uid(), action, subject, subject_id, details)
  $function$
;
CREATE OR REPLACE FUNCTION private.refuse_rewriting()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  raise exception '% is only ever added to', tg_table_name using errcode = '42501';
end
$function$
;
CREATE OR REPLACE FUNCTION private.require_staff(VARIADIC roles text[])
 RETURNS void
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  if private.staff_role() = any (roles) then
    return;
  end if;
  raise exception 'this is for %', array_to_string(roles, ' and ') using errcode = '42501';
end
$function$
;
CREATE OR REPLACE FUNCTION private.session_is_live()
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
    select auth.jwt() ->> 'session_id' is null or exists (
      select from auth.sessions s join auth.users u on u.id = s.user_id
      where s.id::text = auth.jwt() ->> 'session_id' and s.user_id = auth.uid()
        and (s.not_after is null or s.not_after > now())
        and u.deleted_at is null and (u.banned_until is null or u.banned_until < now())
    )
  $function$
;
CREATE OR REPLACE FUNCTION private.staff_role()
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
    select m.role from public.staff_members m
    join auth.sessions s on s.user_id = m.id
    join auth.users u on u.id = m.id
    where m.id = auth.uid() and m.disabled_at is null
      and s.id::text = auth.jwt() ->> 'session_id' and s.aal = 'aal2' and auth.jwt() ->> 'aal' = 'aal2'
      and (s.not_after is null or s.not_after > now())
      and u.deleted_at is null and (u.banned_until is null or u.banned_until < now())
  $function$
;
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
  new.budget_note := nullif(private.trimmed(new.budget_note), '');
  new.landing_page := nullif(private.trimmed(new.landing_page), '');
  new.referrer := nullif(private.trimmed(new.referrer), '');
  if tg_op = 'INSERT' and current_user in ('anon', 'authenticated') then
    if new.status = 'new' and private.looks_automatic(new.fill_seconds, new.budget_note) then
      new.status := 'spam?';
    end if;
    new.source := private.visit_source(new.landing_page, new.referrer);
    new.campaign := private.visit_campaign(new.landing_page);
    new.first_view := private.visit_first_view(new.landing_page);
  end if;
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
  new.budget_note := nullif(private.trimmed(new.budget_note), '');
  new.landing_page := nullif(private.trimmed(new.landing_page), '');
  new.referrer := nullif(private.trimmed(new.referrer), '');
  -- A visitor's row only: a restore brings rows that the team has judged, and sources that it knows.
  if tg_op = 'INSERT' and current_user in ('anon', 'authenticated') then
    if new.status = 'new' and private.looks_automatic(new.fill_seconds, new.budget_note) then
      new.status := 'spam?';
    end if;
    new.source := private.visit_source(new.landing_page, new.referrer);
    new.campaign := private.visit_campaign(new.landing_page);
    new.first_view := private.visit_first_view(new.landing_page);
  end if;
  return new;
end
$function$
;
CREATE OR REPLACE FUNCTION private.touch_updated_at()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  new.updated_at := now();
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
CREATE OR REPLACE FUNCTION private.visit_campaign(page_url text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN private.query_value(page_url, 'utm_campaign'::text)
;
CREATE OR REPLACE FUNCTION private.visit_first_view(page_url text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN (page_url IS NULL) THEN NULL::text ELSE COALESCE("substring"(private.query_value(page_url, 'view'::text), '^[a-z0-9-]+$'::text), 'home'::text) END
;
CREATE OR REPLACE FUNCTION private.visit_source(page_url text, referrer text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN (page_url IS NULL) THEN 'site'::text ELSE COALESCE(lower(private.query_value(page_url, 'utm_source'::text)), "left"(NULLIF(private.host_of(referrer), COALESCE(private.host_of(page_url), ''::text)), 100), 'direct'::text) END
;

-- Tables

create table audit_log (
  id bigint not null,
  at timestamp with time zone not null default now(),
  actor uuid,
  action text not null,
  subject text not null,
  subject_id uuid,
  details jsonb not null default '{}'::jsonb,
  constraint audit_log_action_check CHECK ((action ~ '^[a-z_]{2,40}$'::text)),
  constraint audit_log_details_check CHECK (((jsonb_typeof(details) = 'object'::text) AND (pg_column_size(details) <= 8192))),
  constraint audit_log_pkey PRIMARY KEY (id)
);
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
  fill_seconds real,
  budget_note text,
  session_id uuid,
  landing_page text,
  referrer text,
  source text not null default 'site'::text,
  campaign text,
  first_view text,
  constraint contact_messages_budget_note_check CHECK (((char_length(budget_note) >= 1) AND (char_length(budget_note) <= 2000))),
  constraint contact_messages_campaign_check CHECK (((char_length(campaign) >= 1) AND (char_length(campaign) <= 100))),
  constraint contact_messages_company_check CHECK (((char_length(company) >= 1) AND (char_length(company) <= 200))),
  constraint contact_messages_email_check CHECK (((char_length(email) <= 254) AND (email ~ '^[a-zA-Z0-9.!#$%&''*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$'::text))),
  constraint contact_messages_fill_seconds_check CHECK (((fill_seconds >= (0)::double precision) AND (fill_seconds <= ('1000000000'::numeric)::double precision))),
  constraint contact_messages_first_view_check CHECK (((char_length(first_view) >= 1) AND (char_length(first_view) <= 100))),
  constraint contact_messages_inquiry_type_check CHECK ((inquiry_type = ANY (ARRAY['partner360'::text, 'services'::text, 'partnership'::text, 'support'::text, 'other'::text]))),
  constraint contact_messages_landing_page_check CHECK (((char_length(landing_page) >= 1) AND (char_length(landing_page) <= 2000))),
  constraint contact_messages_message_check CHECK (((char_length(message) >= 1) AND (char_length(message) <= 5000))),
  constraint contact_messages_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 200))),
  constraint contact_messages_pkey PRIMARY KEY (id),
  constraint contact_messages_referrer_check CHECK (((char_length(referrer) >= 1) AND (char_length(referrer) <= 2000))),
  constraint contact_messages_source_check CHECK (((char_length(source) >= 1) AND (char_length(source) <= 100))),
  constraint contact_messages_status_check CHECK ((status = ANY (ARRAY['new'::text, 'spam?'::text, 'answered'::text, 'closed'::text, 'spam'::text])))
);
create table interaction_days (
  day date not null,
  event_type text not null,
  subject text not null,
  visitor text not null,
  events bigint not null,
  sessions bigint not null,
  p75 numeric,
  constraint interaction_days_pkey PRIMARY KEY (day, event_type, subject, visitor),
  constraint interaction_days_visitor_check CHECK ((visitor = ANY (ARRAY['person'::text, 'bot'::text, 'team'::text])))
);
create table private.challenge_guards (
  challenge_id uuid not null,
  address_hash text not null,
  failures integer not null default 0,
  constraint challenge_guards_challenge_id_fkey FOREIGN KEY (challenge_id) REFERENCES auth.mfa_challenges(id) ON DELETE CASCADE,
  constraint challenge_guards_pkey PRIMARY KEY (challenge_id)
);
create table private.one_time_codes (
  token_id uuid not null,
  code_hash text not null,
  failures integer not null default 0,
  expires_at timestamp with time zone not null,
  flow_id uuid,
  constraint one_time_codes_pkey PRIMARY KEY (token_id),
  constraint one_time_codes_token_id_fkey FOREIGN KEY (token_id) REFERENCES auth.one_time_tokens(id) ON DELETE CASCADE
);
create table private.owner_links (
  token_hash text not null,
  created_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone not null,
  constraint owner_links_pkey PRIMARY KEY (token_hash)
);
create table private.pack_downloads (
  day date not null,
  pack text not null,
  visitor text not null,
  downloads bigint not null,
  constraint pack_downloads_downloads_check CHECK ((downloads > 0)),
  constraint pack_downloads_pack_check CHECK (((char_length(pack) >= 1) AND (char_length(pack) <= 100))),
  constraint pack_downloads_pkey PRIMARY KEY (day, pack, visitor),
  constraint pack_downloads_visitor_check CHECK ((visitor = ANY (ARRAY['person'::text, 'bot'::text])))
);
create table private.rate_limit_hits (
  key text not null,
  process uuid not null,
  hits integer not null,
  until timestamp with time zone not null,
  changed_at timestamp with time zone not null default now(),
  constraint rate_limit_hits_key_check CHECK ((char_length(key) = 22)),
  constraint rate_limit_hits_pkey PRIMARY KEY (key, process)
);
create table private.rate_limit_salts (
  day date not null,
  salt text not null default ((gen_random_uuid())::text || (gen_random_uuid())::text),
  constraint rate_limit_salts_pkey PRIMARY KEY (day)
);
create table private.recovery_code_sets (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint recovery_code_sets_pkey PRIMARY KEY (id),
  constraint recovery_code_sets_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint recovery_code_sets_user_id_key UNIQUE (user_id)
);
create table private.recovery_codes (
  set_id uuid not null,
  code_hash text not null,
  used_at timestamp with time zone,
  constraint recovery_codes_pkey PRIMARY KEY (set_id, code_hash),
  constraint recovery_codes_set_id_fkey FOREIGN KEY (set_id) REFERENCES private.recovery_code_sets(id) ON DELETE CASCADE
);
create table private.signing_keys (
  id uuid not null default gen_random_uuid(),
  created_at timestamp with time zone not null default now(),
  algorithm text not null,
  sealed_key text not null,
  public_key jsonb,
  signs_from timestamp with time zone not null,
  constraint signing_keys_algorithm_check CHECK ((algorithm = ANY (ARRAY['ES256'::text, 'RS256'::text, 'HS256'::text]))),
  constraint signing_keys_pkey PRIMARY KEY (id)
);
create table private.throttles (
  name text not null,
  key text not null,
  hits integer not null,
  until timestamp with time zone not null,
  constraint throttles_pkey PRIMARY KEY (name, key)
);
create table private.totp_steps (
  factor_id uuid not null,
  step bigint not null,
  constraint totp_steps_factor_id_fkey FOREIGN KEY (factor_id) REFERENCES auth.mfa_factors(id) ON DELETE CASCADE,
  constraint totp_steps_pkey PRIMARY KEY (factor_id)
);
create table staff_members (
  id uuid not null,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  role text not null default 'viewer'::text,
  disabled_at timestamp with time zone,
  constraint staff_members_id_fkey FOREIGN KEY (id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint staff_members_pkey PRIMARY KEY (id),
  constraint staff_members_role_check CHECK ((role = ANY (ARRAY['owner'::text, 'agent'::text, 'viewer'::text])))
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
  fill_seconds real,
  budget_note text,
  session_id uuid,
  landing_page text,
  referrer text,
  campaign text,
  first_view text,
  constraint strategy_call_bookings_budget_note_check CHECK (((char_length(budget_note) >= 1) AND (char_length(budget_note) <= 2000))),
  constraint strategy_call_bookings_campaign_check CHECK (((char_length(campaign) >= 1) AND (char_length(campaign) <= 100))),
  constraint strategy_call_bookings_company_check CHECK (((char_length(company) >= 1) AND (char_length(company) <= 200))),
  constraint strategy_call_bookings_confirmed_check CHECK (((NOT isempty(confirmed)) AND (NOT lower_inf(confirmed)) AND (NOT upper_inf(confirmed)) AND isfinite(lower(confirmed)) AND isfinite(upper(confirmed)))),
  constraint strategy_call_bookings_confirmed_excl EXCLUDE USING gist (confirmed WITH &&) WHERE ((status = 'confirmed'::text)),
  constraint strategy_call_bookings_current_challenges_check CHECK ((current_challenges = ANY (ARRAY['slow-proposals'::text, 'lack-developers'::text, 'project-management'::text, 'quality-control'::text, 'scaling-operations'::text, 'client-retention'::text, 'other'::text]))),
  constraint strategy_call_bookings_email_check CHECK (((char_length(email) <= 254) AND (email ~ '^[a-zA-Z0-9.!#$%&''*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$'::text))),
  constraint strategy_call_bookings_fill_seconds_check CHECK (((fill_seconds >= (0)::double precision) AND (fill_seconds <= ('1000000000'::numeric)::double precision))),
  constraint strategy_call_bookings_first_view_check CHECK (((char_length(first_view) >= 1) AND (char_length(first_view) <= 100))),
  constraint strategy_call_bookings_landing_page_check CHECK (((char_length(landing_page) >= 1) AND (char_length(landing_page) <= 2000))),
  constraint strategy_call_bookings_message_check CHECK (((char_length(message) >= 1) AND (char_length(message) <= 5000))),
  constraint strategy_call_bookings_monthly_revenue_check CHECK (((char_length(monthly_revenue) >= 1) AND (char_length(monthly_revenue) <= 100))),
  constraint strategy_call_bookings_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 200))),
  constraint strategy_call_bookings_phone_check CHECK (((char_length(phone) >= 1) AND (char_length(phone) <= 40))),
  constraint strategy_call_bookings_pkey PRIMARY KEY (id),
  constraint strategy_call_bookings_preferred_time_check CHECK (isfinite(preferred_time)),
  constraint strategy_call_bookings_referrer_check CHECK (((char_length(referrer) >= 1) AND (char_length(referrer) <= 2000))),
  constraint strategy_call_bookings_source_check CHECK (((char_length(source) >= 1) AND (char_length(source) <= 100))),
  constraint strategy_call_bookings_status_check CHECK (((status = ANY (ARRAY['new'::text, 'spam?'::text, 'confirmed'::text, 'held'::text, 'no-show'::text, 'cancelled'::text, 'spam'::text])) AND ((status <> 'confirmed'::text) OR (confirmed IS NOT NULL)))),
  constraint strategy_call_bookings_team_size_check CHECK ((team_size = ANY (ARRAY['1'::text, '2-5'::text, '6-10'::text, '11-25'::text, '25+'::text]))),
  constraint strategy_call_bookings_time_zone_check CHECK (((char_length(time_zone) >= 1) AND (char_length(time_zone) <= 64)))
);
create table user_interactions (
  id uuid not null default gen_random_uuid(),
  created_at timestamp with time zone not null default now(),
  session_id uuid not null,
  event_type text not null,
  event_data jsonb not null default '{}'::jsonb,
  page_url text,
  user_agent text,
  referrer text,
  is_bot boolean not null default false,
  is_team boolean not null default (event_data @> '{"team": true}'::jsonb),
  visitor_key bigint,
  constraint user_interactions_event_data_check CHECK (((jsonb_typeof(event_data) = 'object'::text) AND (pg_column_size(event_data) <= 65536) AND (NOT (event_data @? '$.**{9}'::jsonpath)))),
  constraint user_interactions_event_type_check CHECK ((event_type = ANY (ARRAY['page_view'::text, 'button_click'::text, 'form_submit'::text, 'modal_open'::text, 'modal_close'::text, 'navigation'::text, 'download'::text, 'engagement'::text, 'search'::text, 'error'::text, 'custom_event'::text]))),
  constraint user_interactions_page_url_check CHECK (((page_url <> ''::text) AND ((octet_length(page_url) <= 2000) OR (char_length(page_url) <= 2000)))),
  constraint user_interactions_referrer_check CHECK (((referrer <> ''::text) AND ((octet_length(referrer) <= 2000) OR (char_length(referrer) <= 2000)))),
  constraint user_interactions_user_agent_check CHECK (((user_agent <> ''::text) AND ((octet_length(user_agent) <= 512) OR (char_length(user_agent) <= 512))))
);
create table user_interactions_other (
  id uuid not null default gen_random_uuid(),
  created_at timestamp with time zone not null default now(),
  session_id uuid not null,
  event_type text not null,
  event_data jsonb not null default '{}'::jsonb,
  page_url text,
  user_agent text,
  referrer text,
  is_bot boolean not null default false,
  is_team boolean not null default (event_data @> '{"team": true}'::jsonb),
  visitor_key bigint,
  constraint user_interactions_event_data_check CHECK (((jsonb_typeof(event_data) = 'object'::text) AND (pg_column_size(event_data) <= 65536) AND (NOT (event_data @? '$.**{9}'::jsonpath)))),
  constraint user_interactions_event_type_check CHECK ((event_type = ANY (ARRAY['page_view'::text, 'button_click'::text, 'form_submit'::text, 'modal_open'::text, 'modal_close'::text, 'navigation'::text, 'download'::text, 'engagement'::text, 'search'::text, 'error'::text, 'custom_event'::text]))),
  constraint user_interactions_other_pkey PRIMARY KEY (id),
  constraint user_interactions_page_url_check CHECK (((page_url <> ''::text) AND ((octet_length(page_url) <= 2000) OR (char_length(page_url) <= 2000)))),
  constraint user_interactions_referrer_check CHECK (((referrer <> ''::text) AND ((octet_length(referrer) <= 2000) OR (char_length(referrer) <= 2000)))),
  constraint user_interactions_user_agent_check CHECK (((user_agent <> ''::text) AND ((octet_length(user_agent) <= 512) OR (char_length(user_agent) <= 512))))
);

-- Views, sequences and other relations

-- audit_log_id_seq is of kind S

-- Indexes beside those of constraints

CREATE INDEX audit_log_at_idx ON public.audit_log USING btree (at DESC, id DESC);
CREATE INDEX audit_log_subject_idx ON public.audit_log USING btree (subject_id, at) WHERE (subject_id IS NOT NULL);
CREATE INDEX rate_limit_hits_changed_at_idx ON private.rate_limit_hits USING btree (changed_at);
CREATE INDEX rate_limit_hits_until_idx ON private.rate_limit_hits USING btree (until);
CREATE INDEX throttles_until_idx ON private.throttles USING btree (until);
CREATE INDEX user_interactions_other_created_at_idx ON public.user_interactions_other USING brin (created_at);

-- Triggers

CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.audit_log FOR EACH STATEMENT EXECUTE FUNCTION private.refuse_rewriting();
CREATE TRIGGER notify AFTER INSERT OR UPDATE ON public.contact_messages FOR EACH ROW EXECUTE FUNCTION private.notify_change();
CREATE TRIGGER tidy BEFORE INSERT OR UPDATE ON public.contact_messages FOR EACH ROW EXECUTE FUNCTION private.tidy_contact_message();
CREATE TRIGGER touch BEFORE UPDATE ON public.staff_members FOR EACH ROW EXECUTE FUNCTION private.touch_updated_at();
CREATE TRIGGER notify AFTER INSERT OR UPDATE ON public.strategy_call_bookings FOR EACH ROW EXECUTE FUNCTION private.notify_change();
CREATE TRIGGER tidy BEFORE INSERT OR UPDATE ON public.strategy_call_bookings FOR EACH ROW EXECUTE FUNCTION private.tidy_strategy_call_booking();

-- Row security

alter table audit_log enable row level security;
alter table contact_messages enable row level security;
alter table interaction_days enable row level security;
alter table private.challenge_guards enable row level security;
alter table private.one_time_codes enable row level security;
alter table private.owner_links enable row level security;
alter table private.pack_downloads enable row level security;
alter table private.rate_limit_hits enable row level security;
alter table private.rate_limit_salts enable row level security;
alter table private.recovery_code_sets enable row level security;
alter table private.recovery_codes enable row level security;
alter table private.signing_keys enable row level security;
alter table private.throttles enable row level security;
alter table private.totp_steps enable row level security;
alter table staff_members enable row level security;
alter table strategy_call_bookings enable row level security;
alter table user_interactions enable row level security;
alter table user_interactions_other enable row level security;

-- Policies

create policy "the auth service" on private.challenge_guards as permissive for all to supabase_auth_admin
  using true
  with check true;
create policy "the auth service" on private.one_time_codes as permissive for all to supabase_auth_admin
  using true
  with check true;
create policy "the auth service" on private.owner_links as permissive for all to supabase_auth_admin
  using true
  with check true;
create policy "the auth service" on private.recovery_code_sets as permissive for all to supabase_auth_admin
  using true
  with check true;
create policy "the auth service" on private.recovery_codes as permissive for all to supabase_auth_admin
  using true
  with check true;
create policy "the auth service" on private.signing_keys as permissive for all to supabase_auth_admin
  using true
  with check true;
create policy "the auth service" on private.throttles as permissive for all to supabase_auth_admin
  using true
  with check true;
create policy "the auth service" on private.totp_steps as permissive for all to supabase_auth_admin
  using true
  with check true;
create policy "owners read the log" on public.audit_log as permissive for select to authenticated
  using (( SELECT private.staff_role() AS staff_role) = 'owner'::text);
create policy "agents answer messages" on public.contact_messages as permissive for update to authenticated
  using (( SELECT private.staff_role() AS staff_role) = ANY (ARRAY['owner'::text, 'agent'::text]))
  with check (( SELECT private.staff_role() AS staff_role) = ANY (ARRAY['owner'::text, 'agent'::text]));
create policy "staff read messages" on public.contact_messages as permissive for select to authenticated
  using (( SELECT private.staff_role() AS staff_role) IS NOT NULL);
create policy "visitors may write to us" on public.contact_messages as permissive for insert to anon
  with check ((status =
CASE
    WHEN private.looks_automatic(fill_seconds, budget_note) THEN 'spam?'::text
    ELSE 'new'::text
END) AND (assigned_to IS NULL) AND (source = private.visit_source(landing_page, referrer)) AND (NOT (campaign IS DISTINCT FROM private.visit_campaign(landing_page))) AND (NOT (first_view IS DISTINCT FROM private.visit_first_view(landing_page))));
create policy "owners change others" on public.staff_members as permissive for update to authenticated
  using ((( SELECT private.staff_role() AS staff_role) = 'owner'::text) AND (id <> auth.uid()))
  with check ((( SELECT private.staff_role() AS staff_role) = 'owner'::text) AND (id <> auth.uid()));
create policy "staff see one another" on public.staff_members as permissive for select to authenticated
  using (( SELECT private.staff_role() AS staff_role) IS NOT NULL);
create policy "the auth service" on public.staff_members as permissive for all to supabase_auth_admin
  using true
  with check true;
create policy "agents answer bookings" on public.strategy_call_bookings as permissive for update to authenticated
  using (( SELECT private.staff_role() AS staff_role) = ANY (ARRAY['owner'::text, 'agent'::text]))
  with check (( SELECT private.staff_role() AS staff_role) = ANY (ARRAY['owner'::text, 'agent'::text]));
create policy "staff read bookings" on public.strategy_call_bookings as permissive for select to authenticated
  using (( SELECT private.staff_role() AS staff_role) IS NOT NULL);
create policy "visitors may ask for a call" on public.strategy_call_bookings as permissive for insert to anon
  with check ((status =
CASE
    WHEN private.looks_automatic(fill_seconds, budget_note) THEN 'spam?'::text
    ELSE 'new'::text
END) AND (confirmed IS NULL) AND (assigned_to IS NULL) AND (source = private.visit_source(landing_page, referrer)) AND (NOT (campaign IS DISTINCT FROM private.visit_campaign(landing_page))) AND (NOT (first_view IS DISTINCT FROM private.visit_first_view(landing_page))));
create policy "visitors may say what they do" on public.user_interactions as permissive for insert to anon
  with check ((created_at = now()) AND ((visitor_key IS NULL) OR ( SELECT ((auth.jwt() ->> 'iss'::text) = 'our server'::text))));

-- Grants on schemas

grant usage on schema private to anon;
grant usage on schema private to authenticated;
grant usage on schema private to service_role;
grant usage on schema private to supabase_auth_admin;
grant usage on schema public to public;

-- Grants on functions

grant execute on function private.host_of(text) to anon;
grant execute on function private.host_of(text) to authenticated;
grant execute on function private.host_of(text) to service_role;
grant execute on function private.keep_interactions(timestamp with time zone,integer) to service_role;
grant execute on function private.looks_automatic(real,text) to anon;
grant execute on function private.looks_automatic(real,text) to authenticated;
grant execute on function private.looks_automatic(real,text) to service_role;
grant execute on function private.percent_decoded(text) to anon;
grant execute on function private.percent_decoded(text) to authenticated;
grant execute on function private.percent_decoded(text) to service_role;
grant execute on function private.query_value(text,text) to anon;
grant execute on function private.query_value(text,text) to authenticated;
grant execute on function private.query_value(text,text) to service_role;
grant execute on function private.session_is_live() to anon;
grant execute on function private.session_is_live() to authenticated;
grant execute on function private.session_is_live() to service_role;
grant execute on function private.staff_role() to authenticated;
grant execute on function private.staff_role() to service_role;
grant execute on function private.trimmed(text) to anon;
grant execute on function private.trimmed(text) to authenticated;
grant execute on function private.trimmed(text) to service_role;
grant execute on function private.visit_campaign(text) to anon;
grant execute on function private.visit_campaign(text) to authenticated;
grant execute on function private.visit_campaign(text) to service_role;
grant execute on function private.visit_first_view(text) to anon;
grant execute on function private.visit_first_view(text) to authenticated;
grant execute on function private.visit_first_view(text) to service_role;
grant execute on function private.visit_source(text,text) to anon;
grant execute on function private.visit_source(text,text) to authenticated;
grant execute on function private.visit_source(text,text) to service_role;

-- Grants on tables

grant select on table audit_log to authenticated;
grant select on table audit_log to service_role;
grant select on table contact_messages to authenticated;
grant delete, insert, select, update on table contact_messages to service_role;
grant select on table interaction_days to service_role;
grant delete, insert, select, update on table private.challenge_guards to supabase_auth_admin;
grant delete, insert, select, update on table private.one_time_codes to supabase_auth_admin;
grant delete, insert, select, update on table private.owner_links to supabase_auth_admin;
grant insert, select, update on table private.pack_downloads to service_role;
grant delete, insert, select, update on table private.rate_limit_hits to service_role;
grant delete, insert, select on table private.rate_limit_salts to service_role;
grant delete, insert, select, update on table private.recovery_code_sets to supabase_auth_admin;
grant delete, insert, select, update on table private.recovery_codes to supabase_auth_admin;
grant delete, insert, select, update on table private.signing_keys to supabase_auth_admin;
grant delete, insert, select, update on table private.throttles to supabase_auth_admin;
grant delete, insert, select, update on table private.totp_steps to supabase_auth_admin;
grant select on table staff_members to authenticated;
grant delete, insert, select, update on table staff_members to service_role;
grant delete, insert, select, update on table staff_members to supabase_auth_admin;
grant select on table strategy_call_bookings to authenticated;
grant delete, insert, select, update on table strategy_call_bookings to service_role;
grant delete, insert, select, update on table user_interactions to service_role;

-- Grants on columns

grant insert (id, name, email, company, message, inquiry_type, fill_seconds, budget_note, session_id, landing_page, referrer) on table contact_messages to anon;
grant update (status, assigned_to) on table contact_messages to authenticated;
grant update (role, disabled_at) on table staff_members to authenticated;
grant insert (id, name, email, company, phone, current_challenges, team_size, preferred_time, time_zone, message, monthly_revenue, fill_seconds, budget_note, session_id, landing_page, referrer) on table strategy_call_bookings to anon;
grant update (status, confirmed, assigned_to) on table strategy_call_bookings to authenticated;
grant insert (id, session_id, event_type, event_data, page_url, user_agent, referrer, is_bot, visitor_key) on table user_interactions to anon;
