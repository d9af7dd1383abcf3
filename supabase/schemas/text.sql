-- Functions that trim and format text in all tables. All functions here are immutable, and every role that inserts rows
-- can call them.

-- Trims like JavaScript's trim(), so that the form and the table agree.
create function private.trimmed(value text) returns text
  language sql immutable parallel safe
  as $$
    select btrim(
      value,
      U&'\0009\000a\000b\000c\000d\0020\00a0\1680\2000\2001\2002\2003\2004\2005\2006\2007\2008\2009\200a\2028\2029\202f\205f\3000\feff'
    )
  $$;
grant execute on function private.trimmed(text) to anon, authenticated, service_role;

-- Returns a string for comparisons: in lowercase, without diacritics or apostrophes. Letters that Unicode does not
-- decompose are spelled out. The extension `unaccent` is not immutable, and some owners cannot create it.
create function private.plain(value text) returns text
  language sql immutable strict parallel safe
  as $$
    select lower(normalize(
      replace(replace(replace(replace(replace(
        translate(
          regexp_replace(normalize(value, nfd), U&'[\0300-\036f]', '', 'g'),
          U&'ØøŁłĐđÐðĦħıŦŧ''`\00b4\02bc\2018\2019', 'OoLlDdDdHhiTt'
        ),
        'ß', 'ss'), 'Æ', 'AE'), 'æ', 'ae'), 'Œ', 'OE'), 'œ', 'oe'),
      nfc
    ))
  $$;
grant execute on function private.plain(text) to anon, authenticated, service_role;

-- Formats a time as ISO 8601 in UTC, regardless of the session's zone.
create function private.iso_instant(at timestamptz) returns text
  language sql immutable
  return to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');
