-- Where forms ask for a proof of work, one that a browser without script sends has none: its row counts when its mailbox says
-- that it was them. And a proof is good for one row. Decision page 54.

-- 'asked': it came without a proof, and a letter asks its mailbox; 'confirmed': the mailbox said yes. Null: nobody asked.
alter table public.strategy_call_bookings
  add column mailbox text,
  add constraint strategy_call_bookings_mailbox_check check (mailbox in ('asked', 'confirmed'));
alter table public.contact_messages
  add column mailbox text,
  add constraint contact_messages_mailbox_check check (mailbox in ('asked', 'confirmed'));

-- The server says that a row has no proof. It waits among the suspects, whom no letter of ours reaches and nobody is owed an
-- answer; the team sees it there and may let it in. After the trigger that tidies, whose name comes before this one's: what
-- looks automatic besides is not asked.
create function private.ask_mailbox_first() returns trigger
  language plpgsql
  set search_path = ''
  as $$
begin
  if new.status = 'new' and current_setting('backline.proof', true) = 'missing' then
    new.status := 'spam?';
    new.mailbox := 'asked';
  end if;
  return new;
end
$$;
create trigger tidy_then_ask before insert on public.strategy_call_bookings
  for each row execute function private.ask_mailbox_first();
create trigger tidy_then_ask before insert on public.contact_messages
  for each row execute function private.ask_mailbox_first();

alter policy "visitors may ask for a call" on public.strategy_call_bookings
  with check (
    status = case
      when mailbox is not null or private.looks_automatic(email, fill_seconds, filled_by, budget_note) then 'spam?'
      else 'new'
    end
    and confirmed is null and assigned_to is null and mailbox is distinct from 'confirmed'
    and source = private.visit_source(landing_page, referrer)
    and campaign is not distinct from private.visit_campaign(landing_page)
    and first_view is not distinct from private.visit_first_view(landing_page)
  );
alter policy "visitors may write to us" on public.contact_messages
  with check (
    status = case
      when mailbox is not null or private.looks_automatic(email, fill_seconds, filled_by, budget_note) then 'spam?'
      else 'new'
    end
    and assigned_to is null and mailbox is distinct from 'confirmed'
    and source = private.visit_source(landing_page, referrer)
    and campaign is not distinct from private.visit_campaign(landing_page)
    and first_view is not distinct from private.visit_first_view(landing_page)
  );

create function private.enqueue_question() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  insert into public.outbox (channel, kind, booking_id, message_id, once)
  values (
    'letter', 'confirm-request', case tg_table_name when 'strategy_call_bookings' then new.id end,
    case tg_table_name when 'contact_messages' then new.id end, 'confirm-request:' || new.id
  )
  on conflict (once) do nothing;
  return null;
end
$$;
create trigger enqueue_question after insert on public.strategy_call_bookings
  for each row when (new.mailbox = 'asked') execute function private.enqueue_question();
create trigger enqueue_question after insert on public.contact_messages
  for each row when (new.mailbox = 'asked') execute function private.enqueue_question();

-- The mailbox says that it was them: everything that waits for its word counts from now on. Gives whether there is such a
-- row; said twice, it is done once.
create function private.confirm_mailbox(row_id uuid) returns boolean
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  asked text;
begin
  select private.mailbox_of(r.email) into asked from (
    select b.email from public.strategy_call_bookings b where b.id = row_id and b.mailbox is not null and b.status <> 'spam'
    union all
    select m.email from public.contact_messages m where m.id = row_id and m.mailbox is not null and m.status <> 'spam'
  ) r;
  if asked is null then
    return false;
  end if;
  perform set_config('backline.by', 'visitor', true);
  update public.strategy_call_bookings b
  set mailbox = 'confirmed', status = case b.status when 'spam?' then 'new' else b.status end
  where private.mailbox_of(b.email) = asked and b.mailbox = 'asked' and b.status <> 'spam';
  update public.contact_messages m
  set mailbox = 'confirmed', status = case m.status when 'spam?' then 'new' else m.status end
  where private.mailbox_of(m.email) = asked and m.mailbox = 'asked' and m.status <> 'spam';
  perform set_config('backline.by', '', true);
  return true;
end
$$;
grant execute on function private.confirm_mailbox(uuid) to backline_call_page;

