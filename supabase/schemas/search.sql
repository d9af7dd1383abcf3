-- The desk's search: searchable text, and patterns that allow a typo.

-- The words of messages and notes, in a separate table so that lists and exports do not include them.
create table private.said (
  thing uuid not null,
  booking_id uuid,
  message_id uuid,
  search text not null,

  constraint said_pkey primary key (thing),
  constraint said_booking_id_fkey foreign key (booking_id) references public.strategy_call_bookings (id) on delete cascade,
  constraint said_message_id_fkey foreign key (message_id) references public.contact_messages (id) on delete cascade
);

create index said_booking_id_idx on private.said (booking_id);
create index said_message_id_idx on private.said (message_id);

alter table private.said enable row level security;

create function private.add_search_text(thing uuid, booking uuid, message uuid, words text) returns void
  language sql
  set search_path = ''
  as $$
    insert into private.said (thing, booking_id, message_id, search)
    values (add_search_text.thing, booking, message, coalesce(private.plain(words), ''))
    on conflict on constraint said_pkey do update set search = excluded.search where said.search <> excluded.search
  $$;

-- Omits the (0) that some people write after the country code.
create function private.phone_digits(value text) returns text
  language sql immutable strict parallel safe
  as $$ select regexp_replace(replace(value, '(0)', ''), '\D', '', 'g') $$;
grant execute on function private.phone_digits(text) to anon, authenticated, service_role;

-- Truncates the text, because index entries have a size limit. Does not normalize ASCII, which is nearly all text.
create function private.search_text(phone text, name text, email text, company text) returns text
  language plpgsql immutable parallel safe
  set search_path = ''
  as $$
declare
  words text := concat_ws(' ', name, email, company);
begin
  words := concat(
    private.phone_digits(phone) || ' ',
    case when octet_length(words) = char_length(words) then lower(translate(words, '''`', '')) else private.plain(words) end
  );
  return case when octet_length(words) > 2000 then left(words, 500) else words end;
end
$$;
grant execute on function private.search_text(text, text, text, text) to anon, authenticated, service_role;

-- Creates the trigram indexes if this database has the extension; otherwise returns the error. The server calls
-- this function at every start, so that it uses an extension that was added later. The pending list of the indexes
-- is short, so that no booking waits long while the list is merged.
create function private.index_search() returns text
  language plpgsql
  set search_path = ''
  as $$
declare
  place text;
  searched text;
begin
  begin
    if not exists (select from pg_catalog.pg_extension where extname = 'pg_trgm') then
      create schema if not exists extensions;
      create extension pg_trgm with schema extensions;
    end if;
  exception when insufficient_privilege or undefined_file or feature_not_supported then
    return sqlerrm;
  end;
  select quote_ident(n.nspname) into place
  from pg_catalog.pg_extension e join pg_catalog.pg_namespace n on n.oid = e.extnamespace where e.extname = 'pg_trgm';
  foreach searched in array array['public.strategy_call_bookings', 'public.contact_messages', 'private.said'] loop
    if to_regclass(searched || '_search_idx') is null then
      execute format(
        'create index %s_search_idx on %s using gin (search %s.gin_trgm_ops) with (gin_pending_list_limit = 256)',
        split_part(searched, '.', 2), searched, place
      );
    end if;
  end loop;
  return null;
end
$$;

create function private.like_pattern(word text) returns text
  language sql immutable strict
  as $$ select '%' || regexp_replace(word, '([\\%_])', '\\\1', 'g') || '%' $$;

-- More than seven words would hardly narrow a search any further.
create function private.search_words(term text) returns text[]
  language sql immutable
  as $$
    select coalesce(array_agg(word order by place), '{}')
    from regexp_split_to_table(private.plain(left(term, 200)), '\s+') with ordinality as _ (word, place)
    where word <> '' and place <= 7
  $$;

-- Joins a phone number into one word: its last eight digits, which do not depend on the country code.
create function private.search_numbers(term text) returns text[]
  language sql immutable
  as $$
    select coalesce(array_agg(
      case when word ~ '^\D*\d{5,}\D*$' then right(ltrim(private.phone_digits(word), '0'), 8) else word end order by place
    ), '{}')
    from unnest(private.search_words(
      regexp_replace(replace(left(term, 200), '(0)', ''), '(\d)[\s()./+-]+(?=\d)', '\1', 'g')
    )) with ordinality as _ (word, place)
  $$;

-- Returns a regular expression that matches the start of a word even if it has one typo. Callers leave out short words
-- and numbers.
create function private.typo_pattern(word text) returns text
  language sql immutable strict
  as $$
    with escaped as (
      select array_agg(regexp_replace(letter, '([^[:alnum:]])', '\\\1') order by place) as letters
      from regexp_split_to_table(word, '') with ordinality as _ (letter, place)
    ),
    slip as (
      select array_to_string(letters[:at - 1], '') as before, letters[at] as letter, letters[at + 1] as next,
        array_to_string(letters[at + 1:], '') as after, array_to_string(letters[at + 2:], '') as later
      from escaped, generate_series(1, cardinality(letters)) at
    )
    select '(?:^|[\s@.,;:_&/("+-])(?:' || string_agg(
      concat_ws('|',
        before || '.' || after,
        before || '.' || letter || after,
        case when char_length(word) > 4 then before || after end,
        before || next || letter || later
      ), '|'
    ) || ')'
    from slip
  $$;

-- Returns a condition that searches the row's text, the start of the row's id (which our email subjects quote), and
-- longer words in messages and notes. Uses an array, so that each part can use its index.
create function private.word_condition(word text) returns text
  language sql immutable
  as $$
    select '(' || concat_ws(' or ', format('search like %L', private.like_pattern(word)),
      case when word ~ '^\[?[0-9a-f]{8}]?$' then format(
        'id between %L and %L', btrim(word, '[]') || '-0000-0000-0000-000000000000',
        btrim(word, '[]') || '-ffff-ffff-ffff-ffffffffffff'
      ) end,
      case when char_length(word) > 2 then format(
        'id = any (array(select coalesce(s.booking_id, s.message_id) from private.said s where s.search like %L))',
        private.like_pattern(word)
      ) end
    ) || ')'
  $$;

create function private.search_condition(term text, slips boolean) returns text
  language sql immutable
  as $$
    with way as (
      select string_agg(
        case when slips and word ~ '\D' and char_length(word) > 3 then format('search ~ %L', private.typo_pattern(word))
          else private.word_condition(word) end, ' and '
      ) as condition
      from (select private.search_words(term) as words union select private.search_numbers(term)) ways, unnest(words) word
      group by words
    )
    select '(' || string_agg(condition, ' or ' order by condition) || ')' from way
  $$;

select private.index_search();
