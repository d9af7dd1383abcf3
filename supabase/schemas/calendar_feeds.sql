-- A host's calls as a calendar with a secret URL. The URL is shown only once, because we store only a hash of its key.
-- Decision 15.
create function public.renew_feed(host uuid) returns jsonb
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  -- A key with 244 random bits.
  key text := replace(concat(gen_random_uuid(), gen_random_uuid()), '-', '');
begin
  perform private.require_host_keeper(host);
  update private.hosts h set feed_key_hash = sha256(convert_to(key, 'UTF8')), feed_since = now()
  from public.staff_members m
  where h.id = renew_feed.host and m.id = h.id and m.disabled_at is null and m.role in ('owner', 'agent');
  if not found then
    raise exception 'Set the hours of this host first' using errcode = 'PT404';
  end if;
  perform private.record('feed_renewed', 'hosts', host);
  return jsonb_build_object('key', key);
end
$$;
grant execute on function public.renew_feed(uuid) to authenticated;

create function public.end_feed(host uuid) returns void
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  perform private.require_host_keeper(host);
  update private.hosts h set feed_key_hash = null, feed_since = null
  where h.id = end_feed.host and h.feed_key_hash is not null;
  if found then
    perform private.record('feed_ended', 'hosts', host);
  end if;
end
$$;
grant execute on function public.end_feed(uuid) to authenticated;

-- Returns the confirmed calls of the last thirty days and all later calls, or null for an unknown key.
create function private.feed_calls(key_hash bytea, now_is timestamptz) returns jsonb
  language sql stable security definer
  set search_path = ''
  as $$
    select jsonb_build_object(
      'name', private.person_name(u.raw_user_meta_data, u.email), 'place', h.place,
      'calls', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'id', b.id, 'sequence', b.call_sequence, 'link', private.link_of_call(h.link, b.id), 'starts', lower(b.confirmed),
          'ends', upper(b.confirmed), 'name', b.name, 'company', b.company, 'changed', b.updated_at
        ) order by b.confirmed, b.id), '[]')
        from public.strategy_call_bookings b
        where b.assigned_to = h.id and b.status = 'confirmed' and b.confirmed && tstzrange(now_is - interval '30 days', null)
      )
    )
    from private.hosts h
    join public.staff_members m on m.id = h.id and m.disabled_at is null
    join auth.users u on u.id = h.id and u.deleted_at is null
    where h.feed_key_hash = key_hash
  $$;
grant execute on function private.feed_calls(bytea, timestamptz) to backline_call_page;
