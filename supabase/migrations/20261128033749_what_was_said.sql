set check_function_bodies = off;

alter table public.audit_log drop constraint audit_log_action_check;

create table private.said (
  thing uuid not null,
  booking_id uuid,
  message_id uuid,
  search text not null,
  constraint said_pkey primary key (thing)
);

alter table private.said enable row level security;

create table public.saved_views (
  id uuid not null default gen_random_uuid(),
  created_at timestamp with time zone not null default now(),
  list text not null,
  name text not null,
  filters jsonb not null,
  is_shared boolean not null default false,
  constraint saved_views_filters_check
    check
    (((jsonb_typeof(filters) = 'object'::text) and (pg_column_size(filters) <= 1000) and ((filters -
    '{status,source,assignee,sort,down,week}'::text[]) = '{}'::jsonb))),
  constraint saved_views_list_check check ((list = any (array['bookings'::text, 'messages'::text]))),
  constraint saved_views_pkey primary key (id),
  owner uuid not null default auth.uid(),
  constraint saved_views_name_check
    check (((char_length(private.trimmed(name)) >= 1) and (char_length(private.trimmed(name)) <= 60)))
);

alter table public.saved_views enable row level security;

create or replace function private.add_said(thing uuid, booking uuid, message uuid, words text) returns void
  language sql
  set search_path = ''
  as $$
    insert into private.said (thing, booking_id, message_id, search)
    values (add_said.thing, booking, message, coalesce(private.plain(words), ''))
    on conflict on constraint said_pkey do update set search = excluded.search where said.search <> excluded.search
  $$;

create or replace function private.after_booking_insert() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  one public.strategy_call_bookings;
begin
  perform private.add_said(a.id, a.id, null, a.message) from arrived a;
  for one in select * from arrived loop
    if one.picked and private.is_arriving(one.created_at) then
      perform private.hold_time(one);
    end if;
  end loop;
  for one in
    select * from arrived a where a.status = 'new' and private.is_arriving(a.created_at) order by private.mailbox_of(a.email)
  loop
    perform private.enqueue_for_booking(one);
  end loop;
  perform private.notify_arrivals('strategy_call_bookings', array(select a.id from arrived a));
  perform private.confirm_automatically(a.id) from arrived a where a.picked and a.status = 'new';
  return null;
end
$$;

create or replace function private.after_booking_update() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  is_given boolean := new.assigned_to is distinct from old.assigned_to;
begin
  perform private.add_said(new.id, new.id, null, new.message);
  perform private.update_hold(old, new);
  perform private.enqueue_booking_events(old, new);
  perform private.enqueue_booking_letters(old, new);
  perform private.notify_row('strategy_call_bookings', 'UPDATE', new.id);
  if is_given then
    if new.status = 'confirmed' then
      perform private.mark_host_given_call(new.assigned_to);
    end if;
    perform private.record_assignment('booking_assigned', 'strategy_call_bookings', new.id, old.assigned_to, new.assigned_to);
  end if;
  if new.status <> old.status or new.confirmed is distinct from old.confirmed then
    perform private.record_move('booking_moved', 'strategy_call_bookings', to_jsonb(old), to_jsonb(new));
  end if;
  if new.picked and new.status = 'new' and (
    old.status = 'spam?' or not old.picked or new.preferred_time <> old.preferred_time
    or new.mailbox is distinct from old.mailbox
  ) then
    perform private.confirm_automatically(new.id);
  end if;
  return null;
end
$$;

create or replace function private.after_message_insert() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  one public.contact_messages;
begin
  perform private.add_said(a.id, null, a.id, a.message) from arrived a;
  for one in
    select * from arrived a where a.status = 'new' and private.is_arriving(a.created_at) order by private.mailbox_of(a.email)
  loop
    perform private.enqueue_arrival(null, one.id, 'message-received', 'team-message');
    perform private.enqueue_message_event(one);
  end loop;
  perform private.notify_arrivals('contact_messages', array(select a.id from arrived a));
  return null;
