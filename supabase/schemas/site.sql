-- The site's texts that owners replace: the draft, and every publication, of which the newest is live. Owners change
-- them through the functions below, each of which locks the row of site_state, so that changes run one after the other.
-- The server compares the values with the site's texts first, and renders the pages after a publication.

-- The draft: the new value of each text that owners replaced.
create table public.site_edits (
  path text not null,
  value jsonb not null,
  -- The original at the time of the edit. The desk shows when a release has changed the original.
  base jsonb,
  author uuid,
  changed_at timestamptz not null default now(),

  constraint site_edits_pkey primary key (path),
  constraint site_edits_author_fkey foreign key (author) references public.staff_members (id) on delete set null,
  constraint site_edits_path_check check (char_length(path) between 1 and 200),
  constraint site_edits_value_check check (char_length(value::text) <= 20000),
  constraint site_edits_base_check check (char_length(base::text) <= 20000)
);

alter table public.site_edits enable row level security;

grant select on public.site_edits to authenticated, service_role;
grant select (path, value) on public.site_edits to backline_upkeep;

create policy "owners read the draft" on public.site_edits
  for select to authenticated using ((select private.staff_role()) = 'owner');

create policy "the server reads" on public.site_edits for select to service_role, backline_upkeep using (true);

-- A row changes only when its author's account is deleted.
create table public.site_publications (
  id bigint generated always as identity,
  created_at timestamptz not null default now(),
  author uuid,
  -- All edits by their paths: {"value", "base", "author", "at"}. An author's id stays when the account is deleted.
  edits jsonb not null,
  -- The publication that this one restored; 0 for the original site.
  restored_from bigint,

  constraint site_publications_pkey primary key (id),
  constraint site_publications_author_fkey foreign key (author)
    references public.staff_members (id) on delete set null,
  constraint site_publications_edits_check check (jsonb_typeof(edits) = 'object')
);

alter table public.site_publications enable row level security;

grant select on public.site_publications to authenticated, service_role;
grant select (id, edits) on public.site_publications to backline_upkeep;

create policy "owners read publications" on public.site_publications
  for select to authenticated using ((select private.staff_role()) = 'owner');

create policy "the server reads" on public.site_publications for select to service_role, backline_upkeep using (true);

-- The table has only one row, so the row needs no id.
create table public.site_state (
  "only" boolean not null default true,
  -- The number of changes of the draft.
  revision bigint not null default 0,

  constraint site_state_pkey primary key ("only"),
  constraint site_state_only_check check ("only")
);

alter table public.site_state enable row level security;

grant select on public.site_state to authenticated, service_role;
grant select (revision) on public.site_state to backline_upkeep;

create policy "owners read the state" on public.site_state
  for select to authenticated using ((select private.staff_role()) = 'owner');

create policy "the server reads" on public.site_state for select to service_role, backline_upkeep using (true);

insert into public.site_state default values;

-- Pictures that owners uploaded for the site; only the server reads them. A name always has the same content.
create table public.site_files (
  name text generated always as (
    encode(sha256(content), 'hex') || case type when 'image/png' then '.png' else '.svg' end
  ) stored,
  created_at timestamptz not null default now(),
  type text not null,
  content bytea not null,

  constraint site_files_pkey primary key (name),
  constraint site_files_type_check check (type in ('image/svg+xml', 'image/png')),
  constraint site_files_content_check check (octet_length(content) between 1 and 200000)
);

alter table public.site_files enable row level security;

grant select on public.site_files to service_role;
grant select (name, content) on public.site_files to backline_upkeep;

create policy "the server reads" on public.site_files for select to service_role, backline_upkeep using (true);

-- Checks that the caller is an owner, and lets only this transaction change the site until it ends. `seen` is the
-- revision of the draft that the owner has seen; null if any revision will do.
create function private.lock_site(seen bigint default null) returns void
  language plpgsql
  set search_path = ''
  as $$
declare
  latest bigint;
begin
  perform private.require_staff('owner');
  select s.revision into strict latest from public.site_state s for update;
  if seen <> latest then
    perform private.refuse('draft_changed', 'The draft has changed since you saw it: check the changes and try again.', '{}');
  end if;
end
$$;

-- The paths whose value in the draft differs from the live site.
create function private.unpublished_site_paths() returns setof text
  language sql stable
  set search_path = ''
  as $$
    select coalesce(d.path, l.path) from public.site_edits d
    full join (
      select e.key as path, e.value -> 'value' as value
      from (select edits from public.site_publications order by id desc limit 1) p cross join jsonb_each(p.edits) e
    ) l on l.path = d.path
    where d.value is distinct from l.value
    order by 1
  $$;
grant execute on function private.unpublished_site_paths() to authenticated;

