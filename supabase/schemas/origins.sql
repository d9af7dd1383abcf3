-- Functions that determine where a visit came from. All functions here are immutable, and every role that inserts rows
-- can call them.

-- Decodes printable UTF-8 and leaves other percent signs unchanged, so that no input makes it fail.
create function private.percent_decoded(value text) returns text
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
      -- Well-formed UTF-8 with one, two, three or four bytes.
      '((?:%[2-6][0-9a-f]|%7[0-9a-e]'
        || '|%(?:c[2-9a-f]|d[0-9a-f])%[89ab][0-9a-f]'
        || '|(?:%e0%[ab][0-9a-f]|%ed%[89][0-9a-f]|%e[1-9abcef]%[89ab][0-9a-f])%[89ab][0-9a-f]'
        || '|(?:%f0%[9ab][0-9a-f]|%f[123]%[89ab][0-9a-f]|%f4%8[0-9a-f])(?:%[89ab][0-9a-f]){2})+|[^%]+|%)',
      'gi'
    ) with ordinality as _ (part, place)
  );
end
$$;
grant execute on function private.percent_decoded(text) to anon, authenticated, service_role;

create function private.query_value(address text, name text) returns text
  language sql immutable parallel safe
  return nullif(left(private.trimmed(private.percent_decoded(
    substring(split_part(address, '#', 1) from '[?&]' || name || '=([^&]*)')
  )), 100), '');
grant execute on function private.query_value(text, text) to anon, authenticated, service_role;

-- Returns the host name without `www.`.
create function private.url_host(address text) returns text
  language sql immutable parallel safe
  return nullif(regexp_replace(
    lower(substring(address from '^[Hh][Tt][Tt][Pp][Ss]?://(?:[^/?#@]*@)?(\[[^]/?#]*\]|[^/?#:]*)')), '^www\.', ''
  ), '');
grant execute on function private.url_host(text) to anon, authenticated, service_role;

-- Returns `utm_source`, otherwise the referrer's host, otherwise 'direct'. If a form has no visit, returns 'site'.
create function private.visit_source(page_url text, referrer text) returns text
  language sql immutable parallel safe
  return case when page_url is null then 'site' else coalesce(
    lower(private.query_value(page_url, 'utm_source')),
    left(nullif(private.url_host(referrer), coalesce(private.url_host(page_url), '')), 100),
    'direct'
  ) end;
grant execute on function private.visit_source(text, text) to anon, authenticated, service_role;

create function private.visit_campaign(page_url text) returns text
  language sql immutable parallel safe
  return private.query_value(page_url, 'utm_campaign');
grant execute on function private.visit_campaign(text) to anon, authenticated, service_role;

-- Returns the home view for an unknown view, as the site does.
create function private.visit_first_view(page_url text) returns text
  language sql immutable parallel safe
  return case
    when page_url is null then null
    else coalesce(substring(private.query_value(page_url, 'view') from '^[a-z0-9-]+$'), 'home')
  end;
grant execute on function private.visit_first_view(text) to anon, authenticated, service_role;
