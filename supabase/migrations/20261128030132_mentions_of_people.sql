set check_function_bodies = off;

alter table public.outbox drop constraint outbox_kind_check;

create table private.mentions (
  note uuid not null,
  person uuid not null,
  seen_at timestamp with time zone,
  constraint mentions_pkey primary key (note, person)
);

alter table private.mentions enable row level security;

alter table public.notes add column mentioned uuid[] not null default '{}'::uuid[];

create or replace function private.mention_told(note uuid, reader text) returns jsonb
  language sql stable security definer
  set search_path = ''
  as $$
    select jsonb_build_object('body', n.body, 'author', private.person_name(a.raw_user_meta_data, a.email))
    from private.mentions m
    join public.notes n on n.id = m.note
    join public.staff_members s on s.id = m.person and s.disabled_at is null
    join auth.users u on u.id = s.id and lower(u.email) = reader
    left join auth.users a on a.id = n.author
    where m.note = mention_told.note
  $$;

create or replace function private.notes_and_history(subject text, id uuid, received timestamptz, address text) returns jsonb
  language sql
  set search_path = ''
  as $$
    with note as (
      select n.id, n.created_at as at, n.author, n.body, n.mentioned from public.notes n
      where n.booking_id = notes_and_history.id or n.message_id = notes_and_history.id
    ),
    seen as (
      update private.mentions m set seen_at = now() from note
      where m.note = note.id and m.person = auth.uid() and m.seen_at is null
    ),
    event as (
      select 0 as place, received as at, null::uuid as actor, 'received' as action, '{}'::jsonb as details, 0 as number
      union all
      select 1, a.at, a.actor, a.action, a.details, a.id from public.audit_log a
      where a.subject_id = notes_and_history.id and a.subject = notes_and_history.subject
        and a.action not in ('booking_read', 'message_read', 'booking_noted', 'message_noted')
      union all
      select 1, note.at, note.author, 'noted', jsonb_build_object('note', note.id), 0 from note
    )
    select jsonb_build_object(
      'notes', coalesce((select jsonb_agg(to_jsonb(note) order by note.at, note.id) from note), '[]'),
      'timeline', (
        select jsonb_agg(
          jsonb_build_object('at', e.at, 'actor', e.actor, 'action', e.action, 'details', e.details)
          order by e.place, e.at, e.number
        ) from event e
      ),
      'others', jsonb_build_object(
        'bookings', (
          select count(*) from public.strategy_call_bookings b where lower(b.email) = lower(address) and b.id <> notes_and_history.id
        ),
        'messages', (
          select count(*) from public.contact_messages m where lower(m.email) = lower(address) and m.id <> notes_and_history.id
        )
      )
    )
  $$;

create or replace function private.write_mentions() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  if not private.is_arriving(new.created_at) then
    return null;
  end if;
  if exists (
    select from unnest(new.mentioned) p
    where not exists (select from public.staff_members m where m.id = p and m.disabled_at is null)
  ) then
    perform private.refuse('not_staff', 'Somebody who is named in the note is not at the desk any more.', '{}');
  end if;
  insert into private.mentions (note, person)
    select distinct new.id, p from unnest(new.mentioned) p where p is distinct from new.author;
  insert into public.outbox (channel, kind, booking_id, message_id, recipient, facts)
    select 'letter', 'team-mention', new.booking_id, new.message_id, lower(u.email), jsonb_build_object('note', new.id)
    from private.mentions m join auth.users u on u.id = m.person where m.note = new.id;
  return null;
end
$$;

create or replace function public.unseen_mentions() returns jsonb
  language plpgsql stable security definer
  set search_path = ''
  as $$
begin
  perform private.require_staff('owner', 'agent', 'viewer');
  return (
    select jsonb_build_object(
      'count', count(*), 'booking_id', (array_agg(n.booking_id order by n.created_at desc))[1],
      'message_id', (array_agg(n.message_id order by n.created_at desc))[1]
    )
    from private.mentions m join public.notes n on n.id = m.note where m.person = auth.uid() and m.seen_at is null
  );
end
$$;

alter table private.mentions
  add constraint mentions_note_fkey foreign key (note) references public.notes(id) on delete cascade;

alter table private.mentions
  add constraint mentions_person_fkey foreign key (person) references public.staff_members(id) on delete cascade;

alter table public.notes add constraint notes_mentioned_check check ((cardinality(mentioned) <= 50));

alter table public.outbox
  add constraint outbox_kind_check
    check
    ((kind = any (array['request-received'::text, 'call'::text, 'call-stands'::text, 'reminder-day'::text,
    'reminder-hour'::text,
    'message-received'::text,
    'team-booking'::text,
    'team-message'::text,
    'team-call'::text,
    'team-call-erased'::text,
    'team-proposal'::text,
    'team-risk'::text,
    'team-digest'::text,
    'team-fault'::text,
    'team-calendar'::text,
    'team-backup'::text,
    'team-mention'::text,
    'own-data'::text,
    'account'::text,
    'second-step-reset'::text,
    'new-device'::text,
    'large-export'::text,
    'booking.created'::text,
    'booking.confirmed'::text,
    'booking.held'::text,
    'booking.no-show'::text,
    'booking.cancelled'::text,
    'booking.assigned'::text, 'message.created'::text, 'message.answered'::text, 'message.assigned'::text])));

create index mentions_unseen_idx on private.mentions (person) where seen_at is null;

create trigger mention after insert on public.notes for each row execute function private.write_mentions();

revoke all on function private.mention_told(uuid, text) from public;

grant execute on function private.mention_told(uuid, text) to backline_outbox;

revoke all on function private.write_mentions() from public;

revoke all on function public.unseen_mentions() from public;

grant execute on function public.unseen_mentions() to authenticated;

grant insert (mentioned) on table public.notes to authenticated;

grant insert (mentioned) on table public.notes to service_role;

reset check_function_bodies;
