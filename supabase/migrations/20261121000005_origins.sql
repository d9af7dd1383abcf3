-- Where those who ask for a call or write to us came from: the visit's id, its first address and the site before it,
-- as the visitor's browser tells them, and what we read out of these. Decision 22 says what is kept, and why no more.
alter table public.strategy_call_bookings
  add column session_id uuid,
  add column landing_page text,
  add column referrer text,
  add column campaign text,
  add column first_view text,
  add constraint strategy_call_bookings_landing_page_check check (char_length(landing_page) between 1 and 2000),
  add constraint strategy_call_bookings_referrer_check check (char_length(referrer) between 1 and 2000),
  add constraint strategy_call_bookings_campaign_check check (char_length(campaign) between 1 and 100),
  add constraint strategy_call_bookings_first_view_check check (char_length(first_view) between 1 and 100);

alter table public.contact_messages
  add column session_id uuid,
  add column landing_page text,
  add column referrer text,
  add column source text not null default 'site',
  add column campaign text,
  add column first_view text,
  add constraint contact_messages_landing_page_check check (char_length(landing_page) between 1 and 2000),
  add constraint contact_messages_referrer_check check (char_length(referrer) between 1 and 2000),
  add constraint contact_messages_source_check check (char_length(source) between 1 and 100),
  add constraint contact_messages_campaign_check check (char_length(campaign) between 1 and 100),
  add constraint contact_messages_first_view_check check (char_length(first_view) between 1 and 100);

grant insert (session_id, landing_page, referrer) on public.strategy_call_bookings to anon;
grant insert (session_id, landing_page, referrer) on public.contact_messages to anon;

-- The functions below are written with `return`: what they name is looked up now and for good, so they need no
-- search path, and a query over many rows may take their text in.

-- Text out of an address, as its reader wrote it. Decodes what is printable UTF-8 and leaves every other percent sign
-- as it is: nothing that a visitor sends may make this fail.
create function private.percent_decoded(value text) returns text
  language sql immutable parallel safe
  return case when value ~ '[%+]' then (
    select string_agg(
      case when part[1] ~ '^%..' then convert_from(decode(replace(part[1], '%', ''), 'hex'), 'UTF8') else part[1] end,
      '' order by place
    )
    from regexp_matches(
      replace(value, '+', ' '),
      -- One byte, two, three, four; the ranges are those of well-formed UTF-8.
      '((?:%[2-6][0-9a-f]|%7[0-9a-e]'
        || '|%(?:c[2-9a-f]|d[0-9a-f])%[89ab][0-9a-f]'
        || '|(?:%e0%[ab][0-9a-f]|%ed%[89][0-9a-f]|%e[1-9abcef]%[89ab][0-9a-f])%[89ab][0-9a-f]'
        || '|(?:%f0%[9ab][0-9a-f]|%f[123]%[89ab][0-9a-f]|%f4%8[0-9a-f])(?:%[89ab][0-9a-f]){2})+|[^%]+|%)',
      'gi'
    ) with ordinality as _ (part, place)
  ) else value end;

-- What an address says for a name in its query; null where it says nothing.
create function private.query_value(address text, name text) returns text
  language sql immutable parallel safe
  return nullif(left(private.trimmed(private.percent_decoded(
    substring(split_part(address, '#', 1) from '[?&]' || name || '=([^&]*)')
  )), 100), '');

-- The host of a web address, without the `www.` that makes no difference.
create function private.host_of(address text) returns text
  language sql immutable parallel safe
  return nullif(regexp_replace(
    lower(substring(address from '^[Hh][Tt][Tt][Pp][Ss]?://(?:[^/?#@]*@)?(\[[^]/?#]*\]|[^/?#:]*)')), '^www\.', ''
  ), '');

-- What sent a visit: the name its first address gives, else the site before it, else nothing did. 'site' where the
-- visit was not told: the form was sent, and that is all we know.
create function private.visit_source(page_url text, referrer text) returns text
  language sql immutable parallel safe
  return case when page_url is null then 'site' else coalesce(
    lower(private.query_value(page_url, 'utm_source')),
    left(nullif(private.host_of(referrer), coalesce(private.host_of(page_url), '')), 100),
    'direct'
  ) end;

create function private.visit_campaign(page_url text) returns text
  language sql immutable parallel safe
  return private.query_value(page_url, 'utm_campaign');

-- The view that a visit began with. What is no name of a view shows the home page, so that is what was seen.
create function private.visit_first_view(page_url text) returns text
  language sql immutable parallel safe
  return case
    when page_url is null then null
    else coalesce(substring(private.query_value(page_url, 'view') from '^[a-z0-9-]+$'), 'home')
  end;

grant execute on function
  private.percent_decoded(text), private.query_value(text, text), private.host_of(text),
  private.visit_source(text, text), private.visit_campaign(text), private.visit_first_view(text)
  to anon, authenticated, service_role;

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
    if new.status = 'new' and private.looks_automatic(new.fill_seconds, new.budget_note) then
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
    if new.status = 'new' and private.looks_automatic(new.fill_seconds, new.budget_note) then
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
    status = case when private.looks_automatic(fill_seconds, budget_note) then 'spam?' else 'new' end
    and confirmed is null and assigned_to is null
    and source = private.visit_source(landing_page, referrer)
    and campaign is not distinct from private.visit_campaign(landing_page)
    and first_view is not distinct from private.visit_first_view(landing_page)
  );
alter policy "visitors may write to us" on public.contact_messages
  with check (
    status = case when private.looks_automatic(fill_seconds, budget_note) then 'spam?' else 'new' end
    and assigned_to is null
    and source = private.visit_source(landing_page, referrer)
    and campaign is not distinct from private.visit_campaign(landing_page)
    and first_view is not distinct from private.visit_first_view(landing_page)
  );

-- Tells the browsers of one day apart, and nothing more: an HMAC of address and agent under a salt that lives for a
-- day. Our server alone knows what goes into it; it stores interactions under an issuer that no token of a visitor
-- can name, so a row that a visitor stores past it, as on a hosted project, has none. Asked once per statement.
alter table public.user_interactions add column visitor_key bigint;
grant insert (visitor_key) on public.user_interactions to anon;
alter policy "visitors may say what they do" on public.user_interactions
  with check (
    created_at = now()
    and (visitor_key is null or (select auth.jwt() ->> 'iss' = 'our server'))
  );

create or replace function private.make_interaction_month(month date) returns void
  language plpgsql
  set search_path = ''
  as $$
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
$$;
