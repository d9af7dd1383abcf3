-- Every attempt at a backup, and the time at which a restore last proved that the backup works. Decision 18.
create table private.backups (
  id uuid not null default gen_random_uuid(),
  -- The time at which the attempt ended.
  created_at timestamptz not null default now(),
  -- The time of the backup's data; null if nothing was written.
  snapshot_at timestamptz,
  -- A path, or the URL of an object store without its keys.
  place text not null,
  bytes bigint,
  -- True if the backup contains the encryption key, which a passphrase protects.
  has_key boolean not null default false,
  -- Hours between scheduled backups; null if a person started this backup.
  every_hours integer,
  failure text,
  proven_at timestamptz,

  constraint backups_pkey primary key (id),
  constraint backups_place_check check (char_length(place) <= 500),
  constraint backups_every_hours_check check (every_hours between 1 and 744),
  constraint backups_failure_check check (failure in ('full', 'place', 'rights', 'database', 'other')),
  constraint backups_success_check check (
    (failure is null) = (snapshot_at is not null) and (failure is null) = (bytes is not null)
  ),
  constraint backups_proven_at_check check (proven_at is null or failure is null)
);

create index backups_created_at_idx on private.backups (created_at desc);

alter table private.backups enable row level security;

-- A successful backup drops waiting emails about late backups. Keeps the latest thousand rows regardless of their age,
-- because a clock can be wrong.
create function private.record_backup(
  id uuid, place text, snapshot_at timestamptz, bytes bigint, has_key boolean, every_hours integer, failure text
) returns void
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  insert into private.backups (id, place, snapshot_at, bytes, has_key, every_hours, failure)
  values (
    record_backup.id, left(record_backup.place, 500), record_backup.snapshot_at, record_backup.bytes, record_backup.has_key,
    record_backup.every_hours, record_backup.failure
  );
  if record_backup.failure is null then
    update public.outbox o set state = 'dropped', reason = 'a later backup succeeded', settled_at = now()
    where o.kind = 'team-backup' and o.state = 'waiting';
  end if;
  delete from private.backups b using (
    select o.id from private.backups o where o.id <> record_backup.id order by o.created_at desc offset 999
  ) old
  where b.id = old.id;
end
$$;
grant execute on function private.record_backup(uuid, text, timestamptz, bigint, boolean, integer, text) to backline_upkeep;

-- Returns false if the backup is from another database.
create function private.record_backup_proof(id uuid) returns boolean
  language sql security definer
  set search_path = ''
  as $$
    with proven as (
      update private.backups b set proven_at = now()
      where b.id = record_backup_proof.id and b.failure is null
      returning b.id
    )
    select exists (select from proven)
  $$;
grant execute on function private.record_backup_proof(uuid) to backline_upkeep;

-- Returns the latest backup, the latest proven backup, the latest failure since then, and whether two intervals
-- passed without a backup.
create function private.backup_facts(now_is timestamptz default now()) returns table (
  id uuid, created_at timestamptz, snapshot_at timestamptz, place text, bytes bigint, has_key boolean,
  proven_at timestamptz, proven_snapshot_at timestamptz, failed_at timestamptz, failure text, every_hours integer,
  is_late boolean
)
  language sql stable security definer
  set search_path = ''
  as $$
    select
      l.id, l.created_at, l.snapshot_at, l.place, l.bytes, l.has_key, p.proven_at, p.snapshot_at, f.created_at, f.failure,
      s.every_hours,
      coalesce(coalesce(l.snapshot_at, s.first_at) < now_is - make_interval(hours => 2 * s.every_hours), false)
    from (select 1) one
    left join lateral (
      select b.* from private.backups b where b.failure is null order by b.created_at desc limit 1
    ) l on true
    left join lateral (
      select b.* from private.backups b where b.proven_at is not null order by b.proven_at desc limit 1
    ) p on true
    left join lateral (
      select b.* from private.backups b
      where b.failure is not null and (l.created_at is null or b.created_at > l.created_at)
      order by b.created_at desc limit 1
    ) f on true
    left join lateral (
      select b.every_hours, (select min(o.created_at) from private.backups o) as first_at
      from private.backups b where b.every_hours is not null order by b.created_at desc limit 1
    ) s on true
  $$;
grant execute on function private.backup_facts(timestamptz) to backline_upkeep;

-- Sends one email to each mailbox of the team whenever backups become late. Returns the number of emails.
create function private.plan_backup_letter(now_is timestamptz default now()) returns integer
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  written integer;
begin
  insert into public.outbox (channel, kind, recipient, facts, once, due_at)
  select
    'letter', 'team-backup', t,
    jsonb_build_object('snapshot_at', f.snapshot_at, 'every_hours', f.every_hours, 'failure', f.failure),
    concat_ws(':', 'team-backup', coalesce(f.id::text, 'none'), t), now_is
  from private.backup_facts(now_is) f
  cross join private.team_mailboxes() as t
  where f.is_late
  on conflict (once) do nothing;
  get diagnostics written = row_count;
  return written;
end
$$;
grant execute on function private.plan_backup_letter(timestamptz) to backline_upkeep;

-- Only owners can call this function, because it reveals where the backups are. Before the first backup, only
-- `is_late` has a value.
create function public.backup_facts() returns jsonb
  language plpgsql stable security definer
  set search_path = ''
  as $$
begin
  perform private.require_staff('owner');
  return (select to_jsonb(f) - 'id' from private.backup_facts() f);
end
$$;
grant execute on function public.backup_facts() to authenticated;
