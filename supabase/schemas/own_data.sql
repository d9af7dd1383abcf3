-- Links with which visitors see, download and erase the data stored under their email address. Decision 12.
create table private.data_links (
  -- The token's SHA-256, so that this table does not reveal links.
  token_hash bytea not null,
  -- The email address in lowercase. Null after the data is erased.
  address text,
  until timestamptz not null,

  constraint data_links_pkey primary key (token_hash)
);

create index data_links_address_idx on private.data_links (address) where address is not null;
create index data_links_until_idx on private.data_links (until);

alter table private.data_links enable row level security;

-- Counts a hit in the current time window or starts a new window, like src/server/lib/throttle.
create function private.count_hit(name text, key text, lasts interval, now_is timestamptz) returns integer
  language sql
  set search_path = ''
  as $$
    insert into private.throttles as t (name, key, hits, until)
    values (count_hit.name, count_hit.key, 1, now_is + lasts)
    on conflict on constraint throttles_pkey do update set
      hits = case when t.until <= now_is then 1 else t.hits + 1 end,
      until = case when t.until <= now_is then excluded.until else t.until end
    returning t.hits
  $$;

-- Queues an email with a link; `sealed` is the encrypted address of the recipient. The data is looked up when the
-- email is sent, so that the response does not reveal whether any data exists. `mailbox` is a keyed hash; each mailbox
-- receives at most one email in 15 minutes and four a day.
create function private.request_own_data(sealed text, mailbox text, now_is timestamptz) returns void
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  if private.count_hit('own data', mailbox, interval '15 minutes', now_is) = 1
    and private.count_hit('own data in a day', mailbox, interval '1 day', now_is) <= 4
  then
    insert into public.outbox (channel, kind, sealed, due_at, ends_at)
    values ('letter', 'own-data', request_own_data.sealed, now_is, now_is + interval '1 hour');
  end if;
end
$$;
grant execute on function private.request_own_data(text, text, timestamptz) to backline_call_page;

-- Makes the link valid for an hour when the email is sent. If there is no data, deletes the request and returns false.
create function private.open_data_link(item uuid, token_hash bytea, address text, now_is timestamptz) returns boolean
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  asked text := private.required_address(address);
  booking uuid;
  message uuid;
  account uuid;
begin
  select b.id into booking from public.strategy_call_bookings b where lower(b.email) = asked
    order by b.created_at desc limit 1;
  if booking is null then
    select m.id into message from public.contact_messages m where lower(m.email) = asked order by m.created_at desc limit 1;
  end if;
  if booking is null and message is null then
    select u.id into account from auth.users u where lower(u.email) = asked limit 1;
  end if;
  if num_nonnulls(booking, message, account) = 0 then
    delete from public.outbox o where o.id = item and o.kind = 'own-data';
    return false;
  end if;
  update public.outbox o set booking_id = booking, message_id = message, user_id = account
    where o.id = item and o.kind = 'own-data';
  if not found then
    return false;
  end if;
  insert into private.data_links (token_hash, address, until)
  values (open_data_link.token_hash, asked, now_is + interval '1 hour')
  on conflict on constraint data_links_pkey do update set until = excluded.until
    where data_links.address is not null;
  return true;
end
$$;
grant execute on function private.open_data_link(uuid, bytea, text, timestamptz) to backline_outbox;

create function private.data_link(token text, now_is timestamptz) returns setof private.data_links
  language sql stable
  set search_path = ''
  as $$
    select l.* from private.data_links l
    where l.token_hash = sha256(convert_to(token, 'UTF8')) and l.until > now_is
  $$;

-- Returns 'open', 'erased' or null. Changes nothing, because mail scanners open links before people do.
create function private.data_link_state(token text, now_is timestamptz) returns text
  language sql stable security definer
  set search_path = ''
  as $$ select case when l.address is null then 'erased' else 'open' end from private.data_link(token, now_is) l $$;
grant execute on function private.data_link_state(text, timestamptz) to backline_call_page;

-- The reader has only verified a mailbox. For a member, the result omits the parts of the account that the desk shows
-- only after two-step verification.
create function private.own_data_of(asked text) returns jsonb
  language sql stable
  set search_path = ''
  as $$
    select case
      when exists (
        select from auth.users u join public.staff_members m on m.id = u.id and m.disabled_at is null
        where lower(u.email) = asked
      ) then p.person || jsonb_build_object(
        'account', (p.person -> 'account') - array['sessions', 'identities', 'host', 'calendars', 'last_sign_in_at']
          || '{"is_kept": true}'
      )
      else p.person
    end
    from private.person_data(asked) p (person)
  $$;

-- Logs a read at most once every ten minutes. Returns null if the link is expired or used.
create function private.read_own_data(token text, now_is timestamptz) returns jsonb
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  asked text := (select l.address from private.data_link(token, now_is) l);
  person jsonb;
  newest uuid;
begin
  if asked is null then
    return null;
  end if;
  person := private.own_data_of(asked);
  newest := (
    select (sent ->> 'id')::uuid from jsonb_array_elements((person -> 'bookings') || (person -> 'messages')) sent
    order by sent ->> 'created_at' desc limit 1
  );
  if not exists (
    select from public.audit_log a
    where a.subject_id is not distinct from newest and a.at > now() - interval '10 minutes' and a.action = 'person_read'
      and a.actor is null
  ) then
    perform private.record('person_read', 'person', newest, '{"by": "visitor"}');
  end if;
  return jsonb_build_object('person', person, 'desk_zone', (select s.time_zone from public.desk_settings s));
end
$$;
grant execute on function private.read_own_data(text, timestamptz) to backline_call_page;

create function private.export_own_data(token text, now_is timestamptz) returns jsonb
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  asked text := (select l.address from private.data_link(token, now_is) l);
  person jsonb;
begin
  if asked is null then
    return null;
  end if;
  person := private.own_data_of(asked);
  perform private.record_export(person, '{"by": "visitor"}');
  return person;
end
$$;
grant execute on function private.export_own_data(text, timestamptz) to backline_call_page;

-- Erases the data as an owner would, and revokes all links to the data. Returns null if the link is expired or used:
-- the second of two requests waits for the first and then finds the link used.
create function private.erase_own_data(token text, now_is timestamptz) returns jsonb
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  asked text := (select l.address from private.data_link(token, now_is) l);
begin
  perform pg_advisory_xact_lock(hashtextextended('data of ' || asked, 0));
  asked := (select l.address from private.data_link(token, now_is) l);
  if asked is null then
    return null;
  end if;
  return private.erase_address(asked, '{"by": "visitor"}') - 'mentions';
end
$$;
grant execute on function private.erase_own_data(text, timestamptz) to backline_call_page;
