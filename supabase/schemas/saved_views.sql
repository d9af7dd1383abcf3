-- A list's filters and sort order, saved under a name for one member or for all members.
create table public.saved_views (
  id uuid not null default gen_random_uuid(),
  created_at timestamptz not null default now(),
  owner uuid not null default auth.uid(),
  list text not null,
  name text not null,
  -- The same filters as in the list's URL. Never contains a search, which may name a person.
  filters jsonb not null,
  is_shared boolean not null default false,
  -- A removed view can be restored for a day. It keeps its id and its author.
  removed_at timestamptz,

  constraint saved_views_pkey primary key (id),
  constraint saved_views_owner_fkey foreign key (owner) references public.staff_members (id) on delete cascade,
  constraint saved_views_list_check check (list in ('bookings', 'messages')),
  constraint saved_views_name_check check (char_length(private.trimmed(name)) between 1 and 60),
  constraint saved_views_filters_check check (
    jsonb_typeof(filters) = 'object' and pg_column_size(filters) <= 1000
    and filters - '{status,source,assignee,step_by,sort,down,week}'::text[] = '{}'
  )
);

alter table public.saved_views enable row level security;

grant select, update (removed_at) on public.saved_views to authenticated;
grant insert (list, name, filters, is_shared) on public.saved_views to authenticated;

create policy "members read their own and shared views" on public.saved_views
  for select to authenticated using ((select private.staff_role()) is not null and (is_shared or owner = auth.uid()));

create policy "members save views, agents and owners share them" on public.saved_views
  for insert to authenticated with check (
    owner = auth.uid() and (
      (select private.staff_role()) in ('owner', 'agent') or not is_shared and (select private.staff_role()) is not null
    )
  );

create policy "members remove their own views, owners shared ones" on public.saved_views
  for update to authenticated using (
    (select private.staff_role()) is not null and owner = auth.uid() or is_shared and (select private.staff_role()) = 'owner'
  );

create trigger keep before insert or update on public.saved_views
  for each row execute function private.keep_saved_view();

-- Logs shared views only, because other views are private.
create function private.keep_saved_view() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  delete from public.saved_views v where v.removed_at < now() - interval '1 day' and v.id <> new.id;
  if tg_op = 'INSERT' and (
    select count(*) from public.saved_views v where v.owner = new.owner and v.removed_at is null
  ) >= 20 then
    perform private.refuse('too_many', 'The limit is 20 saved views: remove one first.', '{"most": 20}');
  end if;
  if new.is_shared then
    perform private.record(
      case when tg_op = 'INSERT' then 'view_shared' when new.removed_at is null then 'view_restored' else 'view_removed' end,
      'saved_views', new.id, jsonb_build_object('list', new.list)
    );
  end if;
  return new;
end
$$;
