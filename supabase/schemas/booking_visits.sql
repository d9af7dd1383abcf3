-- The views that a visitor opened during the visit that led to the booking. The cleanup job stores these views for the
-- insights.

create table private.booking_visits (
  booking uuid not null,
  views text[] not null,

  constraint booking_visits_pkey primary key (booking),
  constraint booking_visits_booking_fkey foreign key (booking)
    references public.strategy_call_bookings (id) on delete cascade
);

alter table private.booking_visits enable row level security;

-- Reads interactions from six hours before the booking's day to one hour after that day, because a page can report
-- views after it has sent the form.
create function private.count_booking_visits(from_day date, to_day date) returns setof private.booking_visits
  language plpgsql stable
  set search_path = ''
  set jit = off
  set enable_nestloop = off
  set plan_cache_mode = force_custom_plan
  as $$
begin
  return query
  select b.id,
    coalesce((array_agg(distinct left(i.event_data ->> 'view', 100))
      filter (where i.event_data ->> 'view' is not null))[1:100], '{}')
  from public.strategy_call_bookings b
  cross join lateral (select (b.created_at at time zone 'UTC')::date as day) d
  join public.user_interactions i
    on i.session_id = b.session_id and i.event_type = 'page_view'
    and i.created_at >= d.day::timestamp at time zone 'UTC' - interval '6 hours'
    and i.created_at < (d.day + 1)::timestamp at time zone 'UTC' + interval '1 hour'
  where b.created_at >= from_day::timestamp at time zone 'UTC'
    and b.created_at < (to_day + 1)::timestamp at time zone 'UTC'
    -- Repeats the condition for the whole range of days, so that PostgreSQL reads only the partitions of these days.
    and i.created_at >= from_day::timestamp at time zone 'UTC' - interval '6 hours'
    and i.created_at < (to_day + 1)::timestamp at time zone 'UTC' + interval '1 hour'
  group by b.id;
end
$$;
