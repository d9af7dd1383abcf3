-- What was done at the desk: written once, never changed, and without anything personal, so that it outlives a
-- person's wish to be forgotten. Sign-ins are in auth.audit_log_entries.
create table public.audit_log (
  id bigint generated always as identity,
  at timestamptz not null default now(),
  -- Null when nobody who signed in did it: a visitor, or the server by itself. No foreign key: the entry stays when
  -- the account goes.
  actor uuid,
  action text not null,
  -- What it was done to: the name of a table, or 'person' for everything that one person sent.
  subject text not null,
  subject_id uuid,
  -- Codes, states, ids and counts.
  details jsonb not null default '{}',

  constraint audit_log_pkey primary key (id),
  constraint audit_log_action_check check (action ~ '^[a-z_]{2,40}$'),
  constraint audit_log_details_check check (jsonb_typeof(details) = 'object' and pg_column_size(details) <= 8192)
);
comment on table public.audit_log is 'What was done at the desk; append-only.';
create index audit_log_at_idx on public.audit_log (at desc, id desc);
create index audit_log_subject_idx on public.audit_log (subject_id, at) where subject_id is not null;

create function private.refuse_rewriting() returns trigger
  language plpgsql
  set search_path = ''
  as $$
begin
  raise exception '% is only ever added to', tg_table_name using errcode = '42501';
end
$$;
create trigger append_only before update or delete or truncate on public.audit_log
  for each statement execute function private.refuse_rewriting();

alter table public.audit_log enable row level security;
revoke all on public.audit_log from public, anon, authenticated, service_role;
grant select on public.audit_log to authenticated, service_role;
create policy "owners read the log" on public.audit_log
  for select to authenticated using ((select private.staff_role()) = 'owner');

-- Adds to the log, as done by the caller and now. Definer: nobody else may write it, so nothing in it is invented.
create function private.record(action text, subject text, subject_id uuid, details jsonb default '{}') returns void
  language sql security definer
  set search_path = ''
  as $$
    insert into public.audit_log (actor, action, subject, subject_id, details)
    values (auth.uid(), action, subject, subject_id, details)
  $$;

-- Refuses whoever is none of these at the desk; a definer function of the desk begins with it.
create function private.require_staff(variadic roles text[]) returns void
  language plpgsql stable
  set search_path = ''
  as $$
begin
  if private.staff_role() = any (roles) then
    return;
  end if;
  raise exception 'this is for %', array_to_string(roles, ' and ') using errcode = '42501';
end
$$;
