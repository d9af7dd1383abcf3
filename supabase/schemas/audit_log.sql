-- The audit log: append-only and without personal data, so that an erasure does not have to change it. Sign-ins are in
-- auth.audit_log_entries.
create table public.audit_log (
  id bigint generated always as identity,
  at timestamptz not null default now(),
  -- Null if a visitor or the server acted. There is no foreign key, because the entry stays when the member's
  -- account is deleted.
  actor uuid,
  action text not null,
  -- A table's name, 'insights' or 'mail'; for everything that one visitor sent, 'person'.
  subject text not null,
  subject_id uuid,
  details jsonb not null default '{}',

  constraint audit_log_pkey primary key (id),
  constraint audit_log_action_check check (action in (
    'booking_added', 'booking_moved', 'message_moved', 'booking_assigned', 'message_assigned', 'booking_proposed',
    'proposal_declined', 'booking_noted', 'message_noted', 'booking_replied', 'message_replied', 'reply_undone',
    'times_offered', 'times_withdrawn', 'offer_ended', 'hold_lost', 'hold_restored', 'booking_outcome', 'booking_read',
    'message_read', 'person_read', 'person_exported', 'person_erased', 'bookings_exported', 'messages_exported',
    'interactions_exported', 'insights_exported', 'settings_changed', 'day_off_added', 'day_off_removed', 'host_saved',
    'letter_retried', 'letter_stopped', 'webhook_added', 'webhook_changed', 'webhook_paused', 'webhook_resumed',
    'webhook_switched_off', 'webhook_secret_renewed', 'webhook_removed', 'webhook_tested', 'webhook_retried',
    'webhook_stopped', 'calendar_added', 'calendar_changed', 'calendar_removed', 'calendar_read', 'feed_renewed', 'feed_ended',
    'template_saved', 'template_removed', 'member_added', 'role_changed', 'member_stopped', 'member_restored',
    'member_removed', 'second_factor_reset', 'people_pruned', 'session_ended', 'mail_confirmed', 'view_shared',
    'view_removed', 'view_restored', 'waiting_set', 'waiting_undone', 'email_received', 'email_noted', 'email_accepted',
    'email_dismissed', 'emails_limited', 'email_file_read', 'mailbox_saved', 'mailbox_removed', 'site_published',
    'site_restored', 'site_draft_discarded'
  )),
  constraint audit_log_details_check check (jsonb_typeof(details) = 'object' and pg_column_size(details) <= 8192)
);

comment on table public.audit_log is 'What members did in the desk; append-only.';

create index audit_log_at_idx on public.audit_log (at desc, id desc);
create index audit_log_subject_idx on public.audit_log (subject_id, at) where subject_id is not null;
create index audit_log_actor_idx on public.audit_log (actor, at desc) where actor is not null;

alter table public.audit_log enable row level security;

grant select on public.audit_log to authenticated, service_role;

create policy "owners read the log" on public.audit_log
  for select to authenticated using ((select private.staff_role()) = 'owner');

-- `service_role` needs policies, because only a superuser can grant the right to bypass row security. Decision 1.
create policy "service role" on public.audit_log for select to service_role using (true);

create trigger append_only before update or delete or truncate on public.audit_log
  for each statement execute function private.refuse_rewriting();

create trigger enqueue_export_letter after insert on public.audit_log
  for each row when (new.action like '%\_exported' and new.details ? 'rows' and new.actor is not null)
  execute function private.enqueue_export_letter();

create function private.refuse_rewriting() returns trigger
  language plpgsql
  set search_path = ''
  as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = '42501';
end
$$;

-- Runs as its owner: no role can write to the audit log, so nobody can forge entries.
create function private.record(action text, subject text, subject_id uuid, details jsonb default '{}') returns void
  language sql security definer
  set search_path = ''
  as $$
    insert into public.audit_log (actor, action, subject, subject_id, details)
    values (
      auth.uid(), action, subject, subject_id,
      details || jsonb_strip_nulls(jsonb_build_object('batch', nullif(current_setting('backline.batch', true), '')))
    )
  $$;

-- Logs that the member read the row, at most once every ten minutes, so that reloads add no entries.
create function private.record_reading(action text, subject text, subject_id uuid) returns void
  language plpgsql
  set search_path = ''
  as $$
begin
  if not exists (
    select from public.audit_log a
    where a.subject_id = record_reading.subject_id and a.at > now() - interval '10 minutes'
      and a.actor = auth.uid() and a.action = record_reading.action
  ) then
    perform private.record(action, subject, subject_id);
  end if;
end
$$;

-- Returns the kind of an action, or `otherwise` for all actions without a kind. Written with `return`, so that
-- PostgreSQL can inline it.
create function private.audit_kind(action text, otherwise text) returns text
  language sql immutable parallel safe
  return case
    when action like '%\_read' then 'reading'
    when action like '%\_exported' then 'export'
    when action like any (array['member\_%', 'role\_%']) or action in (
      'user_invited', 'user_signedup', 'user_modified', 'user_deleted', 'owner_created', 'factors_reset',
      'second_factor_reset'
    ) then 'people'
    when action = 'session_ended' then 'sign-in'
    else otherwise
  end;

