-- Marks forms that look automated, but does not refuse them.

-- Even with autofill, a visitor has to choose or type something, which takes more than three seconds; programs take
-- less than one second (decision 14). The function is volatile, so that it sees earlier rows of the same statement.
-- Runs as its owner, because visitors cannot read rows.
create function private.looks_automatic(email text, fill_seconds real, filled_by text, budget_note text)
  returns boolean
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  -- The honeypot.
  if budget_note is not null then
    return true;
  end if;
  if coalesce(fill_seconds >= 3, true) then
    return false;
  end if;
  -- The form was sent too quickly for a human, and nothing was typed.
  if filled_by is distinct from 'browser' then
    return true;
  end if;
  -- A genuine visitor sends at most a booking and a message. A third form within an hour comes from a program that
  -- imitates a browser.
  return 1 < (
    select count(*) from (
      select b.created_at from public.strategy_call_bookings b
      where private.mailbox_of(b.email) = private.mailbox_of(looks_automatic.email)
      union all
      select m.created_at from public.contact_messages m
      where private.mailbox_of(m.email) = private.mailbox_of(looks_automatic.email)
    ) earlier
    where earlier.created_at > now() - interval '1 hour'
  );
end
$$;
grant execute on function private.looks_automatic(text, real, text, text) to anon, authenticated, service_role;
