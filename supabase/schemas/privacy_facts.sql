-- Facts for the privacy notice: how long data is stored, and who else receives it. Contains only host names, because a
-- URL can contain a key. Runs with its owner's rights when the server writes the notice.
create function private.practice_facts() returns jsonb
  language sql stable security definer
  set search_path = ''
  as $$
    select jsonb_build_object(
      'people_days', (select s.keep_people_days from public.desk_settings s),
      'interaction_days', (select s.keep_interaction_days from public.desk_settings s),
      'webhooks', (
        select coalesce(jsonb_agg(distinct substring(w.url from '^[a-z]+://(?:[^/@?#]*@)?(\[[^]/]*\]|[^/:?#]*)')), '[]')
        from public.webhooks w where w.is_active
      ),
      'calendars', (
        select coalesce(jsonb_agg(distinct c.place), '[]')
        from private.host_calendars c join private.active_hosts() h on h.id = c.host where c.place <> ''
      ),
      'has_feeds', exists (select from private.hosts h where h.feed_key_hash is not null)
    )
  $$;
grant execute on function private.practice_facts() to backline_upkeep;
