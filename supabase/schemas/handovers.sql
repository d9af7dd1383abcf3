-- Bookings, messages and next steps that a member gave to another one. The desk shows a handover until its reader opens
-- the record. An email, at most one an hour, lists the handovers that were not seen.
create table private.handovers (
  id uuid not null default gen_random_uuid(),
  person uuid not null,
  booking_id uuid,
  message_id uuid,
  kind text not null,
  -- Null if the server assigned a call that a visitor booked.
  given_by uuid,
  given_at timestamptz not null default now(),
  seen_at timestamptz,
  -- When an email was queued. The email of a confirmed call already tells its host.
  emailed_at timestamptz,

  constraint handovers_pkey primary key (id),
  constraint handovers_booking_id_key unique nulls not distinct (booking_id, message_id, kind, person),
  constraint handovers_person_fkey foreign key (person) references public.staff_members (id) on delete cascade,
  constraint handovers_booking_id_fkey foreign key (booking_id)
    references public.strategy_call_bookings (id) on delete cascade,
  constraint handovers_message_id_fkey foreign key (message_id)
    references public.contact_messages (id) on delete cascade,
  constraint handovers_booking_or_message_check check (num_nonnulls(booking_id, message_id) = 1),
  constraint handovers_kind_check check (kind in ('record', 'step'))
);

create index handovers_message_id_idx on private.handovers (message_id) where message_id is not null;
create index handovers_person_idx on private.handovers (person) where seen_at is null;

alter table private.handovers enable row level security;

-- `was` and `becomes` are the owners before and after a change, once for each step. A handover ends when its reader has
-- nothing left, and starts again when the reader receives more. An undo tells nobody.
create function private.hand_over(kind text, booking uuid, message uuid, was uuid[], becomes uuid[]) returns void
  language sql
  set search_path = ''
  as $$
    delete from private.handovers h
    where h.kind = hand_over.kind and (h.booking_id = booking or h.message_id = message)
      and h.person <> all (array_remove(coalesce(becomes, '{}'), null));
    insert into private.handovers as h (person, booking_id, message_id, kind, given_by, emailed_at)
    select distinct s.id, booking, message, hand_over.kind, auth.uid(), case when hand_over.kind = 'record' then (
      select now() from public.strategy_call_bookings b where b.id = booking and b.status = 'confirmed'
    ) end
    from (select unnest(becomes) except all select unnest(was)) new (person)
    join public.staff_members s on s.id = new.person
    where s.id is distinct from auth.uid() and not private.is_undo()
    on conflict on constraint handovers_booking_id_key do update set
      given_by = excluded.given_by, given_at = excluded.given_at, seen_at = null, emailed_at = excluded.emailed_at
  $$;

-- Called at the only places where a booking or a message is assigned.
create function private.record_assignment(action text, subject text, id uuid, was uuid, becomes uuid) returns void
  language sql
  set search_path = ''
  as $$
    select private.record(action, subject, id, jsonb_build_object('from', was, 'to', becomes));
    select private.hand_over('record', b.id, m.id, array[was], array[becomes])
    from (select id) r left join public.strategy_call_bookings b using (id) left join public.contact_messages m using (id);
  $$;

-- Waits until an assignment can no longer be undone, and an hour after the member's last email.
create function private.plan_handover_letters(now_is timestamptz) returns bigint
  language sql
  set search_path = ''
  as $$
    with listed as (
      update private.handovers h set emailed_at = now()
      from public.staff_members s join auth.users u on u.id = s.id
      where h.person = s.id and h.seen_at is null and h.emailed_at is null
        and h.given_at <= now_is - private.undo_window()
        and s.assignment_emails and s.disabled_at is null and u.deleted_at is null and u.email is not null
        and not exists (
          select from public.outbox o
          where o.created_at > now_is - interval '1 hour' and o.kind = 'team-assigned' and o.recipient = lower(u.email)
            and o.state <> 'dropped'
        )
      returning lower(u.email) as address
    ),
    letter as (
      insert into public.outbox (channel, kind, recipient)
      select distinct 'letter', 'team-assigned', l.address from listed l
      returning id
    )
    select count(*) from letter
  $$;

-- Returns the handovers that an email lists, or null if none is left. An email that was not sent omits what its reader
-- has seen.
create function private.handover_letter_data(item uuid) returns jsonb
  language sql stable security definer
  set search_path = ''
  as $$
    select jsonb_agg(jsonb_build_object(
      'what', case when b.id is null then 'message' else 'booking' end, 'id', coalesce(b.id, m.id),
      'who', coalesce(b.name, m.name), 'company', coalesce(b.company, m.company), 'kind', h.kind,
      'at', extract(epoch from h.given_at)::float8 * 1000, 'by', private.person_name(a.raw_user_meta_data, a.email)
    ) order by h.given_at, h.id)
    from public.outbox o
    join auth.users u on lower(u.email) = o.recipient
    join public.staff_members s on s.id = u.id and s.disabled_at is null
    join private.handovers h on h.person = s.id and h.emailed_at = o.created_at
    left join public.strategy_call_bookings b on b.id = h.booking_id
    left join public.contact_messages m on m.id = h.message_id
    left join auth.users a on a.id = h.given_by
    where o.id = item and (h.seen_at is null or o.state = 'sent')
  $$;
grant execute on function private.handover_letter_data(uuid) to backline_outbox;

create function public.set_assignment_emails(wanted boolean) returns void
  language sql security definer
  set search_path = ''
  as $$
    select private.require_staff('owner', 'agent', 'viewer');
    update public.staff_members s set assignment_emails = wanted where s.id = auth.uid();
  $$;
grant execute on function public.set_assignment_emails(boolean) to authenticated;
