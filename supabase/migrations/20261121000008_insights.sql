-- What is known of a day's visits once it is over: counts that answer for any range of days without reading what
-- visitors did. They are kept when that is thrown away. Days are UTC, the team is not counted.

-- One line for each source, campaign, … of a day; the dimension '*' is the whole day. A visit that passes midnight
-- counts on both days.
create table private.visit_days (
  day date not null,
  dimension text not null,
  value text not null,
  visitor text not null,
  sessions bigint not null,
  -- Different browsers of the whole day; null of its parts. They cannot be told from those of another day.
  visitors bigint,
  -- Of the dimension 'view' those of this view, else all of the visits.
  views bigint not null,
  -- Visits in which the booking dialog was opened, and in which its form was sent and stored.
  opened bigint not null,
  sent bigint not null,

  -- The whole days first: they are wanted for two ranges, the rest for one.
  constraint visit_days_pkey primary key (dimension, day, value, visitor),
  constraint visit_days_dimension_check check (
    dimension in ('*', 'source', 'campaign', 'first_view', 'view', 'pack')
  ),
  constraint visit_days_visitor_check check (visitor in ('person', 'bot'))
);
comment on table private.visit_days is 'Visits by UTC day, and by where they came from and what they saw.';

-- How often each web vital was measured, by size. Quartiles of days cannot be joined to that of a month; counts can.
create table private.vital_days (
  day date not null,
  name text not null,
  visitor text not null,
  bucket smallint not null,
  samples bigint not null,

  constraint vital_days_pkey primary key (day, name, visitor, bucket),
  constraint vital_days_visitor_check check (visitor in ('person', 'bot'))
);
comment on table private.vital_days is 'Web vitals by UTC day, counted in buckets: see private.vital_bucket.';

-- The same by the month, so that a year is twelve sums and not 365. A month that is not over has its days so far.
create table private.vital_months (
  month date not null,
  name text not null,
  visitor text not null,
  bucket smallint not null,
  samples bigint not null,

  constraint vital_months_pkey primary key (month, name, visitor, bucket)
);
comment on table private.vital_months is 'Sums of private.vital_days.';

-- What a visit that led to a booking saw and took. It goes with the booking.
create table private.booking_visits (
  booking uuid not null,
  views text[] not null,
  packs text[] not null,

  constraint booking_visits_pkey primary key (booking),
  constraint booking_visits_booking_fkey foreign key (booking)
    references public.strategy_call_bookings (id) on delete cascade
);
comment on table private.booking_visits is 'Views seen and packs taken in the visits that bookings came from.';

alter table private.visit_days enable row level security;
alter table private.vital_days enable row level security;
alter table private.vital_months enable row level security;
alter table private.booking_visits enable row level security;
revoke all on private.visit_days, private.vital_days, private.vital_months, private.booking_visits
  from public, anon, authenticated, service_role;

-- Bucket b holds what is above 1.05^(b-1) and up to 1.05^b. What has no place on that scale has the lowest to itself.
create function private.vital_bucket(value numeric) returns smallint
  language sql immutable parallel safe
  return case
    when value < 0.00005 then -32768
    else ceil(ln(least(value, 1e9)::double precision) / ln(1.05::double precision))
  end::smallint;

-- The middle of a bucket, by ratio: at most 2.5 % from all that is in it.
create function private.vital_value(bucket smallint) returns numeric
  language sql immutable parallel safe
  return case when bucket = -32768 then 0 else power(1.05::double precision, bucket - 0.5)::numeric end;

-- What `visit_days` has, or will have, of these days. Which names there are is for the public to say: of each
-- dimension the hundred most frequent of a day have a line of their own. Today is counted anew for whoever asks, so
-- this has to be quick, also before anything is known of the size of a new month: without nested loops, which are right
-- for a few rows only, with plans for the days asked for, and never compiled.
create function private.count_visits(from_day date, to_day date) returns setof private.visit_days
  language plpgsql stable
  set search_path = ''
  set jit = off
  set work_mem = '32MB'
  set enable_nestloop = off
  set plan_cache_mode = force_custom_plan
  as $$
