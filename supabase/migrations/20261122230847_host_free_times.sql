create or replace function private.refuse_host(field text, message text) returns void
  language plpgsql
  set search_path = ''
  as $$
begin
  raise exception using
    errcode = 'check_violation', schema = 'private', table = 'hosts', constraint = 'hosts_' || field || '_check',
    message = message, detail = jsonb_build_object('field', field)::text;
end
$$;

create or replace function public.free_times_of_host(host uuid) returns jsonb
  language plpgsql stable security definer
  set search_path = ''
  as $$
declare
  zone text := (select h.time_zone from private.hosts h where h.id = host);
  monday timestamp := date_trunc('week', now() at time zone zone) + interval '7 days';
begin
  perform private.require_staff('owner', 'agent', 'viewer');
  return jsonb_build_object('zone', zone, 'monday', monday::date, 'times', (
    select coalesce(jsonb_agg(private.iso_instant(f.start) order by f.start), '[]')
    from public.desk_settings s, private.free_starts(
      monday at time zone zone, (monday + interval '7 days') at time zone zone, now(), s.call_minutes
    ) f
    where f.host = free_times_of_host.host
  ));
end
$$;

revoke all on function public.free_times_of_host(uuid) from public;
grant execute on function public.free_times_of_host(uuid) to authenticated;
