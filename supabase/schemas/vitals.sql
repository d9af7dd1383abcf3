-- How quick the site was for its visitors, counted by size. The upkeep writes, insights read; no request reaches it.

-- Counts by size: quartiles of days cannot be joined to that of a month, counts can.
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

alter table private.vital_days enable row level security;
revoke all on private.vital_days from public, anon, authenticated, service_role;

-- So that a year is twelve sums and not 365. The month that is not over has what its days have.
create table private.vital_months (
  month date not null,
  name text not null,
  visitor text not null,
  bucket smallint not null,
  samples bigint not null,

  constraint vital_months_pkey primary key (month, name, visitor, bucket)
);

comment on table private.vital_months is 'Sums of private.vital_days.';

alter table private.vital_months enable row level security;
revoke all on private.vital_months from public, anon, authenticated, service_role;

-- Bucket b holds values above 1.05^(b-1) and up to 1.05^b. Values below 0.00005, zero among them, have the lowest.
create function private.vital_bucket(value numeric) returns smallint
  language sql immutable parallel safe
  return case
    when value < 0.00005 then -32768
    else ceil(ln(least(value, 1e9)::double precision) / ln(1.05::double precision))
  end::smallint;

-- The middle of a bucket, by ratio: at most 2.5 % from every value in it.
create function private.vital_value(bucket smallint) returns numeric
  language sql immutable parallel safe
  return case when bucket = -32768 then 0 else power(1.05::double precision, bucket - 0.5)::numeric end;

-- The rows of `vital_days` for this time.
create function private.count_vitals(from_time timestamptz, to_time timestamptz) returns setof private.vital_days
  language plpgsql stable
  set search_path = ''
  set jit = off
  set plan_cache_mode = force_custom_plan
  as $$
begin
  return query
  select
    (i.created_at at time zone 'UTC')::date, i.event_data ->> 'name',
    case when i.is_bot then 'bot' else 'person' end,
    private.vital_bucket((i.event_data ->> 'value')::numeric), count(*)
  from public.user_interactions i
  where i.created_at >= from_time and i.created_at < to_time
    and i.event_type = 'engagement' and not i.is_team
    and i.event_data ->> 'action' = 'web_vital'
    and i.event_data ->> 'name' in ('CLS', 'FCP', 'INP', 'LCP', 'TTFB')
    and jsonb_typeof(i.event_data -> 'value') = 'number'
  group by 1, 2, 3, 4;
end
$$;

-- Sums up the months, from the one of this day on.
create function private.sum_vitals(since date) returns void
  language sql
  set search_path = ''
  as $$
    delete from private.vital_months where month >= date_trunc('month', since);
    insert into private.vital_months (month, name, visitor, bucket, samples)
      select date_trunc('month', day)::date, name, visitor, bucket, sum(samples) from private.vital_days
      where day >= date_trunc('month', since) group by 1, 2, 3, 4
  $$;

-- The 75th percentile of each web vital, from whole months and the days beside them.
create function private.insight_vitals(
  from_day date, to_day date, kinds text[], fresh private.vital_days[], summed_to date
) returns table (name text, p75 numeric, samples bigint)
  language plpgsql stable
  set search_path = ''
  as $$
declare
  months_from date := date_trunc('month', from_day + interval '1 month' - interval '1 day');
  -- A month that has nothing after this range lies in it whole, over or not.
  months_to date := date_trunc('month', case when to_day >= summed_to then to_day + interval '1 month' else to_day + 1 end);
begin
  months_to := greatest(months_from, months_to);
  return query
  with sample as (
    select v.name, v.bucket, sum(v.samples) as samples
    from (
      select m.name, m.bucket, m.samples, m.visitor from private.vital_months m
      where m.month >= months_from and m.month < months_to
      union all
      select d.name, d.bucket, d.samples, d.visitor from private.vital_days d
      where d.day >= from_day and d.day < least(months_from, to_day + 1)
      union all
      select d.name, d.bucket, d.samples, d.visitor from private.vital_days d
      where d.day >= months_to and d.day <= to_day
      union all
      select d.name, d.bucket, d.samples, d.visitor from unnest(fresh) d where d.day between from_day and to_day
    ) v
    where v.visitor = any (kinds) group by 1, 2
  ),
  running as (
    select *, sum(s.samples) over (partition by s.name order by s.bucket) as upto,
      sum(s.samples) over (partition by s.name) as total
    from sample s
  )
  select r.name, round(private.vital_value(min(r.bucket) filter (where r.upto >= 0.75 * r.total)),
    case r.name when 'CLS' then 4 else 0 end), max(r.total)::bigint
  from running r group by r.name;
end
$$;
