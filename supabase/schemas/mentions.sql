-- Members whom a note names with `@`. These members get an email, and the desk shows the mention until they open the
-- row.
create table private.mentions (
  note uuid not null,
  person uuid not null,
  seen_at timestamptz,

  constraint mentions_pkey primary key (note, person),
  constraint mentions_note_fkey foreign key (note) references public.notes (id) on delete cascade,
  constraint mentions_person_fkey foreign key (person) references public.staff_members (id) on delete cascade
);

create index mentions_unseen_idx on private.mentions (person) where seen_at is null;

alter table private.mentions enable row level security;

-- A restore inserts its own mentions and must not notify anyone again.
create function private.write_mentions() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  if not private.is_new_row(new.created_at) then
    return null;
  end if;
  if exists (
    select from unnest(new.mentioned) p
    where not exists (select from public.staff_members m where m.id = p and m.disabled_at is null)
  ) then
    perform private.refuse('not_staff', 'A person mentioned in the note is no longer a member.', '{}');
  end if;
  insert into private.mentions (note, person)
    select distinct new.id, p from unnest(new.mentioned) p where p is distinct from new.author;
  insert into public.outbox (channel, kind, booking_id, message_id, recipient, facts)
    select 'letter', 'team-mention', new.booking_id, new.message_id, lower(u.email), jsonb_build_object('note', new.id)
    from private.mentions m join auth.users u on u.id = m.person where m.note = new.id;
  return null;
end
$$;

-- Returns the email's content, or null if the reader is no longer a member.
create function private.mention_letter_data(note uuid, reader text) returns jsonb
  language sql stable security definer
  set search_path = ''
  as $$
    select jsonb_build_object('body', n.body, 'author', private.person_name(a.raw_user_meta_data, a.email))
    from private.mentions m
    join public.notes n on n.id = m.note
    join public.staff_members s on s.id = m.person and s.disabled_at is null
    join auth.users u on u.id = s.id and lower(u.email) = reader
    left join auth.users a on a.id = n.author
    where m.note = mention_letter_data.note
  $$;
grant execute on function private.mention_letter_data(uuid, text) to backline_outbox;
