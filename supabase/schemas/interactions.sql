-- Visitors' actions: many small rows, partitioned by month, so that removing a month costs nothing.
create table public.user_interactions (
  id uuid not null default gen_random_uuid(),
  created_at timestamptz not null default now(),
  session_id uuid not null,
  event_type text not null,
  event_data jsonb not null default '{}',
  page_url text,
  user_agent text,
  referrer text,
  is_bot boolean not null default false,
  -- The team's browsers set this value. If a visitor claims to be the team, the only effect is that this visitor is not
  -- counted.
  is_team boolean not null generated always as (event_data @> '{"team": true}') stored,
  -- Distinguishes the browsers of one day: an HMAC of the IP address and the user agent, with a salt that is valid for
  -- a day. Only our server can store this value, under an issuer that visitors' tokens cannot name (see the policy).
  visitor_key bigint,

  constraint user_interactions_event_type_check check (
    event_type in (
      'page_view', 'button_click', 'form_submit', 'modal_open', 'modal_close', 'navigation', 'download',
      'engagement', 'search', 'error', 'custom_event'
    )
  ),
  -- The contract allows 8192 bytes of JSON text. Text with many small numbers takes up six times as much space when it
  -- is stored.
  constraint user_interactions_event_data_check check (
    jsonb_typeof(event_data) = 'object'
    and pg_column_size(event_data) <= 65536
    and not event_data @? '$.**{9}'
  ),
  -- Compares the length in bytes first, because PostgreSQL knows it without counting.
  constraint user_interactions_page_url_check check (
    page_url <> '' and (octet_length(page_url) <= 2000 or char_length(page_url) <= 2000)
  ),
  constraint user_interactions_user_agent_check check (
    user_agent <> '' and (octet_length(user_agent) <= 512 or char_length(user_agent) <= 512)
  ),
  constraint user_interactions_referrer_check check (
    referrer <> '' and (octet_length(referrer) <= 2000 or char_length(referrer) <= 2000)
  )
) partition by range (created_at);

comment on table public.user_interactions is 'Visitors'' actions, without addresses and typed text. One partition a month.';

-- Errors are rare, and a query reads them every half minute. PostgreSQL names a new partition's index after its
-- columns, and an index on only the time would get a name that is already taken, so this index has both columns.
create index user_interactions_error_idx on public.user_interactions (event_type, created_at)
  where event_type = 'error';

alter table public.user_interactions enable row level security;

grant
  insert (
    id, session_id, event_type, event_data, page_url, user_agent, referrer, is_bot, visitor_key
  )
  on public.user_interactions to anon, authenticated;
grant select, insert, update, delete on public.user_interactions to service_role;

-- Like the column grants, this policy prevents visitors from setting `created_at`.
create policy "visitors add interactions" on public.user_interactions
  for insert to anon, authenticated
  with check (
    created_at = now()
    and (visitor_key is null or (select auth.jwt() ->> 'iss' = 'our server'))
  );

create policy "service role" on public.user_interactions to service_role using (true) with check (true);

-- Receives rows if the cleanup job has not run. Each partition has its own key. A key shared by all partitions would
-- include the time, so an id that is sent again later would add another row.
create table public.user_interactions_other partition of public.user_interactions (
  constraint user_interactions_other_pkey primary key (id)
) default;

create index user_interactions_other_created_at_idx on public.user_interactions_other using brin (created_at);

alter table public.user_interactions_other enable row level security;

-- These counts remain when the interactions are removed. Days are in UTC.
create table public.interaction_days (
  day date not null,
  event_type text not null,
  subject text not null,
  visitor text not null,
  events bigint not null,
  sessions bigint not null,
  -- The 75th percentile: three quarters of the events had at most this `value` or number of `seconds`.
  p75 numeric,

  constraint interaction_days_pkey primary key (day, event_type, subject, visitor),
  constraint interaction_days_visitor_check check (visitor in ('person', 'bot', 'team'))
);

comment on table public.interaction_days is
  'Interactions by UTC day. The type ''*'' holds all of a day''s events and its distinct sessions.';

alter table public.interaction_days enable row level security;

grant select on public.interaction_days to service_role;

create policy "service role" on public.interaction_days for select to service_role using (true);

-- Returns the detail by which events of a type are counted.
create function private.interaction_subject(event_type text, event_data jsonb) returns text
  language sql immutable parallel safe
  set search_path = ''
  as $$
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
  $$;

-- Subjects come from visitors. Only the hundred most frequent subjects of each type have their own row, so that no
-- visitor can fill the table.
create function private.count_interactions(of_day date) returns void
  language plpgsql
  set search_path = ''
  as $$
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
$$;