-- Replaces the draft with the edits of a publication, or with the original site if there is no such publication.
-- Returns the new revision of the draft.
create function private.replace_draft(publication bigint) returns bigint
  language sql
  set search_path = ''
  as $$
    delete from public.site_edits;
    -- The author's account may have been deleted in the meantime.
    insert into public.site_edits (path, value, base, author, changed_at)
    select e.key, e.value -> 'value', nullif(e.value -> 'base', 'null'), m.id, (e.value ->> 'at')::timestamptz
    from public.site_publications p cross join jsonb_each(p.edits) e
    left join public.staff_members m on m.id::text = e.value ->> 'author'
    where p.id = publication;
    update public.site_state set revision = revision + 1 returning revision;
  $$;

-- Sets the value of a text in the draft; null restores the original. Returns the new revision of the draft. The log has
-- no entry, because the draft stores the author and the time.
create function private.change_site_text(path text, value jsonb, base jsonb) returns bigint
  language plpgsql security definer
  set search_path = ''
  as $$
#variable_conflict use_column
declare
  changes int;
  counted bigint;
begin
  perform private.lock_site();
  if nullif(change_site_text.value, 'null') is null then
    delete from public.site_edits e where e.path = change_site_text.path;
  else
    insert into public.site_edits as e (path, value, base, author)
    values (change_site_text.path, change_site_text.value, nullif(change_site_text.base, 'null'), auth.uid())
    on conflict (path) do update
      set value = excluded.value, base = excluded.base, author = excluded.author, changed_at = excluded.changed_at
      where (e.value, e.base) is distinct from (excluded.value, excluded.base);
  end if;
  get diagnostics changes = row_count;
  if (select count(*) from public.site_edits) > 3000 then
    perform private.refuse('too_many', 'The limit is 3,000 changed texts: restore an original first.', '{"most": 3000}');
  end if;
  update public.site_state set revision = revision + changes returning revision into counted;
  return counted;
end
$$;
grant execute on function private.change_site_text(text, jsonb, jsonb) to authenticated;

-- Makes the draft equal to the live site. Returns the new revision of the draft.
create function private.discard_site_draft(revision bigint) returns bigint
  language plpgsql strict security definer
  set search_path = ''
  as $$
declare
  live bigint;
begin
  perform private.lock_site(revision);
  select max(p.id) into live from public.site_publications p;
  perform private.record('site_draft_discarded', 'site_edits', null, jsonb_build_object(
    'publication', live, 'edits', (select count(*) from private.unpublished_site_paths())
  ));
  return private.replace_draft(live);
end
$$;
grant execute on function private.discard_site_draft(bigint) to authenticated;

-- Publishes the revision of the draft that the owner has seen. If `restored` is the id of an earlier publication, its
-- edits replace this draft first; 0 restores the original site. Returns the id of the new publication.
create function private.publish_site(revision bigint, restored bigint) returns bigint
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  added bigint;
begin
  perform private.lock_site(revision);
  if restored <> 0 and not exists (select from public.site_publications p where p.id = restored) then
    raise exception 'There is no such publication' using errcode = 'PT404';
  elsif restored is not null then
    perform private.replace_draft(restored);
  end if;
  if not exists (select from private.unpublished_site_paths()) then
    perform private.refuse('no_changes', 'The site already contains these texts.', '{}');
  end if;
  insert into public.site_publications (author, edits, restored_from)
  select auth.uid(), coalesce(jsonb_object_agg(e.path, jsonb_build_object(
    'value', e.value, 'base', e.base, 'author', e.author, 'at', e.changed_at
  )), '{}'), restored
  from public.site_edits e
  returning id into added;
  perform private.record(
    case when restored is null then 'site_published' else 'site_restored' end, 'site_publications', null,
    jsonb_strip_nulls(jsonb_build_object(
      'publication', added, 'restored', restored, 'edits', (select count(*) from public.site_edits)
    ))
  );
  return added;
end
$$;
grant execute on function private.publish_site(bigint, bigint) to authenticated;

-- Stores a picture and returns its name.
create function private.add_site_file(type text, content bytea) returns text
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  added text;
begin
  perform private.lock_site();
  -- Pictures that neither the draft nor a publication shows, except those that an owner is about to use.
  delete from public.site_files f
  where f.created_at < now() - interval '1 day'
    and not exists (select from public.site_edits e where strpos(e.value::text, f.name) > 0)
    and not exists (select from public.site_publications p where strpos(p.edits::text, f.name) > 0);
  insert into public.site_files as f (type, content) values (add_site_file.type, add_site_file.content)
  on conflict (name) do update set created_at = excluded.created_at
  returning f.name into added;
  if (select count(*) from public.site_files) > 500 then
    perform private.refuse('too_many', 'The limit is 500 uploaded pictures.', '{"most": 500}');
  end if;
  return added;
end
$$;
grant execute on function private.add_site_file(text, bytea) to authenticated;