-- Returns entries of both logs, newest first. A page includes every entry with the same time as its last entry, so that
-- the next page misses none. Omits token renewals and IP addresses, which a Supabase project logs. A bulk change is one
-- entry, which contains the entries of its rows; all of them have the same time. `readings` is ignored if there is a kind.
create function public.read_audit_log(
  before timestamptz default null, most int default 100, kind text default null, who uuid default null,
  readings boolean default true
) returns table (
  at timestamptz, actor uuid, action text, outcome text, subject text, subject_id uuid, details jsonb, entries jsonb
)
  language plpgsql stable security definer
  set search_path = ''
  as $$
#variable_conflict use_column
declare
  page int := least(greatest(coalesce(most, 100), 1), 500);
  until timestamptz := coalesce(before, 'infinity');
  uuid_shape constant text := '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$';
begin
  perform private.require_staff('owner');
  if read_audit_log.kind not in ('sign-in', 'reading', 'change', 'export', 'people') then
    raise exception 'There is no such kind of entry' using errcode = '22023';
  end if;
  return query
    select e.at, e.actor, e.action, e.outcome, e.subject, e.subject_id, e.details, (
        select jsonb_agg(
          jsonb_build_object('action', b.action, 'subject', b.subject, 'subject_id', b.subject_id, 'details', b.details)
          order by b.id
        )
        from public.audit_log b where b.at = e.at and b.details ->> 'batch' = e.details ->> 'batch'
      )
    from (
      (
        select l.at, l.actor, l.action, 'done' as outcome, l.subject, l.subject_id, l.details, l.id as number
        from public.audit_log l
        where l.at < until and (who is null or l.actor = who)
          and case
            when read_audit_log.kind is not null then private.audit_kind(l.action, 'change') = read_audit_log.kind
            else readings or private.audit_kind(l.action, 'change') <> 'reading'
          end
          and (not l.details ? 'batch' or not exists (
            select from public.audit_log b
            where b.at = l.at and b.id < l.id and b.details ->> 'batch' = l.details ->> 'batch'
          ))
        order by l.at desc fetch first (page) rows with ties
      )
      union all
      (
        select
          a.created_at, a.actor, a.action, a.outcome, case when a.subject_id is not null then 'users' end,
          a.subject_id, a.traits - array['user', 'user_id', 'user_email', 'user_phone'], 0
        from (
          select
            x.created_at,
            case
              when x.payload ->> 'actor_id' ~ uuid_shape and x.payload ->> 'actor_id' !~ '^[0-]*$'
              then (x.payload ->> 'actor_id')::uuid
            end as actor,
            x.payload ->> 'action' as action,
            coalesce(x.payload ->> 'outcome', 'done') as outcome,
            case
              when coalesce(t.traits ->> 'user', t.traits ->> 'user_id') ~ uuid_shape
              then coalesce(t.traits ->> 'user', t.traits ->> 'user_id')::uuid
            end as subject_id,
            t.traits
          from auth.audit_log_entries x
          cross join lateral (
            select case when json_typeof(x.payload -> 'traits') = 'object' then (x.payload -> 'traits')::jsonb
              else '{}' end as traits
          ) t
          -- If the filter names a person or a kind, this condition skips most of the log.
          where x.created_at < until and (who is null or x.payload ->> 'actor_id' = who::text)
            and (read_audit_log.kind is null or read_audit_log.kind in ('sign-in', 'people'))
        ) a
        where a.action <> 'token_refreshed'
          and (read_audit_log.kind is null or private.audit_kind(a.action, 'sign-in') = read_audit_log.kind)
        order by a.created_at desc fetch first (page) rows with ties
      )
      order by 1 desc fetch first (page) rows with ties
    ) e
    order by e.at desc, e.number desc;
end
$$;
grant execute on function public.read_audit_log(timestamptz, int, text, uuid, boolean) to authenticated;

-- If no member changed the status, `by` is 'visitor' or 'automatic'.
create function private.record_move(action text, subject text, was jsonb, becomes jsonb) returns void
  language sql
  set search_path = ''
  as $$
    select private.record(action, subject, (becomes ->> 'id')::uuid, jsonb_strip_nulls(jsonb_build_object(
      'from', was ->> 'status', 'to', becomes ->> 'status', 'confirmed', becomes ->> 'confirmed',
      'by', nullif(current_setting('backline.by', true), ''),
      -- The earlier values, which an undo restores.
      'was', nullif(jsonb_strip_nulls(jsonb_build_object(
        'confirmed', was ->> 'confirmed', 'answered_at', was -> 'answered_at', 'proposed_time', was ->> 'proposed_time',
        'unanswered_since', was ->> 'unanswered_since', 'remind_at', was ->> 'remind_at', 'assigned_to', was ->> 'assigned_to',
        'due_hours', case when was ->> 'unanswered_since' is not null then was -> 'due_hours' end
      )), '{}')
    )))
  $$;
