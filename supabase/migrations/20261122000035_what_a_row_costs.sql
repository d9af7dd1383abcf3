-- Functions that every booking and message passes through, several times each: the same answers as before, written so that
-- PostgreSQL evaluates them within a few microseconds. A function in SQL that is not taken apart in its caller starts an
-- executor for each call; one in PL/pgSQL keeps its plan.

create or replace function private.mailbox_of(email text) returns text
  language plpgsql immutable strict parallel safe
  set search_path = ''
  as $$
declare
  address text := lower(private.trimmed(email));
  -- From the end, since a name may hold a quoted @.
  behind integer := strpos(reverse(address), '@');
  name text := left(address, -behind);
  domain text := right(address, behind - 1);
  tagged integer;
begin
  if behind < 2 or name = '' then
    return address;
  end if;
  -- What follows a plus, unless the name begins with it.
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

-- What is ASCII has no marks to take off and nothing to put together, and that is nearly all there is.
create or replace function private.search_text(phone text, name text, email text, company text) returns text
  language plpgsql immutable parallel safe
  set search_path = ''
  as $$
declare
  words text := name || ' ' || email || ' ' || company;
begin
  words := concat(
    private.phone_digits(phone) || ' ',
    case when octet_length(words) = char_length(words) then lower(translate(words, '''`', '')) else private.plain(words) end
  );
  return case when octet_length(words) > 2000 then left(words, 500) else words end;
end
$$;

-- As before; the third question alone asks the tables.
create or replace function private.looks_automatic(email text, fill_seconds real, filled_by text, budget_note text)
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

-- As before: text out of an address, as its reader wrote it. Most of it has nothing to decode.
create or replace function private.percent_decoded(value text) returns text
  language plpgsql immutable parallel safe
  set search_path = ''
  as $$
begin
  if value is null or value !~ '[%+]' then
    return value;
  end if;
  return (
    select string_agg(
      case when part[1] ~ '^%..' then convert_from(decode(replace(part[1], '%', ''), 'hex'), 'UTF8') else part[1] end,
      '' order by place
    )
    from regexp_matches(
      replace(value, '+', ' '),
      -- One byte, two, three, four; the ranges are those of well-formed UTF-8.
      '((?:%[2-6][0-9a-f]|%7[0-9a-e]'
        || '|%(?:c[2-9a-f]|d[0-9a-f])%[89ab][0-9a-f]'
        || '|(?:%e0%[ab][0-9a-f]|%ed%[89][0-9a-f]|%e[1-9abcef]%[89ab][0-9a-f])%[89ab][0-9a-f]'
        || '|(?:%f0%[9ab][0-9a-f]|%f[123]%[89ab][0-9a-f]|%f4%8[0-9a-f])(?:%[89ab][0-9a-f]){2})+|[^%]+|%)',
      'gi'
    ) with ordinality as _ (part, place)
  );
end
$$;