end
$$;

create or replace function private.after_message_update() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  perform private.add_said(new.id, null, new.id, new.message);
  if new.status = 'new' and old.status in ('spam?', 'spam') then
    perform private.enqueue_message_event(new);
    perform private.enqueue_arrival(null, new.id, 'message-received', 'team-message');
  end if;
  perform private.notify_row('contact_messages', 'UPDATE', new.id);
  if new.assigned_to is distinct from old.assigned_to then
    perform private.record_assignment('message_assigned', 'contact_messages', new.id, old.assigned_to, new.assigned_to);
  end if;
  if new.status <> old.status then
    perform private.record_move('message_moved', 'contact_messages', to_jsonb(old), to_jsonb(new));
  end if;
  return null;
end
$$;

create or replace function private.index_search() returns text
  language plpgsql
  set search_path = ''
  as $$
declare
  place text;
  searched text;
begin
  begin
    if not exists (select from pg_catalog.pg_extension where extname = 'pg_trgm') then
      create schema if not exists extensions;
      create extension pg_trgm with schema extensions;
    end if;
  exception when insufficient_privilege or undefined_file or feature_not_supported then
    return sqlerrm;
  end;
  select quote_ident(n.nspname) into place
  from pg_catalog.pg_extension e join pg_catalog.pg_namespace n on n.oid = e.extnamespace where e.extname = 'pg_trgm';
  foreach searched in array array['public.strategy_call_bookings', 'public.contact_messages', 'private.said'] loop
    if to_regclass(searched || '_search_idx') is null then
      execute format(
        'create index %s_search_idx on %s using gin (search %s.gin_trgm_ops) with (gin_pending_list_limit = 256)',
        split_part(searched, '.', 2), searched, place
      );
    end if;
  end loop;
  return null;
end
$$;

create or replace function private.keep_saved_view() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  view constant public.saved_views := coalesce(new, old);
begin
  if tg_op = 'INSERT' and (select count(*) from public.saved_views v where v.owner = new.owner) >= 20 then
    perform private.refuse('too_many', 'Twenty saved views are enough: remove one first.', '{"most": 20}');
  end if;
  if view.is_shared then
    perform private.record(
      case tg_op when 'INSERT' then 'view_shared' else 'view_removed' end, 'saved_views', view.id,
      jsonb_build_object('list', view.list)
    );
  end if;
  return view;
end
$$;

create or replace function private.record_note() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  note jsonb := jsonb_build_object('note', new.id);
begin
  perform private.add_said(new.id, new.booking_id, new.message_id, new.body);
  if new.booking_id is null then
    perform private.record('message_noted', 'contact_messages', new.message_id, note);
  else
    perform private.record('booking_noted', 'strategy_call_bookings', new.booking_id, note);
  end if;
  return null;
end
$$;

create or replace function private.search_condition(term text, slips boolean) returns text
  language sql immutable
  as $$
    with way as (
      select string_agg(
        case when slips and word ~ '\D' and char_length(word) > 3 then format('search ~ %L', private.typo_pattern(word))
          else private.word_condition(word) end, ' and '
      ) as condition
      from (select private.search_words(term) as words union select private.search_numbers(term)) ways, unnest(words) word
      group by words
    )
    select '(' || string_agg(condition, ' or ' order by condition) || ')' from way
  $$;

create or replace function private.word_condition(word text) returns text
  language sql immutable
  as $$
    select '(' || concat_ws(' or ', format('search like %L', private.like_pattern(word)),
      case when word ~ '^[0-9a-f]{8}$' then format(
        'id between %L and %L', word || '-0000-0000-0000-000000000000', word || '-ffff-ffff-ffff-ffffffffffff'
      ) end,
      case when char_length(word) > 2 then format(
        'id = any (array(select coalesce(s.booking_id, s.message_id) from private.said s where s.search like %L))',
        private.like_pattern(word)
      ) end
    ) || ')'
  $$;

