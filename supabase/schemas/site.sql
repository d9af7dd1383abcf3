-- The site's texts that owners replace: the draft, and every publication. Owners change them through the
-- functions below, each of which locks the row of site_state, so that changes run one after the other. The server
-- compares the values with the site's texts first, and renders the pages after a publication.

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

create policy "owners read the draft" on public.site_edits
  for select to authenticated using ((select private.staff_role()) = 'owner');

create policy "service role" on public.site_edits for select to service_role using (true);

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

create policy "owners read publications" on public.site_publications
  for select to authenticated using ((select private.staff_role()) = 'owner');

create policy "service role" on public.site_publications for select to service_role using (true);

-- The table has only one row, so the row needs no id.
create table public.site_state (
  "only" boolean not null default true,
  -- The number of changes of the draft.
  revision bigint not null default 0,
  -- The live publication; null for the original site.
  publication bigint,

  constraint site_state_pkey primary key ("only"),
  constraint site_state_only_check check ("only"),
  constraint site_state_publication_fkey foreign key (publication)
    references public.site_publications (id) on delete restrict
);

alter table public.site_state enable row level security;

grant select on public.site_state to authenticated, service_role;

create policy "owners read the state" on public.site_state
  for select to authenticated using ((select private.staff_role()) = 'owner');

create policy "service role" on public.site_state for select to service_role using (true);

insert into public.site_state default values;

-- Checks that the caller is an owner, and lets only this transaction change the site until it ends. `seen` is the
-- revision of the draft that the owner has seen.
create function private.lock_site(seen bigint default null) returns public.site_state
  language plpgsql
  set search_path = ''
  as $$
declare
  state public.site_state;
begin
  perform private.require_staff('owner');
  select s.* into strict state from public.site_state s for update;
  if seen <> state.revision then
    perform private.refuse('draft_changed', 'The draft has changed since you saw it: check the changes and try again.', '{}');
  end if;
  return state;
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
      from public.site_state s join public.site_publications p on p.id = s.publication
      cross join jsonb_each(p.edits) e
    ) l on l.path = d.path
    where d.value is distinct from l.value
    order by 1
  $$;
grant execute on function private.unpublished_site_paths() to authenticated;

-- Replaces the draft with the edits of a publication.
create function private.replace_draft(edits jsonb) returns bigint
  language sql
  set search_path = ''
  as $$
    delete from public.site_edits;
    -- The author's account may have been deleted in the meantime.
    insert into public.site_edits (path, value, base, author, changed_at)
    select e.key, e.value -> 'value', nullif(e.value -> 'base', 'null'), m.id, (e.value ->> 'at')::timestamptz
    from jsonb_each(edits) e left join public.staff_members m on m.id::text = e.value ->> 'author';
    update public.site_state set revision = revision + 1 returning revision;
  $$;

-- Publishes the draft if it differs from the live site. `restored` is the publication that the draft repeats, if any.
create function private.add_publication(restored bigint default null) returns bigint
  language plpgsql
  set search_path = ''
  as $$
declare
  added bigint;
begin
  if not exists (select from private.unpublished_site_paths()) then
    perform private.refuse('no_changes', 'The site already contains these texts.', '{}');
  end if;
  insert into public.site_publications (author, edits, restored_from)
  select auth.uid(), coalesce(jsonb_object_agg(e.path, jsonb_build_object(
    'value', e.value, 'base', e.base, 'author', e.author, 'at', e.changed_at
  )), '{}'), restored
  from public.site_edits e
  returning id into added;
  update public.site_state set publication = added;
  perform private.record(
    case when restored is null then 'site_published' else 'site_restored' end, 'site_publications', null,
    jsonb_strip_nulls(jsonb_build_object(
      'publication', added, 'restored', restored, 'edits', (select count(*) from public.site_edits)
    ))
  );
  return added;
end
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
  state public.site_state := private.lock_site(revision);
begin
  perform private.record('site_draft_discarded', 'site_edits', null, jsonb_build_object(
    'publication', state.publication, 'edits', (select count(*) from private.unpublished_site_paths())
  ));
  return private.replace_draft(coalesce(
    (select p.edits from public.site_publications p where p.id = state.publication), '{}'
  ));
end
$$;
grant execute on function private.discard_site_draft(bigint) to authenticated;

-- Publishes the revision of the draft that the owner has seen. Returns the id of the publication.
create function private.publish_site(revision bigint) returns bigint
  language plpgsql strict security definer
  set search_path = ''
  as $$
begin
  perform private.lock_site(revision);
  return private.add_publication();
end
$$;
grant execute on function private.publish_site(bigint) to authenticated;

-- Publishes the edits of an earlier publication, which also replace the draft; 0 restores the original site. Returns the
-- id of the new publication.
create function private.restore_site(publication bigint) returns bigint
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  edits jsonb := '{}';
begin
  perform private.lock_site();
  if restore_site.publication is distinct from 0 then
    select p.edits into edits from public.site_publications p where p.id = restore_site.publication;
    if not found then
      raise exception 'There is no such publication' using errcode = 'PT404';
    end if;
  end if;
  perform private.replace_draft(edits);
  return private.add_publication(restore_site.publication);
end
$$;
grant execute on function private.restore_site(bigint) to authenticated;

-- Returns the live publication (null for the original site), the revision of the draft, and the settings that texts
-- contain. The server compares them with the site that it shows. Runs as its owner.
create function private.live_site() returns jsonb
  language sql stable security definer
  set search_path = ''
  as $$
    select jsonb_build_object(
      'publication', s.publication, 'revision', s.revision,
      'settings', jsonb_build_object(
        'answer_hours', d.answer_hours, 'call_minutes', d.call_minutes, 'weekly_capacity', d.weekly_capacity
      )
    )
    from public.site_state s cross join public.desk_settings d
  $$;
grant execute on function private.live_site() to backline_upkeep;

-- The value of each edit of a publication; no rows if there is no such publication.
create function private.published_edits(publication bigint) returns table (edits jsonb)
  language sql stable security definer
  set search_path = ''
  as $$
    select coalesce((select jsonb_object_agg(e.key, e.value -> 'value') from jsonb_each(p.edits) e), '{}')
    from public.site_publications p where p.id = publication
  $$;
grant execute on function private.published_edits(bigint) to backline_upkeep;

create function private.draft_edits() returns jsonb
  language sql stable security definer
  set search_path = ''
  as $$ select coalesce(jsonb_object_agg(e.path, e.value), '{}') from public.site_edits e $$;
grant execute on function private.draft_edits() to backline_upkeep;
