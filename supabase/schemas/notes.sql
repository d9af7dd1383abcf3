-- The team's notes about bookings and messages. Deleting a booking or message deletes its notes.
create table public.notes (
  id uuid not null default gen_random_uuid(),
  created_at timestamptz not null default now(),
  -- There is no foreign key, because a note stays when its author's account is deleted.
  author uuid default auth.uid(),
  booking_id uuid,
  message_id uuid,
  body text not null,
  -- The members whom the note names with `@`: see mentions.sql.
  mentioned uuid[] not null default '{}',

  constraint notes_pkey primary key (id),
  constraint notes_booking_id_fkey foreign key (booking_id)
    references public.strategy_call_bookings (id) on delete cascade,
  constraint notes_message_id_fkey foreign key (message_id)
    references public.contact_messages (id) on delete cascade,
  constraint notes_booking_or_message_check check (num_nonnulls(booking_id, message_id) = 1),
  constraint notes_body_check check (char_length(body) between 1 and 5000),
  constraint notes_mentioned_check check (cardinality(mentioned) <= 50)
);

comment on table public.notes is 'The team''s notes about bookings and messages; append-only.';

create index notes_booking_id_idx on public.notes (booking_id) where booking_id is not null;
create index notes_message_id_idx on public.notes (message_id) where message_id is not null;

alter table public.notes enable row level security;

grant select on public.notes to authenticated, service_role;
grant insert (id, booking_id, message_id, body, mentioned) on public.notes to authenticated, service_role;

create policy "members read notes" on public.notes
  for select to authenticated using ((select private.staff_role()) is not null);

create policy "agents write notes" on public.notes
  for insert to authenticated
  with check ((select private.staff_role()) in ('owner', 'agent') and author = auth.uid());

create policy "service role" on public.notes to service_role using (true) with check (true);

create trigger normalize before insert on public.notes for each row execute function private.normalize_note();

create trigger record after insert on public.notes for each row execute function private.record_note();

create trigger mention after insert on public.notes for each row execute function private.write_mentions();

create trigger notify after insert on public.notes
  for each row execute function private.notify_note();

create function private.normalize_note() returns trigger
  language plpgsql
  set search_path = ''
  as $$
begin
  new.body := private.trimmed(new.body);
  return new;
end
$$;

create function private.record_note() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  note jsonb := jsonb_build_object('note', new.id);
begin
  perform private.add_search_text(new.id, new.booking_id, new.message_id, new.body);
  if new.booking_id is null then
    perform private.record('message_noted', 'contact_messages', new.message_id, note);
  else
    perform private.record('booking_noted', 'strategy_call_bookings', new.booking_id, note);
  end if;
  return null;
end
$$;