alter table private.said
  add constraint said_booking_id_fkey foreign key (booking_id) references public.strategy_call_bookings(id)
    on delete cascade;

alter table private.said
  add constraint said_message_id_fkey foreign key (message_id) references public.contact_messages(id)
    on delete cascade;

alter table public.audit_log
  add constraint audit_log_action_check
    check
    ((action = any (array['booking_moved'::text, 'message_moved'::text, 'booking_assigned'::text,
    'message_assigned'::text,
    'booking_proposed'::text,
    'proposal_declined'::text,
    'booking_noted'::text,
    'message_noted'::text,
    'booking_read'::text,
    'message_read'::text,
    'person_read'::text,
    'person_exported'::text,
    'person_erased'::text,
    'bookings_exported'::text,
    'messages_exported'::text,
    'interactions_exported'::text,
    'insights_exported'::text,
    'settings_changed'::text,
    'day_off_added'::text,
    'day_off_removed'::text,
    'host_saved'::text,
    'letter_retried'::text,
    'letter_stopped'::text,
    'webhook_added'::text,
    'webhook_changed'::text,
    'webhook_paused'::text,
    'webhook_resumed'::text,
    'webhook_switched_off'::text,
    'webhook_secret_renewed'::text,
    'webhook_removed'::text,
    'webhook_tested'::text,
    'webhook_retried'::text,
    'webhook_stopped'::text,
    'calendar_added'::text,
    'calendar_removed'::text,
    'calendar_read'::text,
    'feed_renewed'::text,
    'feed_ended'::text,
    'member_added'::text,
    'role_changed'::text,
    'member_stopped'::text,
    'member_restored'::text,
    'member_removed'::text,
    'second_factor_reset'::text,
    'people_pruned'::text,
    'session_ended'::text,
    'sessions_ended'::text,
    'token_ended'::text, 'keys_replaced'::text, 'mail_confirmed'::text, 'view_shared'::text, 'view_removed'::text])));

create index said_booking_id_idx on private.said (booking_id);

create index said_message_id_idx on private.said (message_id);

-- By hand: what was said until now, and the index only where the extension for it may be made.
insert into private.said (thing, booking_id, message_id, search)
select b.id, b.id, null, private.plain(b.message) from public.strategy_call_bookings b where b.message is not null
union all
select m.id, null, m.id, private.plain(m.message) from public.contact_messages m
union all
select n.id, n.booking_id, n.message_id, private.plain(n.body) from public.notes n;

select private.index_search();

create trigger keep before insert or delete on public.saved_views
  for each row execute function private.keep_saved_view();

revoke all on function private.add_said(uuid, uuid, uuid, text) from public;

revoke all on function private.keep_saved_view() from public;

revoke all on function private.word_condition(text) from public;

grant insert (filters) on table public.saved_views to authenticated;

grant insert (is_shared) on table public.saved_views to authenticated;

grant insert (list) on table public.saved_views to authenticated;

grant insert (name) on table public.saved_views to authenticated;

grant delete, select on table public.saved_views to authenticated;

alter table public.saved_views
  add constraint saved_views_owner_fkey foreign key (owner) references public.staff_members(id) on delete cascade;

create policy "staff read their own and shared views" on public.saved_views
  for select to authenticated using ((select private.staff_role()) is not null and (is_shared or owner = auth.uid()));

create policy "staff remove their own views, owners shared ones" on public.saved_views
  for delete to authenticated using (
    (select private.staff_role()) is not null and owner = auth.uid() or is_shared and (select private.staff_role()) = 'owner'
  );

create policy "staff save views, who works shares them" on public.saved_views
  for insert to authenticated with check (
    owner = auth.uid() and ((select private.staff_role()) in ('owner', 'agent') or not is_shared and (select private.staff_role()) is not null)
  );

reset check_function_bodies;
