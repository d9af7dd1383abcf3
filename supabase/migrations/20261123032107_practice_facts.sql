set check_function_bodies = off;

create or replace function private.practice_facts() returns jsonb
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
      'calendars', (select coalesce(jsonb_agg(distinct c.place), '[]') from private.host_calendars c where c.place <> ''),
      'has_feeds', exists (select from private.hosts h where h.feed_key_hash is not null)
    )
  $$;

revoke all on function private.practice_facts() from public;
grant execute on function private.practice_facts() to backline_upkeep;

reset check_function_bodies;
