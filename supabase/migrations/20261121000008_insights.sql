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

-- The same by the month, so that a year is twelve sums and not 365. The month that is not over has what its days have.
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

-- The visits of the days that are not counted yet, up to a moment of the last hour: so that whoever asks for today has an
-- hour's rows to read and not a day's.
create table private.visits (
  day date not null,
  session_id uuid not null,
  visitor text not null,
  -- What our server tells browsers apart by, where it stored the visit.
  browser bigint,
  views bigint not null,
  opened boolean not null,
  sent boolean not null,
  source text not null,
  campaign text,
  first_view text not null,
  -- Views as often as they were seen, packs as often as they were taken.
  seen text[] not null,
  taken text[] not null,

  constraint visits_pkey primary key (day, session_id),
  constraint visits_visitor_check check (visitor in ('person', 'bot', 'team'))
);
comment on table private.visits is 'Visits of days that are not counted yet; made anew by every run of the upkeep.';

-- That moment. What was stored before it is in `visits` and, if it is a web vital, in `vital_days`.
create table private.visits_until (
  "only" boolean not null default true,
  moment timestamptz not null,

  constraint visits_until_pkey primary key ("only"),
  constraint visits_until_only_check check ("only")
);

alter table private.visit_days enable row level security;
alter table private.vital_days enable row level security;
alter table private.vital_months enable row level security;
alter table private.booking_visits enable row level security;
alter table private.visits enable row level security;
alter table private.visits_until enable row level security;
revoke all on private.visit_days, private.vital_days, private.vital_months, private.booking_visits, private.visits,
  private.visits_until from public, anon, authenticated, service_role;

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
