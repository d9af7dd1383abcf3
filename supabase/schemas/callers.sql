-- Hosts who could take a visitor's call, for the site. Anyone can call this function.

-- Returns at most three hosts who show their names (decision 19). `others` is true if another host could take the call.
create function public.callers() returns jsonb
  language sql stable security definer
  set search_path = ''
  as $$
    with host as (
      select h.place, c.name, row_number() over (partition by c.name is null order by h.created_at, h.id) as place_in_line
      from private.active_hosts() h cross join lateral (
        select case when h.named_to_visitors then private.host_of_call(h.id) ->> 'host' end as name
      ) c
    )
    select jsonb_build_object(
      'callers', coalesce(
        jsonb_agg(jsonb_build_object('name', h.name, 'place', h.place) order by h.place_in_line)
        filter (where h.name is not null and h.place_in_line <= 3), '[]'
      ),
      'others', coalesce(bool_or(h.name is null or h.place_in_line > 3), false)
    )
    from host h
  $$;
grant execute on function public.callers() to anon, authenticated, service_role;