-- As before, and a mailbox that has said so is known.
create or replace function private.is_known_mailbox(mailbox text) returns boolean
  language sql stable security definer
  set search_path = ''
  as $$
    select exists (
      select from public.strategy_call_bookings b
      where private.mailbox_of(b.email) = is_known_mailbox.mailbox
        and (
          b.status in ('confirmed', 'held', 'no-show') or b.mailbox = 'confirmed'
          or exists (
            select from public.outbox o
            where o.booking_id = b.id and o.kind = 'call' and o.facts ->> 'by_visitor' = 'false'
          )
        )
    ) or exists (
      select from public.contact_messages m
      where private.mailbox_of(m.email) = is_known_mailbox.mailbox
        and (m.status = 'answered' or m.mailbox = 'confirmed')
    )
  $$;

-- As before, with the letter that asks.
create or replace function private.letters_to(mailbox text) returns setof public.outbox
  language sql stable security definer
  set search_path = ''
  as $$
    select o.* from public.outbox o
    where o.channel = 'letter' and o.recipient is null
      and o.kind in ('request-received', 'message-received', 'call', 'confirm-request')
      and (
        o.booking_id in (
          select b.id from public.strategy_call_bookings b where private.mailbox_of(b.email) = letters_to.mailbox
        )
        or o.message_id in (
          select m.id from public.contact_messages m where private.mailbox_of(m.email) = letters_to.mailbox
        )
      )
      and (o.state in ('waiting', 'sending') or coalesce(o.settled_at, o.due_at) > now() - interval '1 day')
  $$;

-- As before, and one question is asked for all that wait for its answer: a yes lets all of them in.
create or replace function private.gather_letters(item uuid) returns boolean
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  was public.outbox;
  mailbox text;
  waiting uuid[];
begin
  select * into was from public.outbox o where o.id = item and o.facts ? 'waits' and o.kind <> 'call';
  select private.mailbox_of(coalesce(
    (
      select b.email from public.strategy_call_bookings b
      where b.id = was.booking_id and b.status = case was.kind when 'confirm-request' then 'spam?' else 'new' end
    ),
    (
      select m.email from public.contact_messages m
      where m.id = was.message_id and (m.status = 'spam?' or was.kind <> 'confirm-request') and m.status <> 'spam'
    )
  )) into mailbox;
  -- It has nobody to wait for, or is no longer true: whoever sends it finds out.
  if mailbox is null then
    return true;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('letters to ' || mailbox, 0));
  if exists (
    select from private.letters_to(mailbox) l
    where l.id <> item and l.facts -> 'others' ? coalesce(was.booking_id, was.message_id)::text
  ) then
    return false;
  end if;
  select array_agg(l.id order by l.due_at, l.id) into waiting
  from private.letters_to(mailbox) l
  left join public.strategy_call_bookings b on b.id = l.booking_id
  left join public.contact_messages m on m.id = l.message_id
  where l.state in ('waiting', 'sending') and l.facts ? 'waits' and l.kind <> 'call'
    and case was.kind
      when 'confirm-request' then l.kind = was.kind and 'spam?' in (b.status, m.status)
      else l.kind <> 'confirm-request' and (b.status = 'new' or m.status <> 'spam')
    end;
  update public.outbox o set facts = o.facts || jsonb_build_object('others', (
    select coalesce(o.facts -> 'others', '[]') || coalesce(jsonb_agg(coalesce(l.booking_id, l.message_id)), '[]')
    from public.outbox l
    where l.id = any (waiting[2:]) and not coalesce(o.facts -> 'others' ? coalesce(l.booking_id, l.message_id)::text, false)
  ))
  where o.id = waiting[1] and cardinality(waiting) > 1;
  update public.outbox o set state = 'dropped', reason = 'told in one letter with another', settled_at = clock_timestamp()
  where o.id = any (waiting[2:]) and o.state = 'waiting';
  return waiting[1] = item;
end
$$;

-- Proofs that were shown, until they are too old anyway.
create table private.spent_proofs (
  proof text not null,
  until timestamptz not null,
  constraint spent_proofs_pkey primary key (proof)
);
create index spent_proofs_until_idx on private.spent_proofs (until);
alter table private.spent_proofs enable row level security;

-- Gives whether it was still good. In the transaction of the row that it is for: who loses that keeps the proof. Definer,
-- since visitors write nowhere else.
create function private.spend_proof(proof text, until timestamptz) returns boolean
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  delete from private.spent_proofs s where s.proof in (
    select o.proof from private.spent_proofs o where o.until < now() limit 100 for update skip locked
  );
  insert into private.spent_proofs (proof, until) values (spend_proof.proof, spend_proof.until)
  on conflict on constraint spent_proofs_pkey do nothing;
  return found;
end
$$;
grant execute on function private.spend_proof(text, timestamptz) to anon;
