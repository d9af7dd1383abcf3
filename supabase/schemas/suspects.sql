-- What a form that a program filled in looks like. Marks a row and refuses none; everybody who inserts is held to it.

-- Decision 14. Three seconds: a visitor whose browser fills in all it knows still has to choose a day and two options
-- or write a sentence, which takes longer; a program takes less than one. Volatile, so that it sees earlier rows of the
-- same statement. Definer, since visitors may not read rows.
create function private.looks_automatic(email text, fill_seconds real, filled_by text, budget_note text)
  returns boolean
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  -- Nobody sees this field, and browsers have no value for it.
  if budget_note is not null then
    return true;
  end if;
  -- Slow enough for anybody, or nobody knows.
  if coalesce(fill_seconds >= 3, true) then
    return false;
  end if;
  -- Nobody types that fast, and nobody who typed was seen.
  if filled_by is distinct from 'browser' then
    return true;
  end if;
  -- A browser does. A visitor sends a booking and a message; a third within an hour is a program that claims to be a
  -- browser.
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