begin
  return query
  with event as not materialized (
    select (i.created_at at time zone 'UTC')::date as day, i.*
    from public.user_interactions i
    where i.created_at >= from_day::timestamp at time zone 'UTC'
      and i.created_at < (to_day + 1)::timestamp at time zone 'UTC'
  ),
  visit as materialized (
    select
      e.day, e.session_id,
      case when bool_or(e.is_bot) then 'bot' else 'person' end as visitor,
      -- Where our server did not say which browser it was, each visit is one.
      coalesce(min(e.visitor_key), hashtextextended(e.session_id::text, 0)) as browser,
      count(*) filter (where e.event_type = 'page_view') as views,
      coalesce(bool_or(e.event_data ->> 'modal' = 'booking') filter (where e.event_type = 'modal_open'), false)::int
        as opened,
      coalesce(bool_or(e.event_data @> '{"form": "booking", "outcome": "stored"}')
        filter (where e.event_type = 'form_submit'), false)::int as sent
    from event e
    group by 1, 2
    having not bool_or(e.is_team)
  ),
  step as materialized (
    select e.day, e.session_id, e.created_at, e.id, e.page_url, e.referrer,
      case e.event_type when 'page_view' then 'view' else 'pack' end as dimension,
      left(coalesce(e.event_data ->> case e.event_type when 'page_view' then 'view' else 'pack' end, ''), 100) as value
    from event e
    where e.event_type in ('page_view', 'download')
  ),
  -- The first page of the day. Who is still here from the day before may have opened none.
  began as materialized (
    (
      select distinct on (s.day, s.session_id) s.day, s.session_id, s.page_url, s.referrer, s.value as view
      from step s
      where s.dimension = 'view'
      order by s.day, s.session_id, s.created_at, s.id
    )
    union all
    (
      select distinct on (e.day, e.session_id) e.day, e.session_id, e.page_url, e.referrer,
        coalesce(private.visit_first_view(e.page_url), '')
      from visit join event e using (day, session_id)
      where visit.views = 0
      order by e.day, e.session_id, e.created_at, e.id
    )
  ),
  -- Addresses are few beside the visits that name them, and reading one is dear.
  address as materialized (
    select page_url, referrer, private.visit_source(page_url, referrer) as source,
      private.visit_campaign(page_url) as campaign
    from (select distinct began.page_url, began.referrer from began) _
  ),
  -- First by all three together, which are few beside the visits.
  origin as (
    select v.day, v.visitor, address.source, address.campaign, began.view, count(*) as sessions, sum(v.views) as views,
      sum(v.opened) as opened, sum(v.sent) as sent
    from visit v
    join began using (day, session_id)
    -- Written so that it can be hashed: none of them is empty.
    join address on coalesce(address.page_url, '') = coalesce(began.page_url, '')
      and coalesce(address.referrer, '') = coalesce(began.referrer, '')
    group by 1, 2, 3, 4, 5
  ),
  counted as (
    select o.day, d.dimension, d.value, o.visitor, sum(o.sessions) as sessions, sum(o.views) as views,
      sum(o.opened) as opened, sum(o.sent) as sent
    from origin o
    cross join lateral (values ('source', o.source), ('campaign', o.campaign), ('first_view', o.view))
      d (dimension, value)
    where d.value is not null
    group by 1, 2, 3, 4
    union all
    select v.day, s.dimension, s.value, v.visitor, count(*), sum(s.times), sum(v.opened), sum(v.sent)
    from visit v join (
      select step.day, step.session_id, step.dimension, step.value, count(*) as times from step group by 1, 2, 3, 4
    ) s using (day, session_id)
    group by 1, 2, 3, 4
  ),
  ranked as (
    select *, dense_rank() over (partition by c.day, c.dimension order by c.all_sessions desc, c.value) as place
    from (
      select *, sum(c.sessions) over (partition by c.day, c.dimension, c.value) as all_sessions from counted c
    ) c
  )
  select
    r.day, r.dimension, case when r.place <= 100 then r.value else '(other)' end, r.visitor,
    sum(r.sessions)::bigint, null::bigint, sum(r.views)::bigint, sum(r.opened)::bigint, sum(r.sent)::bigint
  from ranked r
  group by 1, 2, 3, 4
  union all
  select v.day, '*', '', v.visitor, count(*), count(distinct v.browser), sum(v.views)::bigint, sum(v.opened),
    sum(v.sent)
  from visit v
  group by 1, 4;
end
$$;
