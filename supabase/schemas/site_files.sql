-- Pictures that owners uploaded for the site; only the server reads them. A picture never changes, because its id is
-- the SHA-256 hash of its content.
create table public.site_files (
  id text not null,
  created_at timestamptz not null default now(),
  type text not null,
  content bytea not null,

  constraint site_files_pkey primary key (id),
  constraint site_files_id_check check (id = encode(sha256(content), 'hex')),
  constraint site_files_type_check check (type in ('image/svg+xml', 'image/png')),
  constraint site_files_content_check check (octet_length(content) between 1 and 200000)
);

alter table public.site_files enable row level security;

grant select on public.site_files to service_role;

create policy "service role" on public.site_files for select to service_role using (true);

-- Does nothing if the picture is already stored.
create function private.add_site_file(id text, type text, content bytea) returns void
  language plpgsql security definer
  set search_path = ''
  as $$
#variable_conflict use_column
begin
  perform private.lock_site();
  -- Pictures that neither the draft nor a publication shows, except those that an owner is about to use.
  delete from public.site_files f
  where f.created_at < now() - interval '1 day'
    and not exists (select from public.site_edits e where strpos(e.value::text, f.id) > 0)
    and not exists (select from public.site_publications p where strpos(p.edits::text, f.id) > 0);
  insert into public.site_files (id, type, content)
  values (add_site_file.id, add_site_file.type, add_site_file.content)
  on conflict (id) do nothing;
  if (select count(*) from public.site_files) > 500 then
    perform private.refuse('too_many', 'The limit is 500 uploaded pictures.', '{"most": 500}');
  end if;
end
$$;
grant execute on function private.add_site_file(text, text, bytea) to authenticated;

create function private.site_file(id text) returns table (type text, content bytea)
  language sql stable security definer
  set search_path = ''
  as $$ select f.type, f.content from public.site_files f where f.id = site_file.id $$;
grant execute on function private.site_file(text) to backline_upkeep;
