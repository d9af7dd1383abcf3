set check_function_bodies = off;

create table private.backups (
  id uuid not null default gen_random_uuid(),
  created_at timestamp with time zone not null default now(),
  snapshot_at timestamp with time zone,
  place text not null,
  bytes bigint,
  has_key boolean not null default false,
  every_hours integer,
  failure text,
  proven_at timestamp with time zone,
  constraint backups_every_hours_check check (((every_hours >= 1) and (every_hours <= 744))),
  constraint backups_failure_check
    check ((failure = any (array['full'::text, 'place'::text, 'rights'::text, 'database'::text, 'other'::text]))),
  constraint backups_pkey primary key (id),
  constraint backups_place_check check ((char_length(place) <= 500)),
  constraint backups_proven_at_check check (((proven_at is null) or (failure is null))),
  constraint backups_snapshot_at_check check ((((failure is null) = (snapshot_at is
    not null)) and ((failure is null) = (bytes is not null))))
);

alter table private.backups enable row level security;

create or replace function private.backup_facts(now_is timestamptz default now()) returns table (
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

create or replace function private.note_backup(
  id uuid, place text, snapshot_at timestamptz, bytes bigint, has_key boolean, every_hours integer, failure text
) returns void
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  insert into private.backups (id, place, snapshot_at, bytes, has_key, every_hours, failure)
  values (
    note_backup.id, left(note_backup.place, 500), note_backup.snapshot_at, note_backup.bytes, note_backup.has_key,
    note_backup.every_hours, note_backup.failure
  );
  delete from private.backups b using (
    select o.id from private.backups o where o.id <> note_backup.id order by o.created_at desc offset 999
  ) old
  where b.id = old.id;
end
$$;

create or replace function private.note_backup_proof(id uuid) returns boolean
  language sql security definer
  set search_path = ''
  as $$
    with proven as (
      update private.backups b set proven_at = now()
      where b.id = note_backup_proof.id and b.failure is null
      returning b.id
    )
    select exists (select from proven)
  $$;

create or replace function public.backup_facts() returns jsonb
  language plpgsql stable security definer
  set search_path = ''
  as $$
begin
  perform private.require_staff('owner');
  return (select to_jsonb(f) - 'id' from private.backup_facts() f);
end
$$;

create index backups_created_at_idx on private.backups (created_at desc);

comment on table private.backups is 'Backups that were tried: when, where, how large, and whether a restore has proven them.';

revoke all on function private.backup_facts(timestamp with time zone) from public;
grant execute on function private.backup_facts(timestamp with time zone) to backline_upkeep;

revoke all
  on function private.note_backup(uuid, text, timestamp with time zone, bigint, boolean, integer, text)
  from public;

grant execute
  on function private.note_backup(uuid, text, timestamp with time zone, bigint, boolean, integer, text)
  to backline_upkeep;

revoke all on function private.note_backup_proof(uuid) from public;
grant execute on function private.note_backup_proof(uuid) to backline_upkeep;
revoke all on function public.backup_facts() from public;
grant execute on function public.backup_facts() to authenticated;

reset check_function_bodies;
