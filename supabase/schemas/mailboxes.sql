-- The mailbox behind an email address, and its verification.

-- Mailboxes are only counted and compared; emails go to the address itself. Most services ignore everything after a
-- plus. Gmail also ignores dots and has two domains. src/server/lib/mail/mailer.ts has the same rule, and a test
-- compares both.
create function private.mailbox_of(email text) returns text
  language plpgsql immutable strict parallel safe
  set search_path = ''
  as $$
declare
  address text := lower(private.trimmed(email));
  -- Searches from the end, because the name before the @ can contain another @ in quotes.
  behind integer := strpos(reverse(address), '@');
  name text := left(address, -behind);
  domain text := right(address, behind - 1);
  tagged integer;
begin
  if behind < 2 or name = '' then
    return address;
  end if;
  -- A plus at the start belongs to the name.
  tagged := strpos(substr(name, 2), '+');
  if tagged > 0 then
    name := left(name, tagged);
  end if;
  if domain in ('gmail.com', 'googlemail.com') then
    return replace(name, '.', '') || '@gmail.com';
  end if;
  return name || '@' || domain;
end
$$;
grant execute on function private.mailbox_of(text) to anon, authenticated, service_role;

-- Called by the page to which a visitor's email links. Holds the chosen slot if it is available. A second call changes
-- nothing.
create function private.confirm_mailbox(row_id uuid) returns void
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  perform private.lock_calls();
  perform set_config('backline.by', 'visitor', true);
  update public.strategy_call_bookings b set mailbox = 'confirmed'
  where b.id = row_id and b.mailbox is null and b.status in ('new', 'confirmed');
  perform set_config('backline.by', '', true);
end
$$;
grant execute on function private.confirm_mailbox(uuid) to backline_call_page;
