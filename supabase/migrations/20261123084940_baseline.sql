do $$
declare
  name text;
begin
  foreach name in array array[
    'backline_call_page', 'backline_counters', 'backline_outbox', 'backline_upkeep', 'backline_webhooks'
  ] loop
    if to_regrole(name) is null then
      execute format('create role %I nologin noinherit', name);
    end if;
  end loop;
end
$$;

alter default privileges in schema public revoke all on tables from public, anon, authenticated, service_role;

alter default privileges in schema public revoke all on sequences from public, anon, authenticated, service_role;

alter default privileges in schema public revoke all on functions from public, anon, authenticated, service_role;

alter default privileges revoke execute on functions from public;

create schema private;

revoke all on schema private from public;

grant usage on schema private to anon, authenticated, service_role, supabase_auth_admin, backline_call_page, backline_counters,
  backline_outbox, backline_upkeep, backline_webhooks;

create table private.signing_keys (
  id uuid not null default gen_random_uuid(),
  created_at timestamptz not null default now(),
  algorithm text not null,
  -- The private JWK, sealed with the server's own key.
  sealed_key text not null,
  -- The public JWK; null for a shared secret, which has no public half.
  public_key jsonb,
  signs_from timestamptz not null,

  constraint signing_keys_pkey primary key (id),
  constraint signing_keys_algorithm_check check (algorithm in ('ES256', 'RS256', 'HS256'))
);

alter table private.signing_keys enable row level security;

revoke all on private.signing_keys from public, anon, authenticated, service_role;

grant select, insert, update, delete on private.signing_keys to supabase_auth_admin;

create policy "the auth service" on private.signing_keys to supabase_auth_admin using (true) with check (true);

create table private.one_time_codes (
  token_id uuid not null,
  -- A keyed hash: six digits are guessed from a plain one in no time.
  code_hash text not null,
  failures integer not null default 0,
  expires_at timestamptz not null,
  -- The PKCE flow that asked for the mail, whose code challenge the link must meet.
  flow_id uuid,

  constraint one_time_codes_pkey primary key (token_id),
  constraint one_time_codes_token_id_fkey foreign key (token_id)
    references auth.one_time_tokens (id) on delete cascade
);

alter table private.one_time_codes enable row level security;

revoke all on private.one_time_codes from public, anon, authenticated, service_role;

grant select, insert, update, delete on private.one_time_codes to supabase_auth_admin;

create policy "the auth service" on private.one_time_codes to supabase_auth_admin using (true) with check (true);

create table private.throttles (
  name text not null,
  -- A keyed hash of whom or what it is about.
  key text not null,
  hits integer not null,
  until timestamptz not null,

  constraint throttles_pkey primary key (name, key)
);

create index throttles_until_idx on private.throttles (until);

alter table private.throttles enable row level security;

revoke all on private.throttles from public, anon, authenticated, service_role;

grant select, insert, update, delete on private.throttles to supabase_auth_admin;

create policy "the auth service" on private.throttles to supabase_auth_admin using (true) with check (true);

create table private.owner_links (
  token_hash text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,

  constraint owner_links_pkey primary key (token_hash)
);

alter table private.owner_links enable row level security;

revoke all on private.owner_links from public, anon, authenticated, service_role;

grant select, insert, update, delete on private.owner_links to supabase_auth_admin;

create policy "the auth service" on private.owner_links to supabase_auth_admin using (true) with check (true);

create table private.totp_steps (
  factor_id uuid not null,
  step bigint not null,

  constraint totp_steps_pkey primary key (factor_id),
  constraint totp_steps_factor_id_fkey foreign key (factor_id)
    references auth.mfa_factors (id) on delete cascade
);

alter table private.totp_steps enable row level security;

revoke all on private.totp_steps from public, anon, authenticated, service_role;

grant select, insert, update, delete on private.totp_steps to supabase_auth_admin;

create policy "the auth service" on private.totp_steps to supabase_auth_admin using (true) with check (true);

create table private.challenge_guards (
  challenge_id uuid not null,
  -- A keyed hash of the address and the challenge: it matches nothing else we keep.
  address_hash text not null,
  failures integer not null default 0,

  constraint challenge_guards_pkey primary key (challenge_id),
  constraint challenge_guards_challenge_id_fkey foreign key (challenge_id)
    references auth.mfa_challenges (id) on delete cascade
);

alter table private.challenge_guards enable row level security;

revoke all on private.challenge_guards from public, anon, authenticated, service_role;

grant select, insert, update, delete on private.challenge_guards to supabase_auth_admin;

create policy "the auth service" on private.challenge_guards to supabase_auth_admin using (true) with check (true);

create table private.recovery_code_sets (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),

  constraint recovery_code_sets_pkey primary key (id),
  constraint recovery_code_sets_user_id_key unique (user_id),
  constraint recovery_code_sets_user_id_fkey foreign key (user_id) references auth.users (id) on delete cascade
);

alter table private.recovery_code_sets enable row level security;

revoke all on private.recovery_code_sets from public, anon, authenticated, service_role;

grant select, insert, update, delete on private.recovery_code_sets to supabase_auth_admin;

create policy "the auth service" on private.recovery_code_sets to supabase_auth_admin using (true) with check (true);

create table private.recovery_codes (
  set_id uuid not null,
  -- A keyed hash, of the set's id too.
  code_hash text not null,
  used_at timestamptz,

  constraint recovery_codes_pkey primary key (set_id, code_hash),
  constraint recovery_codes_set_id_fkey foreign key (set_id)
    references private.recovery_code_sets (id) on delete cascade
);

alter table private.recovery_codes enable row level security;

revoke all on private.recovery_codes from public, anon, authenticated, service_role;

grant select, insert, update, delete on private.recovery_codes to supabase_auth_admin;

create policy "the auth service" on private.recovery_codes to supabase_auth_admin using (true) with check (true);

create table private.known_devices (
  user_id uuid not null,
  device text not null,
  created_at timestamptz not null default now(),
  seen_at timestamptz not null default now(),

  constraint known_devices_pkey primary key (user_id, device),
  constraint known_devices_user_id_fkey foreign key (user_id) references auth.users (id) on delete cascade
);

create index known_devices_seen_at_idx on private.known_devices (seen_at);

alter table private.known_devices enable row level security;

revoke all on private.known_devices from public, anon, authenticated, service_role;

grant select, insert, update, delete on private.known_devices to supabase_auth_admin;

create policy "the auth service" on private.known_devices to supabase_auth_admin using (true) with check (true);

create table private.session_devices (
  session_id uuid not null,
  device text not null,

  constraint session_devices_pkey primary key (session_id),
  constraint session_devices_session_id_fkey foreign key (session_id) references auth.sessions (id) on delete cascade
);

alter table private.session_devices enable row level security;

revoke all on private.session_devices from public, anon, authenticated, service_role;

grant select, insert, update, delete on private.session_devices to supabase_auth_admin;

create policy "the auth service" on private.session_devices to supabase_auth_admin using (true) with check (true);

create table private.passkeys (
  factor_id uuid not null,
  -- By this the device names it when somebody signs in without saying who they are.
  credential_id text not null,
  public_key bytea not null,
  -- How often it has signed, where the device counts: a copy of it would count on its own.
  counter bigint not null,
  -- How the device is reached (usb, internal, ...), so that the browser asks for the right one.
  transports text[] not null default '{}',
  last_used_at timestamptz,

  constraint passkeys_pkey primary key (factor_id),
  constraint passkeys_credential_id_key unique (credential_id),
  constraint passkeys_counter_check check (counter >= 0),
  constraint passkeys_factor_id_fkey foreign key (factor_id)
    references auth.mfa_factors (id) on delete cascade
);

alter table private.passkeys enable row level security;

revoke all on private.passkeys from public, anon, authenticated, service_role;

grant select, insert, update, delete on private.passkeys to supabase_auth_admin;

create policy "the auth service" on private.passkeys to supabase_auth_admin using (true) with check (true);

create function private.post_account_letter(user_id uuid, letter text, sealed text, ends_at timestamptz) returns void
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  posted uuid;
begin
  insert into public.outbox (channel, kind, sent_as, user_id, sealed, ends_at)
  values (
    'letter', 'account', post_account_letter.letter, post_account_letter.user_id, post_account_letter.sealed,
    post_account_letter.ends_at
  ) returning id into posted;
  if post_account_letter.user_id is null then
    delete from public.outbox o where o.id = posted;
  end if;
end
$$;

grant execute on function private.post_account_letter(uuid, text, text, timestamptz) to supabase_auth_admin;

create table private.backups (
  id uuid not null default gen_random_uuid(),
  -- When the try ended.
  created_at timestamptz not null default now(),
  -- The moment whose data it holds; null where nothing was written.
  snapshot_at timestamptz,
  -- A file, or an address of an object store without its keys.
  place text not null,
  bytes bigint,
  -- Whether it carries the key that seals secrets, under a passphrase.
  has_key boolean not null default false,
  -- Hours between two scheduled ones; null where it was made by hand.
  every_hours integer,
  failure text,
  proven_at timestamptz,

  constraint backups_pkey primary key (id),
  constraint backups_place_check check (char_length(place) <= 500),
  constraint backups_every_hours_check check (every_hours between 1 and 744),
  constraint backups_failure_check check (failure in ('full', 'place', 'rights', 'database', 'other')),
  constraint backups_snapshot_at_check check (
    (failure is null) = (snapshot_at is not null) and (failure is null) = (bytes is not null)
  ),
  constraint backups_proven_at_check check (proven_at is null or failure is null)
);

comment on table private.backups is 'Backups that were tried: when, where, how large, and whether a restore has proven them.';

create index backups_created_at_idx on private.backups (created_at desc);

alter table private.backups enable row level security;

revoke all on private.backups from public, anon, authenticated, service_role;

create function private.note_backup(
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
  if note_backup.failure is null then
    update public.outbox o set state = 'dropped', reason = 'a backup was written meanwhile', settled_at = now()
    where o.kind = 'team-backup' and o.state = 'waiting';
  end if;
  delete from private.backups b using (
    select o.id from private.backups o where o.id <> note_backup.id order by o.created_at desc offset 999
  ) old
  where b.id = old.id;
end
$$;

grant execute on function private.note_backup(uuid, text, timestamptz, bigint, boolean, integer, text) to backline_upkeep;

create function private.note_backup_proof(id uuid) returns boolean
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

grant execute on function private.note_backup_proof(uuid) to backline_upkeep;

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

create function private.refuse_wish(preferred_time timestamptz) returns void
  language plpgsql
  set search_path = ''
  as $$
begin
  raise exception using
    errcode = 'check_violation',
    hint = case
      when preferred_time < now() then 'preferred_time must not be in the past'
      else 'preferred_time must lie within 2 years'
    end,
    schema = 'public',
    table = 'strategy_call_bookings',
    constraint = 'strategy_call_bookings_preferred_time_check',
    message = 'new row for relation "strategy_call_bookings" violates check constraint '
      '"strategy_call_bookings_preferred_time_check"';
end
$$;

grant execute on function private.refuse_wish(timestamptz) to anon, authenticated;

create function private.tidy_strategy_call_booking() returns trigger
  language plpgsql
  set search_path = ''
  as $$
begin
  if tg_op = 'UPDATE' then
    new.updated_at := now();
  elsif current_user in ('anon', 'authenticated')
    -- A visitor's time only: a restore brings rows whose time has passed. Five minutes, because clocks
    -- differ and forms wait; two years, because a later year is a slip of the finger.
    and new.preferred_time not between now() - interval '5 minutes' and now() + interval '2 years'
  then
    perform private.refuse_wish(new.preferred_time);
  end if;
  new.name := private.trimmed(new.name);
  new.email := private.trimmed(new.email);
  new.company := private.trimmed(new.company);
  new.phone := private.trimmed(new.phone);
  new.time_zone := nullif(private.trimmed(new.time_zone), '');
  new.message := nullif(private.trimmed(new.message), '');
  new.monthly_revenue := nullif(private.trimmed(new.monthly_revenue), '');
  new.budget_note := nullif(private.trimmed(new.budget_note), '');
  new.landing_page := nullif(private.trimmed(new.landing_page), '');
  new.referrer := nullif(private.trimmed(new.referrer), '');
  new.picked := coalesce(new.picked, false);
  return new;
end
$$;

create function private.promised_by(asked timestamptz) returns timestamptz
  language sql immutable strict parallel safe
  return ((asked at time zone 'UTC') + interval '24 hours') at time zone 'UTC';

grant execute on function private.promised_by(timestamptz) to anon, authenticated, service_role;

create function public.renew_feed(host uuid) returns jsonb
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  -- 244 bits that nobody guesses.
  key text := replace(concat(gen_random_uuid(), gen_random_uuid()), '-', '');
begin
  perform private.require_calendar_keeper(host);
  update private.hosts h set feed_key_hash = sha256(convert_to(key, 'UTF8')), feed_since = now()
  from public.staff_members m
  where h.id = renew_feed.host and m.id = h.id and m.disabled_at is null and m.role in ('owner', 'agent');
  if not found then
    raise exception 'Say first when this person takes calls' using errcode = 'PT404';
  end if;
  perform private.record('feed_renewed', 'hosts', host);
  return jsonb_build_object('key', key);
end
$$;

grant execute on function public.renew_feed(uuid) to authenticated;

create function public.end_feed(host uuid) returns void
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  perform private.require_calendar_keeper(host);
  update private.hosts h set feed_key_hash = null, feed_since = null
  where h.id = end_feed.host and h.feed_key_hash is not null;
  if found then
    perform private.record('feed_ended', 'hosts', host);
  end if;
end
$$;

grant execute on function public.end_feed(uuid) to authenticated;

create function private.next_reading(now_is timestamptz, failing_since timestamptz) returns timestamptz
  language sql volatile
  set search_path = ''
  as $$
    select now_is + (0.9 + random() * 0.2)
      * case when failing_since < now_is - interval '6 hours' then interval '1 hour' else interval '10 minutes' end
  $$;

create function private.claim_calendars(most integer, now_is timestamptz) returns table (
  id uuid, kind text, sealed_access text, version text, whole_at timestamptz, time_zone text
)
  language plpgsql security definer
  set search_path = ''
  as $$
#variable_conflict use_column
begin
  return query
    update private.host_calendars c set due_at = private.next_reading(now_is, c.failing_since)
    from private.hosts h
    where h.id = c.host and c.id = any (array(
      select d.id from private.host_calendars d
      where d.sealed_access is not null and d.due_at <= now_is
      order by d.due_at limit most for update skip locked
    ))
    returning c.id, c.kind, c.sealed_access, c.version, c.whole_at, h.time_zone;
end
$$;

grant execute on function private.claim_calendars(int, timestamptz) to backline_upkeep;

create function private.read_calendars_anew() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  update private.host_calendars c set version = null, due_at = now() where c.host = new.id;
  return null;
end
$$;

create function private.require_calendar_keeper(host uuid) returns void
  language plpgsql stable
  set search_path = ''
  as $$
begin
  perform private.require_staff('owner', 'agent');
  if host is distinct from auth.uid() then
    perform private.require_staff('owner');
  end if;
end
$$;

create function public.desk_calendars(host uuid) returns jsonb
  language plpgsql stable security definer
  set search_path = ''
  as $$
begin
  perform private.require_calendar_keeper(host);
  return (
    select coalesce(jsonb_agg(private.calendar_for_desk(c) order by c.created_at, c.id), '[]')
    from private.host_calendars c where c.host = desk_calendars.host
  );
end
$$;

grant execute on function public.desk_calendars(uuid) to authenticated;

create function public.remove_calendar(calendar uuid) returns void
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  whose uuid := (select c.host from private.host_calendars c where c.id = calendar);
begin
  perform private.require_calendar_keeper(whose);
  delete from private.host_calendars c where c.id = calendar and c.host = whose;
  if not found then
    raise exception 'There is no such calendar. It may have been removed' using errcode = 'PT404';
  end if;
  perform private.record('calendar_removed', 'hosts', whose, jsonb_build_object('calendar', calendar));
end
$$;

grant execute on function public.remove_calendar(uuid) to authenticated;

create function private.begin_calendar(host uuid) returns text
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  zone text;
begin
  perform private.require_calendar_keeper(host);
  select h.time_zone into zone from private.hosts h
  join public.staff_members m on m.id = h.id
  where h.id = begin_calendar.host and m.disabled_at is null and m.role in ('owner', 'agent')
  for update of h;
  if zone is null then
    raise exception 'Say first when this person takes calls' using errcode = 'PT404';
  end if;
  if (select count(*) from private.host_calendars c where c.host = begin_calendar.host) >= 10 then
    perform private.refuse('too_many', 'Ten calendars are enough: remove one first.', '{"most": 10}');
  end if;
  return zone;
end
$$;

grant execute on function private.begin_calendar(uuid) to backline_upkeep;

create function private.read_calendar_now(calendar uuid, now_is timestamptz) returns table (
  id uuid, kind text, sealed_access text, version text, whole_at timestamptz, time_zone text
)
  language plpgsql security definer
  set search_path = ''
  as $$
#variable_conflict use_column
declare
  whose uuid := (select c.host from private.host_calendars c where c.id = calendar);
begin
  perform private.require_calendar_keeper(whose);
  return query
    update private.host_calendars c set due_at = private.next_reading(now_is, null)
    from private.hosts h
    where c.id = calendar and h.id = c.host
    returning c.id, c.kind, c.sealed_access, null::text, null::timestamptz, h.time_zone;
  if not found then
    raise exception 'There is no such calendar. It may have been removed' using errcode = 'PT404';
  end if;
  perform private.record('calendar_read', 'hosts', whose, jsonb_build_object('calendar', calendar));
end
$$;

grant execute on function private.read_calendar_now(uuid, timestamptz) to backline_upkeep;

create function private.forget_calendars() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  delete from private.host_calendars c where c.host = new.id;
  update private.hosts h set feed_key_hash = null, feed_since = null where h.id = new.id and h.feed_key_hash is not null;
  return null;
end
$$;

create function private.check_lane(booking uuid, slot tstzrange, holder uuid) returns void
  language plpgsql
  set search_path = ''
  as $$
declare
  other record;
begin
  perform private.take_turns();
  select b.id, b.confirmed into other from public.strategy_call_bookings b
  where b.status = 'confirmed' and b.confirmed && slot and b.assigned_to is not distinct from holder and b.id <> booking
  order by b.call_at limit 1;
  if found then
    perform private.refuse(
      'overlap', 'Another call is confirmed for that time.',
      jsonb_build_object('booking', other.id, 'confirmed', other.confirmed)
    );
  end if;
end
$$;

create function private.clear_lane() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  perform private.check_lane(new.id, new.confirmed, new.assigned_to);
  return new;
end
$$;

create function public.hosts_for_call(booking uuid, call_start timestamptz, call_minutes integer default null) returns jsonb
  language plpgsql stable security definer
  set search_path = ''
  as $$
#variable_conflict use_variable
declare
  slot tstzrange;
begin
  perform private.require_staff('owner', 'agent', 'viewer');
  if not isfinite(call_start) or call_minutes not between 5 and 480 then
    raise exception 'a call has a start, and between 5 and 480 minutes' using errcode = '22023';
  end if;
  slot := tstzrange(call_start, call_start + make_interval(
    mins => coalesce(call_minutes, (select s.call_minutes from public.desk_settings s))
  ));
  return (
    with host as (
      select h.id, h.last_given_at, private.person_name(u.raw_user_meta_data, u.email) as name,
        array(
          select 'overlap' where exists (
            select from public.strategy_call_bookings b
            where b.status = 'confirmed' and b.confirmed && slot and b.assigned_to = h.id and b.id <> hosts_for_call.booking
          )
          union all
          select w.code from private.call_warnings(hosts_for_call.booking, slot, h.id) w
        ) as reasons,
        -- However long the desk makes the call.
        (
          select c.until from private.call_holds c
          where c.booking = hosts_for_call.booking and c.host = h.id and lower(c.slot) = call_start and c.until > now()
        ) as held_until
      from private.active_hosts() h join auth.users u on u.id = h.id
    ),
    placed as (
      select h.*, row_number() over (
        order by cardinality(h.reasons) > 0, h.held_until is null, h.last_given_at nulls first, h.id
      ) as place
      from host h
    )
    select coalesce(jsonb_agg(jsonb_build_object(
      'id', p.id, 'name', p.name, 'is_free', cardinality(p.reasons) = 0, 'reasons', p.reasons,
      'last_given_at', private.iso_instant(p.last_given_at), 'is_proposed', p.place = 1 and cardinality(p.reasons) = 0,
      'held_until', private.iso_instant(p.held_until)
    ) order by p.place), '[]')
    from placed p
  );
end
$$;

grant execute on function public.hosts_for_call(uuid, timestamptz, integer) to authenticated;

create function private.week_of(
  day date, time_zone text, out monday date, out starts timestamptz, out ends timestamptz
)
  language sql stable
  set search_path = ''
  as $$
    select m.monday, m.monday::timestamp at time zone time_zone, (m.monday + 7)::timestamp at time zone time_zone
    from (select date_trunc('week', day::timestamp)::date as monday) m
  $$;

create function private.calls_within(span tstzrange, minutes integer) returns integer
  language sql immutable
  set search_path = ''
  as $$ select floor(extract(epoch from upper(span) - lower(span)) / 60 / minutes)::integer $$;

create function private.check_begun(call tstzrange) returns void
  language plpgsql
  set search_path = ''
  as $$
begin
  if lower(call) > now() then
    perform private.refuse(
      'not_begun', 'This call has not begun.', jsonb_build_object('starts', lower(call), 'now', now())
    );
  end if;
end
$$;

create function private.call_off() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  -- What a process is sending now may arrive; nothing more is taken from here on.
  perform from public.outbox o where o.booking_id = old.id and o.kind = 'team-call' for update;
  insert into public.outbox (channel, kind, recipient, facts, once, ends_at)
  select
    'letter', 'team-call-erased', told.recipient, jsonb_build_object(
      'booking', old.id, 'sequence', old.call_sequence + 1, 'starts', stood.starts, 'ends', stood.ends
    ), 'team-call-erased:' || old.id || ':' || told.recipient, stood.ends
  from (
    select distinct on (o.recipient) o.recipient, o.state = 'sent' and o.sent_as = 'team-call-cancelled' as is_off
    from public.outbox o
    where o.booking_id = old.id and o.kind = 'team-call' and (o.state in ('sent', 'sending') or o.is_doubtful)
    order by o.recipient, (o.facts ->> 'sequence')::int desc
  ) told
  cross join lateral (
    select (o.facts ->> 'starts')::timestamptz as starts, (o.facts ->> 'ends')::timestamptz as ends
    from public.outbox o
    where o.booking_id = old.id and o.kind = 'team-call' and o.recipient = told.recipient
      and (o.state in ('sent', 'sending') or o.is_doubtful)
      and o.facts ->> 'starts' is not null and coalesce(o.sent_as <> 'team-call-cancelled', true)
    order by (o.facts ->> 'sequence')::int desc limit 1
  ) stood
  where not told.is_off and stood.starts > now() and told.recipient <> lower(old.email)
  on conflict (once) do nothing;
  return old;
end
$$;

create function public.calls_to_come(address text) returns jsonb
  language plpgsql stable security definer
  set search_path = ''
  as $$
declare
  asked text := private.asked_address(address);
begin
  perform private.require_staff('owner');
  return (
    select coalesce(
      jsonb_agg(jsonb_build_object('starts', lower(b.confirmed), 'assigned_to', b.assigned_to) order by b.call_at), '[]'
    )
    from public.strategy_call_bookings b
    where lower(b.email) = asked and b.status = 'confirmed' and lower(b.confirmed) > now()
  );
end
$$;

grant execute on function public.calls_to_come(text) to authenticated;

create unlogged table private.rate_limit_hits (
  -- An HMAC of limit, window and client under the salt of the day: an address is never stored.
  key text not null,
  -- The process that counted.
  process uuid not null,
  hits integer not null,
  -- When the window ends, and the row with it.
  until timestamptz not null,
  changed_at timestamptz not null default now(),

  constraint rate_limit_hits_pkey primary key (key, process),
  constraint rate_limit_hits_key_check check (char_length(key) = 22)
);

create index rate_limit_hits_changed_at_idx on private.rate_limit_hits (changed_at);

create index rate_limit_hits_until_idx on private.rate_limit_hits (until);

alter table private.rate_limit_hits enable row level security;

revoke all on private.rate_limit_hits from public, anon, authenticated, service_role;

grant select, insert, update, delete on private.rate_limit_hits to backline_counters;

create policy "the server counts" on private.rate_limit_hits to backline_counters using (true) with check (true);

create unlogged table private.rate_limit_salts (
  day date not null,
  salt text not null default gen_random_uuid()::text || gen_random_uuid()::text,

  constraint rate_limit_salts_pkey primary key (day)
);

alter table private.rate_limit_salts enable row level security;

revoke all on private.rate_limit_salts from public, anon, authenticated, service_role;

grant select, insert, delete on private.rate_limit_salts to backline_counters;

grant delete on private.rate_limit_salts to backline_upkeep;

grant select (day) on private.rate_limit_salts to backline_upkeep;

create policy "the server counts" on private.rate_limit_salts to backline_counters using (true) with check (true);

create policy "the upkeep forgets salts" on private.rate_limit_salts to backline_upkeep using (true);

create table private.pack_downloads (
  day date not null,
  pack text not null,
  visitor text not null,
  downloads bigint not null,

  constraint pack_downloads_pkey primary key (day, pack, visitor),
  constraint pack_downloads_pack_check check (char_length(pack) between 1 and 100),
  constraint pack_downloads_visitor_check check (visitor in ('person', 'bot')),
  constraint pack_downloads_downloads_check check (downloads > 0)
);

comment on table private.pack_downloads is
  'Downloads by UTC day and pack, those of programs apart. The server adds to them every few seconds.';

alter table private.pack_downloads enable row level security;

revoke all on private.pack_downloads from public, anon, authenticated, service_role;

grant select, insert, update on private.pack_downloads to backline_counters;

create policy "the server counts" on private.pack_downloads to backline_counters using (true) with check (true);

create function private.csv_cell(value text) returns text
  language sql immutable parallel safe
  return case
      when value ~ '^(?:[-=+@''\t\r\n\uff1d\uff0b\uff0d\uff20]|0[0-9 ()./-]+$|[0-9]{12,}$)' then ''''
      else ''
    end
    || regexp_replace(value, '(^[ "]+|[;|\t\r\n][ "]*)(''*[-=+@\uff1d\uff0b\uff0d\uff20])', '\1''\2', 'g');

create function private.csv_time(value timestamptz) returns text
  language sql stable parallel safe
  return to_char(value at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');

create function private.require_days(from_day date, to_day date, most int default null) returns void
  language plpgsql immutable
  set search_path = ''
  as $$
begin
  if from_day > to_day then
    raise exception 'The first day, %, is after the last one, %', from_day, to_day using errcode = '22023';
  elsif most is not null and (from_day is null or to_day is null) then
    raise exception 'Name the first and the last day' using errcode = '22023';
  elsif to_day - from_day >= most then
    raise exception 'From % to % is more than % days', from_day, to_day, most using errcode = '22023';
  end if;
end
$$;

create type private.booking_export as (
  id text, created_at text, status text, name text, email text, company text, phone text, current_challenges text,
  team_size text, preferred_time text, time_zone text, call_from text, call_until text, assigned_to text, answered_at text,
  source text, campaign text, first_view text, landing_page text, referrer text, session_id text, monthly_revenue text,
  message text, fill_seconds text, budget_note text, updated_at text, picked text
);

create type private.message_export as (
  id text, created_at text, status text, name text, email text, company text, inquiry_type text, message text,
  assigned_to text, answered_at text, source text, campaign text, first_view text, landing_page text, referrer text,
  session_id text, fill_seconds text, budget_note text, updated_at text
);

create function private.export_query(relation regclass, named regtype, others jsonb) returns text
  language sql stable
  set search_path = ''
  as $$
    select format(
      'select %s from %s r left join auth.users u on u.id = r.assigned_to
       where ($1 is null or r.created_at >= $1::timestamp at time zone ''UTC'')
         and ($2 is null or r.created_at < ($2 + 1)::timestamp at time zone ''UTC'')
       order by r.created_at, r.id',
      string_agg(
        coalesce(others ->> wanted.attname, format(
          case c.atttypid
            when 'text'::regtype then 'private.csv_cell(r.%I)'
            when 'timestamptz'::regtype then 'private.csv_time(r.%I)'
            else 'r.%I::text'
          end, wanted.attname
        )), ', ' order by wanted.attnum
      ),
      relation
    )
    from pg_catalog.pg_type t
    join pg_catalog.pg_attribute wanted on wanted.attrelid = t.typrelid and wanted.attnum > 0 and not wanted.attisdropped
    left join pg_catalog.pg_attribute c on c.attrelid = relation and c.attname = wanted.attname and not c.attisdropped
    where t.oid = named
  $$;

create function public.export_bookings(from_day date default null, to_day date default null)
  returns setof private.booking_export
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  exported bigint;
begin
  perform private.require_staff('owner', 'agent');
  perform private.require_days(from_day, to_day);
  return query execute private.export_query(
    'public.strategy_call_bookings', 'private.booking_export', jsonb_build_object(
      'call_from', 'private.csv_time(lower(r.confirmed))', 'call_until', 'private.csv_time(upper(r.confirmed))',
      'assigned_to', 'private.csv_cell(u.email::text)'
    )
  ) using from_day, to_day;
  get diagnostics exported = row_count;
  perform private.record('bookings_exported', 'strategy_call_bookings', null,
    jsonb_build_object('rows', exported, 'from', from_day, 'to', to_day));
end
$$;

grant execute on function public.export_bookings(date, date) to authenticated;

create function public.export_messages(from_day date default null, to_day date default null)
  returns setof private.message_export
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  exported bigint;
begin
  perform private.require_staff('owner', 'agent');
  perform private.require_days(from_day, to_day);
  return query execute private.export_query(
    'public.contact_messages', 'private.message_export',
    jsonb_build_object('assigned_to', 'private.csv_cell(u.email::text)')
  ) using from_day, to_day;
  get diagnostics exported = row_count;
  perform private.record('messages_exported', 'contact_messages', null,
    jsonb_build_object('rows', exported, 'from', from_day, 'to', to_day));
end
$$;

grant execute on function public.export_messages(date, date) to authenticated;

create function public.export_interactions(from_day date, to_day date)
  returns table (
    id text, created_at text, session_id text, event_type text, subject text, event_data text, page_url text,
    referrer text, user_agent text, is_bot text, is_team text
  )
  language plpgsql security definer
  set search_path = ''
  as $$
#variable_conflict use_column
declare
  exported bigint;
begin
  perform private.require_staff('owner', 'agent');
  perform private.require_days(from_day, to_day, 731);
  return query
    select
      i.id::text, private.csv_time(i.created_at), i.session_id::text, private.csv_cell(i.event_type),
      private.csv_cell(private.interaction_subject(i.event_type, i.event_data)),
      private.csv_cell(i.event_data::text), private.csv_cell(i.page_url), private.csv_cell(i.referrer),
      private.csv_cell(i.user_agent), i.is_bot::text, i.is_team::text
    from public.user_interactions i
    where i.created_at >= export_interactions.from_day::timestamp at time zone 'UTC'
      and i.created_at < (export_interactions.to_day + 1)::timestamp at time zone 'UTC'
    order by i.created_at;
  get diagnostics exported = row_count;
  perform private.record('interactions_exported', 'user_interactions', null,
    jsonb_build_object('rows', exported, 'from', from_day, 'to', to_day));
end
$$;

grant execute on function public.export_interactions(date, date) to authenticated;

create function private.tell_of_large_export() returns trigger
  language plpgsql
  set search_path = ''
  as $$
declare
  large constant bigint := 1000;
  exported bigint := (new.details ->> 'rows')::bigint;
  of_day bigint;
begin
  if exported >= large then
    perform private.tell_of_account(
      'large-export', new.actor, jsonb_build_object('action', new.action, 'rows', exported), 'export ' || new.id
    );
    return null;
  end if;
  select sum((l.details ->> 'rows')::bigint) into of_day from public.audit_log l
  where l.at > now() - interval '1 day' and l.actor = new.actor and l.action like '%\_exported';
  if of_day >= large then
    perform private.tell_of_account(
      'large-export', new.actor, jsonb_build_object('rows', of_day),
      'exports of ' || new.actor || ' on ' || (now() at time zone 'UTC')::date
    );
  end if;
  return null;
end
$$;

create table private.fault_days (
  day date not null,
  code text not null,
  place text not null,
  cause text not null,
  -- Which release of the site the page came from; '' where it did not say.
  release text not null,
  visitor text not null,
  faults bigint not null,
  visits bigint not null,
  first_at timestamptz not null,
  last_at timestamptz not null,

  constraint fault_days_pkey primary key (day, code, place, cause, release, visitor),
  constraint fault_days_visitor_check check (visitor in ('person', 'bot'))
);

comment on table private.fault_days is 'Faults in visitors'' browsers by UTC day; of a day the hundred that most visits met.';

alter table private.fault_days enable row level security;

revoke all on private.fault_days from public, anon, authenticated, service_role;

create function private.is_fault(code text) returns boolean
  language sql immutable parallel safe
  return code ~ '^(not_started|uncaught|rejected|crashed|submit_threw|no_answer|http_5[0-9]{2}|[a-z]{1,20}_not_loaded)$';

create function private.insights_faults_of(from_day date, to_day date, visitor text, now_is timestamptz) returns jsonb
  language plpgsql stable
  set search_path = ''
  as $$
declare
  kinds text[] := case visitor when 'all' then '{person,bot}' else array[visitor] end;
  fresh_from date := greatest(
    from_day, (select max(d.day) + 1 from private.visit_days d where d.dimension = '*')
  );
begin
  return (
    with line as materialized (
      select * from private.fault_days d where d.day between from_day and least(to_day, fresh_from - 1)
      union all
      select * from private.count_faults(fresh_from, to_day) where fresh_from <= to_day
    ),
    fault as (
      select l.code, l.place, l.cause, l.release, sum(l.faults) as faults, sum(l.visits) as visits,
        min(l.first_at) as first_at, max(l.last_at) as last_at
      from line l where l.visitor = any (kinds) and l.code <> '*'
      group by 1, 2, 3, 4
    ),
    ranked as (
      select *, f.code = '(other)'
        or row_number() over (order by f.code = '(other)', f.visits desc, f.last_at desc, f.code, f.place, f.cause) > 50
        as is_rest
      from fault f
    ),
    named as (
      select case when r.is_rest then '(other)' else r.code end as code,
        case when r.is_rest then '' else r.place end as place, case when r.is_rest then '' else r.cause end as cause,
        case when r.is_rest then '' else r.release end as release, r.is_rest, sum(r.faults) as faults,
        sum(r.visits) as visits, min(r.first_at) as first_at, max(r.last_at) as last_at
      from ranked r group by 1, 2, 3, 4, 5
    )
    select jsonb_build_object(
      'range', jsonb_build_object('from', from_day, 'to', to_day, 'days', to_day - from_day + 1),
      'visitor', visitor,
      'as_of', now_is,
      'visits', (
        select coalesce(sum(l.visits), 0) from line l where l.visitor = any (kinds) and l.code = '*'
      ),
      'faults', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'code', n.code, 'place', n.place, 'cause', n.cause, 'release', n.release, 'faults', n.faults,
          'visits', n.visits, 'first_at', n.first_at, 'last_at', n.last_at
        ) order by n.is_rest, n.visits desc, n.last_at desc, n.code, n.place, n.cause), '[]')
        from named n
      )
    )
  );
end
$$;

create function public.insights_faults(from_day date, to_day date, visitor text default 'person') returns jsonb
  language plpgsql stable security definer
  set search_path = ''
  as $$
begin
  perform private.require_staff('owner', 'agent', 'viewer');
  perform private.require_insight_range(from_day, to_day, visitor);
  return private.insights_faults_of(from_day, to_day, visitor, now());
end
$$;

grant execute on function public.insights_faults(date, date, text) to authenticated;

create function private.plan_fault_letter(now_is timestamptz) returns integer
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  said jsonb;
  written integer := 0;
begin
  if not pg_try_advisory_xact_lock(7206341008) then
    return 0;
  end if;
  with told as materialized (
    select o.facts ->> 'code' as code, o.facts ->> 'release' as release, o.facts ->> 'at' as at
    from public.outbox o
    where o.kind = 'team-fault' and (o.facts ->> 'at')::timestamptz > now_is - interval '1 day'
  )
  select to_jsonb(j) || jsonb_build_object('at', now_is) into said
  from private.jumped_faults(now_is) j
  where (select count(distinct (told.code, told.release, told.at)) from told) < 3
    and not exists (select from told where told.code = j.code and told.release = j.release)
  order by j.visits desc, j.code, j.release limit 1;
  if said is null then
    return 0;
  end if;
  insert into public.outbox (channel, kind, recipient, facts, once, due_at, ends_at)
  select
    'letter', 'team-fault', t,
    said || jsonb_build_object('of', (
      select count(distinct i.session_id) from public.user_interactions i
      where i.created_at >= now_is - interval '1 hour' and i.created_at < now_is and not i.is_bot and not i.is_team
    )),
    concat_ws(':', 'team-fault', said ->> 'code', said ->> 'release', extract(epoch from now_is)::bigint, t),
    now_is, now_is + interval '1 day'
  from private.team_mailboxes() as t
  on conflict (once) do nothing;
  get diagnostics written = row_count;
  return written;
end
$$;

grant execute on function private.plan_fault_letter(timestamptz) to backline_outbox;

create function private.furthest_offer() returns interval
  language sql immutable
  as $$ select interval '1440 hours' $$;

create function private.day_begins(day date, time_zone text) returns timestamptz
  language sql stable
  set search_path = ''
  as $$
    select case when ((m.at - interval '1 hour') at time zone time_zone)::date = day then m.at - interval '1 hour' else m.at end
    from (select day::timestamp at time zone time_zone as at) m
  $$;

create function private.free_starts(
  from_time timestamptz, until_time timestamptz, now_is timestamptz, minutes integer, but_for uuid default null
)
  returns table (host uuid, start timestamptz)
  language plpgsql stable
  set search_path = ''
  set jit = off
  set plan_cache_mode = force_custom_plan
  as $$
declare
  first timestamptz := greatest(from_time, now_is);
  last timestamptz := least(until_time, now_is + private.furthest_offer());
  length interval := make_interval(mins => minutes);
  -- As far as a call, its breaks and a change of clocks can reach over the edge.
  around interval := length + interval '1 day';
begin
  if first >= last then
    return;
  end if;
  return query
  with member as materialized (
    select h.*, make_interval(mins => greatest(h.break_before, h.break_after)) as gap from private.active_hosts() h
  ),
  taken as (
    select t.host, range_agg(t.span) as spans from (
      select w.host, tstzrange(lower(w.slot) - m.gap, upper(w.slot) + m.gap) as span
      from private.host_work(first - around, last + around, now_is, but_for) w join member m on m.id = w.host
      union all
      select m.id, tstzrange(lower(r.span) - make_interval(mins => m.break_after), upper(r.span) + make_interval(mins => m.break_before))
      from member m join private.host_calendars c on c.host = m.id cross join lateral unnest(
        c.busy * tstzmultirange(tstzrange(first - around, last + around))
      ) r (span)
    ) t group by 1
  ),
  room as (
    select m.id, m.time_zone, m.daily_most, r.span
    from member m
    join private.open_hours(array(select id from member), first - interval '1 day', last + around) o on o.host = m.id
    left join taken t on t.host = m.id
    cross join lateral unnest(
      -- Of somebody's notice that ends after the last time asked for, nothing is left.
      o.open * tstzmultirange(tstzrange(
        least(greatest(first, now_is + make_interval(mins => m.notice_minutes)), last + length), last + length
      ))
      - coalesce(t.spans, '{}')
    ) r (span)
    where upper(r.span) - lower(r.span) >= length
  ),
  -- With the day and the week that each counts in, told once.
  offered as materialized (
    select r.id, r.daily_most, q.weekly_capacity, s.start, (s.start at time zone r.time_zone)::date as day,
      date_trunc('week', s.start at time zone q.time_zone) as monday
    from room r cross join public.desk_settings q cross join lateral generate_series(
      date_bin('15 minutes', lower(r.span) + interval '15 minutes' - interval '1 microsecond', 'epoch'),
      upper(r.span) - length, interval '15 minutes'
    ) s (start)
    where s.start < last
  ),
  week_load as materialized (select * from private.week_load(first, last, now_is, but_for)),
  day_load as materialized (select * from private.day_load(first, last, now_is, but_for))
  select f.id, f.start
  from offered f
  left join week_load w on w.monday = f.monday
  left join day_load d on d.host = f.id and d.day = f.day
  where coalesce(w.calls, 0) < f.weekly_capacity and (f.daily_most is null or coalesce(d.calls, 0) < f.daily_most);
end
$$;

create function private.take_turns() returns void
  language sql
  set search_path = ''
  as $$ select pg_advisory_xact_lock(7206341004) $$;

create function private.claim_time() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  if tg_op = 'UPDATE' and (
    new.status not in ('new', 'spam?') or not new.picked or new.preferred_time <> old.preferred_time
  ) then
    delete from private.call_holds c where c.booking = new.id;
  end if;
  if new.picked and private.is_arriving(case tg_op when 'INSERT' then new.created_at else now() end) and (
    tg_op = 'INSERT' or not old.picked or new.preferred_time <> old.preferred_time or (new.status = 'new' and old.status = 'spam?')
  ) then
    perform private.hold_time(new);
  end if;
  return null;
end
$$;

create function private.settle_at_once(asked uuid) returns void
  language plpgsql
  set search_path = ''
  as $$
begin
  if not private.is_settled_at_once(asked) then
    return;
  end if;
  perform set_config('backline.by', 'visitor', true);
  update public.strategy_call_bookings b set status = 'confirmed', confirmed = c.slot, assigned_to = c.host
  from private.call_holds c where c.booking = asked and b.id = asked and b.status = 'new';
  perform set_config('backline.by', '', true);
end
$$;

create function private.settle_arrivals() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  perform private.settle_at_once(a.id) from arrived a where a.picked and a.status = 'new';
  return null;
end
$$;

create function private.settle_wish() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  perform private.settle_at_once(new.id);
  return null;
end
$$;

create function private.note_given() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  perform private.note_given_to(new.assigned_to);
  return null;
end
$$;

create function public.desk_hosts() returns jsonb
  language plpgsql stable security definer
  set search_path = ''
  as $$
begin
  perform private.require_staff('owner', 'agent', 'viewer');
  return (
    select coalesce(jsonb_agg(private.host_for_desk(h) order by h.created_at, h.id), '[]')
    from private.hosts h join public.staff_members m on m.id = h.id
    where m.disabled_at is null and m.role in ('owner', 'agent')
  );
end
$$;

grant execute on function public.desk_hosts() to authenticated;

create function public.free_times_of_host(host uuid) returns jsonb
  language plpgsql stable security definer
  set search_path = ''
  as $$
declare
  zone text := (select h.time_zone from private.hosts h where h.id = host);
  monday timestamp := date_trunc('week', now() at time zone zone) + interval '7 days';
begin
  perform private.require_staff('owner', 'agent', 'viewer');
  return jsonb_build_object('zone', zone, 'monday', monday::date, 'times', (
    select coalesce(jsonb_agg(private.iso_instant(f.start) order by f.start), '[]')
    from public.desk_settings s, private.free_starts(
      monday at time zone zone, (monday + interval '7 days') at time zone zone, now(), s.call_minutes
    ) f
    where f.host = free_times_of_host.host
  ));
end
$$;

grant execute on function public.free_times_of_host(uuid) to authenticated;

create function private.refuse_host(field text, message text) returns void
  language plpgsql
  set search_path = ''
  as $$
begin
  raise exception using
    errcode = 'check_violation', schema = 'private', table = 'hosts', constraint = 'hosts_' || field || '_check',
    message = message, detail = jsonb_build_object('field', field)::text;
end
$$;

create function private.check_stretches(field text, stretches jsonb, most integer) returns void
  language plpgsql
  set search_path = ''
  as $$
begin
  if jsonb_typeof(stretches) is distinct from 'array' or jsonb_array_length(stretches) > most then
    perform private.refuse_host(field, format('%s must be a list of at most %s', field, most));
  end if;
  if exists (
    select from jsonb_array_elements(stretches) with ordinality a (s, n)
    join jsonb_array_elements(stretches) with ordinality b (s, n) on a.n < b.n
      and coalesce(a.s ->> 'weekday', a.s ->> 'day') = coalesce(b.s ->> 'weekday', b.s ->> 'day')
    where a.s ->> 'opens' is null or b.s ->> 'opens' is null
      or ((a.s ->> 'opens')::time < (b.s ->> 'closes')::time and (b.s ->> 'opens')::time < (a.s ->> 'closes')::time)
  ) then
    perform private.refuse_host(field, 'two stretches of one day overlap');
  end if;
end
$$;

create function private.host_key(host uuid) returns inet
  language sql immutable parallel safe
  set search_path = ''
  as $$
    select regexp_replace(
      replace(coalesce(host, '00000000-0000-0000-0000-000000000000')::text, '-', ''), '(....)(?=.)', '\1:', 'g'
    )::inet
  $$;

grant execute on function private.host_key(uuid) to anon, authenticated, service_role;

create function private.require_insights_export(from_day date, to_day date, visitor text) returns void
  language plpgsql stable
  set search_path = ''
  as $$
begin
  perform private.require_staff('owner', 'agent');
  perform private.require_insight_range(from_day, to_day, visitor);
end
$$;

create function private.insights_to_export(from_day date, to_day date, visitor text) returns jsonb
  language plpgsql stable
  set search_path = ''
  as $$
begin
  perform private.require_insights_export(from_day, to_day, visitor);
  return private.insights_of(from_day, to_day, visitor, now());
end
$$;

create function private.record_insights_export(report text, from_day date, to_day date, visitor text, exported bigint)
  returns void
  language plpgsql
  set search_path = ''
  as $$
begin
  perform private.record('insights_exported', 'insights', null, jsonb_build_object(
    'rows', exported, 'from', from_day, 'to', to_day, 'report', report, 'visitor', visitor
  ));
end
$$;

create function private.is_insight_known(insights jsonb, subject text, day date) returns boolean
  language sql immutable parallel safe
  return coalesce((insights -> 'begins' ->> subject)::date <= day, false);

create function public.export_insights_figures(from_day date, to_day date, visitor text default 'person')
  returns table (report text, figure text, now text, before text)
  language plpgsql security definer
  set search_path = ''
  as $$
#variable_conflict use_column
declare
  figures jsonb := private.insights_to_export(
    export_insights_figures.from_day, export_insights_figures.to_day, export_insights_figures.visitor
  );
  exported bigint;
begin
  return query
    select f.report, f.figure, figures #>> array[f.report, 'now', f.figure],
      case
        when private.is_insight_known(figures, f.subject, (figures #>> '{before,from}')::date)
        then figures #>> array[f.report, 'before', f.figure]
      end
    from (values
      ('totals', 'visitors', 'visits'), ('totals', 'sessions', 'visits'), ('totals', 'views', 'visits'),
      ('totals', 'downloads', 'visits'), ('totals', 'bookings', 'requests'), ('totals', 'messages', 'requests'),
      ('funnel', 'sessions', 'visits'), ('funnel', 'opened', 'visits'), ('funnel', 'sent', 'visits'),
      ('funnel', 'bookings', 'requests'), ('funnel', 'confirmed', 'requests'), ('funnel', 'held', 'requests'),
      ('answers', 'median_seconds', 'requests'), ('answers', 'answered', 'requests'),
      ('answers', 'within_24h', 'requests'), ('answers', 'due', 'requests'), ('answers', 'breached', 'requests')
    ) f (report, figure, subject);
  get diagnostics exported = row_count;
  perform private.record_insights_export(
    'figures', export_insights_figures.from_day, export_insights_figures.to_day, export_insights_figures.visitor, exported
  );
end
$$;

grant execute on function public.export_insights_figures(date, date, text) to authenticated;

create function public.export_insights_days(from_day date, to_day date, visitor text default 'person')
  returns table (day text, visitors text, sessions text, views text, bookings text)
  language plpgsql security definer
  set search_path = ''
  as $$
#variable_conflict use_column
declare
  figures jsonb := private.insights_to_export(
    export_insights_days.from_day, export_insights_days.to_day, export_insights_days.visitor
  );
  exported bigint;
begin
  return query
    select d.day::text,
      case when private.is_insight_known(figures, 'visits', d.day) then d.visitors end,
      case when private.is_insight_known(figures, 'visits', d.day) then d.sessions end,
      case when private.is_insight_known(figures, 'visits', d.day) then d.views end,
      case when private.is_insight_known(figures, 'requests', d.day) then d.bookings end
    from jsonb_to_recordset(figures -> 'days')
      d (day date, visitors text, sessions text, views text, bookings text)
    order by d.day;
  get diagnostics exported = row_count;
  perform private.record_insights_export(
    'days', export_insights_days.from_day, export_insights_days.to_day, export_insights_days.visitor, exported
  );
end
$$;

grant execute on function public.export_insights_days(date, date, text) to authenticated;

create function public.export_insights_origins(from_day date, to_day date, visitor text default 'person')
  returns table (kind text, name text, sessions text, opened text, sent text, bookings text, confirmed text, held text)
  language plpgsql security definer
  set search_path = ''
  as $$
#variable_conflict use_column
declare
  figures jsonb := private.insights_to_export(
    export_insights_origins.from_day, export_insights_origins.to_day, export_insights_origins.visitor
  );
  exported bigint;
begin
  return query
    select k.kind, private.csv_cell(case k.kind
        when 'source' then r.source when 'campaign' then r.campaign else r.first_view
      end),
      r.sessions, r.opened, r.sent, r.bookings, r.confirmed, r.held
    from (values (1, 'source', 'sources'), (2, 'campaign', 'campaigns'), (3, 'first_view', 'first_views'))
      k (place, kind, list)
    cross join lateral rows from (jsonb_to_recordset(figures -> k.list) as (
      source text, campaign text, first_view text, sessions text, opened text, sent text, bookings text,
      confirmed text, held text
    )) with ordinality r (source, campaign, first_view, sessions, opened, sent, bookings, confirmed, held, line)
    order by k.place, r.line;
  get diagnostics exported = row_count;
  perform private.record_insights_export(
    'origins', export_insights_origins.from_day, export_insights_origins.to_day, export_insights_origins.visitor, exported
  );
end
$$;

grant execute on function public.export_insights_origins(date, date, text) to authenticated;

create function public.export_insights_views(from_day date, to_day date, visitor text default 'person')
  returns table (view text, views text, sessions text, bookings text, confirmed text, held text)
  language plpgsql security definer
  set search_path = ''
  as $$
#variable_conflict use_column
declare
  figures jsonb := private.insights_to_export(
    export_insights_views.from_day, export_insights_views.to_day, export_insights_views.visitor
  );
  exported bigint;
begin
  return query
    select private.csv_cell(r.view), r.views, r.sessions, r.bookings, r.confirmed, r.held
    from jsonb_to_recordset(figures -> 'views')
      r (view text, views text, sessions text, bookings text, confirmed text, held text);
  get diagnostics exported = row_count;
  perform private.record_insights_export(
    'views', export_insights_views.from_day, export_insights_views.to_day, export_insights_views.visitor, exported
  );
end
$$;

grant execute on function public.export_insights_views(date, date, text) to authenticated;

create function public.export_insights_packs(from_day date, to_day date, visitor text default 'person')
  returns table (pack text, downloads text, sessions text, bookings text, confirmed text, held text)
  language plpgsql security definer
  set search_path = ''
  as $$
#variable_conflict use_column
declare
  figures jsonb := private.insights_to_export(
    export_insights_packs.from_day, export_insights_packs.to_day, export_insights_packs.visitor
  );
  exported bigint;
begin
  return query
    select private.csv_cell(r.pack), r.downloads, r.sessions, r.bookings, r.confirmed, r.held
    from jsonb_to_recordset(figures -> 'packs')
      r (pack text, downloads text, sessions text, bookings text, confirmed text, held text);
  get diagnostics exported = row_count;
  perform private.record_insights_export(
    'packs', export_insights_packs.from_day, export_insights_packs.to_day, export_insights_packs.visitor, exported
  );
end
$$;

grant execute on function public.export_insights_packs(date, date, text) to authenticated;

create function public.export_insights_vitals(from_day date, to_day date, visitor text default 'person')
  returns table (name text, p75 text, samples text, p75_before text, samples_before text)
  language plpgsql security definer
  set search_path = ''
  as $$
#variable_conflict use_column
declare
  figures jsonb := private.insights_to_export(
    export_insights_vitals.from_day, export_insights_vitals.to_day, export_insights_vitals.visitor
  );
  exported bigint;
begin
  return query
    select r.name, r.p75, r.samples, case when b.is_known then r.p75_before end,
      case when b.is_known then r.samples_before end
    from jsonb_to_recordset(figures -> 'vitals')
      r (name text, p75 text, samples text, p75_before text, samples_before text)
    cross join private.is_insight_known(figures, 'visits', (figures #>> '{before,from}')::date) b (is_known);
  get diagnostics exported = row_count;
  perform private.record_insights_export(
    'vitals', export_insights_vitals.from_day, export_insights_vitals.to_day, export_insights_vitals.visitor, exported
  );
end
$$;

grant execute on function public.export_insights_vitals(date, date, text) to authenticated;

create function public.export_insights_faults(from_day date, to_day date, visitor text default 'person')
  returns table (code text, place text, cause text, release text, faults text, visits text, first_at text, last_at text)
  language plpgsql security definer
  set search_path = ''
  as $$
#variable_conflict use_column
declare
  exported bigint;
begin
  perform private.require_insights_export(
    export_insights_faults.from_day, export_insights_faults.to_day, export_insights_faults.visitor
  );
  return query
    select private.csv_cell(r.code), private.csv_cell(r.place), private.csv_cell(r.cause), private.csv_cell(r.release),
      r.faults, r.visits, private.csv_time(r.first_at), private.csv_time(r.last_at)
    from jsonb_to_recordset(private.insights_faults_of(
      export_insights_faults.from_day, export_insights_faults.to_day, export_insights_faults.visitor, now()
    ) -> 'faults') r (
      code text, place text, cause text, release text, faults text, visits text, first_at timestamptz, last_at timestamptz
    );
  get diagnostics exported = row_count;
  perform private.record_insights_export(
    'faults', export_insights_faults.from_day, export_insights_faults.to_day, export_insights_faults.visitor, exported
  );
end
$$;

grant execute on function public.export_insights_faults(date, date, text) to authenticated;

create function private.has_call(status text) returns boolean
  language sql immutable parallel safe
  return status in ('confirmed', 'held', 'no-show');

create function public.insights(from_day date, to_day date, visitor text default 'person') returns jsonb
  language plpgsql stable security definer
  set search_path = ''
  as $$
begin
  perform private.require_staff('owner', 'agent', 'viewer');
  perform private.require_insight_range(from_day, to_day, visitor);
  return private.insights_of(from_day, to_day, visitor, now());
end
$$;

grant execute on function public.insights(date, date, text) to authenticated;

create function private.require_insight_range(from_day date, to_day date, visitor text) returns void
  language plpgsql immutable
  set search_path = ''
  as $$
begin
  if from_day is null or to_day is null or not isfinite(from_day) or not isfinite(to_day) then
    raise exception 'Say the first and the last day of the range.' using errcode = '22023';
  elsif from_day > to_day then
    raise exception 'The range ends before it begins.' using errcode = '22023';
  elsif to_day - from_day >= 731 then
    raise exception 'A range has at most 731 days.' using errcode = '22023';
  elsif from_day < '2000-01-01' or to_day > '2199-12-31' then
    raise exception 'The range must lie between the years 2000 and 2199.' using errcode = '22023';
  elsif visitor is null or visitor not in ('person', 'bot', 'all') then
    raise exception 'The visitor must be person, bot or all.' using errcode = '22023';
  end if;
end
$$;

create function private.insights_live_of(visitor text, now_is timestamptz) returns jsonb
  language plpgsql stable
  set search_path = ''
  set jit = off
  set plan_cache_mode = force_custom_plan
  as $$
declare
  since timestamptz := now_is - interval '30 minutes';
begin
  return (
    with event as materialized (
      select i.session_id, i.created_at, i.id, i.event_type, i.event_data ->> 'view' as view, i.page_url, i.referrer,
        i.is_bot, i.is_team, ceil(extract(epoch from i.created_at - since) / 60)::int as minute
      from public.user_interactions i
      where i.created_at > since and i.created_at <= now_is
    ),
    visit as materialized (
      select session_id, count(*) as events, (array_agg(
        array[page_url, referrer] order by event_type <> 'page_view', created_at, id
      ))[1:1] as came
      from event group by session_id
      having not bool_or(is_team) and (visitor = 'all' or bool_or(is_bot) = (visitor = 'bot'))
    )
    select jsonb_build_object(
      'as_of', now_is,
      'minutes', (
        select jsonb_agg(coalesce(sessions, 0) order by minute)
        from generate_series(1, 30) minute left join (
          select minute, count(distinct session_id) as sessions
          from event join visit using (session_id) group by minute
        ) _ using (minute)
      ),
      'sessions', (select count(*) from visit),
      'events', (select coalesce(sum(events), 0) from visit),
      'views', (
        select coalesce(jsonb_agg(jsonb_build_object('view', view, 'sessions', sessions) order by sessions desc, view), '[]')
        from (
          select left(view, 100) as view, count(distinct session_id) as sessions
          from event join visit using (session_id)
          where event_type = 'page_view' and view is not null
          group by 1 order by 2 desc, 1 limit 10
        ) _
      ),
      'sources', (
        select coalesce(
          jsonb_agg(jsonb_build_object('source', source, 'sessions', sessions) order by sessions desc, source), '[]'
        )
        from (
          select private.visit_source(came[1][1], came[1][2]) as source, count(*) as sessions
          from visit group by 1 order by 2 desc, 1 limit 10
        ) _
      )
    )
  );
end
$$;

create function public.insights_live(visitor text default 'person') returns jsonb
  language plpgsql stable security definer
  set search_path = ''
  as $$
begin
  perform private.require_staff('owner', 'agent', 'viewer');
  if visitor is null or visitor not in ('person', 'bot', 'all') then
    raise exception 'The visitor must be person, bot or all.' using errcode = '22023';
  end if;
  return private.insights_live_of(visitor, now());
end
$$;

grant execute on function public.insights_live(text) to authenticated;

create function private.make_interaction_month(month date) returns void
  language plpgsql set search_path = '' as $$
declare
  name text := 'user_interactions_' || to_char(month, 'YYYY_MM');
  from_time timestamptz := month::timestamp at time zone 'UTC';
  to_time timestamptz := (month + interval '1 month') at time zone 'UTC';
  -- All but what is generated.
  columns text := 'id, created_at, session_id, event_type, event_data, page_url, user_agent, referrer, is_bot, visitor_key';
begin
  if to_regclass('public.' || name) is not null then
    return;
  end if;
  lock table public.user_interactions_other in access exclusive mode;
  if to_regclass('public.' || name) is not null then
    return;
  end if;
  execute format(
    'create table public.%I (like public.user_interactions including all, constraint %I primary key (id))',
    name, name || '_pkey'
  );
  execute format('alter table public.%I enable row level security', name);
  execute format('revoke all on public.%I from public, anon, authenticated, service_role', name);
  execute format(
    'create index %I on public.%I using brin (created_at)', name || '_created_at_idx', name
  );
  execute format(
    'with moved as (
       delete from public.user_interactions_other where created_at >= %L and created_at < %L returning *
     )
     insert into public.%I (%s) select %s from moved',
    from_time, to_time, name, columns, columns
  );
  execute format(
    'alter table public.user_interactions attach partition public.%I for values from (%L) to (%L)',
    name, from_time, to_time
  );
end
$$;

create function private.make_interaction_months() returns void
  language plpgsql security definer set search_path = '' as $$
begin
  for ahead in 0..2 loop
    perform private.make_interaction_month(
      (date_trunc('month', now() at time zone 'UTC') + ahead * interval '1 month')::date
    );
  end loop;
end
$$;

grant execute on function private.make_interaction_months() to backline_upkeep;

create function private.keep_interactions(
  now_is timestamptz, keep_days int, enough interval default '4 minutes'
) returns jsonb
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  today date := (now_is at time zone 'UTC')::date;
  oldest date := today - keep_days;
  -- A transaction that began before midnight may commit after it: a day is counted an hour after its end.
  last_day date := ((now_is - interval '1 hour') at time zone 'UTC')::date - 1;
  next_interactions date;
  -- A day may have its interactions counted and its visits not: those were first counted by a later version.
  next_visits date;
  of_day date;
  counted int := 0;
  is_late boolean := false;
  dropped text[] := '{}';
  pruned bigint;
  partition record;
begin
  if keep_days < 1 then
    raise exception 'keep_days must be at least 1';
  end if;
  if not pg_try_advisory_xact_lock(7206341003) then
    return null;
  end if;

  for ahead in 0..2 loop
    perform private.make_interaction_month((date_trunc('month', today) + ahead * interval '1 month')::date);
  end loop;

  next_interactions := coalesce(
    (select max(day) + 1 from public.interaction_days where event_type = '*'), '-infinity'
  );
  next_visits := coalesce((select max(day) + 1 from private.visit_days where dimension = '*'), '-infinity');
  for of_day in
    select distinct (created_at at time zone 'UTC')::date
    from public.user_interactions
    where created_at >= least(next_interactions, next_visits)::timestamp at time zone 'UTC'
      and created_at < (last_day + 1)::timestamp at time zone 'UTC'
    order by 1
  loop
    if of_day >= next_interactions then
      perform private.count_interactions(of_day);
    end if;
    if of_day >= next_visits then
      perform private.keep_visits(of_day);
    end if;
    counted := counted + 1;
    if clock_timestamp() > statement_timestamp() + enough then
      last_day := of_day;
      is_late := true;
      exit;
    end if;
  end loop;
  if not is_late then
    perform private.gather_visits(last_day + 1, now_is);
  end if;

  for partition in
    select c.relname as name
    from pg_catalog.pg_inherits h join pg_catalog.pg_class c on c.oid = h.inhrelid
    where h.inhparent = 'public.user_interactions'::regclass
      and c.relname ~ '^user_interactions_\d{4}_\d{2}$'
      and to_date(right(c.relname, 7), 'YYYY_MM') + interval '1 month' <= least(oldest, last_day + 1)
    order by 1
  loop
    execute format('drop table public.%I', partition.name);
    dropped := dropped || partition.name;
  end loop;

  -- Not what is still to be counted, should the time to keep be shorter than the time to count.
  delete from public.user_interactions
    where created_at < least(oldest, last_day + 1)::timestamp at time zone 'UTC';
  get diagnostics pruned = row_count;

  -- The index over time knows nothing of pages that were filled since the last vacuum, and whoever asks for today or
  -- for the last minutes reads all of them.
  perform pg_catalog.brin_summarize_new_values(i.indexrelid)
    from pg_catalog.pg_index i
    join pg_catalog.pg_inherits h on h.inhrelid = i.indrelid
    join pg_catalog.pg_class c on c.oid = i.indexrelid
    join pg_catalog.pg_am a on a.oid = c.relam
    where h.inhparent = 'public.user_interactions'::regclass and a.amname = 'brin';

  return jsonb_build_object('days_counted', counted, 'months_dropped', dropped, 'rows_pruned', pruned);
end
$$;

grant execute on function private.keep_interactions(timestamptz, int, interval) to backline_upkeep;

create table public.user_interactions (
  id uuid not null default gen_random_uuid(),
  created_at timestamptz not null default now(),
  session_id uuid not null,
  event_type text not null,
  event_data jsonb not null default '{}',
  page_url text,
  user_agent text,
  referrer text,
  is_bot boolean not null default false,
  -- Browsers of the team say so themselves; a visitor who claims it is merely not counted.
  is_team boolean not null generated always as (event_data @> '{"team": true}') stored,
  -- Tells the browsers of one day apart, and nothing more: an HMAC of address and agent under a salt that lives for a
  -- day. Our server alone knows what goes into it; it stores interactions under an issuer that no token of a visitor
  -- can name, so a row that a visitor stores past it, as on a hosted project, has none. Asked once per statement.
  visitor_key bigint,

  constraint user_interactions_event_type_check check (
    event_type in (
      'page_view', 'button_click', 'form_submit', 'modal_open', 'modal_close', 'navigation', 'download',
      'engagement', 'search', 'error', 'custom_event'
    )
  ),
  -- The contract measures JSON text, at most 8192 bytes; stored, many small numbers take six times as much.
  constraint user_interactions_event_data_check check (
    jsonb_typeof(event_data) = 'object'
    and pg_column_size(event_data) <= 65536
    and not event_data @? '$.**{9}'
  ),
  -- Bytes first: they need no counting, and text that short in bytes is that short in characters.
  constraint user_interactions_page_url_check check (
    page_url <> '' and (octet_length(page_url) <= 2000 or char_length(page_url) <= 2000)
  ),
  constraint user_interactions_user_agent_check check (
    user_agent <> '' and (octet_length(user_agent) <= 512 or char_length(user_agent) <= 512)
  ),
  constraint user_interactions_referrer_check check (
    referrer <> '' and (octet_length(referrer) <= 2000 or char_length(referrer) <= 2000)
  )
) partition by range (created_at);

comment on table public.user_interactions is
  'What visitors do on the site, without their addresses and without what they type. One partition a month.';

create index user_interactions_error_idx on public.user_interactions (event_type, created_at)
  where event_type = 'error';

alter table public.user_interactions enable row level security;

revoke all on public.user_interactions from public, anon, authenticated, service_role;

grant
  insert (
    id, session_id, event_type, event_data, page_url, user_agent, referrer, is_bot, visitor_key
  )
  on public.user_interactions to anon;

grant select, insert, update, delete on public.user_interactions to service_role;

create policy "visitors may say what they do" on public.user_interactions
  for insert to anon
  with check (
    created_at = now()
    and (visitor_key is null or (select auth.jwt() ->> 'iss' = 'our server'))
  );

create policy "programs of ours" on public.user_interactions to service_role using (true) with check (true);

create table public.user_interactions_other partition of public.user_interactions (
  constraint user_interactions_other_pkey primary key (id)
) default;

create index user_interactions_other_created_at_idx on public.user_interactions_other using brin (created_at);

alter table public.user_interactions_other enable row level security;

revoke all on public.user_interactions_other from public, anon, authenticated, service_role;

create table public.interaction_days (
  day date not null,
  event_type text not null,
  subject text not null,
  visitor text not null,
  events bigint not null,
  sessions bigint not null,
  -- Of `value` or `seconds` in the data: three quarters of the events had this much or less.
  p75 numeric,

  constraint interaction_days_pkey primary key (day, event_type, subject, visitor),
  constraint interaction_days_visitor_check check (visitor in ('person', 'bot', 'team'))
);

comment on table public.interaction_days is
  'Interactions by UTC day. The type ''*'' holds all of a day''s events and its distinct sessions.';

alter table public.interaction_days enable row level security;

revoke all on public.interaction_days from public, anon, authenticated, service_role;

grant select on public.interaction_days to service_role;

create policy "programs of ours" on public.interaction_days for select to service_role using (true);

create function private.interaction_subject(event_type text, event_data jsonb) returns text
  language sql immutable parallel safe
  set search_path = ''
  as $$
    select left(coalesce(
      case event_type
        when 'page_view' then event_data ->> 'view'
        when 'button_click' then event_data ->> 'label'
        when 'form_submit' then concat_ws(':', event_data ->> 'form', event_data ->> 'outcome')
        when 'modal_open' then event_data ->> 'opener'
        when 'modal_close' then event_data ->> 'opener'
        when 'navigation' then event_data ->> 'to'
        when 'download' then event_data ->> 'pack'
        when 'engagement' then concat_ws(':', event_data ->> 'action', event_data ->> 'name')
        when 'search' then event_data ->> 'place'
        when 'error' then event_data ->> 'code'
        when 'custom_event' then event_data ->> 'name'
      end, ''), 100)
  $$;

create function private.count_interactions(of_day date) returns void
  language plpgsql
  set search_path = ''
  as $$
declare
  from_time timestamptz := of_day::timestamp at time zone 'UTC';
  to_time timestamptz := (of_day + 1)::timestamp at time zone 'UTC';
begin
  delete from public.interaction_days where day = of_day;

  insert into public.interaction_days (day, event_type, subject, visitor, events, sessions, p75)
  with event as (
    select
      i.event_type,
      private.interaction_subject(i.event_type, i.event_data) as subject,
      case when i.is_bot then 'bot' when i.is_team then 'team' else 'person' end as visitor,
      i.session_id,
      case
        when jsonb_typeof(i.event_data -> 'value') = 'number' then (i.event_data ->> 'value')::numeric
        when jsonb_typeof(i.event_data -> 'seconds') = 'number' then (i.event_data ->> 'seconds')::numeric
      end as measure
    from public.user_interactions i
    where i.created_at >= from_time and i.created_at < to_time
  ),
  ranked as (
    select event_type, subject, row_number() over (partition by event_type order by count(*) desc, subject) as place
    from event group by event_type, subject
  )
  select
    of_day, event.event_type, case when place <= 100 then event.subject else '(other)' end, visitor,
    count(*), count(distinct session_id), percentile_disc(0.75) within group (order by measure)
  from event join ranked using (event_type, subject)
  group by 2, 3, 4
  union all
  select of_day, '*', '', visitor, count(*), count(distinct session_id), null from event group by visitor;
end
$$;

create function private.next_letters(mailbox text, out waits_from timestamptz, out then_from timestamptz)
  language plpgsql stable security definer
  set search_path = ''
  set enable_seqscan = off
  set jit = off
  as $$
declare
  queued timestamptz;
  told integer;
  last_told timestamptz;
begin
  if mailbox is null or private.is_known_mailbox(mailbox) then
    return;
  end if;
  select
    max(o.due_at) filter (where o.state = 'waiting' and o.facts ? 'waits'),
    count(*) filter (where o.state <> 'dropped' and not (o.state = 'waiting' and o.facts ? 'waits')),
    max(coalesce(o.settled_at, o.due_at)) filter (where o.state <> 'dropped' and not (o.state = 'waiting' and o.facts ? 'waits'))
  into queued, told, last_told
  from (
    select o.* from public.strategy_call_bookings b join public.outbox o on o.booking_id = b.id
    where private.mailbox_of(b.email) = next_letters.mailbox
    union all
    select o.* from public.contact_messages m join public.outbox o on o.message_id = m.id
    where private.mailbox_of(m.email) = next_letters.mailbox
  ) o
  where o.channel = 'letter' and o.recipient is null
    and o.kind in ('request-received', 'message-received', 'call', 'confirm-request')
    and (o.state in ('waiting', 'sending') or coalesce(o.settled_at, o.due_at) > now() - interval '1 day');
  waits_from := case
    when queued is not null then greatest(queued, now()) + interval '1 minute'
    when told > 0 then last_told + interval '1 hour' * power(4, least(told - 1, 2))
  end;
  if waits_from <= now() then
    waits_from := null;
  end if;
  then_from := coalesce(
    waits_from + interval '1 minute',
    greatest(last_told, now()) + interval '1 hour' * power(4, least(told, 2))
  );
end
$$;

create function private.space_letters() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  mailbox text;
  queued timestamptz;
  told integer;
  last_told timestamptz;
  due timestamptz;
begin
  if current_setting('role', true) is distinct from 'anon'
    and coalesce(current_setting('backline.by', true), '') <> 'visitor'
  then
    return new;
  end if;
  -- Whoever has the invitation in their calendar hears at once what becomes of it; how often it may be moved is limited.
  if new.kind = 'call' and exists (
    select from public.outbox o
    where o.booking_id = new.booking_id and o.kind = 'call' and o.state <> 'dropped' and o.facts ->> 'status' = 'confirmed'
      and (o.state = 'sent' or not o.facts ? 'waits')
  ) then
    return new;
  end if;
  select private.mailbox_of(coalesce(
    (select b.email from public.strategy_call_bookings b where b.id = new.booking_id),
    (select m.email from public.contact_messages m where m.id = new.message_id)
  )) into mailbox;
  if mailbox is null or private.is_known_mailbox(mailbox) then
    return new;
  end if;
  -- Of two at once, the second sees what the first wrote.
  perform pg_advisory_xact_lock(hashtextextended('letters to ' || mailbox, 0));
  select
    max(o.due_at) filter (where o.state = 'waiting' and o.facts ? 'waits'),
    count(*) filter (where o.state <> 'dropped' and not (o.state = 'waiting' and o.facts ? 'waits')),
    max(coalesce(o.settled_at, o.due_at)) filter (where o.state <> 'dropped' and not (o.state = 'waiting' and o.facts ? 'waits'))
  into queued, told, last_told
  from private.letters_to(mailbox) o;
  due := case
    when queued is not null then greatest(queued, now()) + interval '1 minute'
    -- Who picks a free time after the answer to the same request has their invitation as soon as who picked it before.
    when told = 1 and new.kind = 'call' and new.facts ->> 'status' = 'confirmed' and exists (
      select from public.outbox o where o.booking_id = new.booking_id and o.kind = 'request-received' and o.state = 'sent'
    ) then null
    when told > 0 then last_told + interval '1 hour' * power(4, least(told - 1, 2))
  end;
  if due > new.due_at then
    new.due_at := due;
    new.give_up_at := due + interval '3 days';
    new.facts := new.facts || '{"waits": true}';
  end if;
  return new;
end
$$;

create function private.team_mailboxes() returns setof text
  language plpgsql stable security definer
  set search_path = ''
  as $$
begin
  return query
    select distinct lower(m.mailbox) from public.desk_settings s, unnest(s.answer_mailboxes) as m (mailbox)
    union
    select lower(u.email) from public.staff_members m join auth.users u on u.id = m.id
    where m.role = 'owner' and m.disabled_at is null and u.deleted_at is null and u.email is not null
      and not exists (select from public.desk_settings s where cardinality(s.answer_mailboxes) > 0);
end
$$;

create function private.renumber_calls() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  -- In one order, so that two who are passed calls of each other do not wait for one another.
  update public.strategy_call_bookings b set call_sequence = b.call_sequence + 1
  where b.id = any (array(
    select c.id from public.strategy_call_bookings c
    where c.assigned_to = coalesce(new.id, old.id) and c.status = 'confirmed' and upper(c.confirmed) > now()
    order by c.id for update
  ));
  return null;
end
$$;

create function private.is_arriving(created_at timestamptz) returns boolean
  language sql stable
  return created_at > now() - interval '10 minutes';

create function private.second_thought() returns interval
  language sql immutable
  as $$ select interval '15 seconds' $$;

create function private.enqueue_arrivals(
  bookings uuid[], messages uuid[], emails text[], visitor_kind text, team_kind text
) returns void
  language plpgsql
  set search_path = ''
  set plan_cache_mode = force_generic_plan
  as $$
declare
  is_visitor boolean := coalesce(current_setting('role', true), '') = 'anon'
    or coalesce(current_setting('backline.by', true), '') = 'visitor';
  mailboxes text[] := '{}';
  seen text[];
  waits_from timestamptz[];
  then_from timestamptz[];
begin
  if is_visitor then
    mailboxes := array(select distinct private.mailbox_of(e) as mailbox from unnest(emails) e order by 1);
    -- Of two at once, the second sees what the first wrote; in one order, or they would wait for one another.
    perform pg_advisory_xact_lock(hashtextextended('letters to ' || m, 0)) from unnest(mailboxes) m where m is not null;
    seen := private.mailboxes_seen_before(mailboxes, bookings, messages);
    select array_agg(n.waits_from order by m.place), array_agg(n.then_from order by m.place) into waits_from, then_from
    from unnest(seen) with ordinality as m (mailbox, place) cross join lateral private.next_letters(m.mailbox) n;
  end if;

  with arrived as (
    select coalesce(a.booking, a.message) as id, a.booking, a.message, private.mailbox_of(a.email) as mailbox, a.place
    from unnest(bookings, messages, emails) with ordinality as a (booking, message, email, place)
  ),
  numbered as (
    select a.*, row_number() over (partition by a.mailbox order by a.place) as nth from arrived a
  ),
  spaced as (
    select n.*, case
      when m.place is not null and n.nth = 1 then waits_from[m.place]
      when m.place is not null then then_from[m.place] + interval '1 minute' * (n.nth - 2)
      -- Nothing else of this mailbox is there: its first letter waits for nothing, and the next for that one.
      when is_visitor and n.mailbox is not null and n.nth > 1 then now() + interval '1 hour' + interval '1 minute' * (n.nth - 2)
    end as waits_until
    from numbered n left join unnest(seen) with ordinality as m (mailbox, place) on m.mailbox = n.mailbox
  )
  insert into public.outbox (channel, kind, booking_id, message_id, recipient, once, due_at, give_up_at, facts)
  select
    'letter', visitor_kind, s.booking, s.message, null, visitor_kind || ':' || s.id,
    coalesce(s.waits_until, now()), coalesce(s.waits_until, now()) + interval '3 days',
    case when s.waits_until is null then '{}'::jsonb else '{"waits": true}' end || private.meeting_facts(s.booking)
  from spaced s
  union all
  select
    'letter', team_kind, a.booking, a.message, t, team_kind || ':' || a.id || ':' || t, now(), now() + interval '3 days',
    private.meeting_facts(a.booking)
  from arrived a cross join private.team_mailboxes() as t
  on conflict (once) do nothing;
end
$$;

create function private.enqueue_booking_letters() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  how_it_stands jsonb := jsonb_build_object(
    'sequence', new.call_sequence, 'status', new.status, 'starts', lower(new.confirmed), 'ends', upper(new.confirmed),
    'by_visitor', auth.uid() is null, 'meeting', private.host_of_call(new.assigned_to)
  );
  -- Nobody is signed in where a visitor changes their own call, and nobody there takes it back.
  due timestamptz := now() + case when auth.uid() is null then interval '0' else private.second_thought() end;
begin
  if new.status = 'new' and old.status in ('spam?', 'spam') and not private.is_settled_at_once(new.id) then
    perform private.enqueue_arrival(new.id, null, 'request-received', 'team-booking');
  end if;
  if new.call_sequence = old.call_sequence then
    return null;
  end if;
  -- The visitor hears of a call that is confirmed, moved, passed to somebody else or called off.
  if new.status = 'confirmed' or (new.status = 'cancelled' and old.status in ('new', 'confirmed')) then
    insert into public.outbox (channel, kind, booking_id, facts, due_at)
    values ('letter', 'call', new.id, how_it_stands, due);
  end if;
  -- And so do those in whose calendars it stands, or stood.
  if new.status = 'confirmed' or (new.status = 'cancelled' and old.status = 'confirmed') then
    insert into public.outbox (channel, kind, booking_id, recipient, facts, due_at)
    select 'letter', 'team-call', new.id, h, how_it_stands, due from (
      select h from private.call_hosts(new.assigned_to) as h
      union
      select h from private.call_hosts(old.assigned_to) as h where old.status = 'confirmed'
    ) hosts;
  end if;
  return null;
end
$$;

create function private.enqueue_message_letters() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  if new.status = 'new' and old.status in ('spam?', 'spam') then
    perform private.enqueue_arrival(null, new.id, 'message-received', 'team-message');
  end if;
  return null;
end
$$;

create function private.enqueue_for_bookings() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  ids uuid[];
  emails text[];
  open_ids uuid[];
begin
  select array_agg(a.id), array_agg(a.id) filter (where not a.is_settled), array_agg(a.email) filter (where not a.is_settled)
  into ids, open_ids, emails
  from (
    select a.id, a.email, a.picked and private.is_settled_at_once(a.id) as is_settled
    from arrived a where a.status = 'new' and private.is_arriving(a.created_at)
  ) a;
  if ids is null then
    return null;
  end if;
  -- What is confirmed at once has its letters of that.
  if open_ids is not null then
    perform private.enqueue_arrivals(open_ids, '{}', emails, 'request-received', 'team-booking');
  end if;
  if private.is_event_wanted('booking.created') then
    perform private.enqueue_event(
      'booking.created', b.id, null, private.booking_for_programs(b), now(), null, 'booking.created:' || b.id
    )
    from public.strategy_call_bookings b where b.id = any (ids);
  end if;
  return null;
end
$$;

create function private.enqueue_for_messages() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  ids uuid[];
  emails text[];
begin
  select array_agg(a.id), array_agg(a.email) into ids, emails
  from arrived a where a.status = 'new' and private.is_arriving(a.created_at);
  if ids is null then
    return null;
  end if;
  perform private.enqueue_arrivals('{}', ids, emails, 'message-received', 'team-message');
  if private.is_event_wanted('message.created') then
    perform private.enqueue_event(
      'message.created', null, m.id, private.message_for_programs(m), now(), null, 'message.created:' || m.id
    )
    from public.contact_messages m where m.id = any (ids);
  end if;
  return null;
end
$$;

create function private.view_condition(view text) returns text
  language sql immutable
  as $$
    select case view
      when 'all' then $c$status not in ('spam', 'spam?')$c$
      when 'open' then $c$(status = 'new' or due_at is not null) and status not in ('spam', 'spam?')$c$
      when 'overdue' then 'due_at < now()'
      when 'any' then 'true'
      else format('status = %L', view) end
  $$;

create function private.listed(relation regclass) returns text[]
  language sql stable
  set search_path = ''
  as $$
    select array_agg(a.attname::text order by a.attnum) from pg_catalog.pg_attribute a
    where a.attrelid = relation and a.attnum > 0 and not a.attisdropped
      and has_column_privilege('authenticated', relation, a.attnum, 'select')
  $$;

create function private.list_page(relation regclass, sorts text[], week_column text, wanted jsonb)
  returns jsonb
  language plpgsql stable
  set search_path = ''
  -- The keys of a hundred thousand rows fit into it.
  set work_mem = '16MB'
  as $$
declare
  per_page constant int := 50;
  columns constant text := (select string_agg(quote_ident(c), ', ') from unnest(private.listed(relation)) c);
  term text := wanted ->> 'term';
  sort text := coalesce(wanted ->> 'sort', 'due_at');
  way text := case when (wanted ->> 'down')::boolean then 'desc' else 'asc' end;
  skipped bigint := per_page * (greatest(coalesce((wanted ->> 'page')::int, 1), 1) - 1)::bigint;
  filters text := concat_ws(' and ',
    private.view_condition(coalesce(wanted ->> 'view', 'all')),
    case when wanted ->> 'source' is not null then format('source = %L', wanted ->> 'source') end,
    case when wanted ->> 'assignee' = 'nobody' then 'assigned_to is null'
      when wanted ->> 'assignee' is not null then format('assigned_to = %L::uuid', wanted ->> 'assignee') end,
    case when wanted ->> 'from' is not null then format('%I >= %L::timestamptz', week_column, wanted ->> 'from') end,
    case when wanted ->> 'until' is not null then format('%I < %L::timestamptz', week_column, wanted ->> 'until') end
  );
  -- What is owed nothing comes last, and of that the newest first.
  order_by text := case when sort = 'due_at' then format('due_at %s nulls last, created_at desc, id', way)
    else format('%I %s, id %s', sort, way, way) end;
  -- Keys first, which an index may know alone: whole rows are read of the page itself.
  page constant text := 'select coalesce(jsonb_agg(to_jsonb(r)), ''[]'') from (
    select %s from %s where id in (select id from %s order by %s limit %s offset %s) order by %s) r';
  sought text := private.search_condition(term, false);
  answer jsonb;
  rows jsonb;
  total bigint;
begin
  if sort <> all (sorts) then
    raise exception 'a list is not sorted by %', sort using errcode = '22023';
  end if;
  if sought is null then
    execute format(page, columns, relation, format('%s where %s', relation, filters), order_by, per_page, skipped, order_by)
      into rows;
    total := skipped + jsonb_array_length(rows);
    if jsonb_array_length(rows) = per_page or (total = skipped and skipped > 0) then
      execute format('select count(*) from %s where %s', relation, filters) into total;
    end if;
    return jsonb_build_object('rows', rows, 'total', total, 'is_near', false, 'elsewhere', null);
  end if;
  foreach sought in array array[sought, private.search_condition(term, true)] loop
    execute format(
      'with found as materialized (select id, status, %s, (%s) is true as fits from %s where %s)
       select jsonb_build_object(
         ''rows'', (%s),
         ''total'', count(*) filter (where fits),
         ''elsewhere'', jsonb_build_object(
           ''spam'', count(*) filter (where status = ''spam'' and not fits),
           ''suspect'', count(*) filter (where status = ''spam?'' and not fits),
           ''others'', count(*) filter (where status not in (''spam'', ''spam?'') and not fits)
         ),
         ''is_near'', %L::boolean and count(*) filter (where fits) > 0,
         ''found'', count(*)
       ) from found',
      case sort when 'due_at' then 'due_at, created_at' when 'status' then 'id as same' else quote_ident(sort) end
        -- Trying a pattern of slips on a row costs more than PostgreSQL thinks: with a column that no index holds beside
        -- the text, it takes the index of trigrams and not every entry of another one.
        || case when answer is null then '' else ', name as of_the_row' end,
      filters, relation, sought,
      format(page, columns, relation, 'found where fits', order_by, per_page, skipped, order_by),
      answer is not null
    ) into answer;
    exit when (answer ->> 'found')::bigint > 0;
  end loop;
  return answer - 'found';
end
$$;

create function public.list_bookings(wanted jsonb default '{}') returns jsonb
  language plpgsql stable security definer
  set search_path = ''
  as $$
begin
  perform private.require_staff('owner', 'agent', 'viewer');
  return private.list_page(
    'public.strategy_call_bookings', '{due_at,created_at,call_at,name,company,status,source}', 'call_at', wanted
  );
end
$$;

grant execute on function public.list_bookings(jsonb) to authenticated;

create function public.list_messages(wanted jsonb default '{}') returns jsonb
  language plpgsql stable security definer
  set search_path = ''
  as $$
begin
  perform private.require_staff('owner', 'agent', 'viewer');
  return private.list_page(
    'public.contact_messages', '{due_at,created_at,name,company,status,source}', 'created_at', wanted
  );
end
$$;

grant execute on function public.list_messages(jsonb) to authenticated;

create function private.list_counts(relation regclass, views text[]) returns jsonb
  language plpgsql stable
  set search_path = ''
  as $$
declare
  view text;
  counted bigint;
  counts jsonb := '{}';
begin
  foreach view in array views loop
    execute format('select count(*) from %s where %s', relation, private.view_condition(view)) into counted;
    counts := counts || jsonb_build_object(view, counted);
  end loop;
  return counts;
end
$$;

create function public.booking_counts() returns jsonb
  language plpgsql stable security definer
  set search_path = ''
  as $$
begin
  perform private.require_staff('owner', 'agent', 'viewer');
  return private.list_counts('public.strategy_call_bookings', '{all,open,overdue,confirmed,spam?}');
end
$$;

grant execute on function public.booking_counts() to authenticated;

create function public.message_counts() returns jsonb
  language plpgsql stable security definer
  set search_path = ''
  as $$
begin
  perform private.require_staff('owner', 'agent', 'viewer');
  return private.list_counts('public.contact_messages', '{all,open,overdue,spam?}');
end
$$;

grant execute on function public.message_counts() to authenticated;

create function public.booking_sources() returns setof text
  language plpgsql stable security definer
  set search_path = ''
  as $$
begin
  perform private.require_staff('owner', 'agent', 'viewer');
  return query with recursive known as (
    select min(b.source) as source from public.strategy_call_bookings b
    union all
    select (select min(b.source) from public.strategy_call_bookings b where b.source > k.source)
    from known k where k.source is not null
  )
  select k.source from known k where k.source is not null;
end
$$;

grant execute on function public.booking_sources() to authenticated;

create function public.message_sources() returns setof text
  language plpgsql stable security definer
  set search_path = ''
  as $$
begin
  perform private.require_staff('owner', 'agent', 'viewer');
  return query with recursive known as (
    select min(m.source) as source from public.contact_messages m
    union all
    select (select min(m.source) from public.contact_messages m where m.source > k.source)
    from known k where k.source is not null
  )
  select k.source from known k where k.source is not null;
end
$$;

grant execute on function public.message_sources() to authenticated;

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
  constraint audit_log_action_check check (action in (
    'booking_moved', 'message_moved', 'booking_assigned', 'message_assigned', 'booking_proposed',
    'proposal_declined', 'booking_noted', 'message_noted', 'booking_read', 'message_read', 'person_read',
    'person_exported', 'person_erased', 'bookings_exported', 'messages_exported', 'interactions_exported',
    'insights_exported', 'settings_changed', 'day_off_added', 'day_off_removed', 'host_saved', 'letter_retried', 'letter_stopped', 'webhook_added',
    'webhook_changed', 'webhook_paused', 'webhook_resumed', 'webhook_switched_off', 'webhook_secret_renewed',
    'webhook_removed', 'webhook_tested', 'webhook_retried', 'webhook_stopped', 'calendar_added', 'calendar_removed',
    'calendar_read', 'feed_renewed', 'feed_ended', 'member_added', 'role_changed', 'member_stopped',
    'member_restored', 'member_removed', 'second_factor_reset', 'people_pruned', 'session_ended', 'sessions_ended',
    'token_ended', 'keys_replaced', 'mail_confirmed'
  )),
  constraint audit_log_details_check check (jsonb_typeof(details) = 'object' and pg_column_size(details) <= 8192)
);

comment on table public.audit_log is 'What was done at the desk; append-only.';

create index audit_log_at_idx on public.audit_log (at desc, id desc);

create index audit_log_subject_idx on public.audit_log (subject_id, at) where subject_id is not null;

create index audit_log_actor_idx on public.audit_log (actor, at desc) where actor is not null;

alter table public.audit_log enable row level security;

revoke all on public.audit_log from public, anon, authenticated, service_role;

grant select on public.audit_log to authenticated;

grant select on public.audit_log to service_role;

create policy "programs of ours" on public.audit_log for select to service_role using (true);

create trigger tell_of_large_export after insert on public.audit_log
  for each row when (new.action like '%\_exported' and new.details ? 'rows' and new.actor is not null)
  execute function private.tell_of_large_export();

create function private.refuse_rewriting() returns trigger
  language plpgsql
  set search_path = ''
  as $$
begin
  raise exception '% is only ever added to', tg_table_name using errcode = '42501';
end
$$;

create function private.record(action text, subject text, subject_id uuid, details jsonb default '{}') returns void
  language sql security definer
  set search_path = ''
  as $$
    insert into public.audit_log (actor, action, subject, subject_id, details)
    values (auth.uid(), action, subject, subject_id, details)
  $$;

create function private.record_reading(action text, subject text, subject_id uuid) returns void
  language plpgsql
  set search_path = ''
  as $$
begin
  if not exists (
    select from public.audit_log a
    where a.subject_id = record_reading.subject_id and a.at > now() - interval '10 minutes'
      and a.actor = auth.uid() and a.action = record_reading.action
  ) then
    perform private.record(action, subject, subject_id);
  end if;
end
$$;

create function private.audit_kind(action text, otherwise text) returns text
  language sql immutable parallel safe
  return case
    when action like '%\_read' then 'reading'
    when action like '%\_exported' then 'export'
    when action like any (array['member\_%', 'role\_%']) or action in (
      'user_invited', 'user_signedup', 'user_modified', 'user_deleted', 'owner_created', 'factors_reset',
      'second_factor_reset'
    ) then 'people'
    when action in ('session_ended', 'sessions_ended', 'token_ended', 'keys_replaced') then 'sign-in'
    else otherwise
  end;

create function public.audit_trail(
  before timestamptz default null, most int default 100, kind text default null, who uuid default null
) returns table (
  at timestamptz, actor uuid, action text, outcome text, subject text, subject_id uuid, details jsonb
)
  language plpgsql stable security definer
  set search_path = ''
  as $$
#variable_conflict use_column
declare
  page int := least(greatest(coalesce(most, 100), 1), 500);
  until timestamptz := coalesce(before, 'infinity');
  uuid_shape constant text := '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$';
begin
  perform private.require_staff('owner');
  if audit_trail.kind not in ('sign-in', 'reading', 'change', 'export', 'people') then
    raise exception 'There is no such kind of entry' using errcode = '22023';
  end if;
  return query
    select e.at, e.actor, e.action, e.outcome, e.subject, e.subject_id, e.details
    from (
      (
        select l.at, l.actor, l.action, 'done' as outcome, l.subject, l.subject_id, l.details, l.id as number
        from public.audit_log l
        where l.at < until and (who is null or l.actor = who)
          and (audit_trail.kind is null or private.audit_kind(l.action, 'change') = audit_trail.kind)
        order by l.at desc fetch first (page) rows with ties
      )
      union all
      (
        select
          a.created_at, a.actor, a.action, a.outcome, case when a.subject_id is not null then 'users' end,
          a.subject_id, a.traits - array['user', 'user_id', 'user_email', 'user_phone'], 0
        from (
          select
            x.created_at,
            case
              when x.payload ->> 'actor_id' ~ uuid_shape and x.payload ->> 'actor_id' !~ '^[0-]*$'
              then (x.payload ->> 'actor_id')::uuid
            end as actor,
            x.payload ->> 'action' as action,
            coalesce(x.payload ->> 'outcome', 'done') as outcome,
            case
              when coalesce(t.traits ->> 'user', t.traits ->> 'user_id') ~ uuid_shape
              then coalesce(t.traits ->> 'user', t.traits ->> 'user_id')::uuid
            end as subject_id,
            t.traits
          from auth.audit_log_entries x
          cross join lateral (
            select case when json_typeof(x.payload -> 'traits') = 'object' then (x.payload -> 'traits')::jsonb
              else '{}' end as traits
          ) t
          -- Who asks for one person, or for what this log never has, is not made to wait for all of it.
          where x.created_at < until and (who is null or x.payload ->> 'actor_id' = who::text)
            and (audit_trail.kind is null or audit_trail.kind in ('sign-in', 'people'))
        ) a
        where a.action <> 'token_refreshed'
          and (audit_trail.kind is null or private.audit_kind(a.action, 'sign-in') = audit_trail.kind)
        order by a.created_at desc fetch first (page) rows with ties
      )
      order by 1 desc fetch first (page) rows with ties
    ) e
    order by e.at desc, e.number desc;
end
$$;

grant execute on function public.audit_trail(timestamptz, int, text, uuid) to authenticated;

create function private.mailbox_of(email text) returns text
  language plpgsql immutable strict parallel safe
  set search_path = ''
  as $$
declare
  address text := lower(private.trimmed(email));
  -- From the end, since a name may hold a quoted @.
  behind integer := strpos(reverse(address), '@');
  name text := left(address, -behind);
  domain text := right(address, behind - 1);
  tagged integer;
begin
  if behind < 2 or name = '' then
    return address;
  end if;
  -- What follows a plus, unless the name begins with it.
  tagged := strpos(substr(name, 2), '+');
  if tagged > 0 then
    name := left(name, tagged);
  end if;
  if domain in ('gmail.com', 'googlemail.com') then
    return replace(name, '.', '') || '@gmail.com';
  end if;
  return name || '@' || domain;
end
$$;

grant execute on function private.mailbox_of(text) to anon, authenticated, service_role;

create function private.is_known_mailbox(mailbox text) returns boolean
  language plpgsql stable security definer
  set search_path = ''
  set enable_seqscan = off
  set jit = off
  as $$
begin
  return exists (
    select from public.strategy_call_bookings b
    where private.mailbox_of(b.email) = is_known_mailbox.mailbox
      and (
        b.status in ('held', 'no-show') or b.mailbox = 'confirmed'
        or (
          select true from public.outbox o
          where o.booking_id = b.id and o.kind = 'call' and o.facts ->> 'by_visitor' = 'false' limit 1
        )
        -- A picked time may have been confirmed by itself, and anybody can pick one in somebody else's name.
        or (b.status = 'confirmed' and not b.picked)
      )
  ) or exists (
    select from public.contact_messages m
    where private.mailbox_of(m.email) = is_known_mailbox.mailbox
      and (m.status = 'answered' or m.mailbox = 'confirmed')
  );
end
$$;

create function private.mailboxes_seen_before(mailboxes text[], bookings uuid[], messages uuid[]) returns text[]
  language plpgsql stable
  set search_path = ''
  set enable_seqscan = off
  set jit = off
  as $$
begin
  return array(
    select private.mailbox_of(b.email) from public.strategy_call_bookings b
    where private.mailbox_of(b.email) = any (mailboxes) and b.id <> all (array_remove(bookings, null))
    union
    select private.mailbox_of(m.email) from public.contact_messages m
    where private.mailbox_of(m.email) = any (mailboxes) and m.id <> all (array_remove(messages, null))
    order by 1
  );
end
$$;

create function private.ask_mailbox_first() returns trigger
  language plpgsql
  set search_path = ''
  as $$
begin
  if new.status = 'new' and current_setting('backline.proof', true) = 'missing' then
    new.status := 'spam?';
    new.mailbox := 'asked';
  end if;
  return new;
end
$$;

create function private.enqueue_question() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  insert into public.outbox (channel, kind, booking_id, message_id, once, facts)
  values (
    'letter', 'confirm-request', case tg_table_name when 'strategy_call_bookings' then new.id end,
    case tg_table_name when 'contact_messages' then new.id end, 'confirm-request:' || new.id,
    private.meeting_facts(new.id)
  )
  on conflict (once) do nothing;
  return null;
end
$$;

create function private.confirm_mailbox(row_id uuid) returns boolean
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  asked text;
begin
  select private.mailbox_of(r.email) into asked from (
    select b.email from public.strategy_call_bookings b where b.id = row_id and b.mailbox is not null and b.status <> 'spam'
    union all
    select m.email from public.contact_messages m where m.id = row_id and m.mailbox is not null and m.status <> 'spam'
  ) r;
  if asked is null then
    return false;
  end if;
  perform set_config('backline.by', 'visitor', true);
  update public.strategy_call_bookings b
  set mailbox = 'confirmed', status = case b.status when 'spam?' then 'new' else b.status end
  where private.mailbox_of(b.email) = asked and b.mailbox = 'asked' and b.status <> 'spam';
  update public.contact_messages m
  set mailbox = 'confirmed', status = case m.status when 'spam?' then 'new' else m.status end
  where private.mailbox_of(m.email) = asked and m.mailbox = 'asked' and m.status <> 'spam';
  perform set_config('backline.by', '', true);
  return true;
end
$$;

grant execute on function private.confirm_mailbox(uuid) to backline_call_page;

create function private.tidy_contact_message() returns trigger
  language plpgsql
  set search_path = ''
  as $$
begin
  if tg_op = 'UPDATE' then
    new.updated_at := now();
  end if;
  new.name := private.trimmed(new.name);
  new.email := private.trimmed(new.email);
  new.company := private.trimmed(new.company);
  new.message := private.trimmed(new.message);
  new.budget_note := nullif(private.trimmed(new.budget_note), '');
  new.landing_page := nullif(private.trimmed(new.landing_page), '');
  new.referrer := nullif(private.trimmed(new.referrer), '');
  return new;
end
$$;

create function private.read_replication() returns table (standbys integer, lag float8, is_asynchronous boolean)
  language sql stable security definer
  set search_path = ''
  as $$
    select
      count(*)::integer,
      -- One that has everything has none, and null is said where we may not see.
      case when count(*) = count(s.state) then coalesce(max(extract(epoch from s.replay_lag)), 0) end::float8,
      count(*) > 0 and (
        current_setting('synchronous_standby_names') = '' or current_setting('synchronous_commit') in ('off', 'local')
      )
    from pg_catalog.pg_stat_replication s
    -- A backup is being taken over the others.
    where s.state is null or s.state in ('catchup', 'streaming')
  $$;

grant execute on function private.read_replication() to backline_upkeep;

create function private.refuse(hint text, message text, facts jsonb) returns void
  language plpgsql
  set search_path = ''
  as $$
begin
  raise exception using errcode = 'PT409', message = message, hint = hint, detail = facts::text;
end
$$;

create function private.refuse_as_changed(id uuid, state text, confirmed tstzrange, at timestamptz) returns void
  language plpgsql
  set search_path = ''
  as $$
declare
  last record;
begin
  select a.actor, a.at into last from public.audit_log a
  where a.subject_id = refuse_as_changed.id and a.action in ('booking_moved', 'message_moved')
  order by a.at desc, a.id desc limit 1;
  perform private.refuse('changed', format('This was changed meanwhile: it is %s now.', state), jsonb_build_object(
    'status', state, 'confirmed', confirmed, 'by', last.actor, 'at', coalesce(last.at, refuse_as_changed.at)
  ));
end
$$;

create function private.booking_moves() returns jsonb
  language sql immutable parallel safe
  set search_path = ''
  as $$
    select '{
      "new": ["confirmed", "cancelled", "spam"], "spam?": ["new", "spam"],
      "confirmed": ["held", "no-show", "cancelled", "confirmed"], "held": ["no-show", "confirmed"],
      "no-show": ["held", "confirmed"], "cancelled": ["new"], "spam": ["new"]
    }'::jsonb
  $$;

create function private.message_moves() returns jsonb
  language sql immutable parallel safe
  set search_path = ''
  as $$
    select '{
      "new": ["answered", "closed", "spam"], "spam?": ["new", "spam"], "answered": ["closed", "new"],
      "closed": ["new"], "spam": ["new"]
    }'::jsonb
  $$;

create function private.check_move(moves jsonb, from_state text, to_state text) returns void
  language plpgsql
  set search_path = ''
  as $$
begin
  if not coalesce(moves -> from_state ? to_state, false) then
    perform private.refuse(
      'not_allowed', format('What is %s cannot become %s.', from_state, to_state),
      jsonb_build_object('from', from_state, 'to', to_state)
    );
  end if;
end
$$;

create function private.check_assignee() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  if not exists (
    select from public.staff_members m
    where m.id = new.assigned_to and m.disabled_at is null and m.role in ('owner', 'agent')
  ) then
    perform private.refuse(
      'not_staff', 'Only an owner or an agent of the desk can be assigned.',
      jsonb_build_object('assigned_to', new.assigned_to)
    );
  end if;
  return new;
end
$$;

create function private.record_move() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  perform private.record(tg_argv[0], tg_table_name, new.id, jsonb_strip_nulls(jsonb_build_object(
    'from', old.status, 'to', new.status, 'confirmed', to_jsonb(new) ->> 'confirmed',
    'by', nullif(current_setting('backline.by', true), '')
  )));
  return null;
end
$$;

create function private.record_assignment() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  perform private.record(
    tg_argv[0], tg_table_name, new.id, jsonb_build_object('from', old.assigned_to, 'to', new.assigned_to)
  );
  return null;
end
$$;

create function private.check_proposal(seen timestamptz, proposed timestamptz) returns void
  language plpgsql
  set search_path = ''
  as $$
begin
  if seen is distinct from proposed then
    perform private.refuse(
      'wish_changed', 'The visitor has changed their wish for another time meanwhile.',
      jsonb_build_object('proposed', proposed)
    );
  end if;
end
$$;

create function private.judge_booking() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  -- Set once, here, and by nobody's hand.
  new.answered_at := old.answered_at;
  if new.status = old.status and new.confirmed is not distinct from old.confirmed then
    return new;
  end if;
  perform private.check_move(private.booking_moves(), old.status, new.status);
  if new.status in ('held', 'no-show') then
    perform private.check_begun(old.confirmed);
  end if;
  new.confirmed := case
    when new.status = 'confirmed' then new.confirmed
    when new.status in ('held', 'no-show') then old.confirmed
  end;
  if new.answered_at is null and old.status = 'new' and new.status <> 'spam' then
    new.answered_at := now();
  end if;
  return new;
end
$$;

create function private.number_call() returns trigger
  language plpgsql
  set search_path = ''
  as $$
begin
  if new.status <> old.status or new.confirmed is distinct from old.confirmed then
    new.call_sequence := old.call_sequence + 1;
    new.call_changed_at := now();
    new.proposed_time := null;
    new.proposed_at := null;
  -- With somebody else, or elsewhere.
  elsif new.status = 'confirmed' and (new.assigned_to is distinct from old.assigned_to or new.call_sequence > old.call_sequence) then
    new.call_sequence := old.call_sequence + 1;
  else
    new.call_sequence := old.call_sequence;
    new.call_changed_at := old.call_changed_at;
  end if;
  return new;
end
$$;

create function private.judge_message() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  new.answered_at := old.answered_at;
  if new.status <> old.status then
    perform private.check_move(private.message_moves(), old.status, new.status);
    if new.answered_at is null and old.status = 'new' and new.status <> 'spam' then
      new.answered_at := now();
    end if;
  end if;
  return new;
end
$$;

create function private.tidy_note() returns trigger
  language plpgsql
  set search_path = ''
  as $$
begin
  new.body := private.trimmed(new.body);
  return new;
end
$$;

create function private.record_note() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  note jsonb := jsonb_build_object('note', new.id);
begin
  if new.booking_id is null then
    perform private.record('message_noted', 'contact_messages', new.message_id, note);
  else
    perform private.record('booking_noted', 'strategy_call_bookings', new.booking_id, note);
  end if;
  return null;
end
$$;

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
      -- One byte, two, three, four; the ranges are those of well-formed UTF-8.
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

create function private.host_of(address text) returns text
  language sql immutable parallel safe
  return nullif(regexp_replace(
    lower(substring(address from '^[Hh][Tt][Tt][Pp][Ss]?://(?:[^/?#@]*@)?(\[[^]/?#]*\]|[^/?#:]*)')), '^www\.', ''
  ), '');

grant execute on function private.host_of(text) to anon, authenticated, service_role;

create function private.settle_outbox(
  id uuid, holder uuid, state text, sent_as text, reason text, is_doubtful boolean, due_at timestamptz
) returns boolean
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  update public.outbox o set
    state = settle_outbox.state,
    sent_as = coalesce(settle_outbox.sent_as, o.sent_as),
    reason = left(settle_outbox.reason, 300),
    is_doubtful = o.is_doubtful or settle_outbox.is_doubtful,
    due_at = coalesce(settle_outbox.due_at, o.due_at),
    settled_at = case when settle_outbox.state <> 'waiting' then clock_timestamp() end,
    sealed = case when settle_outbox.state in ('waiting', 'failed') then o.sealed end,
    holder = null,
    held_until = null
  where o.id = settle_outbox.id and o.holder = settle_outbox.holder and o.state = 'sending';
  return found;
end
$$;

grant execute on function private.settle_outbox(uuid, uuid, text, text, text, boolean, timestamptz) to backline_outbox;

create function private.settle_outbox_items(holder uuid, items jsonb) returns table (id uuid, is_settled boolean)
  language plpgsql security definer
  set search_path = ''
  as $$
#variable_conflict use_column
declare
  ours uuid[];
  free uuid[];
begin
  ours := array(
    select o.id from public.outbox o
    where o.id = any (array(select (i ->> 'id')::uuid from jsonb_array_elements(items) i))
      and o.holder = settle_outbox_items.holder and o.state = 'sending'
  );
  free := array(
    select o.id from public.outbox o
    where o.id = any (ours) and o.holder = settle_outbox_items.holder and o.state = 'sending'
    for update skip locked
  );
  update public.outbox o set
    state = t.state,
    sent_as = coalesce(t.sent_as, o.sent_as),
    reason = left(t.reason, 300),
    is_doubtful = o.is_doubtful or t.is_doubtful,
    attempts = o.attempts - t.is_untried::int,
    due_at = coalesce(t.due_at, o.due_at),
    settled_at = case when t.state <> 'waiting' then clock_timestamp() end,
    sealed = case when t.state in ('waiting', 'failed') then o.sealed end,
    holder = null,
    held_until = null
  from jsonb_to_recordset(items) t (
    id uuid, state text, sent_as text, reason text, is_doubtful boolean, is_untried boolean, due_at timestamptz
  )
  where o.id = any (free) and t.id = o.id;
  return query select u.id, u.id = any (free) from unnest(ours) u (id);
end
$$;

grant execute on function private.settle_outbox_items(uuid, jsonb) to backline_outbox;

create function private.prune_outbox(now_is timestamptz) returns integer
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  gone integer;
begin
  delete from public.outbox o
  where o.state in ('sent', 'dropped') and o.settled_at < now_is - interval '90 days'
    and (o.channel = 'webhook' or o.recipient is not null or num_nonnulls(o.booking_id, o.message_id) = 0);
  get diagnostics gone = row_count;
  return gone;
end
$$;

grant execute on function private.prune_outbox(timestamptz) to backline_outbox;

create table private.data_links (
  -- SHA-256 of what the link carries: who reads this table has no link.
  token_hash bytea not null,
  -- In lower case. Null once it is erased: until its end the link says that it is.
  address text,
  until timestamptz not null,

  constraint data_links_pkey primary key (token_hash)
);

create index data_links_address_idx on private.data_links (address) where address is not null;

create index data_links_until_idx on private.data_links (until);

alter table private.data_links enable row level security;

revoke all on private.data_links from public, anon, authenticated, service_role;

create function private.count_hit(name text, key text, lasts interval, now_is timestamptz) returns integer
  language sql
  set search_path = ''
  as $$
    insert into private.throttles as t (name, key, hits, until)
    values (count_hit.name, count_hit.key, 1, now_is + lasts)
    on conflict on constraint throttles_pkey do update set
      hits = case when t.until <= now_is then 1 else t.hits + 1 end,
      until = case when t.until <= now_is then excluded.until else t.until end
    returning t.hits
  $$;

create function private.ask_own_data(sealed text, mailbox text, now_is timestamptz) returns void
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  if private.count_hit('own data', mailbox, interval '15 minutes', now_is) = 1
    and private.count_hit('own data in a day', mailbox, interval '1 day', now_is) <= 4
  then
    insert into public.outbox (channel, kind, sealed, due_at, ends_at)
    values ('letter', 'own-data', ask_own_data.sealed, now_is, now_is + interval '1 hour');
  end if;
end
$$;

grant execute on function private.ask_own_data(text, text, timestamptz) to backline_call_page;

create function private.open_data_link(item uuid, token_hash bytea, address text, now_is timestamptz) returns boolean
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  asked text := private.asked_address(address);
  booking uuid;
  message uuid;
  account uuid;
begin
  select b.id into booking from public.strategy_call_bookings b where lower(b.email) = asked
    order by b.created_at desc limit 1;
  if booking is null then
    select m.id into message from public.contact_messages m where lower(m.email) = asked order by m.created_at desc limit 1;
  end if;
  if booking is null and message is null then
    select u.id into account from auth.users u where lower(u.email) = asked limit 1;
  end if;
  if num_nonnulls(booking, message, account) = 0 then
    delete from public.outbox o where o.id = item and o.kind = 'own-data';
    return false;
  end if;
  update public.outbox o set booking_id = booking, message_id = message, user_id = account
    where o.id = item and o.kind = 'own-data';
  if not found then
    return false;
  end if;
  insert into private.data_links (token_hash, address, until)
  values (open_data_link.token_hash, asked, now_is + interval '1 hour')
  on conflict on constraint data_links_pkey do update set until = excluded.until
    where data_links.address is not null;
  return true;
end
$$;

grant execute on function private.open_data_link(uuid, bytea, text, timestamptz) to backline_outbox;

create function private.data_link(token text, now_is timestamptz) returns setof private.data_links
  language sql stable
  set search_path = ''
  as $$
    select l.* from private.data_links l
    where l.token_hash = sha256(convert_to(token, 'UTF8')) and l.until > now_is
  $$;

create function private.data_link_state(token text, now_is timestamptz) returns text
  language sql stable security definer
  set search_path = ''
  as $$ select case when l.address is null then 'erased' else 'open' end from private.data_link(token, now_is) l $$;

grant execute on function private.data_link_state(text, timestamptz) to backline_call_page;

create function private.read_own_data(token text, now_is timestamptz) returns jsonb
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  asked text := (select l.address from private.data_link(token, now_is) l);
  person jsonb;
  newest uuid;
begin
  if asked is null then
    return null;
  end if;
  person := private.own_person(asked);
  newest := (
    select (sent ->> 'id')::uuid from jsonb_array_elements((person -> 'bookings') || (person -> 'messages')) sent
    order by sent ->> 'created_at' desc limit 1
  );
  if not exists (
    select from public.audit_log a
    where a.subject_id is not distinct from newest and a.at > now() - interval '10 minutes' and a.action = 'person_read'
      and a.actor is null
  ) then
    perform private.record('person_read', 'person', newest, '{"by": "visitor"}');
  end if;
  return jsonb_build_object('person', person, 'desk_zone', (select s.time_zone from public.desk_settings s));
end
$$;

grant execute on function private.read_own_data(text, timestamptz) to backline_call_page;

create function private.export_own_data(token text, now_is timestamptz) returns jsonb
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  asked text := (select l.address from private.data_link(token, now_is) l);
  person jsonb;
begin
  if asked is null then
    return null;
  end if;
  person := private.own_person(asked);
  perform private.record_export(person, '{"by": "visitor"}');
  return person;
end
$$;

grant execute on function private.export_own_data(text, timestamptz) to backline_call_page;

create function private.erase_own_data(token text, now_is timestamptz) returns jsonb
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  asked text := (select l.address from private.data_link(token, now_is) l);
begin
  perform pg_advisory_xact_lock(hashtextextended('data of ' || asked, 0));
  asked := (select l.address from private.data_link(token, now_is) l);
  if asked is null then
    return null;
  end if;
  return private.erase_address(asked, '{"by": "visitor"}') - 'mentions';
end
$$;

grant execute on function private.erase_own_data(text, timestamptz) to backline_call_page;

create function private.visit_times(address text) returns table (
  session_id uuid, from_time timestamptz, to_time timestamptz
)
  language plpgsql stable
  set search_path = ''
  as $$
begin
  return query
    select sent.session_id, min(sent.created_at) - interval '2 days', max(sent.created_at) + interval '2 days'
    from (
      select b.session_id, b.created_at from public.strategy_call_bookings b where lower(b.email) = address
      union all
      select m.session_id, m.created_at from public.contact_messages m where lower(m.email) = address
    ) sent
    where sent.session_id is not null
    group by sent.session_id;
end
$$;

create function private.asked_address(address text) returns text
  language plpgsql immutable
  set search_path = ''
  as $$
declare
  asked text := lower(private.trimmed(address));
begin
  if asked is null or asked = '' then
    raise exception 'Whose? Give an address' using errcode = '22023';
  end if;
  return asked;
end
$$;

create function private.person_data(asked text) returns jsonb
  language plpgsql stable
  set search_path = ''
  as $$
declare
  bookings jsonb;
  messages jsonb;
  notes jsonb;
  account jsonb;
  log jsonb;
  letters jsonb;
  events jsonb := '[]';
  visit record;
  ids uuid[];
begin
  select coalesce(jsonb_agg(to_jsonb(b) - 'search' || jsonb_build_object('held_until', c.until) order by b.created_at), '[]')
    into bookings
    from public.strategy_call_bookings b left join private.call_holds c on c.booking = b.id where lower(b.email) = asked;
  select coalesce(jsonb_agg(to_jsonb(m) - 'search' order by m.created_at), '[]') into messages
    from public.contact_messages m where lower(m.email) = asked;
  ids := array(select (sent ->> 'id')::uuid from jsonb_array_elements(bookings || messages) sent);
  select coalesce(jsonb_agg(to_jsonb(n) order by n.created_at), '[]') into notes
    from public.notes n where n.booking_id = any (ids) or n.message_id = any (ids);
  select coalesce(jsonb_agg(
      jsonb_build_object(
        'created_at', o.created_at, 'kind', coalesce(o.sent_as, o.kind), 'state', o.state, 'settled_at', o.settled_at,
        'facts', o.facts
      ) order by o.created_at, o.id
    ), '[]') into letters
    from public.outbox o
    where o.channel = 'letter' and o.recipient is null
      and (
        o.booking_id = any (ids) or o.message_id = any (ids)
        or o.user_id in (select u.id from auth.users u where lower(u.email) = asked)
      );
  for visit in select * from private.visit_times(asked) loop
    events := events || (
      select coalesce(jsonb_agg(to_jsonb(i) order by i.created_at), '[]') from public.user_interactions i
      where i.session_id = visit.session_id and i.created_at >= visit.from_time and i.created_at < visit.to_time
    );
  end loop;
  select jsonb_build_object(
      'id', u.id, 'email', u.email, 'created_at', u.created_at, 'invited_at', u.invited_at,
      'last_sign_in_at', u.last_sign_in_at, 'user_metadata', u.raw_user_meta_data,
      'role', (select m.role from public.staff_members m where m.id = u.id),
      'identities', (
        select coalesce(jsonb_agg(jsonb_build_object('provider', i.provider, 'identity_data', i.identity_data)), '[]')
        from auth.identities i where i.user_id = u.id
      ),
      'sessions', (
        select coalesce(jsonb_agg(jsonb_build_object('created_at', s.created_at, 'user_agent', s.user_agent)), '[]')
        from auth.sessions s where s.user_id = u.id
      ),
      'host', (select private.host_for_desk(h) from private.hosts h where h.id = u.id),
      'calendars', (
        select coalesce(jsonb_agg(
          private.calendar_for_desk(c) || jsonb_build_object('busy', c.busy) order by c.created_at, c.id
        ), '[]')
        from private.host_calendars c where c.host = u.id
      )
    )
    into account from auth.users u where lower(u.email) = asked;
  select coalesce(
      jsonb_agg(
        jsonb_build_object('at', l.at, 'action', l.action, 'subject', l.subject, 'details', l.details)
        order by l.at, l.id
      ), '[]'
    )
    into log from public.audit_log l where l.subject_id = any (ids);
  return jsonb_build_object(
    'version', 1, 'email', asked, 'exported_at', now(), 'bookings', bookings, 'messages', messages, 'notes', notes,
    'letters', letters,
    'interactions', events, 'account', account, 'log', log
  );
end
$$;

create function private.record_export(person jsonb, who jsonb default '{}') returns void
  language sql
  set search_path = ''
  as $$
    select private.record('person_exported', 'person', (
      select (sent ->> 'id')::uuid from jsonb_array_elements((person -> 'bookings') || (person -> 'messages')) sent
      order by sent ->> 'created_at' desc limit 1
    ), jsonb_build_object(
      'bookings', jsonb_array_length(person -> 'bookings'), 'messages', jsonb_array_length(person -> 'messages'),
      'interactions', jsonb_array_length(person -> 'interactions')
    ) || who)
  $$;

create function public.export_person(address text) returns jsonb
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  asked text := private.asked_address(address);
  person jsonb;
begin
  perform private.require_staff('owner');
  person := private.person_data(asked);
  perform private.record_export(person);
  return person;
end
$$;

grant execute on function public.export_person(text) to authenticated;

create function private.erase_address(asked text, who jsonb default '{}') returns jsonb
  language plpgsql
  set search_path = ''
  as $$
declare
  newest uuid;
  visit record;
  here int;
  bookings int;
  messages int;
  interactions int := 0;
  account text := 'none';
  mentions jsonb;
begin
  select sent.id into newest from (
    select b.id, b.created_at from public.strategy_call_bookings b where lower(b.email) = asked
    union all
    select m.id, m.created_at from public.contact_messages m where lower(m.email) = asked
  ) sent order by sent.created_at desc limit 1;

  -- The visits first, while something still tells whose they were.
  for visit in select * from private.visit_times(asked) loop
    delete from public.user_interactions i
      where i.session_id = visit.session_id and i.created_at >= visit.from_time and i.created_at < visit.to_time;
    get diagnostics here = row_count;
    interactions := interactions + here;
  end loop;
  delete from public.strategy_call_bookings b where lower(b.email) = asked;
  get diagnostics bookings = row_count;
  delete from public.contact_messages m where lower(m.email) = asked;
  get diagnostics messages = row_count;

  select case when m.id is null then 'erased' else 'kept' end into account
    from auth.users u left join public.staff_members m on m.id = u.id and m.disabled_at is null
    where lower(u.email) = asked
    order by m.id nulls last limit 1;
  delete from auth.users u where lower(u.email) = asked
    and not exists (select from public.staff_members m where m.id = u.id and m.disabled_at is null);

  -- Links to what is gone say so for a month.
  update private.data_links l set address = null, until = now() + interval '30 days' where l.address = asked;

  select coalesce(jsonb_agg(distinct jsonb_build_object('subject', found.subject, 'id', found.id)), '[]')
    into mentions from (
      select 'strategy_call_bookings' as subject, b.id from public.strategy_call_bookings b
        where strpos(lower(concat_ws(
          ' ', b.message, b.name, b.company, b.phone, b.monthly_revenue, b.budget_note, b.landing_page, b.referrer,
          b.source, b.campaign
        )), asked) > 0
      union all
      select 'contact_messages', m.id from public.contact_messages m
        where strpos(lower(concat_ws(
          ' ', m.message, m.name, m.company, m.budget_note, m.landing_page, m.referrer, m.source, m.campaign
        )), asked) > 0
      union all
      select
        case when n.booking_id is null then 'contact_messages' else 'strategy_call_bookings' end,
        coalesce(n.booking_id, n.message_id)
      from public.notes n where strpos(lower(n.body), asked) > 0
      limit 50
    ) found;

  perform private.record('person_erased', 'person', newest, jsonb_build_object(
    'bookings', bookings, 'messages', messages, 'interactions', interactions,
    'account', coalesce(account, 'none')
  ) || case when who = '{}' then who else who || jsonb_build_object('mentions', (
    select coalesce(jsonb_agg(m -> 'id'), '[]') from jsonb_array_elements(mentions) m
  )) end);
  return jsonb_build_object(
    'bookings', bookings, 'messages', messages, 'interactions', interactions,
    'account', coalesce(account, 'none'), 'mentions', mentions
  );
end
$$;

create function public.erase_person(address text) returns jsonb
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  asked text := private.asked_address(address);
begin
  perform private.require_staff('owner');
  return private.erase_address(asked);
end
$$;

grant execute on function public.erase_person(text) to authenticated;

create function private.keep_people(now_is timestamptz) returns jsonb
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  oldest timestamptz := now_is - make_interval(days => (select s.keep_people_days from public.desk_settings s));
  bookings int;
  messages int;
begin
  if not pg_try_advisory_xact_lock(7206341006) then
    return null;
  end if;
  delete from public.strategy_call_bookings b
    where b.created_at < oldest and (b.confirmed is null or upper(b.confirmed) < oldest);
  get diagnostics bookings = row_count;
  delete from public.contact_messages m where m.created_at < oldest;
  get diagnostics messages = row_count;
  -- What somebody else is at, they remove: nobody waits for the upkeep in a circle.
  delete from private.call_holds c where c.booking in (
    select e.booking from private.call_holds e where e.until <= now_is for update skip locked
  );
  delete from private.data_links l where l.until <= now_is;
  -- A question that no letter has answered in its time, where mail was switched off meanwhile: its address goes.
  delete from public.outbox o
    where o.kind = 'own-data' and o.sealed is not null and o.ends_at <= now_is
      and (o.state <> 'sending' or o.held_until <= now_is);
  if bookings + messages > 0 then
    perform private.record(
      'people_pruned', 'person', null, jsonb_build_object('bookings', bookings, 'messages', messages)
    );
  end if;
  return jsonb_build_object('bookings', bookings, 'messages', messages);
end
$$;

grant execute on function private.keep_people(timestamptz) to backline_upkeep;

create function private.picked(whole jsonb, columns text[]) returns jsonb
  language sql immutable
  as $$ select jsonb_object_agg(key, value) from jsonb_each(whole) where key = any (columns) $$;

create function public.read_person(address text) returns jsonb
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  wanted text := private.trimmed(address);
  bookings jsonb;
  messages jsonb;
  newest uuid;
begin
  perform private.require_staff('owner', 'agent', 'viewer');
  select coalesce(jsonb_agg(
      private.picked(to_jsonb(b), private.listed('public.strategy_call_bookings') || '{phone}') order by b.created_at desc, b.id
    ), '[]')
    into bookings from public.strategy_call_bookings b where lower(b.email) = lower(wanted);
  select coalesce(jsonb_agg(
      private.picked(to_jsonb(m), private.listed('public.contact_messages')) order by m.created_at desc, m.id
    ), '[]')
    into messages from public.contact_messages m where lower(m.email) = lower(wanted);
  select (r ->> 'id')::uuid into newest from jsonb_array_elements(bookings || messages) r
  order by (r ->> 'created_at')::timestamptz desc limit 1;
  -- Of whom nothing is kept, nothing was read.
  if newest is not null then
    perform private.record_reading('person_read', 'person', newest);
  end if;
  return jsonb_build_object('email', wanted, 'bookings', bookings, 'messages', messages) || private.visits_of(wanted);
end
$$;

grant execute on function public.read_person(text) to authenticated;

create table private.mail_proof (
  is_only boolean not null default true,
  at timestamptz not null,
  server text not null,
  sender text not null,

  constraint mail_proof_pkey primary key (is_only),
  constraint mail_proof_is_only_check check (is_only)
);

comment on table private.mail_proof is 'When a letter was last seen to arrive: one row at most.';

alter table private.mail_proof enable row level security;

revoke all on private.mail_proof from public, anon, authenticated, service_role;

create function private.confirm_mail(server text, sender text) returns void
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  insert into private.mail_proof as p (at, server, sender) values (now(), confirm_mail.server, confirm_mail.sender)
    on conflict (is_only) do update set at = excluded.at, server = excluded.server, sender = excluded.sender;
  perform private.record('mail_confirmed', 'mail', null);
end
$$;

grant execute on function private.confirm_mail(text, text) to backline_upkeep;

create unlogged table private.unannounced (
  id bigint generated always as identity,
  channel text not null,
  payloads text[] not null,

  constraint unannounced_pkey primary key (id)
);

alter sequence private.unannounced_id_seq set logged;

alter table private.unannounced enable row level security;

revoke all on private.unannounced from public, anon, authenticated, service_role;

create function private.notify_change() returns trigger
  language plpgsql
  set search_path = ''
  as $$
begin
  perform pg_catalog.pg_notify(
    'realtime',
    pg_catalog.json_build_object(
      'schema', tg_table_schema,
      'table', tg_table_name,
      'type', tg_op,
      'id', new.id,
      -- The transaction's time: nobody knows the commit's before it. The same for both of two updates in one
      -- transaction, which PostgreSQL therefore tells as one.
      'at', pg_catalog.now()
    )::text
  );
  return null;
end
$$;

create function private.notify_deletion() returns trigger
  language plpgsql
  set search_path = ''
  as $$
begin
  perform pg_catalog.pg_notify(
    'realtime',
    pg_catalog.json_build_object(
      'schema', tg_table_schema, 'table', tg_table_name, 'type', tg_op, 'id', old.id, 'at', pg_catalog.now()
    )::text
  );
  return null;
end
$$;

create function private.notify_note() returns trigger
  language plpgsql
  set search_path = ''
  as $$
begin
  perform pg_catalog.pg_notify(
    'realtime',
    pg_catalog.json_build_object(
      'schema', tg_table_schema,
      'table', case when new.booking_id is null then 'contact_messages' else 'strategy_call_bookings' end,
      'type', 'UPDATE',
      'id', coalesce(new.booking_id, new.message_id),
      'at', pg_catalog.now()
    )::text
  );
  return null;
end
$$;

create function private.tell(channel text, payloads text[]) returns void
  language plpgsql
  set search_path = ''
  as $$
begin
  if nullif(current_setting('request.jwt.claims', true), '')::jsonb -> 'announces' = 'true' then
    insert into private.unannounced (channel, payloads) values (tell.channel, tell.payloads);
  else
    perform pg_notify(tell.channel, p) from unnest(tell.payloads) as p;
  end if;
end
$$;

create function private.announce() returns integer
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  news record;
  told integer := 0;
begin
  for news in
    with gone as (
      delete from private.unannounced u using (
        select o.id from private.unannounced o order by o.id for update skip locked
      ) mine where u.id = mine.id
      returning u.id, u.channel, u.payloads
    )
    select g.channel, g.payloads from gone g order by g.id
  loop
    perform pg_notify(news.channel, p) from unnest(news.payloads) as p;
    told := told + cardinality(news.payloads);
  end loop;
  perform set_config('synchronous_commit', 'off', true);
  return told;
end
$$;

grant execute on function private.announce() to backline_outbox;

create function private.tell_of_arrivals() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  perform private.tell('realtime', array_agg(json_build_object(
    'schema', tg_table_schema, 'table', tg_table_name, 'type', tg_op, 'id', a.id, 'at', now()
  )::text))
  from arrived a having count(*) > 0;
  return null;
end
$$;

create function private.wake_outbox() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  perform private.tell('outbox', array_agg(distinct a.channel)) from added a having count(*) > 0;
  return null;
end
$$;

create function private.phone_digits(value text) returns text
  language sql immutable strict parallel safe
  as $$ select regexp_replace(replace(value, '(0)', ''), '\D', '', 'g') $$;

grant execute on function private.phone_digits(text) to anon, authenticated, service_role;

create function private.search_text(phone text, name text, email text, company text) returns text
  language plpgsql immutable parallel safe
  set search_path = ''
  as $$
declare
  words text := name || ' ' || email || ' ' || company;
begin
  words := concat(
    private.phone_digits(phone) || ' ',
    case when octet_length(words) = char_length(words) then lower(translate(words, '''`', '')) else private.plain(words) end
  );
  return case when octet_length(words) > 2000 then left(words, 500) else words end;
end
$$;

grant execute on function private.search_text(text, text, text, text) to anon, authenticated, service_role;

create function private.index_search() returns text
  language plpgsql
  set search_path = ''
  as $$
declare
  place text;
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
  if to_regclass('public.strategy_call_bookings_search_idx') is null then
    execute format(
      'create index strategy_call_bookings_search_idx on public.strategy_call_bookings using gin (search %s.gin_trgm_ops)
         with (gin_pending_list_limit = 256)',
      place
    );
  end if;
  if to_regclass('public.contact_messages_search_idx') is null then
    execute format(
      'create index contact_messages_search_idx on public.contact_messages using gin (search %s.gin_trgm_ops)
         with (gin_pending_list_limit = 256)', place
    );
  end if;
  return null;
end
$$;

create function private.like_pattern(word text) returns text
  language sql immutable strict
  as $$ select '%' || regexp_replace(word, '([\\%_])', '\\\1', 'g') || '%' $$;

create function private.slip_pattern(word text) returns text
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

create view private.live_sessions as
  select s.id, s.user_id, s.aal
  from auth.sessions s join auth.users u on u.id = s.user_id
  where (s.not_after is null or s.not_after > now())
    and u.deleted_at is null and (u.banned_until is null or u.banned_until < now());

grant select on private.live_sessions to supabase_auth_admin;

create table private.ended_tokens (
  jti uuid not null,
  -- No such token lives as long.
  ends_at timestamptz not null default now() + interval '2 days',

  constraint ended_tokens_pkey primary key (jti)
);

alter table private.ended_tokens enable row level security;

revoke all on private.ended_tokens from public, anon, authenticated, service_role;

grant select, insert, update, delete on private.ended_tokens to supabase_auth_admin;

create policy "the auth service" on private.ended_tokens to supabase_auth_admin using (true) with check (true);

create function private.session_is_live() returns boolean
  language sql stable security definer
  set search_path = ''
  as $$
    select auth.jwt() ->> 'session_id' is null or exists (
      select from private.live_sessions s
      where s.id::text = auth.jwt() ->> 'session_id' and s.user_id = auth.uid()
    )
  $$;

grant execute on function private.session_is_live() to anon, authenticated, service_role;

create function private.end_sessions(member uuid) returns integer
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  ended integer;
begin
  delete from auth.flow_state f where f.user_id is not null and (member is null or f.user_id = member);
  delete from auth.one_time_tokens t
  where t.token_type = 'recovery_token' and (member is null or t.user_id = member);
  delete from auth.sessions s where member is null or s.user_id = member;
  get diagnostics ended = row_count;
  return ended;
end
$$;

grant execute on function private.end_sessions(uuid) to supabase_auth_admin;

create function private.end_token(token text) returns jsonb
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  part text := translate(split_part(token, '.', 2), '-_', '+/');
  claims jsonb;
  session uuid;
  whose uuid;
begin
  if part = '' then
    select t.session_id into session from auth.refresh_tokens t
    where t.token = encode(sha256(convert_to(end_token.token, 'UTF8')), 'hex');
  else
    begin
      claims := convert_from(decode(rpad(part, (length(part) + 3) / 4 * 4, '='), 'base64'), 'UTF8')::jsonb;
      session := (claims ->> 'session_id')::uuid;
      if session is null and claims ->> 'jti' is not null then
        delete from private.ended_tokens e where e.ends_at < now();
        insert into private.ended_tokens (jti) values ((claims ->> 'jti')::uuid) on conflict do nothing;
        return jsonb_build_object('what', 'token', 'member', null);
      end if;
    exception when data_exception then
      return null;
    end;
  end if;
  delete from auth.sessions s where s.id = session returning s.user_id into whose;
  return case when whose is not null then jsonb_build_object('what', 'session', 'member', whose) end;
end
$$;

grant execute on function private.end_token(text) to supabase_auth_admin;

create function public.end_token(token text) returns jsonb
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  ended jsonb;
begin
  perform private.require_staff('owner');
  ended := private.end_token(private.trimmed(token));
  if ended is null then
    raise exception 'No session goes by this token, or it has ended already' using errcode = 'PT404';
  end if;
  perform private.record('token_ended', 'sessions', (ended ->> 'member')::uuid, ended - 'member');
  return ended;
end
$$;

grant execute on function public.end_token(text) to authenticated;

create function private.require_confirmed(confirmed boolean) returns void
  language plpgsql immutable
  set search_path = ''
  as $$
begin
  if confirmed is not true then
    raise exception 'This befalls everybody: say that you mean it' using errcode = '22023';
  end if;
end
$$;

create function public.end_sessions_of(member uuid) returns integer
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  ended integer;
begin
  perform private.require_staff('owner');
  if not exists (select from public.staff_members m where m.id = member) then
    raise exception 'Nobody like this works here' using errcode = 'PT404';
  end if;
  ended := private.end_sessions(member);
  perform private.record('sessions_ended', 'staff_members', member, jsonb_build_object('sessions', ended));
  return ended;
end
$$;

grant execute on function public.end_sessions_of(uuid) to authenticated;

create function public.end_all_sessions(confirmed boolean) returns integer
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  ended integer;
begin
  perform private.require_staff('owner');
  perform private.require_confirmed(confirmed);
  ended := private.end_sessions(null);
  perform private.record('sessions_ended', 'sessions', null, jsonb_build_object('sessions', ended));
  return ended;
end
$$;

grant execute on function public.end_all_sessions(boolean) to authenticated;

create function public.replace_keys(confirmed boolean) returns void
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  perform private.require_staff('owner');
  perform private.require_confirmed(confirmed);
  delete from private.signing_keys;
  perform private.record('keys_replaced', 'sessions', null);
end
$$;

grant execute on function public.replace_keys(boolean) to authenticated;

create function public.my_sessions() returns table (
  id uuid, created_at timestamptz, refreshed_at timestamptz, user_agent text, aal text, is_current boolean
)
  language plpgsql stable security definer
  set search_path = ''
  as $$
#variable_conflict use_column
begin
  perform private.require_staff('owner', 'agent', 'viewer');
  return query
    select
      s.id, s.created_at, s.refreshed_at at time zone 'utc', s.user_agent, s.aal::text,
      s.id::text = auth.jwt() ->> 'session_id'
    from auth.sessions s
    where s.user_id = auth.uid() and (s.not_after is null or s.not_after > now())
    order by 6 desc, coalesce(s.refreshed_at at time zone 'utc', s.created_at) desc;
end
$$;

grant execute on function public.my_sessions() to authenticated;

create function public.end_session(session uuid) returns void
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  perform private.require_staff('owner', 'agent', 'viewer');
  delete from auth.sessions s where s.id = session and s.user_id = auth.uid();
  if not found then
    raise exception 'This session has ended already' using errcode = 'PT404';
  end if;
  perform private.record('session_ended', 'sessions', session);
end
$$;

grant execute on function public.end_session(uuid) to authenticated;

create table public.desk_settings (
  "only" boolean not null default true,
  updated_at timestamptz not null default now(),
  -- Hours, days and weeks are meant in this zone.
  time_zone text not null default 'UTC',
  weekly_capacity integer not null default 5,
  opens time not null default '09:00',
  closes time not null default '17:00',
  -- ISO days: Monday is 1.
  work_days integer[] not null default '{1,2,3,4,5}',
  call_minutes integer not null default 30,
  answer_mailboxes text[] not null default '{}',
  -- Null: as the server is configured.
  keep_interaction_days integer,
  -- Null: for ever.
  keep_people_days integer,
  -- Which letters bookings and messages cause. Triggers write them down, so that no way a change comes goes unsaid; what
  -- stands in a letter is decided when it is sent. Decision page 29.
  daily_digest boolean not null default true,
  -- Whether a time that was picked from the free ones is confirmed at once, and may be moved to another free one so.
  confirm_at_once boolean not null default false,
  moves_at_once boolean not null default false,
  -- So long before its call a visitor may move it themselves, and so often.
  move_notice_minutes integer not null default 1440,
  most_moves integer not null default 3,

  constraint desk_settings_pkey primary key ("only"),
  constraint desk_settings_only_check check ("only"),
  constraint desk_settings_weekly_capacity_check check (weekly_capacity between 0 and 200),
  constraint desk_settings_closes_check check (opens < closes),
  constraint desk_settings_work_days_check check (
    work_days <@ '{1,2,3,4,5,6,7}' and array_position(work_days, null) is null and cardinality(work_days) <= 7
  ),
  constraint desk_settings_call_minutes_check check (call_minutes between 15 and 120),
  constraint desk_settings_keep_interaction_days_check check (keep_interaction_days between 30 and 3650),
  constraint desk_settings_move_notice_minutes_check check (move_notice_minutes between 0 and 20160),
  constraint desk_settings_most_moves_check check (most_moves between 0 and 20),
  constraint desk_settings_keep_people_days_check check (keep_people_days between 30 and 3650)
);

comment on table public.desk_settings is 'When the team holds calls and how long it keeps what: one row.';

alter table public.desk_settings enable row level security;

revoke all on public.desk_settings from public, anon, authenticated, service_role;

grant select on public.desk_settings to authenticated;

grant
  update (
    time_zone, weekly_capacity, opens, closes, work_days, call_minutes, answer_mailboxes, keep_interaction_days,
    keep_people_days, daily_digest, confirm_at_once, moves_at_once, move_notice_minutes, most_moves
  )
  on public.desk_settings to authenticated;

grant select on public.desk_settings to service_role;

grant
  update (
    time_zone, weekly_capacity, opens, closes, work_days, call_minutes, answer_mailboxes, keep_interaction_days,
    keep_people_days, daily_digest, confirm_at_once, moves_at_once, move_notice_minutes, most_moves
  )
  on public.desk_settings to service_role;

grant select (time_zone, call_minutes) on public.desk_settings to backline_outbox;

grant select (keep_interaction_days) on public.desk_settings to backline_upkeep;

create policy "the upkeep reads how long" on public.desk_settings for select to backline_upkeep using (true);

create policy "letters are written" on public.desk_settings for select to backline_outbox using (true);

create policy "programs of ours" on public.desk_settings to service_role using (true) with check (true);

insert into public.desk_settings default values;

create table public.days_off (
  day date not null,
  note text,

  constraint days_off_pkey primary key (day),
  constraint days_off_day_check check (isfinite(day)),
  constraint days_off_note_check check (char_length(note) between 1 and 200)
);

comment on table public.days_off is 'Days on which no call is held.';

alter table public.days_off enable row level security;

revoke all on public.days_off from public, anon, authenticated, service_role;

grant select, delete on public.days_off to authenticated;

grant insert (day, note) on public.days_off to authenticated;

grant select, delete on public.days_off to service_role;

grant insert (day, note) on public.days_off to service_role;

create policy "programs of ours" on public.days_off to service_role using (true) with check (true);

create function private.tidy_desk_settings() returns trigger
  language plpgsql
  set search_path = ''
  as $$
declare
  broken text := case
    -- Names that browsers know too: not those for other ways of counting seconds.
    when new.time_zone is distinct from old.time_zone and (new.time_zone ~ '^(posix|right)/' or not exists (
      select from pg_catalog.pg_timezone_names z where z.name = new.time_zone
    )) then 'time_zone'
    when cardinality(new.answer_mailboxes) > 10 or exists (
      select from unnest(new.answer_mailboxes) as mailbox
      where mailbox is null or char_length(mailbox) > 254
        or mailbox !~ '^[a-zA-Z0-9.!#$%&''*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$'
    ) then 'answer_mailboxes'
  end;
begin
  if broken is not null then
    raise exception using
      errcode = 'check_violation',
      schema = tg_table_schema,
      table = tg_table_name,
      constraint = 'desk_settings_' || broken || '_check',
      message = format('new row for relation "desk_settings" violates check constraint "desk_settings_%s_check"', broken);
  end if;
  new.updated_at := now();
  return new;
end
$$;

create function private.record_settings() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  names jsonb := (
    select jsonb_agg(n.key order by n.key) from jsonb_each(to_jsonb(new)) n
    where n.key <> 'updated_at' and n.value is distinct from to_jsonb(old) -> n.key
  );
begin
  if names is not null then
    perform private.record('settings_changed', 'desk_settings', null, jsonb_build_object('columns', names));
  end if;
  return null;
end
$$;

create function private.tidy_day_off() returns trigger
  language plpgsql
  set search_path = ''
  as $$
begin
  new.note := nullif(private.trimmed(new.note), '');
  return new;
end
$$;

create function private.record_day_off() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  perform private.record(
    case tg_op when 'INSERT' then 'day_off_added' else 'day_off_removed' end,
    'days_off', null, jsonb_build_object('day', case tg_op when 'INSERT' then new.day else old.day end)
  );
  return null;
end
$$;

create function private.touch_updated_at() returns trigger
  language plpgsql
  set search_path = ''
  as $$
begin
  new.updated_at := now();
  return new;
end
$$;

create table public.staff_members (
  id uuid not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  role text not null default 'viewer',
  disabled_at timestamptz,

  constraint staff_members_pkey primary key (id),
  constraint staff_members_id_fkey foreign key (id) references auth.users (id) on delete cascade,
  constraint staff_members_role_check check (role in ('owner', 'agent', 'viewer'))
);

comment on table public.staff_members is 'People who may work at the desk, and as what.';

alter table public.staff_members enable row level security;

revoke all on public.staff_members from public, anon, authenticated, service_role;

grant select on public.staff_members to authenticated;

grant
  insert (id, role),
  update (role, disabled_at)
  on public.staff_members to authenticated;

grant select, insert, update, delete on public.staff_members to service_role;

grant select, insert, update, delete on public.staff_members to supabase_auth_admin;

create policy "the auth service" on public.staff_members to supabase_auth_admin using (true) with check (true);

create policy "programs of ours" on public.staff_members to service_role using (true) with check (true);

create trigger touch before update on public.staff_members
  for each row execute function private.touch_updated_at();

create table private.last_here (
  member uuid not null,
  at timestamptz not null,

  constraint last_here_pkey primary key (member),
  constraint last_here_member_fkey foreign key (member) references public.staff_members (id) on delete cascade
);

comment on table private.last_here is 'When each member of the desk was last there.';

alter table private.last_here enable row level security;

revoke all on private.last_here from public, anon, authenticated, service_role;

create function private.staff_role() returns text
  language sql stable security definer
  set search_path = ''
  as $$
    select m.role from public.staff_members m
    join private.live_sessions s on s.user_id = m.id
    where m.id = auth.uid() and m.disabled_at is null
      and s.id::text = auth.jwt() ->> 'session_id' and s.aal = 'aal2' and auth.jwt() ->> 'aal' = 'aal2'
  $$;

grant execute on function private.staff_role() to authenticated, backline_webhooks, service_role;

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

create function private.keep_an_owner() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  if tg_op = 'UPDATE' and new.role = 'owner' and new.disabled_at is null then
    return new;
  end if;
  if old.role = 'owner' and old.disabled_at is null and auth.role() is not null then
    -- The number that the server locks while it asks whether there is an owner.
    perform pg_advisory_xact_lock(7206341005);
    if not exists (
      select from public.staff_members m join auth.users u on u.id = m.id
      where m.id <> old.id and m.role = 'owner' and m.disabled_at is null
        and u.email_confirmed_at is not null and u.deleted_at is null
        and (u.banned_until is null or u.banned_until < now())
    ) then
      raise exception 'The desk needs an owner: make somebody else one first'
        using errcode = 'PT409', hint = 'last_owner';
    end if;
  end if;
  return case tg_op when 'DELETE' then old else new end;
end
$$;

create function private.note_staff() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  if tg_op = 'INSERT' then
    perform private.record('member_added', 'staff_members', new.id, jsonb_build_object('role', new.role));
    return null;
  elsif tg_op = 'DELETE' then
    perform private.record('member_removed', 'staff_members', old.id, jsonb_build_object('role', old.role));
    return null;
  end if;
  if new.role <> old.role then
    perform private.record(
      'role_changed', 'staff_members', new.id, jsonb_build_object('from', old.role, 'to', new.role)
    );
  end if;
  if old.disabled_at is null and new.disabled_at is not null then
    delete from auth.sessions s where s.user_id = new.id;
    perform private.record('member_stopped', 'staff_members', new.id);
  elsif old.disabled_at is not null and new.disabled_at is null then
    perform private.record('member_restored', 'staff_members', new.id);
  end if;
  return null;
end
$$;

create function public.desk_me() returns jsonb
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  me jsonb;
begin
  if private.session_is_live() then
    select jsonb_build_object(
      'id', u.id,
      'email', coalesce(u.email, ''),
      'name', private.person_name(u.raw_user_meta_data, u.email),
      'role', private.staff_role(),
      'member', exists (select from public.staff_members m where m.id = u.id and m.disabled_at is null)
    )
    into me from auth.users u where u.id = auth.uid();
  end if;
  if me is null then
    raise exception 'this is for people who signed in' using errcode = '42501';
  end if;
  if me ->> 'role' is not null then
    insert into private.last_here as h (member, at) values (auth.uid(), now())
      on conflict (member) do update set at = excluded.at where h.at < excluded.at - interval '1 minute';
  end if;
  return me;
end
$$;

grant execute on function public.desk_me() to authenticated;

create function public.desk_people() returns table (
  id uuid, email text, name text, role text, state text, created_at timestamptz, last_sign_in_at timestamptz,
  last_here_at timestamptz, has_second_factor boolean
)
  language plpgsql stable security definer
  set search_path = ''
  as $$
#variable_conflict use_column
begin
  perform private.require_staff('owner', 'agent', 'viewer');
  return query
    select
      m.id, coalesce(u.email, '')::text, private.person_name(u.raw_user_meta_data, u.email), m.role,
      case
        when m.disabled_at is not null or u.deleted_at is not null or u.banned_until > now() then 'stopped'
        when u.email_confirmed_at is null then 'invited'
        else 'active'
      end,
      m.created_at, u.last_sign_in_at, greatest(u.last_sign_in_at, h.at),
      exists (select from auth.mfa_factors f where f.user_id = m.id and f.status = 'verified')
    from public.staff_members m join auth.users u on u.id = m.id
    left join private.last_here h on h.member = m.id
    order by 3, 2, 1;
end
$$;

grant execute on function public.desk_people() to authenticated;

create function public.add_member(address text, role text) returns uuid
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  account uuid;
begin
  perform private.require_staff('owner');
  select u.id into account from auth.users u
  where lower(u.email) = lower(private.trimmed(address)) and u.deleted_at is null
    and (u.email_confirmed_at is not null or u.invited_at is not null);
  if account is null then
    raise exception 'Nobody has an account with this address: invite them first' using errcode = 'PT404';
  end if;
  if account = auth.uid() then
    raise exception 'nobody changes what they are themselves' using errcode = '42501';
  end if;
  insert into public.staff_members as m (id, role) values (account, add_member.role)
    on conflict (id) do update set role = excluded.role, disabled_at = null
    where (m.role, m.disabled_at) is distinct from (excluded.role, null);
  return account;
end
$$;

grant execute on function public.add_member(text, text) to authenticated;

create function public.reset_second_factor(member uuid) returns void
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  removed int;
begin
  perform private.require_staff('owner');
  if member = auth.uid() then
    raise exception 'your own second step is yours to change while you have it' using errcode = '42501';
  end if;
  if not exists (select from public.staff_members m where m.id = member) then
    raise exception 'Nobody like this works here' using errcode = 'PT404';
  end if;
  delete from auth.mfa_factors f where f.user_id = member;
  get diagnostics removed = row_count;
  delete from private.recovery_code_sets c where c.user_id = member;
  delete from auth.sessions s where s.user_id = member;
  if removed > 0 then
    perform private.post_reset_letter(member, auth.uid());
  end if;
  perform private.record(
    'second_factor_reset', 'staff_members', member, jsonb_build_object('factors', removed)
  );
end
$$;

grant execute on function public.reset_second_factor(uuid) to authenticated;

create table private.spent_proofs (
  proof text not null,
  until timestamptz not null,

  constraint spent_proofs_pkey primary key (proof)
);

create index spent_proofs_until_idx on private.spent_proofs (until);

alter table private.spent_proofs enable row level security;

revoke all on private.spent_proofs from public, anon, authenticated, service_role;

create function private.looks_automatic(email text, fill_seconds real, filled_by text, budget_note text)
  returns boolean
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  -- Nobody sees this field, and browsers have no value for it.
  if budget_note is not null then
    return true;
  end if;
  -- Slow enough for anybody, or nobody knows.
  if coalesce(fill_seconds >= 3, true) then
    return false;
  end if;
  -- Nobody types that fast, and nobody who typed was seen.
  if filled_by is distinct from 'browser' then
    return true;
  end if;
  -- A browser does. A visitor sends a booking and a message; a third within an hour is a program that claims to be a
  -- browser.
  return 1 < (
    select count(*) from (
      select b.created_at from public.strategy_call_bookings b
      where private.mailbox_of(b.email) = private.mailbox_of(looks_automatic.email)
      union all
      select m.created_at from public.contact_messages m
      where private.mailbox_of(m.email) = private.mailbox_of(looks_automatic.email)
    ) earlier
    where earlier.created_at > now() - interval '1 hour'
  );
end
$$;

grant execute on function private.looks_automatic(text, real, text, text) to anon, authenticated, service_role;

create function private.spend_proof(proof text, until timestamptz) returns boolean
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  delete from private.spent_proofs s where s.proof in (
    select o.proof from private.spent_proofs o where o.until < now() limit 100 for update skip locked
  );
  insert into private.spent_proofs (proof, until) values (spend_proof.proof, spend_proof.until)
  on conflict on constraint spent_proofs_pkey do nothing;
  return found;
end
$$;

grant execute on function private.spend_proof(text, timestamptz) to anon;

create function private.weigh_arrival() returns trigger
  language plpgsql
  set search_path = ''
  as $$
begin
  if new.status = 'new' and private.looks_automatic(new.email, new.fill_seconds, new.filled_by, new.budget_note) then
    new.status := 'spam?';
  end if;
  new.source := private.visit_source(new.landing_page, new.referrer);
  new.campaign := private.visit_campaign(new.landing_page);
  new.first_view := private.visit_first_view(new.landing_page);
  return new;
end
$$;

create function private.trimmed(value text) returns text
  language sql immutable parallel safe
  as $$
    select btrim(
      value,
      U&'\0009\000a\000b\000c\000d\0020\00a0\1680\2000\2001\2002\2003\2004\2005\2006\2007\2008\2009\200a\2028\2029\202f\205f\3000\feff'
    )
  $$;

grant execute on function private.trimmed(text) to anon, authenticated, service_role;

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

create function private.iso_instant(at timestamptz) returns text
  language sql immutable
  set search_path = ''
  as $$ select to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') $$;

create table private.last_upkeep (
  is_only boolean primary key default true,
  day date not null,

  constraint last_upkeep_is_only_check check (is_only)
);

alter table private.last_upkeep enable row level security;

revoke all on private.last_upkeep from public, anon, authenticated, service_role;

insert into private.last_upkeep (day) values ((now() at time zone 'UTC')::date);

create table private.write_tries (
  is_only boolean primary key default true,
  at timestamptz not null,

  constraint write_tries_is_only_check check (is_only)
);

alter table private.write_tries enable row level security;

revoke all on private.write_tries from public, anon, authenticated, service_role;

insert into private.write_tries (at) values (now());

create function private.moment() returns timestamptz
  language sql stable
  set search_path = ''
  as 'select pg_catalog.now()';

create function private.begin_upkeep(process_time timestamptz) returns jsonb
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  now_is timestamptz := private.moment();
  today date := (now_is at time zone 'UTC')::date;
  last_day date := coalesce((select l.day from private.last_upkeep l), today);
  ahead double precision := extract(epoch from process_time - now_is);
  reason text := case when abs(ahead) > 60 then 'clock' when today > last_day + 7 then 'calendar' end;
begin
  if reason is null then
    insert into private.last_upkeep as l (day) values (today)
      on conflict (is_only) do update set day = excluded.day where l.day <> excluded.day;
  end if;
  return jsonb_build_object(
    'now', extract(epoch from now_is) * 1000, 'held', reason, 'ahead', ahead, 'today', today, 'last_day', last_day
  );
end
$$;

grant execute on function private.begin_upkeep(timestamptz) to backline_upkeep;

create function private.confirm_day(day date) returns date
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  today date := (private.moment() at time zone 'UTC')::date;
begin
  if confirm_day.day = today then
    insert into private.last_upkeep as l (day) values (today)
      on conflict (is_only) do update set day = excluded.day;
  end if;
  return today;
end
$$;

grant execute on function private.confirm_day(date) to backline_upkeep;

create function private.try_write() returns timestamptz
  language plpgsql security definer
  set search_path = ''
  set work_mem = '64kB'
  as $$
declare
  moment timestamptz := clock_timestamp();
begin
  perform count(w.words) from (
    with wide as materialized (select repeat('x', 1000) || n as words from generate_series(1, 400) n)
    select wide.words from wide
  ) w;
  update private.write_tries set at = moment;
  return moment;
end
$$;

grant execute on function private.try_write() to backline_upkeep;

create table private.visit_days (
  day date not null,
  dimension text not null,
  value text not null,
  visitor text not null,
  sessions bigint not null,
  -- Different browsers of the whole day; null of its parts. They cannot be told from those of another day.
  visitors bigint,
  -- Of the dimension 'view' those of this view, else all of the visits.
  views bigint not null,
  -- Visits in which the booking dialog was opened, and in which its form was sent and stored.
  opened bigint not null,
  sent bigint not null,

  -- The whole days first: they are wanted for two ranges, the rest for one.
  constraint visit_days_pkey primary key (dimension, day, value, visitor),
  constraint visit_days_dimension_check check (
    dimension in ('*', 'source', 'campaign', 'first_view', 'view', 'pack')
  ),
  constraint visit_days_visitor_check check (visitor in ('person', 'bot'))
);

comment on table private.visit_days is 'Visits by UTC day, and by where they came from and what they saw.';

alter table private.visit_days enable row level security;

revoke all on private.visit_days from public, anon, authenticated, service_role;

create table private.visits (
  day date not null,
  session_id uuid not null,
  visitor text not null,
  -- What our server tells browsers apart by, where it stored the visit.
  browser bigint,
  views bigint not null,
  opened boolean not null,
  sent boolean not null,
  source text not null,
  campaign text,
  first_view text not null,
  -- Views as often as they were seen, packs as often as they were taken.
  seen text[] not null,
  taken text[] not null,

  constraint visits_pkey primary key (day, session_id),
  constraint visits_visitor_check check (visitor in ('person', 'bot', 'team'))
);

comment on table private.visits is 'Visits of days that are not counted yet; made anew by every run of the upkeep.';

alter table private.visits enable row level security;

revoke all on private.visits from public, anon, authenticated, service_role;

create table private.visits_until (
  "only" boolean not null default true,
  moment timestamptz not null,

  constraint visits_until_pkey primary key ("only"),
  constraint visits_until_only_check check ("only")
);

alter table private.visits_until enable row level security;

revoke all on private.visits_until from public, anon, authenticated, service_role;

create function private.visits_between(from_time timestamptz, to_time timestamptz) returns setof private.visits
  language plpgsql stable
  set search_path = ''
  set jit = off
  set work_mem = '32MB'
  set enable_nestloop = off
  set plan_cache_mode = force_custom_plan
  as $$
begin
  return query
  with event as not materialized (
    select (i.created_at at time zone 'UTC')::date as day, i.*
    from public.user_interactions i
    where i.created_at >= from_time and i.created_at < to_time
  ),
  visit as materialized (
    select
      e.day, e.session_id,
      case when bool_or(e.is_team) then 'team' when bool_or(e.is_bot) then 'bot' else 'person' end as visitor,
      min(e.visitor_key) as browser,
      count(*) filter (where e.event_type = 'page_view') as views,
      coalesce(bool_or(e.event_data ->> 'modal' = 'booking') filter (where e.event_type = 'modal_open'), false)
        as opened,
      coalesce(bool_or(e.event_data @> '{"form": "booking", "outcome": "stored"}')
        filter (where e.event_type = 'form_submit'), false) as sent
    from event e
    group by 1, 2
  ),
  step as materialized (
    select e.day, e.session_id, e.created_at, e.id, e.page_url, e.referrer,
      case when e.event_type = 'page_view' then left(coalesce(e.event_data ->> 'view', ''), 100) end as view,
      case when e.event_type = 'download' then left(coalesce(e.event_data ->> 'pack', ''), 100) end as pack
    from event e
    where e.event_type in ('page_view', 'download')
  ),
  way as (
    select s.day, s.session_id, array_agg(s.view) filter (where s.view is not null) as seen,
      array_agg(s.pack) filter (where s.pack is not null) as taken
    from step s group by 1, 2
  ),
  -- The first page. Who is still here from the day before may have opened none.
  began as materialized (
    (
      select distinct on (s.day, s.session_id) s.day, s.session_id, s.page_url, s.referrer, s.view
      from step s
      where s.view is not null
      order by s.day, s.session_id, s.created_at, s.id
    )
    union all
    (
      select distinct on (e.day, e.session_id) e.day, e.session_id, e.page_url, e.referrer,
        coalesce(private.visit_first_view(e.page_url), '')
      from visit join event e using (day, session_id)
      where visit.views = 0
      order by e.day, e.session_id, e.created_at, e.id
    )
  ),
  -- Addresses are few beside the visits that name them, and reading one is dear.
  address as materialized (
    select page_url, referrer, private.visit_source(page_url, referrer) as source,
      private.visit_campaign(page_url) as campaign
    from (select distinct began.page_url, began.referrer from began) _
  )
  select v.day, v.session_id, v.visitor, v.browser, v.views, v.opened, v.sent, address.source, address.campaign,
    began.view, coalesce(way.seen, '{}'), coalesce(way.taken, '{}')
  from visit v
  join began using (day, session_id)
  -- Written so that it can be hashed: none of them is empty.
  join address on coalesce(address.page_url, '') = coalesce(began.page_url, '')
    and coalesce(address.referrer, '') = coalesce(began.referrer, '')
  left join way using (day, session_id);
end
$$;

create function private.count_visits(from_day date, to_day date, since timestamptz default null)
  returns setof private.visit_days
  language plpgsql stable
  set search_path = ''
  set jit = off
  set work_mem = '32MB'
  set enable_nestloop = off
  set plan_cache_mode = force_custom_plan
  as $$
begin
  return query
  with visit as materialized (
    select
      day, session_id,
      case when k.visitor = 'bot' or f.visitor = 'bot' then 'bot' else 'person' end as visitor,
      -- Where our server did not say which browser it was, each visit is one.
      coalesce(least(k.browser, f.browser), hashtextextended(session_id::text, 0)) as browser,
      coalesce(k.views, 0) + coalesce(f.views, 0) as views,
      coalesce(k.opened or f.opened, false)::int as opened, coalesce(k.sent or f.sent, false)::int as sent,
      -- What came first tells where the visit is from, but a page before anything else.
      case when is_later then f.source else k.source end as source,
      case when is_later then f.campaign else k.campaign end as campaign,
      case when is_later then f.first_view else k.first_view end as first_view,
      k.seen || f.seen as seen, k.taken || f.taken as taken
    from (select * from private.visits v where since is not null and v.day between from_day and to_day) k
    full join private.visits_between(
      greatest(from_day::timestamp at time zone 'UTC', since), (to_day + 1)::timestamp at time zone 'UTC'
    ) f using (day, session_id)
    cross join lateral (select k.views is null or k.views = 0 and f.views > 0 as is_later) _
    where coalesce(k.visitor, '') <> 'team' and coalesce(f.visitor, '') <> 'team'
  ),
  -- First by all three together, which are few beside the visits.
  origin as (
    select v.day, v.visitor, v.source, v.campaign, v.first_view, count(*) as sessions, sum(v.views) as views,
      sum(v.opened) as opened, sum(v.sent) as sent
    from visit v group by 1, 2, 3, 4, 5
  ),
  step as (
    select v.day, v.session_id, v.visitor, v.opened, v.sent, 'view' as dimension, unnest(v.seen) as value from visit v
    union all
    select v.day, v.session_id, v.visitor, v.opened, v.sent, 'pack', unnest(v.taken) from visit v
  ),
  counted as (
    select o.day, d.dimension, d.value, o.visitor, sum(o.sessions) as sessions, sum(o.views) as views,
      sum(o.opened) as opened, sum(o.sent) as sent
    from origin o
    cross join lateral (values ('source', o.source), ('campaign', o.campaign), ('first_view', o.first_view))
      d (dimension, value)
    where d.value is not null
    group by 1, 2, 3, 4
    union all
    select s.day, s.dimension, s.value, s.visitor, count(*), sum(s.times), sum(s.opened), sum(s.sent)
    from (
      select step.day, step.session_id, step.dimension, step.value, step.visitor, step.opened, step.sent,
        count(*) as times
      from step group by 1, 2, 3, 4, 5, 6, 7
    ) s
    group by 1, 2, 3, 4
  ),
  ranked as (
    select *, dense_rank() over (partition by c.day, c.dimension order by c.all_sessions desc, c.value) as place
    from (
      select *, sum(c.sessions) over (partition by c.day, c.dimension, c.value) as all_sessions from counted c
    ) c
  )
  select
    r.day, r.dimension, case when r.place <= 100 then r.value else '(other)' end, r.visitor,
    sum(r.sessions)::bigint, null::bigint, sum(r.views)::bigint, sum(r.opened)::bigint, sum(r.sent)::bigint
  from ranked r
  group by 1, 2, 3, 4
  union all
  select v.day, '*', '', v.visitor, count(*), count(distinct v.browser), sum(v.views)::bigint, sum(v.opened),
    sum(v.sent)
  from visit v
  group by 1, 4;
end
$$;

create function private.keep_visits(of_day date) returns void
  language plpgsql
  set search_path = ''
  as $$
declare
  from_time timestamptz := of_day::timestamp at time zone 'UTC';
  to_time timestamptz := (of_day + 1)::timestamp at time zone 'UTC';
begin
  delete from private.visit_days where day = of_day;
  insert into private.visit_days select * from private.count_visits(of_day, of_day);

  delete from private.fault_days where day = of_day;
  insert into private.fault_days select * from private.count_faults(of_day, of_day);

  delete from private.vital_days where day = of_day;
  insert into private.vital_days select * from private.count_vitals(from_time, to_time);
  perform private.sum_vitals(of_day);

  delete from private.booking_visits v using public.strategy_call_bookings b
    where b.id = v.booking and b.created_at >= from_time and b.created_at < to_time;
  insert into private.booking_visits select * from private.trace_bookings(of_day, of_day);
end
$$;

create function private.gather_visits(from_day date, now_is timestamptz) returns void
  language plpgsql
  set search_path = ''
  as $$
declare
  from_time timestamptz := from_day::timestamp at time zone 'UTC';
  -- By the database's own time, and a minute before the last row: what began earlier than that is committed.
  until timestamptz := (
    select max(created_at) - interval '1 minute' from public.user_interactions
    where created_at >= from_time and created_at <= now_is
  );
begin
  delete from private.visits;
  delete from private.visits_until;
  delete from private.vital_days where day >= from_day;
  if until > from_time then
    insert into private.visits select * from private.visits_between(from_time, until);
    insert into private.vital_days select * from private.count_vitals(from_time, until);
    insert into private.visits_until (moment) values (until);
  end if;
  perform private.sum_vitals(from_day);
end
$$;

create function private.is_wanted(status text) returns boolean
  language sql immutable parallel safe
  return status not in ('spam', 'spam?');

create table private.vital_days (
  day date not null,
  name text not null,
  visitor text not null,
  bucket smallint not null,
  samples bigint not null,

  constraint vital_days_pkey primary key (day, name, visitor, bucket),
  constraint vital_days_visitor_check check (visitor in ('person', 'bot'))
);

comment on table private.vital_days is 'Web vitals by UTC day, counted in buckets: see private.vital_bucket.';

alter table private.vital_days enable row level security;

revoke all on private.vital_days from public, anon, authenticated, service_role;

create table private.vital_months (
  month date not null,
  name text not null,
  visitor text not null,
  bucket smallint not null,
  samples bigint not null,

  constraint vital_months_pkey primary key (month, name, visitor, bucket)
);

comment on table private.vital_months is 'Sums of private.vital_days.';

alter table private.vital_months enable row level security;

revoke all on private.vital_months from public, anon, authenticated, service_role;

create function private.vital_bucket(value numeric) returns smallint
  language sql immutable parallel safe
  return case
    when value < 0.00005 then -32768
    else ceil(ln(least(value, 1e9)::double precision) / ln(1.05::double precision))
  end::smallint;

create function private.vital_value(bucket smallint) returns numeric
  language sql immutable parallel safe
  return case when bucket = -32768 then 0 else power(1.05::double precision, bucket - 0.5)::numeric end;

create function private.count_vitals(from_time timestamptz, to_time timestamptz) returns setof private.vital_days
  language plpgsql stable
  set search_path = ''
  set jit = off
  set plan_cache_mode = force_custom_plan
  as $$
begin
  return query
  select
    (i.created_at at time zone 'UTC')::date, i.event_data ->> 'name',
    case when i.is_bot then 'bot' else 'person' end,
    private.vital_bucket((i.event_data ->> 'value')::numeric), count(*)
  from public.user_interactions i
  where i.created_at >= from_time and i.created_at < to_time
    and i.event_type = 'engagement' and not i.is_team
    and i.event_data ->> 'action' = 'web_vital'
    and i.event_data ->> 'name' in ('CLS', 'FCP', 'INP', 'LCP', 'TTFB')
    and jsonb_typeof(i.event_data -> 'value') = 'number'
  group by 1, 2, 3, 4;
end
$$;

create function private.sum_vitals(since date) returns void
  language sql
  set search_path = ''
  as $$
    delete from private.vital_months where month >= date_trunc('month', since);
    insert into private.vital_months (month, name, visitor, bucket, samples)
      select date_trunc('month', day)::date, name, visitor, bucket, sum(samples) from private.vital_days
      where day >= date_trunc('month', since) group by 1, 2, 3, 4
  $$;

create function private.insight_vitals(
  from_day date, to_day date, kinds text[], fresh private.vital_days[], summed_to date
) returns table (name text, p75 numeric, samples bigint)
  language plpgsql stable
  set search_path = ''
  as $$
declare
  months_from date := date_trunc('month', from_day + interval '1 month' - interval '1 day');
  -- A month that has nothing after this range lies in it whole, over or not.
  months_to date := date_trunc('month', case when to_day >= summed_to then to_day + interval '1 month' else to_day + 1 end);
begin
  months_to := greatest(months_from, months_to);
  return query
  with sample as (
    select v.name, v.bucket, sum(v.samples) as samples
    from (
      select m.name, m.bucket, m.samples, m.visitor from private.vital_months m
      where m.month >= months_from and m.month < months_to
      union all
      select d.name, d.bucket, d.samples, d.visitor from private.vital_days d
      where d.day >= from_day and d.day < least(months_from, to_day + 1)
      union all
      select d.name, d.bucket, d.samples, d.visitor from private.vital_days d
      where d.day >= months_to and d.day <= to_day
      union all
      select d.name, d.bucket, d.samples, d.visitor from unnest(fresh) d where d.day between from_day and to_day
    ) v
    where v.visitor = any (kinds) group by 1, 2
  ),
  running as (
    select *, sum(s.samples) over (partition by s.name order by s.bucket) as upto,
      sum(s.samples) over (partition by s.name) as total
    from sample s
  )
  select r.name, round(private.vital_value(min(r.bucket) filter (where r.upto >= 0.75 * r.total)),
    case r.name when 'CLS' then 4 else 0 end), max(r.total)::bigint
  from running r group by r.name;
end
$$;

create function private.is_event_wanted(event text) returns boolean
  language plpgsql stable
  set search_path = ''
  as $$
begin
  return exists (select from public.webhooks w where w.is_active and event = any (w.events));
end
$$;

create function private.enqueue_booking_events() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  event text;
  previous jsonb := '{}';
begin
  if new.status = 'new' and old.status in ('spam?', 'spam') then
    if private.is_event_wanted('booking.created') then
      perform private.enqueue_event(
        'booking.created', new.id, null, private.booking_for_programs(new), now(), null, 'booking.created:' || new.id
      );
    end if;
    return null;
  end if;
  if (new.status = old.status and new.confirmed is not distinct from old.confirmed)
    or not exists (select from public.webhooks) or private.take_back_events(new)
  then
    return null;
  end if;
  event := private.call_event(old, new);
  if event is not null and private.is_event_wanted(event) then
    if old.status = 'confirmed' then
      previous := jsonb_build_object(
        'previous_start', private.iso_instant(lower(old.confirmed)),
        'previous_end', private.iso_instant(upper(old.confirmed))
      );
    end if;
    perform private.enqueue_event(
      event, new.id, null, private.booking_for_programs(new) || previous,
      -- Nobody is signed in where a visitor changes their own call, and nobody there takes it back.
      now() + case when auth.uid() is null then interval '0' else private.second_thought() end,
      private.how_call_stands(old), null
    );
  end if;
  return null;
end
$$;

create function private.enqueue_message_events() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  if new.status = 'new' and old.status in ('spam?', 'spam') and private.is_event_wanted('message.created') then
    perform private.enqueue_event(
      'message.created', null, new.id, private.message_for_programs(new), now(), null, 'message.created:' || new.id
    );
  end if;
  return null;
end
$$;

create table public.webhooks (
  id uuid not null default gen_random_uuid(),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- The server looks at it more closely before it stores or calls it.
  url text not null,
  description text,
  events text[] not null,
  is_active boolean not null default true,
  -- Why the server switched it off: the receiver said that it is gone, or nothing was taken for days.
  stopped_because text,
  -- The first try since when none has gone well.
  failing_since timestamptz,
  -- Sealed with the server's key. The one before signs too until its time is over, so that a receiver can change.
  sealed_secret text not null,
  sealed_previous text,
  previous_until timestamptz,

  constraint webhooks_pkey primary key (id),
  constraint webhooks_url_check check (char_length(url) <= 2000 and url ~ '^https?://[!-~]+$'),
  constraint webhooks_description_check check (char_length(description) between 1 and 200),
  constraint webhooks_events_check check (
    events <@ '{booking.created,booking.confirmed,booking.cancelled,message.created}'
    and array_position(events, null) is null and cardinality(events) between 1 and 4
  ),
  constraint webhooks_stopped_because_check check (
    stopped_because is null or (stopped_because in ('gone', 'failing') and not is_active)
  ),
  constraint webhooks_previous_until_check check ((sealed_previous is null) = (previous_until is null))
);

comment on table public.webhooks is 'Programs that are told of bookings and messages; owners keep them.';

alter table public.webhooks enable row level security;

revoke all on public.webhooks from public, anon, authenticated, service_role;

grant delete on public.webhooks to authenticated;

grant
  select (
    id, created_at, updated_at, url, description, events, is_active, stopped_because, failing_since, previous_until
  ),
  update (is_active)
  on public.webhooks to authenticated;

grant delete on public.webhooks to service_role;

grant
  select (
    id, created_at, updated_at, url, description, events, is_active, stopped_because, failing_since, previous_until
  ),
  update (url, description, events, is_active)
  on public.webhooks to service_role;

grant
  select (id, url, is_active, sealed_secret, sealed_previous, previous_until)
  on public.webhooks to backline_outbox;

grant
  select (id, url, is_active, sealed_secret, sealed_previous, previous_until),
  insert (id, url, description, events, sealed_secret),
  update (url, description, events, sealed_secret, sealed_previous, previous_until)
  on public.webhooks to backline_webhooks;

create policy "owners see webhooks" on public.webhooks
  for select to authenticated using ((select private.staff_role()) = 'owner');

create policy "owners pause webhooks" on public.webhooks
  for update to authenticated
  using ((select private.staff_role()) = 'owner') with check ((select private.staff_role()) = 'owner');

create policy "owners remove webhooks" on public.webhooks
  for delete to authenticated using ((select private.staff_role()) = 'owner');

create policy "webhooks are sent" on public.webhooks for select to backline_outbox using (true);

create policy "owners keep webhooks by the server" on public.webhooks to backline_webhooks
  using ((select private.staff_role()) = 'owner') with check ((select private.staff_role()) = 'owner');

create policy "programs of ours" on public.webhooks to service_role using (true) with check (true);

create function private.tidy_webhook() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  new.description := nullif(private.trimmed(new.description), '');
  if tg_op = 'UPDATE' then
    new.updated_at := now();
    -- Paused, begun again or aimed elsewhere: what went wrong before counts no more.
    if (new.is_active and not old.is_active) or new.url <> old.url then
      new.failing_since := null;
    end if;
    if new.is_active then
      new.stopped_because := null;
    end if;
  -- Each of them costs a row for everything that arrives.
  elsif (select count(*) from public.webhooks) >= 20 then
    perform private.refuse('too_many', 'Twenty webhooks are enough: remove one first.', '{"most": 20}');
  end if;
  return new;
end
$$;

create function private.record_webhook() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  names jsonb;
begin
  if tg_op = 'INSERT' then
    perform private.record('webhook_added', 'webhooks', new.id, jsonb_build_object('events', new.events));
    return null;
  elsif tg_op = 'DELETE' then
    perform private.record('webhook_removed', 'webhooks', old.id);
    return null;
  end if;
  if new.sealed_secret <> old.sealed_secret then
    perform private.record('webhook_secret_renewed', 'webhooks', new.id);
  end if;
  if old.is_active and not new.is_active then
    if new.stopped_because is null then
      perform private.record('webhook_paused', 'webhooks', new.id);
    else
      perform private.record(
        'webhook_switched_off', 'webhooks', new.id, jsonb_build_object('because', new.stopped_because)
      );
    end if;
  elsif new.is_active and not old.is_active then
    perform private.record('webhook_resumed', 'webhooks', new.id);
  end if;
  select jsonb_agg(n.key order by n.key) into names from jsonb_each(to_jsonb(new)) n
    where n.key in ('url', 'description', 'events') and n.value is distinct from to_jsonb(old) -> n.key;
  if names is not null then
    perform private.record('webhook_changed', 'webhooks', new.id, jsonb_build_object('columns', names));
  end if;
  return null;
end
$$;

create function private.record_webhook_test(hook uuid) returns void
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  perform private.require_staff('owner');
  perform private.record('webhook_tested', 'webhooks', hook);
end
$$;

grant execute on function private.record_webhook_test(uuid) to backline_webhooks;

create function private.note_webhook_try(
  hook uuid, went_well boolean, is_gone boolean, patience interval, now_is timestamptz
) returns void
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  if went_well then
    update public.webhooks w set failing_since = null where w.id = hook and w.failing_since is not null;
  elsif is_gone then
    update public.webhooks w set is_active = false, stopped_because = 'gone' where w.id = hook and w.is_active;
  else
    update public.webhooks w set failing_since = now_is where w.id = hook and w.is_active and w.failing_since is null;
    update public.webhooks w set is_active = false, stopped_because = 'failing'
      where w.id = hook and w.is_active and w.failing_since <= now_is - patience;
  end if;
end
$$;

grant execute on function private.note_webhook_try(uuid, boolean, boolean, interval, timestamptz) to backline_outbox;

create table public.strategy_call_bookings (
  id uuid not null default gen_random_uuid(),
  created_at timestamptz not null default now(),
  name text not null,
  email text not null,
  company text not null,
  phone text not null,
  current_challenges text not null,
  team_size text not null,
  preferred_time timestamptz not null,
  time_zone text,
  message text,
  monthly_revenue text,
  status text not null default 'new',
  confirmed tstzrange,
  assigned_to uuid,
  source text not null default 'site',
  updated_at timestamptz not null default now(),
  -- Seconds from the moment the form was shown until it was sent; null where nobody saw that moment.
  fill_seconds real,
  -- A field that people never see. Browsers and password managers have no value saved for its name; a program that
  -- fills in whatever it finds has.
  budget_note text,
  -- Where those who ask for a call or write to us came from: the visit's id, its first address and the site before it,
  -- as the visitor's browser tells them, and what we read out of these. Decision 22 says what is kept, and why no more.
  session_id uuid,
  landing_page text,
  referrer text,
  campaign text,
  first_view text,
  -- When it first got an answer, by whatever move: the promise of 24 hours ends there.
  answered_at timestamptz,
  call_at timestamptz generated always as (coalesce(lower(confirmed), preferred_time)) stored,
  -- Rises with everything that a calendar must hear of: the SEQUENCE of its invitations.
  call_sequence integer not null default 0,
  -- When the state or the time of the call last changed.
  call_changed_at timestamptz,
  -- Another time that the visitor asks for, of a call that is confirmed. It stands until the team answers.
  proposed_time timestamptz,
  proposed_at timestamptz,
  -- 'browser': at least one field was filled in by what the browser keeps for its visitor; 'person': somebody typed,
  -- pasted or chose; null: nobody saw either, as in a form without script and in one that a program fills in.
  filled_by text,
  due_at timestamptz generated always as (
    case
      when status = 'new' and answered_at is null then private.promised_by(created_at)
      when status = 'confirmed' then private.promised_by(proposed_at)
    end
  ) stored,
  search text generated always as (private.search_text(phone, name, email, company)) stored,
  -- 'asked': it came without a proof, and a letter asks its mailbox; 'confirmed': the mailbox said yes. Null: nobody asked.
  mailbox text,
  -- Whether the wished time was taken from the free ones, as the visitor's page says.
  picked boolean not null default false,

  constraint strategy_call_bookings_pkey primary key (id),
  -- One check per column, named after it: the name is how an error says which field was refused.
  constraint strategy_call_bookings_name_check check (char_length(name) between 1 and 200),
  constraint strategy_call_bookings_email_check check (
    char_length(email) <= 254
    and email ~ '^[a-zA-Z0-9.!#$%&''*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$'
  ),
  constraint strategy_call_bookings_company_check check (char_length(company) between 1 and 200),
  constraint strategy_call_bookings_phone_check check (char_length(phone) between 1 and 40),
  constraint strategy_call_bookings_current_challenges_check check (
    current_challenges in (
      'slow-proposals', 'lack-developers', 'project-management', 'quality-control',
      'scaling-operations', 'client-retention', 'other'
    )
  ),
  constraint strategy_call_bookings_team_size_check check (team_size in ('1', '2-5', '6-10', '11-25', '25+')),
  constraint strategy_call_bookings_preferred_time_check check (isfinite(preferred_time)),
  constraint strategy_call_bookings_time_zone_check check (char_length(time_zone) between 1 and 64),
  constraint strategy_call_bookings_message_check check (char_length(message) between 1 and 5000),
  constraint strategy_call_bookings_monthly_revenue_check check (char_length(monthly_revenue) between 1 and 100),
  constraint strategy_call_bookings_confirmed_check check (
    not isempty(confirmed) and not lower_inf(confirmed) and not upper_inf(confirmed)
    and isfinite(lower(confirmed)) and isfinite(upper(confirmed))
  ),
  constraint strategy_call_bookings_source_check check (char_length(source) between 1 and 100),
  constraint strategy_call_bookings_confirmed_excl
    exclude using gist (private.host_key(assigned_to) inet_ops with =, confirmed with &&) where (status = 'confirmed'),
  -- The upper bound is there for what is no number and no end.
  constraint strategy_call_bookings_fill_seconds_check check (fill_seconds between 0 and 1e9),
  constraint strategy_call_bookings_budget_note_check check (char_length(budget_note) between 1 and 2000),
  constraint strategy_call_bookings_status_check check (
    status in ('new', 'spam?', 'confirmed', 'held', 'no-show', 'cancelled', 'spam')
    and (status <> 'confirmed' or confirmed is not null)
  ),
  constraint strategy_call_bookings_landing_page_check check (char_length(landing_page) between 1 and 2000),
  constraint strategy_call_bookings_referrer_check check (char_length(referrer) between 1 and 2000),
  constraint strategy_call_bookings_campaign_check check (char_length(campaign) between 1 and 100),
  constraint strategy_call_bookings_first_view_check check (char_length(first_view) between 1 and 100),
  constraint strategy_call_bookings_proposed_time_check check (
    isfinite(proposed_time) and (proposed_time is null) = (proposed_at is null)
  ),
  constraint strategy_call_bookings_filled_by_check check (filled_by in ('person', 'browser')),
  constraint strategy_call_bookings_mailbox_check check (mailbox in ('asked', 'confirmed'))
);

comment on table public.strategy_call_bookings is 'Requests for a strategy call, as the site''s form sends them.';

create index strategy_call_bookings_created_at_idx on public.strategy_call_bookings (created_at, id)
  include (status, assigned_to, source, call_at, due_at, search);

create index strategy_call_bookings_call_at_idx on public.strategy_call_bookings (call_at, id) include (status);

create index strategy_call_bookings_name_idx on public.strategy_call_bookings (name, id) include (status);

create index strategy_call_bookings_company_idx on public.strategy_call_bookings (company, id) include (status);

create index strategy_call_bookings_source_idx on public.strategy_call_bookings (source, id) include (status);

create index strategy_call_bookings_status_idx on public.strategy_call_bookings (status, id);

create index strategy_call_bookings_person_idx on public.strategy_call_bookings (lower(email));

create index strategy_call_bookings_due_at_idx on public.strategy_call_bookings (due_at, created_at desc, id)
  include (status, assigned_to, source, call_at);

create index strategy_call_bookings_mailbox_idx on public.strategy_call_bookings (private.mailbox_of(email), created_at);

alter table public.strategy_call_bookings enable row level security;

revoke all on public.strategy_call_bookings from public, anon, authenticated, service_role;

grant
  insert (
    id, name, email, company, phone, current_challenges, team_size, preferred_time, time_zone, message, monthly_revenue,
    fill_seconds, budget_note, session_id, landing_page, referrer, filled_by, picked
  )
  on public.strategy_call_bookings to anon;

grant
  select (
    id, created_at, name, email, company, current_challenges, team_size, preferred_time, time_zone, status, confirmed,
    assigned_to, source, updated_at, campaign, first_view, answered_at, call_at, proposed_time, proposed_at, due_at
  ),
  update (assigned_to)
  on public.strategy_call_bookings to authenticated;

grant select, insert, update, delete on public.strategy_call_bookings to service_role;

grant
  select (
    id, created_at, name, email, company, phone, current_challenges, team_size, preferred_time, time_zone, message,
    status, confirmed, assigned_to, answered_at, call_at, call_sequence, proposed_time, due_at
  )
  on public.strategy_call_bookings to backline_outbox;

create policy "staff read bookings" on public.strategy_call_bookings
  for select to authenticated using ((select private.staff_role()) is not null);

create policy "agents answer bookings" on public.strategy_call_bookings
  for update to authenticated
  using ((select private.staff_role()) in ('owner', 'agent'))
  with check ((select private.staff_role()) in ('owner', 'agent'));

create policy "letters are written" on public.strategy_call_bookings for select to backline_outbox using (true);

create policy "programs of ours" on public.strategy_call_bookings to service_role using (true) with check (true);

create trigger tidy before insert or update on public.strategy_call_bookings
  for each row execute function private.tidy_strategy_call_booking();

create trigger tidy_and_weigh before insert on public.strategy_call_bookings
  for each row when (current_user in ('anon', 'authenticated')) execute function private.weigh_arrival();

create trigger notify after update on public.strategy_call_bookings
  for each row execute function private.notify_change();

create trigger judge before update on public.strategy_call_bookings
  for each row execute function private.judge_booking();

create trigger assign before update on public.strategy_call_bookings
  for each row when (new.assigned_to is not null and new.assigned_to is distinct from old.assigned_to)
  execute function private.check_assignee();

create trigger record_move after update on public.strategy_call_bookings
  for each row when (old.status <> new.status or old.confirmed is distinct from new.confirmed)
  execute function private.record_move('booking_moved');

create trigger record_assignment after update on public.strategy_call_bookings
  for each row when (old.assigned_to is distinct from new.assigned_to)
  execute function private.record_assignment('booking_assigned');

create trigger number before update on public.strategy_call_bookings
  for each row execute function private.number_call();

create trigger enqueue_letters after update on public.strategy_call_bookings
  for each row execute function private.enqueue_booking_letters();

create trigger enqueue_events after update on public.strategy_call_bookings
  for each row execute function private.enqueue_booking_events();

create trigger call_off before delete on public.strategy_call_bookings
  for each row execute function private.call_off();

create trigger notify_deletion after delete on public.strategy_call_bookings
  for each row execute function private.notify_deletion();

create trigger tidy_then_ask before insert on public.strategy_call_bookings
  for each row execute function private.ask_mailbox_first();

create trigger enqueue_question after insert on public.strategy_call_bookings
  for each row when (new.mailbox = 'asked') execute function private.enqueue_question();

create trigger enqueue_arrivals after insert on public.strategy_call_bookings
  referencing new table as arrived for each statement execute function private.enqueue_for_bookings();

create trigger claim_time after insert on public.strategy_call_bookings
  for each row when (new.picked) execute function private.claim_time();

create trigger claim_time_anew after update on public.strategy_call_bookings
  for each row when (new.picked or old.picked) execute function private.claim_time();

create trigger settle_arrivals after insert on public.strategy_call_bookings
  referencing new table as arrived for each statement execute function private.settle_arrivals();

create trigger settle_wish after update on public.strategy_call_bookings
  for each row when (
    new.picked and new.status = 'new'
    and (old.status = 'spam?' or not old.picked or new.preferred_time <> old.preferred_time)
  )
  execute function private.settle_wish();

create trigger note_given after update on public.strategy_call_bookings
  for each row when (new.status = 'confirmed' and new.assigned_to is distinct from old.assigned_to)
  execute function private.note_given();

create trigger clear_lane before update on public.strategy_call_bookings
  for each row when (
    new.status = 'confirmed' and old.status = 'confirmed' and new.assigned_to is distinct from old.assigned_to
  )
  execute function private.clear_lane();

create trigger notify_arrivals after insert on public.strategy_call_bookings
  referencing new table as arrived for each statement execute function private.tell_of_arrivals();

create trigger forget_calendars after update on public.staff_members
  for each row when (new.disabled_at is not null or new.role = 'viewer')
  execute function private.forget_calendars();

create function private.check_call(booking uuid, slot tstzrange, holder uuid, anyway boolean) returns void
  language plpgsql
  set search_path = ''
  as $$
declare
  settings public.desk_settings;
  week record;
  warnings text[];
  sentences text[];
begin
  perform private.check_lane(booking, slot, holder);
  select array_agg(w.code), array_agg(w.sentence) into warnings, sentences
  from private.call_warnings(booking, slot, holder) w;
  if warnings is not null and anyway is not true then
    select * into settings from public.desk_settings;
    select * into week from private.week_of((lower(slot) at time zone settings.time_zone)::date, settings.time_zone);
    perform private.refuse(warnings[1], array_to_string(sentences, ' '), jsonb_build_object(
      'warnings', warnings, 'capacity', settings.weekly_capacity,
      'taken', private.calls_taken(week.starts, week.ends, booking)
    ));
  end if;
end
$$;

create function public.pass_call(
  booking uuid, expected_host uuid, host uuid, anyway boolean default false, expected_time timestamptz default null
) returns void
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  was public.strategy_call_bookings;
begin
  perform private.require_staff('owner', 'agent');
  select * into was from public.strategy_call_bookings b where b.id = booking for update;
  if not found then
    raise exception 'There is no such booking.' using errcode = 'PT404';
  end if;
  if was.status <> 'confirmed' or was.assigned_to is distinct from expected_host
    or (expected_time is not null and was.call_at is distinct from expected_time)
  then
    perform private.refuse_as_changed(was.id, was.status, was.confirmed, was.updated_at);
  end if;
  perform private.check_call(was.id, was.confirmed, host, anyway);
  update public.strategy_call_bookings b set assigned_to = pass_call.host where b.id = was.id;
end
$$;

grant execute on function public.pass_call(uuid, uuid, uuid, boolean, timestamptz) to authenticated;

create function private.calls_taken(starts timestamptz, ends timestamptz, but_for uuid default null) returns integer
  language sql stable
  set search_path = ''
  as $$
    select count(*)::integer from public.strategy_call_bookings b
    where b.call_at >= starts and b.call_at < ends and b.confirmed is not null
      and b.status in ('confirmed', 'held', 'no-show') and b.id is distinct from but_for
  $$;

create function private.room_for_calls(starts timestamptz, ends timestamptz, out open integer, out free integer)
  language sql stable security definer
  set search_path = ''
  as $$
    with hours as (
      select s.call_minutes, coalesce(range_agg(tstzrange(o.begins, o.closes)), '{}') as open, coalesce((
        select range_agg(b.confirmed) from public.strategy_call_bookings b
        where b.status = 'confirmed' and b.confirmed && tstzrange(starts, ends)
      ), '{}') as busy
      from public.desk_settings s
      left join lateral (
        select greatest((d.day + s.opens) at time zone s.time_zone, starts) as begins,
          least((d.day + s.closes) at time zone s.time_zone, ends) as closes
        from (
          select a.at::date as day from generate_series(
            (starts at time zone s.time_zone)::date::timestamp, ends at time zone s.time_zone, interval '1 day'
          ) a (at)
        ) d
        where extract(isodow from d.day)::integer = any (s.work_days)
          and not exists (select from public.days_off f where f.day = d.day)
      ) o on o.begins < o.closes
      group by s.call_minutes
    )
    select
      (select coalesce(sum(private.calls_within(r.span, h.call_minutes)), 0)::integer from unnest(h.open) r (span)),
      (select coalesce(sum(private.calls_within(r.span, h.call_minutes)), 0)::integer from unnest(h.open - h.busy) r (span))
    from hours h
  $$;

create function public.week_of_calls(day date default null) returns jsonb
  language plpgsql stable security definer
  set search_path = ''
  as $$
declare
  settings public.desk_settings;
  week record;
begin
  perform private.require_staff('owner', 'agent', 'viewer');
  if not isfinite(day) then
    raise exception 'a week has a day' using errcode = '22008';
  end if;
  select * into settings from public.desk_settings;
  select * into week
  from private.week_of(coalesce(day, (now() at time zone settings.time_zone)::date), settings.time_zone);
  return jsonb_build_object(
    'monday', week.monday, 'from', week.starts, 'until', week.ends,
    'time_zone', settings.time_zone, 'opens', settings.opens, 'closes', settings.closes,
    'work_days', settings.work_days, 'call_minutes', settings.call_minutes,
    'capacity', settings.weekly_capacity, 'taken', private.calls_taken(week.starts, week.ends),
    'days_off', (
      select coalesce(jsonb_agg(jsonb_build_object('day', d.day, 'note', d.note) order by d.day), '[]')
      from public.days_off d where d.day between week.monday and week.monday + 6
    ),
    'hosts', private.hosts_between(week.starts, week.ends)
  );
end
$$;

grant execute on function public.week_of_calls(date) to authenticated;

create function private.spans_of(spans tstzmultirange) returns jsonb
  language sql stable
  set search_path = ''
  as $$
    select coalesce(
      jsonb_agg(jsonb_build_array(private.iso_instant(lower(r.span)), private.iso_instant(upper(r.span))) order by r.span), '[]'
    )
    from unnest(spans) r (span)
  $$;

create function private.faults_between(from_time timestamptz, to_time timestamptz) returns table (
  day date, met_at timestamptz, session_id uuid, visitor text, code text, place text, cause text, release text
)
  language sql stable
  set search_path = ''
  as $$
    select
      (i.created_at at time zone 'UTC')::date, i.created_at, i.session_id, case when i.is_bot then 'bot' else 'person' end,
      i.event_data ->> 'code', left(coalesce(i.event_data ->> 'place', ''), 100),
      left(coalesce(i.event_data ->> 'cause', ''), 150), left(coalesce(i.event_data ->> 'release', ''), 40)
    from public.user_interactions i
    where i.created_at >= from_time and i.created_at < to_time
      and i.event_type = 'error' and not i.is_team and private.is_fault(i.event_data ->> 'code')
  $$;

create function private.count_faults(from_day date, to_day date) returns setof private.fault_days
  language sql stable
  set search_path = ''
  as $$
    with fault as materialized (
      select * from private.faults_between(
        from_day::timestamp at time zone 'UTC', (to_day + 1)::timestamp at time zone 'UTC'
      )
    ),
    ranked as (
      select f.day, f.code, f.place, f.cause, f.release, row_number() over (
        partition by f.day order by count(distinct f.session_id) desc, f.code, f.place, f.cause, f.release
      ) > 100 as is_rest
      from fault f group by 1, 2, 3, 4, 5
    ),
    named as (
      select
        f.day, case when r.is_rest then '(other)' else f.code end as code,
        case when r.is_rest then '' else f.place end as place, case when r.is_rest then '' else f.cause end as cause,
        case when r.is_rest then '' else f.release end as release, f.visitor, f.session_id, f.met_at
      from fault f join ranked r using (day, code, place, cause, release)
      union all
      select f.day, '*', '', '', '', f.visitor, f.session_id, f.met_at from fault f
    )
    select n.day, n.code, n.place, n.cause, n.release, n.visitor, count(*), count(distinct n.session_id),
      min(n.met_at), max(n.met_at)
    from named n group by 1, 2, 3, 4, 5, 6
  $$;

create function private.jumped_faults(now_is timestamptz) returns table (
  code text, release text, place text, cause text, visits bigint, usual numeric, since timestamptz
)
  language sql stable
  set search_path = ''
  as $$
    with recent as materialized (
      select * from private.faults_between(now_is - interval '1 hour', now_is) f where f.visitor = 'person'
    ),
    risen as materialized (
      select r.code, r.release, count(distinct r.session_id) as visits, min(r.met_at) as since
      from recent r group by 1, 2
      having count(distinct r.session_id) >= 5
    )
    select risen.code, risen.release, top.place, top.cause, risen.visits, usual.visits, risen.since
    from risen
    cross join lateral (
      select r.place, r.cause from recent r where r.code = risen.code and r.release = risen.release
      group by 1, 2 order by count(distinct r.session_id) desc, 1, 2 limit 1
    ) top
    cross join lateral (
      select count(distinct (f.session_id, date_trunc('hour', f.met_at))) / (7 * 24)::numeric as visits
      from private.faults_between(now_is - interval '7 days 1 hour', now_is - interval '1 hour') f
      where f.visitor = 'person' and f.code = risen.code
    ) usual
    where risen.visits > 3 * usual.visits
  $$;

create function private.closed_days(from_time timestamptz, until_time timestamptz) returns tstzmultirange
  language sql stable
  set search_path = ''
  as $$
    select coalesce(range_agg(tstzrange(
      private.day_begins(f.day, s.time_zone), private.day_begins(f.day + 1, s.time_zone)
    )), '{}')
    from public.desk_settings s
    join public.days_off f on f.day between (from_time at time zone s.time_zone)::date - 1
      and (until_time at time zone s.time_zone)::date + 1
  $$;

create function private.free_times_near(wished timestamptz, now_is timestamptz, most integer, but_for uuid default null)
  returns setof timestamptz
  language sql stable security definer
  set search_path = ''
  as $$
    with span as (
      select least(greatest(wished, now_is), now_is + private.furthest_offer() - interval '14 days') as middle,
        coalesce(
          (
            select (extract(epoch from upper(b.confirmed) - lower(b.confirmed)) / 60)::integer
            from public.strategy_call_bookings b where b.id = but_for and b.status = 'confirmed'
          ),
          (select s.call_minutes from public.desk_settings s)
        ) as minutes
    ),
    near as (
      select distinct f.start, abs(extract(epoch from f.start - wished)) as away
      from span s, private.free_starts(s.middle - interval '7 days', s.middle + interval '14 days', now_is, s.minutes, but_for) f
      order by away, f.start limit least(most, 50)
    )
    select n.start from near n order by n.start
  $$;

grant execute on function private.free_times_near(timestamptz, timestamptz, integer, uuid) to backline_call_page;

create function public.free_times(from_day date default null, days integer default 14, zone text default null) returns jsonb
  language plpgsql stable security definer
  set search_path = ''
  as $$
declare
  settings public.desk_settings;
  in_zone text;
  first date;
begin
  if days is null or days not between 1 and 31 or not coalesce(isfinite(from_day), true) or char_length(zone) > 64 then
    raise exception 'free_times takes a day, 1 to 31 days, and the name of a zone' using errcode = '22023';
  end if;
  select * into settings from public.desk_settings;
  in_zone := coalesce(zone, settings.time_zone);
  first := coalesce(from_day, (now() at time zone in_zone)::date);
  return jsonb_build_object(
    'zone', in_zone, 'call_minutes', settings.call_minutes, 'confirms_at_once', settings.confirm_at_once,
    'from_day', first, 'until_day', ((now() + private.furthest_offer()) at time zone in_zone)::date,
    'times', (
      select coalesce(jsonb_agg(private.iso_instant(t.start) order by t.start), '[]') from (
        select distinct f.start from private.free_starts(
          first::timestamp at time zone in_zone, (first + days)::timestamp at time zone in_zone, now(), settings.call_minutes
        ) f
      ) t
    )
  );
end
$$;

grant execute on function public.free_times(date, integer, text) to anon, authenticated, service_role;

create function private.hold_time(asked public.strategy_call_bookings) returns uuid
  language plpgsql
  set search_path = ''
  as $$
declare
  minutes integer := (select s.call_minutes from public.desk_settings s);
  chosen uuid;
begin
  if asked.status <> 'new' and asked.mailbox is distinct from 'asked' then
    return null;
  end if;
  perform private.take_turns();
  delete from private.call_holds c where c.until <= now() or c.booking = asked.id;
  if (
    select count(*) from public.strategy_call_bookings b
    left join private.call_holds c on c.booking = b.id
    where private.mailbox_of(b.email) = private.mailbox_of(asked.email) and b.picked
      and (c.booking is not null or (b.status = 'confirmed' and b.call_at > now()))
  ) >= 3 then
    return null;
  end if;
  chosen := private.free_host(asked.preferred_time, now(), minutes, asked.id);
  if chosen is not null then
    insert into private.call_holds (booking, host, slot, until) values (
      asked.id, chosen, tstzrange(asked.preferred_time, asked.preferred_time + make_interval(mins => minutes)),
      now() + case when asked.status = 'new' then interval '1 day' else interval '30 minutes' end
    );
    perform private.note_given_to(chosen);
  end if;
  return chosen;
end
$$;

create function public.picked_time(booking uuid) returns jsonb
  language plpgsql stable security definer
  set search_path = ''
  as $$
declare
  asked public.strategy_call_bookings;
  outcome text;
begin
  select * into asked from public.strategy_call_bookings b
  where b.id = picked_time.booking and b.picked and b.created_at > now() - interval '1 hour';
  outcome := case
    when asked.id is null then 'asked'
    when asked.status = 'confirmed' then 'confirmed'
    when exists (select from private.call_holds c where c.booking = asked.id and c.until > now()) then 'held'
    when asked.status in ('spam?', 'spam') and asked.mailbox is null then 'held'
    else 'taken'
  end;
  return jsonb_build_object('outcome', outcome, 'next', case when outcome = 'taken' then (
    select coalesce(jsonb_agg(private.iso_instant(n)), '[]')
    from private.free_times_near(asked.preferred_time, now(), 6, asked.id) n
  ) else '[]' end, 'host', case when outcome = 'confirmed' then (
    select private.host_of_call(h.id) ->> 'host' from private.hosts h
    where h.id = asked.assigned_to and h.named_to_visitors
  ) end);
end
$$;

grant execute on function public.picked_time(uuid) to anon, authenticated, service_role;

create table private.hosts (
  id uuid not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- False: their hours are kept, and nothing more is given to them.
  takes_calls boolean not null default true,
  -- Their hours and days are meant in it.
  time_zone text not null,
  place text not null default 'phone',
  -- Where the call takes place, if it is not the telephone.
  link text,
  -- Minutes without a call before and after each of theirs.
  break_before integer not null default 0,
  break_after integer not null default 0,
  -- So many minutes ahead at the soonest.
  notice_minutes integer not null default 240,
  -- Null: as many as fit.
  daily_most integer,
  -- When they were last given a call, so that the next one is another's.
  last_given_at timestamptz,
  -- Of the key to the calendar of their calls: null where there is none.
  feed_key_hash bytea,
  feed_since timestamptz,
  -- Whether everybody may read their name before a call of theirs is confirmed. Theirs to say, hence false.
  named_to_visitors boolean not null default false,

  constraint hosts_pkey primary key (id),
  constraint hosts_id_fkey foreign key (id) references public.staff_members (id) on delete cascade,
  constraint hosts_feed_key_hash_key unique (feed_key_hash),
  constraint hosts_time_zone_check check (char_length(time_zone) between 1 and 64),
  constraint hosts_place_check check (place in ('phone', 'link')),
  constraint hosts_link_check check (
    case when link is null then place <> 'link' else char_length(link) <= 500 and link ~ '^https://[^[:space:]<>"]+$' end
  ),
  constraint hosts_break_before_check check (break_before between 0 and 120),
  constraint hosts_break_after_check check (break_after between 0 and 120),
  constraint hosts_notice_minutes_check check (notice_minutes between 0 and 20160),
  constraint hosts_daily_most_check check (daily_most between 1 and 50),
  constraint hosts_feed_since_check check ((feed_key_hash is null) = (feed_since is null))
);

comment on table private.hosts is 'People of the desk who take calls, and how.';

alter table private.hosts enable row level security;

revoke all on private.hosts from public, anon, authenticated, service_role;

create trigger touch
  before update of takes_calls, time_zone, place, link, break_before, break_after, notice_minutes, daily_most,
    named_to_visitors on private.hosts
  for each row execute function private.touch_updated_at();

create table private.host_hours (
  host uuid not null,
  -- ISO: Monday is 1.
  weekday integer not null,
  opens time not null,
  closes time not null,

  constraint host_hours_pkey primary key (host, weekday, opens),
  constraint host_hours_host_fkey foreign key (host) references private.hosts (id) on delete cascade,
  constraint host_hours_weekday_check check (weekday between 1 and 7),
  constraint host_hours_closes_check check (opens < closes)
);

comment on table private.host_hours is 'When in a week each host takes calls.';

alter table private.host_hours enable row level security;

revoke all on private.host_hours from public, anon, authenticated, service_role;

create table private.host_dates (
  id uuid not null default gen_random_uuid(),
  host uuid not null,
  day date not null,
  opens time,
  closes time,

  constraint host_dates_pkey primary key (id),
  constraint host_dates_day_key unique nulls not distinct (host, day, opens),
  constraint host_dates_host_fkey foreign key (host) references private.hosts (id) on delete cascade,
  constraint host_dates_day_check check (isfinite(day)),
  constraint host_dates_closes_check check ((opens is null) = (closes is null) and opens < closes)
);

comment on table private.host_dates is 'Dates on which a host has other hours, or none.';

alter table private.host_dates enable row level security;

revoke all on private.host_dates from public, anon, authenticated, service_role;

create table private.call_holds (
  booking uuid not null,
  host uuid not null,
  slot tstzrange not null,
  until timestamptz not null,

  constraint call_holds_pkey primary key (booking),
  constraint call_holds_booking_fkey foreign key (booking) references public.strategy_call_bookings (id) on delete cascade,
  constraint call_holds_host_fkey foreign key (host) references private.hosts (id) on delete cascade,
  constraint call_holds_slot_excl exclude using gist (private.host_key(host) inet_ops with =, slot with &&)
);

comment on table private.call_holds is 'Times that requests have picked and that are held for them.';

alter table private.call_holds enable row level security;

revoke all on private.call_holds from public, anon, authenticated, service_role;

create function private.insight_range(
  from_day date, to_day date, kinds text[], fresh private.visit_days[], now_is timestamptz
) returns jsonb
  language plpgsql stable
  set search_path = ''
  as $$
declare
  from_time timestamptz := from_day::timestamp at time zone 'UTC';
  to_time timestamptz := (to_day + 1)::timestamp at time zone 'UTC';
begin
  return (
    with counted as (
      select * from private.visit_days v
      where v.dimension = '*' and v.day between from_day and to_day and v.visitor = any (kinds)
      union all
      select * from unnest(fresh) v
      where v.dimension = '*' and v.day between from_day and to_day and v.visitor = any (kinds)
    ),
    visit as materialized (
      select day, sum(c.visitors) as visitors, sum(sessions) as sessions, sum(views) as views, sum(opened) as opened,
        sum(sent) as sent
      from counted c group by day
    ),
    booking as materialized (
      select (b.created_at at time zone 'UTC')::date as day, b.created_at, b.answered_at, b.status
      from public.strategy_call_bookings b
      where b.created_at >= from_time and b.created_at < to_time and private.is_wanted(b.status)
    ),
    message as materialized (
      select m.created_at, m.answered_at, m.status from public.contact_messages m
      where m.created_at >= from_time and m.created_at < to_time and private.is_wanted(m.status)
    ),
    booked as (select day, count(*) as bookings from booking group by day),
    -- Who left the state 'new' before it was noted when, was answered at a time that nobody knows.
    received as (
      select *, answered_at <= created_at + interval '24 hours' as in_time,
        answered_at is not null or status = 'new' and created_at <= now_is - interval '24 hours' as is_due
      from (select created_at, answered_at, status from booking union all select * from message) _
    )
    select jsonb_build_object(
      'days', (
        select jsonb_agg(jsonb_build_object(
          'day', day, 'visitors', coalesce(visit.visitors, 0), 'sessions', coalesce(sessions, 0),
          'views', coalesce(views, 0), 'bookings', coalesce(bookings, 0)
        ) order by day)
        from (select from_day + n as day from generate_series(0, to_day - from_day) n) _
        left join visit using (day) left join booked using (day)
      ),
      'totals', (
        select jsonb_build_object(
          'visitors', coalesce(sum(v.visitors), 0), 'sessions', coalesce(sum(sessions), 0),
          'views', coalesce(sum(views), 0),
          'downloads', (
            select coalesce(sum(d.downloads), 0) from private.pack_downloads d
            where d.day between from_day and to_day and d.visitor = any (kinds)
          ),
          'bookings', (select count(*) from booking), 'messages', (select count(*) from message)
        ) from visit v
      ),
      'funnel', (
        select jsonb_build_object(
          'sessions', coalesce(sum(sessions), 0), 'opened', coalesce(sum(opened), 0), 'sent', coalesce(sum(sent), 0),
          'bookings', (select count(*) from booking),
          'confirmed', (select count(*) from booking where private.has_call(status)),
          'held', (select count(*) from booking where status = 'held')
        ) from visit
      ),
      'answers', (
        select jsonb_build_object(
          'median_seconds', round(percentile_cont(0.5) within group (
            order by extract(epoch from answered_at - created_at)::double precision
          )),
          'answered', count(answered_at), 'within_24h', count(*) filter (where in_time),
          'due', count(*) filter (where is_due),
          'breached', count(*) filter (where is_due and in_time is not true)
        ) from received
      )
    )
  );
end
$$;

create function private.call_hosts(assigned_to uuid) returns setof text
  language sql stable security definer
  set search_path = ''
  as $$
    with host as (
      select lower(u.email) as address from public.staff_members m join auth.users u on u.id = m.id
      where m.id = call_hosts.assigned_to and m.disabled_at is null and u.deleted_at is null and u.email is not null
    )
    select host.address from host
    union
    select t from private.team_mailboxes() as t where not exists (select from host)
  $$;

grant execute on function private.call_hosts(uuid) to backline_outbox;

create function private.host_of_call(assigned_to uuid) returns jsonb
  language sql stable security definer
  set search_path = ''
  as $$
    select jsonb_build_object(
      'host', max(h.name), 'place', coalesce(max(h.place), 'phone'), 'link', max(h.link) filter (where h.place = 'link')
    )
    from (
      select nullif(private.trimmed(u.raw_user_meta_data ->> 'name'), '') as name, h.place, h.link
      from public.staff_members m join auth.users u on u.id = m.id left join private.hosts h on h.id = m.id
      where m.id = host_of_call.assigned_to and m.disabled_at is null and u.deleted_at is null
    ) h
  $$;

create trigger renumber_calls after update on public.staff_members
  for each row when ((new.disabled_at is null) <> (old.disabled_at is null)) execute function private.renumber_calls();

create trigger renumber_calls_of_gone after delete on public.staff_members
  for each row when (old.disabled_at is null) execute function private.renumber_calls();

create trigger renumber_calls after update on private.hosts for each row
  when ((new.place, case new.place when 'link' then new.link end) is distinct from
    (old.place, case old.place when 'link' then old.link end))
  execute function private.renumber_calls();

create trigger renumber_calls_anew after insert on private.hosts
  for each row when (new.place = 'link') execute function private.renumber_calls();

create policy "owners read the log" on public.audit_log
  for select to authenticated using ((select private.staff_role()) = 'owner');

create trigger append_only before update or delete or truncate on public.audit_log
  for each statement execute function private.refuse_rewriting();

create table public.contact_messages (
  id uuid not null default gen_random_uuid(),
  created_at timestamptz not null default now(),
  name text not null,
  email text not null,
  company text not null,
  message text not null,
  inquiry_type text not null,
  status text not null default 'new',
  assigned_to uuid,
  updated_at timestamptz not null default now(),
  fill_seconds real,
  budget_note text,
  session_id uuid,
  landing_page text,
  referrer text,
  source text not null default 'site',
  campaign text,
  first_view text,
  answered_at timestamptz,
  filled_by text,
  due_at timestamptz generated always as (
    case when status = 'new' and answered_at is null then private.promised_by(created_at) end
  ) stored,
  search text generated always as (private.search_text(null, name, email, company)) stored,
  mailbox text,

  constraint contact_messages_pkey primary key (id),
  constraint contact_messages_name_check check (char_length(name) between 1 and 200),
  constraint contact_messages_email_check check (
    char_length(email) <= 254
    and email ~ '^[a-zA-Z0-9.!#$%&''*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$'
  ),
  constraint contact_messages_company_check check (char_length(company) between 1 and 200),
  constraint contact_messages_message_check check (char_length(message) between 1 and 5000),
  constraint contact_messages_inquiry_type_check check (
    inquiry_type in ('partner360', 'services', 'partnership', 'support', 'other')
  ),
  constraint contact_messages_fill_seconds_check check (fill_seconds between 0 and 1e9),
  constraint contact_messages_budget_note_check check (char_length(budget_note) between 1 and 2000),
  constraint contact_messages_status_check check (status in ('new', 'spam?', 'answered', 'closed', 'spam')),
  constraint contact_messages_landing_page_check check (char_length(landing_page) between 1 and 2000),
  constraint contact_messages_referrer_check check (char_length(referrer) between 1 and 2000),
  constraint contact_messages_source_check check (char_length(source) between 1 and 100),
  constraint contact_messages_campaign_check check (char_length(campaign) between 1 and 100),
  constraint contact_messages_first_view_check check (char_length(first_view) between 1 and 100),
  constraint contact_messages_filled_by_check check (filled_by in ('person', 'browser')),
  constraint contact_messages_mailbox_check check (mailbox in ('asked', 'confirmed'))
);

comment on table public.contact_messages is 'Messages from the contact form, each owed an answer within 24 hours.';

create index contact_messages_created_at_idx on public.contact_messages (created_at, id)
  include (status, assigned_to, source, due_at, search);

create index contact_messages_name_idx on public.contact_messages (name, id) include (status);

create index contact_messages_company_idx on public.contact_messages (company, id) include (status);

create index contact_messages_source_idx on public.contact_messages (source, id) include (status);

create index contact_messages_status_idx on public.contact_messages (status, id);

create index contact_messages_person_idx on public.contact_messages (lower(email));

create index contact_messages_due_at_idx on public.contact_messages (due_at, created_at desc, id)
  include (status, assigned_to, source);

create index contact_messages_mailbox_idx on public.contact_messages (private.mailbox_of(email), created_at);

alter table public.contact_messages enable row level security;

revoke all on public.contact_messages from public, anon, authenticated, service_role;

grant
  insert (
    id, name, email, company, message, inquiry_type, fill_seconds, budget_note, session_id, landing_page, referrer,
    filled_by
  )
  on public.contact_messages to anon;

grant
  select (
    id, created_at, name, email, company, inquiry_type, status, assigned_to, updated_at, source, campaign, first_view,
    answered_at, due_at
  ),
  update (assigned_to)
  on public.contact_messages to authenticated;

grant select, insert, update, delete on public.contact_messages to service_role;

grant
  select (id, created_at, name, email, company, message, inquiry_type, status, answered_at, due_at)
  on public.contact_messages to backline_outbox;

create policy "staff read messages" on public.contact_messages
  for select to authenticated using ((select private.staff_role()) is not null);

create policy "agents answer messages" on public.contact_messages
  for update to authenticated
  using ((select private.staff_role()) in ('owner', 'agent'))
  with check ((select private.staff_role()) in ('owner', 'agent'));

create policy "letters are written" on public.contact_messages for select to backline_outbox using (true);

create policy "programs of ours" on public.contact_messages to service_role using (true) with check (true);

create trigger tidy before insert or update on public.contact_messages
  for each row execute function private.tidy_contact_message();

create trigger tidy_and_weigh before insert on public.contact_messages
  for each row when (current_user in ('anon', 'authenticated')) execute function private.weigh_arrival();

create trigger notify after update on public.contact_messages
  for each row execute function private.notify_change();

create trigger judge before update on public.contact_messages
  for each row execute function private.judge_message();

create trigger assign before update on public.contact_messages
  for each row when (new.assigned_to is not null and new.assigned_to is distinct from old.assigned_to)
  execute function private.check_assignee();

create trigger record_move after update on public.contact_messages
  for each row when (old.status <> new.status) execute function private.record_move('message_moved');

create trigger record_assignment after update on public.contact_messages
  for each row when (old.assigned_to is distinct from new.assigned_to)
  execute function private.record_assignment('message_assigned');

create trigger enqueue_letters after update on public.contact_messages
  for each row execute function private.enqueue_message_letters();

create trigger enqueue_events after update on public.contact_messages
  for each row execute function private.enqueue_message_events();

create trigger notify_deletion after delete on public.contact_messages
  for each row execute function private.notify_deletion();

create trigger tidy_then_ask before insert on public.contact_messages
  for each row execute function private.ask_mailbox_first();

create trigger enqueue_question after insert on public.contact_messages
  for each row when (new.mailbox = 'asked') execute function private.enqueue_question();

create trigger enqueue_arrivals after insert on public.contact_messages
  referencing new table as arrived for each statement execute function private.enqueue_for_messages();

create trigger notify_arrivals after insert on public.contact_messages
  referencing new table as arrived for each statement execute function private.tell_of_arrivals();

create function public.move_booking(
  booking uuid, expected text, target text, call_start timestamptz default null, call_minutes integer default null,
  anyway boolean default false, expected_time timestamptz default null,
  expected_proposal timestamptz default 'infinity', host uuid default null
) returns void
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  was public.strategy_call_bookings;
  begins timestamptz := date_trunc('minute', call_start);
  minutes integer := coalesce(call_minutes, (select s.call_minutes from public.desk_settings s));
  slot tstzrange;
  holder uuid;
begin
  perform private.require_staff('owner', 'agent');
  select * into was from public.strategy_call_bookings b where b.id = booking for update;
  if not found then
    raise exception 'There is no such booking.' using errcode = 'PT404';
  end if;
  if target = 'confirmed' then
    if begins is null or not isfinite(begins) or minutes not between 5 and 480 then
      raise exception 'confirming needs call_start, and call_minutes between 5 and 480' using errcode = '22023';
    end if;
    if expected = 'confirmed' and expected_time is null then
      raise exception 'another time for a confirmed call needs expected_time' using errcode = '22023';
    end if;
    slot := tstzrange(begins, begins + make_interval(mins => minutes));
  end if;

  if was.status is distinct from expected
    or (expected_time is not null and was.call_at is distinct from expected_time)
  then
    perform private.refuse_as_changed(was.id, was.status, was.confirmed, was.updated_at);
  end if;
  if expected_proposal is distinct from 'infinity' then
    perform private.check_proposal(expected_proposal, was.proposed_time);
  end if;
  perform private.check_move(private.booking_moves(), was.status, target);
  holder := case
    when target <> 'confirmed' then was.assigned_to
    when host is not null then host
    when slot is distinct from was.confirmed then coalesce(was.assigned_to, auth.uid())
    else was.assigned_to
  end;
  if target = 'confirmed' then
    perform private.check_call(was.id, slot, holder, anyway);
  end if;
  update public.strategy_call_bookings b set
    status = target,
    confirmed = coalesce(slot, b.confirmed),
    assigned_to = holder
  where b.id = was.id;
end
$$;

grant execute on function public.move_booking(uuid, text, text, timestamptz, int, boolean, timestamptz, timestamptz, uuid)
  to authenticated;

create function public.move_message(message uuid, expected text, target text) returns void
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  was public.contact_messages;
begin
  perform private.require_staff('owner', 'agent');
  select * into was from public.contact_messages m where m.id = move_message.message for update;
  if not found then
    raise exception 'There is no such message.' using errcode = 'PT404';
  end if;
  if was.status is distinct from expected then
    perform private.refuse_as_changed(was.id, was.status, null, was.updated_at);
  end if;
  perform private.check_move(private.message_moves(), was.status, target);
  update public.contact_messages m set status = target where m.id = was.id;
end
$$;

grant execute on function public.move_message(uuid, text, text) to authenticated;

create function public.decline_proposal(booking uuid, proposed timestamptz) returns void
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  was public.strategy_call_bookings;
begin
  perform private.require_staff('owner', 'agent');
  select * into was from public.strategy_call_bookings b where b.id = decline_proposal.booking for update;
  if not found then
    raise exception 'There is no such booking.' using errcode = 'PT404';
  end if;
  if was.status <> 'confirmed' then
    perform private.refuse_as_changed(was.id, was.status, was.confirmed, was.updated_at);
  end if;
  perform private.check_proposal(proposed, was.proposed_time);
  update public.strategy_call_bookings b set proposed_time = null, proposed_at = null where b.id = was.id;
  perform private.record(
    'proposal_declined', 'strategy_call_bookings', was.id, jsonb_build_object('proposed', was.proposed_time)
  );
  insert into public.outbox (channel, kind, booking_id, facts, due_at, ends_at)
  values (
    'letter', 'call-stands', was.id,
    jsonb_build_object('starts', lower(was.confirmed), 'ends', upper(was.confirmed), 'proposed', was.proposed_time,
      'meeting', private.host_of_call(was.assigned_to)),
    now() + private.second_thought(), lower(was.confirmed)
  );
end
$$;

grant execute on function public.decline_proposal(uuid, timestamptz) to authenticated;

create table public.notes (
  id uuid not null default gen_random_uuid(),
  created_at timestamptz not null default now(),
  -- No foreign key: a note stays when the account of who wrote it goes.
  author uuid default auth.uid(),
  booking_id uuid,
  message_id uuid,
  body text not null,

  constraint notes_pkey primary key (id),
  constraint notes_booking_id_fkey foreign key (booking_id)
    references public.strategy_call_bookings (id) on delete cascade,
  constraint notes_message_id_fkey foreign key (message_id)
    references public.contact_messages (id) on delete cascade,
  constraint notes_booking_id_check check (num_nonnulls(booking_id, message_id) = 1),
  constraint notes_body_check check (char_length(body) between 1 and 5000)
);

comment on table public.notes is 'What the team writes down about a booking or a message; append-only.';

create index notes_booking_id_idx on public.notes (booking_id) where booking_id is not null;

create index notes_message_id_idx on public.notes (message_id) where message_id is not null;

alter table public.notes enable row level security;

revoke all on public.notes from public, anon, authenticated, service_role;

grant select on public.notes to authenticated;

grant insert (id, booking_id, message_id, body) on public.notes to authenticated;

grant select on public.notes to service_role;

grant insert (id, booking_id, message_id, body) on public.notes to service_role;

create policy "staff read notes" on public.notes
  for select to authenticated using ((select private.staff_role()) is not null);

create policy "agents write notes" on public.notes
  for insert to authenticated
  with check ((select private.staff_role()) in ('owner', 'agent') and author = auth.uid());

create policy "programs of ours" on public.notes to service_role using (true) with check (true);

create trigger tidy before insert on public.notes for each row execute function private.tidy_note();

create trigger record after insert on public.notes for each row execute function private.record_note();

create trigger notify after insert on public.notes
  for each row execute function private.notify_note();

create function private.query_value(address text, name text) returns text
  language sql immutable parallel safe
  return nullif(left(private.trimmed(private.percent_decoded(
    substring(split_part(address, '#', 1) from '[?&]' || name || '=([^&]*)')
  )), 100), '');

grant execute on function private.query_value(text, text) to anon, authenticated, service_role;

create function private.visit_source(page_url text, referrer text) returns text
  language sql immutable parallel safe
  return case when page_url is null then 'site' else coalesce(
    lower(private.query_value(page_url, 'utm_source')),
    left(nullif(private.host_of(referrer), coalesce(private.host_of(page_url), '')), 100),
    'direct'
  ) end;

grant execute on function private.visit_source(text, text) to anon, authenticated, service_role;

create function private.visit_campaign(page_url text) returns text
  language sql immutable parallel safe
  return private.query_value(page_url, 'utm_campaign');

grant execute on function private.visit_campaign(text) to anon, authenticated, service_role;

create function private.visit_first_view(page_url text) returns text
  language sql immutable parallel safe
  return case
    when page_url is null then null
    else coalesce(substring(private.query_value(page_url, 'view') from '^[a-z0-9-]+$'), 'home')
  end;

grant execute on function private.visit_first_view(text) to anon, authenticated, service_role;

create table public.outbox (
  id uuid not null default gen_random_uuid(),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  channel text not null,
  -- What it is about, as src/shared/contract/outbox.ts lists it.
  kind text not null,
  -- What was sent in the end: a change of a call may have become 'call-moved' or 'call-confirmed' by then.
  sent_as text,
  -- It goes with what it is about: nothing is sent about somebody who was erased.
  booking_id uuid,
  message_id uuid,
  user_id uuid,
  -- A mailbox of the team; null: whoever sent the booking or the message.
  recipient text,
  -- How things stood when it was written.
  facts jsonb not null default '{}',
  -- A whole letter with a key in it, sealed with the server's own; emptied once it is out.
  sealed text,
  -- What is enough once. A second row of the same cause is refused.
  once text,
  due_at timestamptz not null default now(),
  -- After this moment it is of no use to anybody.
  ends_at timestamptz,
  -- After this moment a try that fails is the last one.
  give_up_at timestamptz not null default now() + interval '3 days',
  state text not null default 'waiting',
  attempts integer not null default 0,
  -- Who is at it, and until when it is theirs unless they say that they still are.
  holder uuid,
  held_until timestamptz,
  -- A try ended when the other side had everything and had not answered: it may have arrived.
  is_doubtful boolean not null default false,
  -- What the last try ended with, or why it was given up; never an address.
  reason text,
  settled_at timestamptz,
  webhook_id uuid,

  constraint outbox_pkey primary key (id),
  constraint outbox_once_key unique (once),
  constraint outbox_booking_id_fkey foreign key (booking_id)
    references public.strategy_call_bookings (id) on delete cascade,
  constraint outbox_message_id_fkey foreign key (message_id)
    references public.contact_messages (id) on delete cascade,
  constraint outbox_user_id_fkey foreign key (user_id) references auth.users (id) on delete cascade,
  constraint outbox_channel_check check (channel in ('letter', 'webhook')),
  constraint outbox_kind_check check (kind in (
    'request-received', 'call', 'call-stands', 'reminder-day', 'reminder-hour', 'message-received',
    'confirm-request', 'team-booking', 'team-message', 'team-call', 'team-call-erased', 'team-proposal', 'team-risk',
    'team-digest', 'team-fault', 'team-calendar', 'team-backup', 'own-data', 'account', 'second-step-reset', 'new-device', 'large-export',
    'booking.created', 'booking.confirmed', 'booking.cancelled', 'message.created'
  )),
  constraint outbox_sent_as_check check (sent_as ~ '^[a-z]+([.-][a-z]+)*$' and char_length(sent_as) <= 40),
  constraint outbox_booking_id_check check (num_nonnulls(booking_id, message_id) <= 1),
  constraint outbox_recipient_check check (char_length(recipient) <= 254),
  constraint outbox_state_check check (
    state in ('waiting', 'sending', 'sent', 'dropped', 'failed')
    and (state = 'sending') = (holder is not null) and (state = 'sending') = (held_until is not null)
  ),
  constraint outbox_reason_check check (char_length(reason) <= 300),
  constraint outbox_webhook_id_fkey foreign key (webhook_id) references public.webhooks (id) on delete cascade,
  constraint outbox_webhook_id_check check ((channel = 'webhook') = (webhook_id is not null))
);

comment on table public.outbox is 'Letters and webhooks: to be sent, sent, given up.';

create index outbox_due_idx on public.outbox (channel, due_at) where state = 'waiting';

create index outbox_held_idx on public.outbox (channel, held_until) where state = 'sending';

create index outbox_created_at_idx on public.outbox (created_at desc, id);

create index outbox_failed_idx on public.outbox (created_at desc) where state = 'failed';

create index outbox_booking_id_idx on public.outbox (booking_id) where booking_id is not null;

create index outbox_message_id_idx on public.outbox (message_id) where message_id is not null;

create index outbox_user_id_idx on public.outbox (user_id) where user_id is not null;

create index outbox_webhook_id_idx on public.outbox (webhook_id, created_at desc) where webhook_id is not null;

create index outbox_others_idx on public.outbox using gin ((facts -> 'others')) where facts ? 'others';

alter table public.outbox enable row level security;

revoke all on public.outbox from public, anon, authenticated, service_role;

grant
  select (
    id, created_at, updated_at, channel, kind, sent_as, booking_id, message_id, user_id, recipient, due_at, ends_at,
    state, attempts, is_doubtful, reason, settled_at, webhook_id
  )
  on public.outbox to authenticated;

grant delete on public.outbox to service_role;

grant
  select (
    id, created_at, updated_at, channel, kind, sent_as, booking_id, message_id, user_id, recipient, facts, once, due_at,
    ends_at, give_up_at, state, attempts, holder, held_until, is_doubtful, reason, settled_at, webhook_id
  ),
  insert (
    id, channel, kind, booking_id, message_id, user_id, recipient, facts, once, due_at, ends_at, give_up_at, webhook_id
  ),
  update (
    recipient, facts, once, due_at, ends_at, give_up_at, state, attempts, holder, held_until, is_doubtful, reason,
    settled_at
  )
  on public.outbox to service_role;

grant
  select (id, kind, sent_as, booking_id, message_id, recipient, facts, state, is_doubtful)
  on public.outbox to backline_outbox;

create policy "staff see what is sent" on public.outbox
  for select to authenticated
  using (
    (user_id is null and (select private.staff_role()) is not null) or (select private.staff_role()) = 'owner'
  );

create policy "letters are written" on public.outbox for select to backline_outbox using (true);

create policy "programs of ours" on public.outbox to service_role using (true) with check (true);

create trigger touch before update on public.outbox
  for each row execute function private.touch_updated_at();

create trigger wake after insert on public.outbox
  referencing new table as added
  for each statement execute function private.wake_outbox();

create trigger space before insert on public.outbox for each row
  when (
    new.channel = 'letter' and new.recipient is null and new.user_id is null
    and new.kind not in ('request-received', 'message-received')
  )
  execute function private.space_letters();

create function private.claim_outbox(
  holder uuid, channel text, most integer, lease interval, now_is timestamptz
) returns setof public.outbox
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  due uuid[];
begin
  -- Whoever took these has been silent for too long; after a restart of the database they may say so first.
  if pg_postmaster_start_time() < clock_timestamp() - lease then
    due := array(
      select o.id from public.outbox o
      where o.channel = claim_outbox.channel and o.state = 'sending' and o.held_until < clock_timestamp()
      order by o.held_until limit most for update skip locked
    );
  end if;
  due := due || array(
    select o.id from public.outbox o
    where o.channel = claim_outbox.channel and o.state = 'waiting' and o.due_at < now_is + interval '1 millisecond'
      and not (o.channel = 'letter' and exists (
        select from public.outbox p
        where p.booking_id = o.booking_id and p.channel = 'letter' and p.recipient is not distinct from o.recipient
          and (
            p.state = 'sending'
            or p.state = 'waiting' and p.due_at < now_is + interval '1 millisecond'
              and (p.due_at, p.created_at, p.id) < (o.due_at, o.created_at, o.id)
          )
      ))
    order by o.due_at limit most - coalesce(cardinality(due), 0) for update skip locked
  );
  return query
    update public.outbox o set
      state = 'sending', holder = claim_outbox.holder, held_until = clock_timestamp() + lease,
      attempts = o.attempts + 1, is_doubtful = o.is_doubtful or o.state = 'sending'
    where o.id = any (due)
    returning o.*;
end
$$;

grant execute on function private.claim_outbox(uuid, text, int, interval, timestamptz) to backline_outbox;

create function private.renew_outbox(holder uuid, ids uuid[], lease interval) returns setof uuid
  language sql security definer
  set search_path = ''
  as $$
    with ours as (
      select o.id from public.outbox o
      where o.id = any (ids) and o.holder = renew_outbox.holder and o.state = 'sending'
      order by o.id for update
    )
    update public.outbox o set held_until = clock_timestamp() + lease from ours where o.id = ours.id
    returning o.id
  $$;

grant execute on function private.renew_outbox(uuid, uuid[], interval) to backline_outbox;

create function public.send_again(item uuid) returns void
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  was public.outbox;
begin
  perform private.require_staff('owner', 'agent');
  select * into was from public.outbox o where o.id = item for update;
  if not found or (was.user_id is not null and private.staff_role() <> 'owner') then
    raise exception 'There is nothing like that to send.' using errcode = 'PT404';
  end if;
  if was.state not in ('failed', 'waiting') then
    perform private.refuse(
      'not_allowed', format('What is %s is not sent again.', was.state), jsonb_build_object('state', was.state)
    );
  end if;
  update public.outbox o set
    state = 'waiting', due_at = now(), give_up_at = now() + interval '3 days', attempts = 0, settled_at = null
  where o.id = item;
  perform private.record(was.channel || '_retried', 'outbox', item, jsonb_build_object('kind', was.kind));
  perform pg_notify('outbox', was.channel);
end
$$;

grant execute on function public.send_again(uuid) to authenticated;

create function public.give_up(item uuid) returns void
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  was public.outbox;
begin
  perform private.require_staff('owner', 'agent');
  select * into was from public.outbox o where o.id = item for update;
  if not found or (was.user_id is not null and private.staff_role() <> 'owner') then
    raise exception 'There is nothing like that to send.' using errcode = 'PT404';
  end if;
  if was.state not in ('failed', 'waiting') then
    perform private.refuse(
      'not_allowed', format('What is %s cannot be given up.', was.state), jsonb_build_object('state', was.state)
    );
  end if;
  update public.outbox o
  set state = 'dropped', reason = 'given up by hand', settled_at = now(), sealed = null where o.id = item;
  perform private.record(was.channel || '_stopped', 'outbox', item, jsonb_build_object('kind', was.kind));
end
$$;

grant execute on function public.give_up(uuid) to authenticated;

create function private.own_person(asked text) returns jsonb
  language sql stable
  set search_path = ''
  as $$
    select case
      when exists (
        select from auth.users u join public.staff_members m on m.id = u.id and m.disabled_at is null
        where lower(u.email) = asked
      ) then p.person || jsonb_build_object(
        'account', (p.person -> 'account') - array['sessions', 'identities', 'host', 'calendars', 'last_sign_in_at']
          || '{"is_kept": true}'
      )
      else p.person
    end
    from private.person_data(asked) p (person)
  $$;

create function private.plan_letters(now_is timestamptz) returns integer
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  settings public.desk_settings;
  here timestamp;
  written integer := 0;
  added integer;
begin
  if not pg_try_advisory_xact_lock(7206341007) then
    return 0;
  end if;
  select * into settings from public.desk_settings;
  here := now_is at time zone settings.time_zone;

  -- Reminds of what was settled before: whoever confirms for tomorrow has just written of it. One of the kinds for one
  -- time of the call, whoever holds it.
  insert into public.outbox (channel, kind, booking_id, facts, once, due_at, ends_at)
  select
    'letter', r.kind, b.id,
    jsonb_build_object(
      'starts', lower(b.confirmed), 'ends', upper(b.confirmed), 'meeting', private.host_of_call(b.assigned_to)
    ),
    r.kind || ':' || b.id || ':' || extract(epoch from lower(b.confirmed))::bigint, now_is, lower(b.confirmed) - r.latest
  from public.strategy_call_bookings b
  cross join (values
    ('reminder-day', interval '24 hours', interval '2 hours'),
    ('reminder-hour', interval '1 hour', interval '5 minutes')
  ) as r (kind, before, latest)
  where b.status = 'confirmed'
    and b.call_at > now_is + r.latest and b.call_at <= now_is + r.before
    and coalesce(b.call_changed_at < b.call_at - r.before, true)
  on conflict (once) do nothing;
  get diagnostics added = row_count;
  written := written + added;

  -- Four hours before the promise of a day is broken: of a booking, a message, or another time that was asked for.
  insert into public.outbox (channel, kind, booking_id, message_id, recipient, facts, once, due_at, ends_at)
  select
    'letter', 'team-risk', w.booking_id, w.message_id, t, w.facts,
    'team-risk:' || coalesce(w.booking_id, w.message_id) || w.what || ':' || t, now_is, w.since + interval '24 hours'
  from (
    select b.id as booking_id, null::uuid as message_id, b.created_at as since, '' as what, '{}'::jsonb as facts
    from public.strategy_call_bookings b where b.status = 'new' and b.answered_at is null
    union all
    select null, m.id, m.created_at, '', '{}' from public.contact_messages m
    where m.status = 'new' and m.answered_at is null
    union all
    select
      b.id, null, b.proposed_at, ':' || extract(epoch from b.proposed_at)::bigint,
      jsonb_build_object('proposed', b.proposed_time, 'since', b.proposed_at)
    from public.strategy_call_bookings b where b.status = 'confirmed' and b.proposed_at is not null
  ) w
  cross join private.team_mailboxes() as t
  where w.since <= now_is - interval '20 hours' and w.since > now_is - interval '24 hours'
  on conflict (once) do nothing;
  get diagnostics added = row_count;
  written := written + added;

  -- When a day of work begins.
  if settings.daily_digest and here::time >= settings.opens and here::time < settings.closes
    and extract(isodow from here)::integer = any (settings.work_days)
    and not exists (select from public.days_off d where d.day = here::date)
  then
    insert into public.outbox (channel, kind, recipient, facts, once, due_at, ends_at)
    select
      'letter', 'team-digest', t, jsonb_build_object('day', here::date), 'team-digest:' || here::date || ':' || t,
      now_is, (here::date + settings.closes) at time zone settings.time_zone
    from private.team_mailboxes() as t
    on conflict (once) do nothing;
    get diagnostics added = row_count;
    written := written + added;
  end if;
  return written;
end
$$;

grant execute on function private.plan_letters(timestamptz) to backline_outbox;

create function private.digest_counts(now_is timestamptz) returns jsonb
  language sql stable security definer
  set search_path = ''
  as $$
    select jsonb_build_object(
      'suspects', (
        (select count(*) from public.strategy_call_bookings b where b.status = 'spam?')
        + (select count(*) from public.contact_messages m where m.status = 'spam?')
      ),
      'failed', (
        select count(*) from public.outbox o where o.state = 'failed' and o.settled_at > now_is - interval '1 day'
      ),
      'capacity', s.weekly_capacity,
      'taken', (
        select private.calls_taken(w.starts, w.ends)
        from private.week_of((now_is at time zone s.time_zone)::date, s.time_zone) w
      )
    )
    from public.desk_settings s
  $$;

grant execute on function private.digest_counts(timestamptz) to backline_outbox;

create function private.beside(subject text, id uuid, received timestamptz, address text) returns jsonb
  language sql stable
  set search_path = ''
  as $$
    with note as (
      select n.id, n.created_at as at, n.author, n.body from public.notes n
      where n.booking_id = beside.id or n.message_id = beside.id
    ),
    event as (
      select 0 as place, received as at, null::uuid as actor, 'received' as action, '{}'::jsonb as details, 0 as number
      union all
      select 1, a.at, a.actor, a.action, a.details, a.id from public.audit_log a
      where a.subject_id = beside.id and a.subject = beside.subject
        and a.action not in ('booking_read', 'message_read', 'booking_noted', 'message_noted')
      union all
      select 1, note.at, note.author, 'noted', jsonb_build_object('note', note.id), 0 from note
    )
    select jsonb_build_object(
      'notes', coalesce((select jsonb_agg(to_jsonb(note) order by note.at, note.id) from note), '[]'),
      'timeline', (
        select jsonb_agg(
          jsonb_build_object('at', e.at, 'actor', e.actor, 'action', e.action, 'details', e.details)
          order by e.place, e.at, e.number
        ) from event e
      ),
      'others', jsonb_build_object(
        'bookings', (
          select count(*) from public.strategy_call_bookings b where lower(b.email) = lower(address) and b.id <> beside.id
        ),
        'messages', (
          select count(*) from public.contact_messages m where lower(m.email) = lower(address) and m.id <> beside.id
        )
      )
    )
  $$;

create function public.read_booking(booking uuid) returns jsonb
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  wanted public.strategy_call_bookings;
begin
  perform private.require_staff('owner', 'agent', 'viewer');
  select * into wanted from public.strategy_call_bookings b where b.id = booking;
  if not found then
    raise exception 'There is no such booking.' using errcode = 'PT404';
  end if;
  perform private.record_reading('booking_read', 'strategy_call_bookings', booking);
  return jsonb_build_object('booking', to_jsonb(wanted) - 'search')
    || private.beside('strategy_call_bookings', booking, wanted.created_at, wanted.email);
end
$$;

grant execute on function public.read_booking(uuid) to authenticated;

create function public.read_message(message uuid) returns jsonb
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  wanted public.contact_messages;
begin
  perform private.require_staff('owner', 'agent', 'viewer');
  select * into wanted from public.contact_messages m where m.id = read_message.message;
  if not found then
    raise exception 'There is no such message.' using errcode = 'PT404';
  end if;
  perform private.record_reading('message_read', 'contact_messages', wanted.id);
  return jsonb_build_object('message', to_jsonb(wanted) - 'search')
    || private.beside('contact_messages', wanted.id, wanted.created_at, wanted.email);
end
$$;

grant execute on function public.read_message(uuid) to authenticated;

create function private.visits_of(address text) returns jsonb
  language sql stable
  set search_path = ''
  as $$
    with sent as (
      select b.session_id, b.created_at from public.strategy_call_bookings b where lower(b.email) = lower(address)
      union all
      select m.session_id, m.created_at from public.contact_messages m where lower(m.email) = lower(address)
    ),
    visit as (
      select s.session_id, min(s.created_at) - interval '1 day' as since, max(s.created_at) + interval '1 day' as until
      from sent s where s.session_id is not null group by s.session_id
    ),
    event as (
      select i.session_id, i.created_at as at, i.id, i.event_type, i.event_data, i.page_url, i.referrer
      from visit v cross join lateral (
        select * from public.user_interactions i
        where i.session_id = v.session_id and i.created_at between v.since and v.until
      ) i
    ),
    seen as (
      select distinct on (e.session_id)
        e.session_id, e.at, private.visit_first_view(e.page_url) as first_view,
        private.visit_source(e.page_url, e.referrer) as source, private.visit_campaign(e.page_url) as campaign,
        count(*) filter (where e.event_type = 'page_view') over (partition by e.session_id) as views
      from event e order by e.session_id, e.at, e.id
    )
    select jsonb_build_object(
      'visits', coalesce((select jsonb_agg(to_jsonb(s) order by s.at desc) from seen s), '[]'),
      'downloads', coalesce((
        select jsonb_agg(jsonb_build_object('at', e.at, 'pack', e.event_data ->> 'pack') order by e.at desc)
        from event e where e.event_type = 'download' and e.event_data ->> 'pack' is not null
      ), '[]')
    )
  $$;

create function private.hears_of_deletions() returns boolean
  language sql stable
  set search_path = ''
  as $$ select auth.role() = 'service_role' or private.staff_role() is not null $$;

grant execute on function private.hears_of_deletions() to authenticated, service_role;

create function private.search_words(term text) returns text[]
  language sql immutable
  as $$
    select coalesce(array_agg(word order by place), '{}')
    from regexp_split_to_table(private.plain(left(term, 200)), '\s+') with ordinality as _ (word, place)
    where word <> '' and place <= 7
  $$;

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

create function private.search_condition(term text, slips boolean) returns text
  language sql immutable
  as $$
    with way as (
      select string_agg(
        case when slips and word ~ '\D' and char_length(word) > 3 then format('search ~ %L', private.slip_pattern(word))
          else format('search like %L', private.like_pattern(word)) end, ' and '
      ) as condition
      from (select private.search_words(term) as words union select private.search_numbers(term)) ways, unnest(words) word
      group by words
    )
    select '(' || string_agg(condition, ' or ' order by condition) || ')' from way
  $$;

select private.index_search();

create policy "staff read the settings" on public.desk_settings
  for select to authenticated using ((select private.staff_role()) is not null);

create policy "owners change the settings" on public.desk_settings
  for update to authenticated
  using ((select private.staff_role()) = 'owner') with check ((select private.staff_role()) = 'owner');

create trigger tidy before update on public.desk_settings
  for each row execute function private.tidy_desk_settings();

create trigger record after update on public.desk_settings
  for each row execute function private.record_settings();

create policy "staff read days off" on public.days_off
  for select to authenticated using ((select private.staff_role()) is not null);

create policy "owners add days off" on public.days_off
  for insert to authenticated with check ((select private.staff_role()) = 'owner');

create policy "owners remove days off" on public.days_off
  for delete to authenticated using ((select private.staff_role()) = 'owner');

create trigger tidy before insert on public.days_off for each row execute function private.tidy_day_off();

create trigger record after insert or delete on public.days_off
  for each row execute function private.record_day_off();

create policy "staff see one another" on public.staff_members
  for select to authenticated
  using ((select private.staff_role()) is not null);

create policy "owners change others" on public.staff_members
  for update to authenticated
  using ((select private.staff_role()) = 'owner' and id <> auth.uid())
  with check ((select private.staff_role()) = 'owner' and id <> auth.uid());

create policy "owners add others" on public.staff_members
  for insert to authenticated
  with check ((select private.staff_role()) = 'owner' and id <> auth.uid());

create trigger keep_an_owner before update or delete on public.staff_members
  for each row execute function private.keep_an_owner();

create trigger note_staff after insert or update or delete on public.staff_members
  for each row execute function private.note_staff();

create function private.person_name(metadata jsonb, email text) returns text
  language sql immutable parallel safe
  set search_path = ''
  as $$
    select coalesce(nullif(private.trimmed(metadata ->> 'name'), ''), split_part(email, '@', 1), '')
  $$;

create function private.visitor_call(booking uuid) returns table (
  id uuid, created_at timestamptz, name text, company text, challenge text, team_size text, message text,
  status text, call_at timestamptz, starts timestamptz, ends timestamptz, proposed_time timestamptz, proposed_at timestamptz,
  answered_at timestamptz, call_changed_at timestamptz, call_sequence integer,
  time_zone text, desk_zone text, call_minutes integer
)
  language sql stable security definer
  set search_path = ''
  as $$
    select
      b.id, b.created_at, b.name, b.company, b.current_challenges, b.team_size, b.message,
      case b.status when 'spam?' then 'new' else b.status end,
      b.call_at, lower(b.confirmed), upper(b.confirmed), b.proposed_time, b.proposed_at, b.answered_at, b.call_changed_at,
      b.call_sequence, b.time_zone, s.time_zone, s.call_minutes
    from public.strategy_call_bookings b cross join public.desk_settings s
    where b.id = visitor_call.booking and b.status <> 'spam'
  $$;

grant execute on function private.visitor_call(uuid) to backline_call_page;

create function private.is_call_as_seen(
  b public.strategy_call_bookings, seen_status text, seen_start timestamptz, now_is timestamptz
) returns boolean
  language sql stable
  set search_path = ''
  as $$
    select case b.status
      when 'confirmed' then seen_status = 'confirmed' and upper(b.confirmed) > now_is
      else b.status in ('new', 'spam?') and seen_status = 'new'
    end and date_trunc('milliseconds', b.call_at) = seen_start
  $$;

create function private.propose_time(
  booking uuid, seen_status text, seen_start timestamptz, proposed timestamptz, now_is timestamptz
) returns text
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  was public.strategy_call_bookings;
begin
  select * into was from public.strategy_call_bookings b where b.id = propose_time.booking for update;
  -- Pressed twice: it is there already.
  if (was.status = 'confirmed' and was.proposed_time = proposed)
    or (was.status in ('new', 'spam?') and was.preferred_time = proposed and was.call_at <> seen_start)
  then
    return 'done';
  elsif private.is_call_as_seen(was, seen_status, seen_start, now_is) is not true then
    return 'changed';
  elsif proposed <= now_is then
    return 'past';
  elsif proposed > now_is + interval '2 years' then
    return 'far';
  elsif date_trunc('minute', was.call_at) = proposed then
    return 'same';
  -- Nobody needs more, and each is a letter to the team.
  elsif (
    select count(*) from public.audit_log a
    where a.subject_id = was.id and a.action = 'booking_proposed' and a.at > now_is - interval '1 day'
  ) >= 5 then
    return 'often';
  end if;

  if was.status = 'confirmed' then
    update public.strategy_call_bookings b set proposed_time = proposed, proposed_at = now_is where b.id = was.id;
  else
    update public.strategy_call_bookings b set preferred_time = proposed where b.id = was.id;
  end if;
  perform private.record('booking_proposed', 'strategy_call_bookings', was.id, jsonb_build_object(
    'from', was.call_at, 'to', proposed, 'by', 'visitor'
  ));
  -- Not of what looks like spam: that waits until somebody has looked.
  if was.status <> 'spam?' then
    insert into public.outbox (channel, kind, booking_id, recipient, facts)
    select 'letter', 'team-proposal', was.id, t, jsonb_build_object('from', was.call_at, 'proposed', proposed)
    from (
      select t from private.team_mailboxes() as t
      union
      select h from private.call_hosts(was.assigned_to) as h where was.status = 'confirmed'
    ) team;
  end if;
  return 'done';
end
$$;

grant execute on function private.propose_time(uuid, text, timestamptz, timestamptz, timestamptz) to backline_call_page;

create function private.move_limit(was public.strategy_call_bookings, now_is timestamptz) returns text
  language sql stable
  set search_path = ''
  as $$
    select case
      when was.status = 'confirmed' then case
        when not s.moves_at_once then 'off'
        when was.call_at < now_is + make_interval(mins => s.move_notice_minutes) then 'late'
        when (
          select count(*) from public.audit_log a
          where a.subject_id = was.id and a.action = 'booking_moved' and a.details ->> 'by' = 'visitor'
            and a.details ->> 'from' = 'confirmed'
        ) >= s.most_moves then 'often'
      end
      when (
        select count(*) from public.audit_log a
        where a.subject_id = was.id and a.action = 'booking_proposed' and a.at > now_is - interval '1 day'
      ) >= 5 then 'often'
    end
    from public.desk_settings s
  $$;

create function private.move_call(
  booking uuid, seen_status text, seen_start timestamptz, target timestamptz, now_is timestamptz
) returns text
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  was public.strategy_call_bookings;
  minutes integer := (select d.call_minutes from public.desk_settings d);
  refusal text;
  length interval;
  chosen uuid;
begin
  select * into was from public.strategy_call_bookings b where b.id = move_call.booking for update;
  -- Pressed twice: it is there already.
  if was.call_at = target and (was.call_at <> seen_start or (seen_status = 'new' and was.status = 'confirmed'))
    and (was.status = 'confirmed' or was.picked)
  then
    return 'done';
  elsif private.is_call_as_seen(was, seen_status, seen_start, now_is) is not true then
    return 'changed';
  elsif target <= now_is then
    return 'past';
  elsif was.call_at = target and (was.status = 'confirmed' or was.picked) then
    return 'same';
  end if;
  refusal := private.move_limit(was, now_is);
  if refusal is not null then
    return refusal;
  end if;

  length := coalesce(upper(was.confirmed) - lower(was.confirmed), make_interval(mins => minutes));
  perform private.take_turns();
  chosen := private.free_host(target, now_is, (extract(epoch from length) / 60)::integer, was.id, was.assigned_to);
  if chosen is null then
    return 'taken';
  end if;
  perform set_config('backline.by', 'visitor', true);
  if was.status = 'confirmed' then
    update public.strategy_call_bookings b
    set confirmed = tstzrange(target, target + length), assigned_to = chosen where b.id = was.id;
  else
    perform private.record('booking_proposed', 'strategy_call_bookings', was.id, jsonb_build_object(
      'from', was.call_at, 'to', target, 'by', 'visitor'
    ));
    update public.strategy_call_bookings b set preferred_time = target, picked = true where b.id = was.id;
    -- Not of what looks like spam, nor where it is confirmed by now, nor where the wish stays and is held from now on.
    insert into public.outbox (channel, kind, booking_id, recipient, facts)
    select 'letter', 'team-proposal', was.id, t, jsonb_build_object('from', was.call_at, 'proposed', target)
    from private.team_mailboxes() as t
    where was.call_at <> target
      and exists (select from public.strategy_call_bookings b where b.id = was.id and b.status = 'new');
  end if;
  perform set_config('backline.by', '', true);
  return 'done';
end
$$;

grant execute on function private.move_call(uuid, text, timestamptz, timestamptz, timestamptz) to backline_call_page;

create function private.cancel_call(
  booking uuid, seen_status text, seen_start timestamptz, now_is timestamptz
) returns text
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  was public.strategy_call_bookings;
begin
  select * into was from public.strategy_call_bookings b where b.id = cancel_call.booking for update;
  -- Pressed twice, or the team was faster: it is what they want.
  if was.status = 'cancelled' then
    return 'done';
  elsif private.is_call_as_seen(was, seen_status, seen_start, now_is) is not true then
    return 'changed';
  end if;
  perform set_config('backline.by', 'visitor', true);
  -- What looks like spam and is taken back is nobody's work any more; it has no other way out.
  update public.strategy_call_bookings b
  set status = case was.status when 'spam?' then 'spam' else 'cancelled' end where b.id = was.id;
  perform set_config('backline.by', '', true);
  return 'done';
end
$$;

grant execute on function private.cancel_call(uuid, text, timestamptz, timestamptz) to backline_call_page;

create function private.enqueue_event(
  event text, booking_id uuid, message_id uuid, data jsonb, due timestamptz, before jsonb, once text
) returns void
  language sql
  set search_path = ''
  as $$
    insert into public.outbox (channel, kind, webhook_id, booking_id, message_id, facts, due_at, once)
    select
      'webhook', event, w.id, booking_id, message_id,
      jsonb_build_object('type', event, 'timestamp', private.iso_instant(now()), 'data', data, 'before', before),
      due, once || ':' || w.id
    from public.webhooks w where w.is_active and event = any (w.events)
    on conflict (once) do nothing
  $$;

create function private.booking_for_programs(b public.strategy_call_bookings) returns jsonb
  language sql stable
  set search_path = ''
  as $$
    select jsonb_build_object(
      'id', b.id, 'created_at', private.iso_instant(b.created_at), 'status', b.status, 'sequence', b.call_sequence,
      'name', b.name, 'email', b.email, 'company', b.company, 'phone', b.phone,
      'current_challenges', b.current_challenges, 'team_size', b.team_size, 'message', b.message,
      'preferred_time', private.iso_instant(b.preferred_time), 'time_zone', b.time_zone,
      'confirmed_start', private.iso_instant(lower(b.confirmed)), 'confirmed_end', private.iso_instant(upper(b.confirmed)), 'picked', b.picked,
      'host', case when b.confirmed is not null and b.assigned_to is not null then
        jsonb_build_object('id', b.assigned_to, 'name', private.host_of_call(b.assigned_to) -> 'host')
      end,
      'place', case when b.confirmed is not null then private.host_of_call(b.assigned_to) -> 'place' end,
      'link', case when b.confirmed is not null then private.host_of_call(b.assigned_to) -> 'link' end
    )
  $$;

create function private.message_for_programs(m public.contact_messages) returns jsonb
  language sql stable
  set search_path = ''
  as $$
    select jsonb_build_object(
      'id', m.id, 'created_at', private.iso_instant(m.created_at), 'status', m.status,
      'name', m.name, 'email', m.email, 'company', m.company, 'inquiry_type', m.inquiry_type, 'message', m.message
    )
  $$;

create function private.call_event(was public.strategy_call_bookings, is_now public.strategy_call_bookings) returns text
  language sql immutable
  set search_path = ''
  as $$
    select case
      when is_now.status = 'confirmed' and is_now.confirmed is distinct from was.confirmed then 'booking.confirmed'
      when is_now.status = 'cancelled' and was.status in ('new', 'confirmed') then 'booking.cancelled'
    end
  $$;

create function private.how_call_stands(b public.strategy_call_bookings) returns jsonb
  language sql stable
  set search_path = ''
  as $$
    select jsonb_build_object(
      'status', b.status, 'start', private.iso_instant(lower(b.confirmed)), 'end', private.iso_instant(upper(b.confirmed))
    )
  $$;

create function private.take_back_events(b public.strategy_call_bookings) returns boolean
  language plpgsql
  set search_path = ''
  as $$
begin
  update public.outbox o set state = 'dropped', reason = 'taken back', settled_at = now()
  where o.booking_id = b.id and o.channel = 'webhook' and o.state = 'waiting' and o.attempts = 0
    and o.kind in ('booking.confirmed', 'booking.cancelled')
    and o.created_at >= (
      select min(p.created_at) from public.outbox p
      where p.booking_id = b.id and p.channel = 'webhook' and p.state = 'waiting' and p.attempts = 0
        and p.facts -> 'before' = private.how_call_stands(b)
    );
  return found;
end
$$;

create trigger tidy before insert or update on public.webhooks
  for each row execute function private.tidy_webhook();

create trigger record after insert or update or delete on public.webhooks
  for each row execute function private.record_webhook();

create function private.tell_of_account(kind text, about uuid, facts jsonb, cause text default null) returns void
  language sql
  set search_path = ''
  as $$
    insert into public.outbox (channel, kind, user_id, facts, once)
    select 'letter', tell_of_account.kind, m.id, facts || jsonb_build_object('about', about), cause || ' to ' || m.id
    from public.staff_members m join auth.users u on u.id = m.id
    where (m.id = about or m.role = 'owner') and m.disabled_at is null
      and u.email_confirmed_at is not null and u.deleted_at is null
      and exists (select from public.staff_members w where w.id = about and w.disabled_at is null)
    on conflict (once) do nothing
  $$;

create function private.tell_of_new_device(member uuid, agent text) returns void
  language sql security definer
  set search_path = ''
  as $$ select private.tell_of_account('new-device', member, jsonb_build_object('agent', agent)) $$;

grant execute on function private.tell_of_new_device(uuid, text) to supabase_auth_admin;

create function private.post_reset_letter(member uuid, reset_by uuid) returns void
  language sql security definer
  set search_path = ''
  as $$
    insert into public.outbox (channel, kind, user_id, facts)
    values ('letter', 'second-step-reset', member, jsonb_build_object('by', reset_by))
  $$;

grant execute on function private.post_reset_letter(uuid, uuid) to supabase_auth_admin;

create table private.booking_visits (
  booking uuid not null,
  views text[] not null,
  packs text[] not null,

  constraint booking_visits_pkey primary key (booking),
  constraint booking_visits_booking_fkey foreign key (booking)
    references public.strategy_call_bookings (id) on delete cascade
);

comment on table private.booking_visits is 'Views seen and packs taken in the visits that bookings came from.';

alter table private.booking_visits enable row level security;

revoke all on private.booking_visits from public, anon, authenticated, service_role;

create function private.trace_bookings(from_day date, to_day date) returns setof private.booking_visits
  language plpgsql stable
  set search_path = ''
  set jit = off
  set enable_nestloop = off
  set plan_cache_mode = force_custom_plan
  as $$
begin
  return query
  select b.id,
    coalesce((array_agg(distinct left(i.event_data ->> 'view', 100))
      filter (where i.event_type = 'page_view' and i.event_data ->> 'view' is not null))[1:100], '{}'),
    coalesce((array_agg(distinct left(i.event_data ->> 'pack', 100))
      filter (where i.event_type = 'download' and i.event_data ->> 'pack' is not null))[1:100], '{}')
  from public.strategy_call_bookings b
  cross join lateral (select (b.created_at at time zone 'UTC')::date as day) d
  join public.user_interactions i
    on i.session_id = b.session_id and i.event_type in ('page_view', 'download')
    and i.created_at >= d.day::timestamp at time zone 'UTC' - interval '6 hours'
    and i.created_at < (d.day + 1)::timestamp at time zone 'UTC' + interval '1 hour'
  where b.created_at >= from_day::timestamp at time zone 'UTC'
    and b.created_at < (to_day + 1)::timestamp at time zone 'UTC'
    -- Said of the whole too, so that only the partitions of these days are read.
    and i.created_at >= from_day::timestamp at time zone 'UTC' - interval '6 hours'
    and i.created_at < (to_day + 1)::timestamp at time zone 'UTC' + interval '1 hour'
  group by b.id;
end
$$;

create policy "visitors may ask for a call" on public.strategy_call_bookings
  for insert to anon
  with check (
    status = case
      when mailbox is not null or private.looks_automatic(email, fill_seconds, filled_by, budget_note) then 'spam?'
      else 'new'
    end
    and confirmed is null and assigned_to is null and mailbox is distinct from 'confirmed'
    and source = private.visit_source(landing_page, referrer)
    and campaign is not distinct from private.visit_campaign(landing_page)
    and first_view is not distinct from private.visit_first_view(landing_page)
  );

create function private.feed_calls(key_hash bytea, now_is timestamptz) returns jsonb
  language sql stable security definer
  set search_path = ''
  as $$
    select jsonb_build_object(
      'name', private.person_name(u.raw_user_meta_data, u.email), 'place', h.place, 'link', h.link,
      'calls', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'id', b.id, 'sequence', b.call_sequence, 'starts', lower(b.confirmed), 'ends', upper(b.confirmed),
          'name', b.name, 'company', b.company, 'changed', b.updated_at
        ) order by b.confirmed, b.id), '[]')
        from public.strategy_call_bookings b
        where b.assigned_to = h.id and b.status = 'confirmed' and b.confirmed && tstzrange(now_is - interval '30 days', null)
      )
    )
    from private.hosts h
    join public.staff_members m on m.id = h.id and m.disabled_at is null
    join auth.users u on u.id = h.id and u.deleted_at is null
    where h.feed_key_hash = key_hash
  $$;

grant execute on function private.feed_calls(bytea, timestamptz) to backline_call_page;

create trigger read_calendars_anew after update of time_zone on private.hosts
  for each row when (new.time_zone is distinct from old.time_zone)
  execute function private.read_calendars_anew();

create table private.host_calendars (
  id uuid not null default gen_random_uuid(),
  host uuid not null,
  created_at timestamptz not null default now(),
  name text not null,
  busy tstzmultirange not null default '{}',
  kind text not null default 'address',
  -- The name of its server, for people. The whole address opens the calendar.
  place text not null default '',
  username text,
  -- Address, user name and password, sealed with the server's key; null once that key was given up.
  sealed_access text,
  -- How many times of the days ahead `busy` is made of.
  events integer not null default 0,
  -- What its server calls the state that we have.
  version text,
  -- When it was last read whole, when it was last known to be as it is here, and when it was last asked for.
  whole_at timestamptz,
  read_at timestamptz,
  tried_at timestamptz,
  -- When it is read next, unless somebody does it sooner.
  due_at timestamptz not null default now(),
  fault text,
  -- The first try since when none has gone well, and when its owner was written to about that.
  failing_since timestamptz,
  told_at timestamptz,

  constraint host_calendars_pkey primary key (id),
  constraint host_calendars_host_fkey foreign key (host) references private.hosts (id) on delete cascade,
  constraint host_calendars_name_check check (char_length(name) between 1 and 100),
  constraint host_calendars_kind_check check (kind in ('address', 'caldav')),
  constraint host_calendars_place_check check (char_length(place) <= 260),
  constraint host_calendars_username_check check (char_length(username) between 1 and 200),
  constraint host_calendars_events_check check (events >= 0),
  constraint host_calendars_version_check check (char_length(version) <= 2000),
  constraint host_calendars_fault_check check (fault in (
    'bad-address', 'not-encrypted', 'private-address', 'name-not-found', 'refused', 'certificate', 'too-slow',
    'broken-off', 'forbidden', 'not-found', 'unwell', 'too-many-redirects', 'too-large', 'no-calendar',
    'too-many-events', 'too-hard', 'key-lost'
  )),
  constraint host_calendars_failing_since_check check ((fault is null) = (failing_since is null)),
  constraint host_calendars_told_at_check check (told_at is null or failing_since is not null)
);

comment on table private.host_calendars is 'Calendars in which a host may be busy.';

create index host_calendars_host_idx on private.host_calendars (host);

create index host_calendars_due_at_idx on private.host_calendars (due_at) where sealed_access is not null;

alter table private.host_calendars enable row level security;

revoke all on private.host_calendars from public, anon, authenticated, service_role;

create function private.calendar_for_desk(c private.host_calendars) returns jsonb
  language sql stable
  set search_path = ''
  as $$
    select jsonb_build_object(
      'id', c.id, 'host', c.host, 'created_at', c.created_at, 'kind', c.kind, 'name', c.name, 'place', c.place,
      'username', c.username, 'events', c.events, 'read_at', c.read_at, 'tried_at', c.tried_at, 'fault', c.fault,
      'failing_since', c.failing_since, 'told_at', c.told_at
    )
  $$;

create function private.add_calendar(
  id uuid, host uuid, kind text, name text, place text, username text, sealed_access text, busy tstzmultirange,
  events integer, version text, now_is timestamptz
) returns jsonb
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  added private.host_calendars;
begin
  perform private.begin_calendar(host);
  insert into private.host_calendars (
    id, host, kind, name, place, username, sealed_access, busy, events, version, whole_at, read_at, tried_at, due_at
  )
  values (
    add_calendar.id, add_calendar.host, add_calendar.kind, add_calendar.name, add_calendar.place,
    nullif(add_calendar.username, ''), add_calendar.sealed_access, add_calendar.busy, add_calendar.events,
    add_calendar.version, now_is, now_is, now_is, private.next_reading(now_is, null)
  )
  returning * into added;
  perform private.record(
    'calendar_added', 'hosts', added.host, jsonb_build_object('calendar', added.id, 'kind', added.kind)
  );
  return private.calendar_for_desk(added);
end
$$;

grant execute on function private.add_calendar(
  uuid, uuid, text, text, text, text, text, tstzmultirange, int, text, timestamptz
) to backline_upkeep;

create function private.call_warnings(booking uuid, slot tstzrange, holder uuid) returns table (code text, sentence text)
  language plpgsql stable
  set search_path = ''
  as $$
#variable_conflict use_variable
declare
  settings public.desk_settings;
  host private.hosts;
  week record;
  begins timestamp;
  ends timestamp;
  gap interval;
begin
  select * into settings from public.desk_settings;
  select * into host from private.active_hosts() h where h.id = holder;
  gap := make_interval(mins => coalesce(greatest(host.break_before, host.break_after), 0));
  begins := lower(slot) at time zone settings.time_zone;
  ends := upper(slot) at time zone settings.time_zone;
  select * into week from private.week_of(begins::date, settings.time_zone);
  return query
  select w.code, w.sentence from (values
    ('past', 'That time has passed.', lower(slot) < now()),
    ('day_off', 'That is a day off.', exists (select from public.days_off d where d.day = begins::date)),
    ('outside_hours', 'That is outside the hours of work.', case when host.id is null then
      extract(isodow from begins)::integer <> all (settings.work_days)
        or begins < begins::date + settings.opens or ends > begins::date + settings.closes
      else not exists (
        select from private.open_hours(array[host.id], lower(slot) - interval '1 day', upper(slot) + interval '1 day') o
        where slot <@ (o.open + private.closed_days(lower(slot), upper(slot)))
      )
    end),
    ('week_full', 'That week is full.', private.calls_taken(week.starts, week.ends, booking) >= settings.weekly_capacity),
    ('busy', 'Their calendar says that they are busy then.', exists (
      select from private.host_calendars c where c.host = host.id and c.busy && slot
    )),
    ('break', 'That leaves too short a break.', gap > interval '0' and exists (
      select from public.strategy_call_bookings b
      where b.status = 'confirmed' and b.assigned_to = host.id and b.id <> booking and not b.confirmed && slot
        and b.confirmed && tstzrange(lower(slot) - gap, upper(slot) + gap)
    )),
    ('day_full', 'They have as many calls that day as they take.', host.daily_most <= (
      select l.calls from private.day_load(lower(slot), upper(slot), now(), booking) l
      where l.host = holder and l.day = (lower(slot) at time zone host.time_zone)::date
    )),
    ('asked', 'Another request has picked that time.', exists (
      select from private.call_holds c
      where c.host = host.id and c.until > now() and c.slot && slot and c.booking <> call_warnings.booking
    ))
  ) as w (code, sentence, is_so) where w.is_so;
end
$$;

create function private.active_hosts() returns setof private.hosts
  language sql stable
  set search_path = ''
  as $$
    select h.* from private.hosts h join public.staff_members m on m.id = h.id
    where h.takes_calls and m.disabled_at is null and m.role in ('owner', 'agent')
  $$;

create function private.open_hours(hosts uuid[], from_time timestamptz, until_time timestamptz)
  returns table (host uuid, open tstzmultirange)
  language sql stable
  set search_path = ''
  as $$
    with closed as materialized (select private.closed_days(from_time, until_time) as days),
    day as (
      select h.id, h.time_zone, d.at::date as day
      from private.hosts h
      cross join lateral generate_series(
        (from_time at time zone h.time_zone)::date::timestamp - interval '1 day',
        until_time at time zone h.time_zone + interval '1 day', interval '1 day'
      ) d (at)
      where h.id = any (hosts)
    ),
    stretch as (
      select d.id, (d.day + r.opens) at time zone d.time_zone as starts, (d.day + r.closes) at time zone d.time_zone as ends
      from day d
      left join lateral (
        select true as is_own from private.host_dates o where o.host = d.id and o.day = d.day limit 1
      ) own on true
      join lateral (
        select w.opens, w.closes from private.host_hours w
        where own.is_own is null and w.host = d.id and w.weekday = extract(isodow from d.day)::integer
        union all
        select o.opens, o.closes from private.host_dates o
        where own.is_own and o.host = d.id and o.day = d.day and o.opens is not null
      ) r on true
    )
    select s.id, range_agg(tstzrange(s.starts, s.ends))
      * tstzmultirange(tstzrange(from_time, until_time)) - c.days
    from stretch s cross join closed c where s.starts < s.ends
    group by s.id, c.days
  $$;

create function private.host_work(from_time timestamptz, until_time timestamptz, now_is timestamptz, but_for uuid)
  returns table (host uuid, booking uuid, slot tstzrange, is_held boolean)
  language sql stable
  set search_path = ''
  as $$
    select b.assigned_to, b.id, b.confirmed, false from public.strategy_call_bookings b
    where b.status = 'confirmed' and b.confirmed && tstzrange(from_time, until_time) and b.id is distinct from but_for
    union all
    select c.host, c.booking, c.slot, true from private.call_holds c
    where c.until > now_is and c.slot && tstzrange(from_time, until_time) and c.booking is distinct from but_for
  $$;

create function private.week_load(from_time timestamptz, until_time timestamptz, now_is timestamptz, but_for uuid)
  returns table (monday timestamp, calls bigint)
  language sql stable
  set search_path = ''
  as $$
    with bounds as (
      select s.time_zone, date_trunc('week', from_time at time zone s.time_zone) at time zone s.time_zone as starts,
        (date_trunc('week', until_time at time zone s.time_zone) + interval '7 days') at time zone s.time_zone as ends
      from public.desk_settings s
    )
    select date_trunc('week', c.at at time zone w.time_zone), count(*)
    from bounds w cross join lateral (
      select b.call_at as at from public.strategy_call_bookings b
      where b.call_at >= w.starts and b.call_at < w.ends and b.confirmed is not null
        and b.status in ('confirmed', 'held', 'no-show') and b.id is distinct from but_for
      union all
      select lower(h.slot) from private.call_holds h
      where h.until > now_is and lower(h.slot) >= w.starts and lower(h.slot) < w.ends and h.booking is distinct from but_for
    ) c
    group by 1
  $$;

create function private.day_load(from_time timestamptz, until_time timestamptz, now_is timestamptz, but_for uuid)
  returns table (host uuid, day date, calls bigint)
  language sql stable
  set search_path = ''
  as $$
    select h.id, (c.at at time zone h.time_zone)::date, count(*)
    from private.hosts h join (
      select b.assigned_to as host, b.call_at as at from public.strategy_call_bookings b
      where b.call_at >= from_time - interval '2 days' and b.call_at < until_time + interval '2 days'
        and b.confirmed is not null and b.status in ('confirmed', 'held', 'no-show') and b.id is distinct from but_for
      union all
      select c.host, lower(c.slot) from private.call_holds c
      where c.until > now_is and c.booking is distinct from but_for
    ) c on c.host = h.id
    where h.daily_most is not null
    group by 1, 2
  $$;

create function private.free_host(
  start timestamptz, now_is timestamptz, minutes integer, but_for uuid, rather uuid default null
) returns uuid
  language sql stable
  set search_path = ''
  as $$
    select f.host
    from private.free_starts(free_host.start, free_host.start + interval '1 minute', now_is, minutes, but_for) f
    join private.hosts h on h.id = f.host
    where f.start = free_host.start
    order by (f.host = rather) is true desc, h.last_given_at nulls first, f.host
    limit 1
  $$;

create function private.note_given_to(chosen uuid) returns void
  language sql
  set search_path = ''
  as $$
    update private.hosts h set last_given_at = now()
    where h.id = (select f.id from private.hosts f where f.id = chosen for no key update skip locked)
  $$;

create function private.is_settled_at_once(asked uuid) returns boolean
  language sql stable
  set search_path = ''
  as $$
    select exists (
      select from private.call_holds c, public.desk_settings s
      where c.booking = asked and s.confirm_at_once and c.until > now()
    )
  $$;

create function private.host_for_desk(h private.hosts) returns jsonb
  language sql stable
  set search_path = ''
  as $$
    select jsonb_build_object(
      'id', h.id, 'name', private.person_name(u.raw_user_meta_data, u.email), 'takes_calls', h.takes_calls,
      'time_zone', h.time_zone, 'place', h.place, 'link', h.link, 'break_before', h.break_before,
      'break_after', h.break_after, 'notice_minutes', h.notice_minutes, 'daily_most', h.daily_most,
      'named_to_visitors', h.named_to_visitors,
      'hours', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'weekday', w.weekday, 'opens', w.opens, 'closes', w.closes
        ) order by w.weekday, w.opens), '[]')
        from private.host_hours w where w.host = h.id
      ),
      'dates', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'day', d.day, 'opens', d.opens, 'closes', d.closes
        ) order by d.day, d.opens), '[]')
        from private.host_dates d where d.host = h.id
      ),
      'last_given_at', h.last_given_at, 'feed_since', h.feed_since, 'updated_at', h.updated_at
    )
    from auth.users u where u.id = h.id
  $$;

create function public.save_host(host uuid, settings jsonb, seen timestamptz default null) returns jsonb
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  was private.hosts;
  saved private.hosts;
begin
  perform private.require_staff('owner', 'agent');
  if host is distinct from auth.uid() then
    perform private.require_staff('owner');
  end if;
  perform from public.staff_members m
  where m.id = host and m.disabled_at is null and m.role in ('owner', 'agent') for update;
  if not found then
    perform private.refuse('not_staff', 'Only an owner or an agent of the desk can take calls.', jsonb_build_object('host', host));
  end if;
  select * into was from private.hosts h where h.id = host for no key update;
  if was.updated_at is distinct from seen then
    perform private.refuse('changed', 'This was changed meanwhile.', jsonb_build_object('at', was.updated_at));
  end if;
  if settings ->> 'time_zone' ~ '^(posix|right)/' or not exists (
    select from pg_catalog.pg_timezone_names z where z.name = settings ->> 'time_zone'
  ) then
    perform private.refuse_host('time_zone', 'there is no such time zone');
  end if;
  perform private.check_stretches('hours', settings -> 'hours', 70);
  perform private.check_stretches('dates', settings -> 'dates', 400);

  insert into private.hosts as h (
    id, takes_calls, time_zone, place, link, break_before, break_after, notice_minutes, daily_most,
    named_to_visitors
  )
  select
    save_host.host, s.takes_calls, s.time_zone, s.place, nullif(private.trimmed(s.link), ''), s.break_before, s.break_after,
    s.notice_minutes, s.daily_most,
    -- A page of the desk that was loaded before there was this choice says nothing of it.
    coalesce(s.named_to_visitors, was.named_to_visitors, false)
  from jsonb_to_record(settings) s (
    takes_calls boolean, time_zone text, place text, link text, break_before integer, break_after integer,
    notice_minutes integer, daily_most integer, named_to_visitors boolean
  )
  on conflict (id) do update set
    takes_calls = excluded.takes_calls, time_zone = excluded.time_zone, place = excluded.place, link = excluded.link,
    break_before = excluded.break_before, break_after = excluded.break_after, notice_minutes = excluded.notice_minutes,
    daily_most = excluded.daily_most, named_to_visitors = excluded.named_to_visitors
  returning * into saved;
  delete from private.host_hours w where w.host = saved.id;
  insert into private.host_hours (host, weekday, opens, closes)
  select saved.id, w.weekday, w.opens, w.closes
  from jsonb_to_recordset(settings -> 'hours') w (weekday integer, opens time, closes time);
  delete from private.host_dates d where d.host = saved.id;
  insert into private.host_dates (host, day, opens, closes)
  select saved.id, d.day, d.opens, d.closes
  from jsonb_to_recordset(settings -> 'dates') d (day date, opens time, closes time);
  perform private.record('host_saved', 'hosts', saved.id);
  return private.host_for_desk(saved);
end
$$;

grant execute on function public.save_host(uuid, jsonb, timestamptz) to authenticated;

create function private.insight_lists(
  from_day date, to_day date, kinds text[], fresh private.visit_days[], fresh_bookings private.booking_visits[]
) returns jsonb
  language plpgsql stable
  set search_path = ''
  as $$
begin
  return (
    with booking as materialized (
      select b.id, private.has_call(b.status)::int as confirmed, (b.status = 'held')::int as held, b.source,
        b.campaign, b.first_view
      from public.strategy_call_bookings b
      where b.created_at >= from_day::timestamp at time zone 'UTC'
        and b.created_at < (to_day + 1)::timestamp at time zone 'UTC'
        and private.is_wanted(b.status)
    ),
    trace as (
      select booking.confirmed, booking.held, t.views, t.packs
      from booking join private.booking_visits t on t.booking = booking.id
      union all
      select booking.confirmed, booking.held, t.views, t.packs
      from booking join unnest(fresh_bookings) t on t.booking = booking.id
    ),
    part (dimension, value, sessions, views, opened, sent, bookings, confirmed, held, downloads) as (
      select v.dimension, v.value, sum(v.sessions), sum(v.views), sum(v.opened), sum(v.sent), 0, 0, 0, 0
      from private.visit_days v
      where v.dimension in ('source', 'campaign', 'first_view', 'view', 'pack')
        and v.day between from_day and to_day and v.visitor = any (kinds)
      group by 1, 2
      union all
      select v.dimension, v.value, v.sessions, v.views, v.opened, v.sent, 0, 0, 0, 0
      from unnest(fresh) v
      where v.dimension <> '*' and v.day between from_day and to_day and v.visitor = any (kinds)
      union all
      select d.dimension, d.value, 0, 0, 0, 0, sum(o.bookings), sum(o.confirmed), sum(o.held), 0
      from (
        select source, campaign, coalesce(first_view, '') as first_view, count(*) as bookings,
          sum(confirmed) as confirmed, sum(held) as held
        from booking group by 1, 2, 3
      ) o
      cross join lateral (values ('source', o.source), ('campaign', o.campaign), ('first_view', o.first_view))
        d (dimension, value)
      where d.value is not null group by 1, 2
      union all
      select 'view', name, 0, 0, 0, 0, count(*), sum(confirmed), sum(held), 0
      from (select unnest(views) as name, confirmed, held from trace) _ group by 2
      union all
      select 'pack', name, 0, 0, 0, 0, count(*), sum(confirmed), sum(held), 0
      from (select unnest(packs) as name, confirmed, held from trace) _ group by 2
      union all
      select 'pack', d.pack, 0, 0, 0, 0, 0, 0, 0, sum(d.downloads) from private.pack_downloads d
      where d.day between from_day and to_day and d.visitor = any (kinds) group by 2
    ),
    ranked as (
      select *,
        row_number() over (partition by dimension order by sessions desc, bookings desc, value) as by_visits,
        row_number() over (partition by dimension order by bookings desc, downloads desc, value) as by_bookings
      from (
        select dimension, value, sum(sessions) as sessions, sum(views) as views, sum(opened) as opened,
          sum(sent) as sent, sum(bookings) as bookings, sum(confirmed) as confirmed, sum(held) as held,
          sum(downloads) as downloads
        from part group by dimension, value
      ) _
    ),
    entry as (
      select dimension, case when least(by_visits, by_bookings) <= 50 then value else '(other)' end as name,
        sum(sessions) as sessions, sum(views) as views, sum(opened) as opened, sum(sent) as sent,
        sum(bookings) as bookings, sum(confirmed) as confirmed, sum(held) as held, sum(downloads) as downloads
      from ranked group by 1, 2
    ),
    list as (
      select dimension, jsonb_agg(
        case dimension
          when 'view' then jsonb_build_object('view', name, 'views', views, 'sessions', sessions)
          when 'pack' then jsonb_build_object('pack', name, 'downloads', downloads, 'sessions', sessions)
          else jsonb_build_object(dimension, name, 'sessions', sessions, 'opened', opened, 'sent', sent)
        end || jsonb_build_object('bookings', bookings, 'confirmed', confirmed, 'held', held)
        order by name = '(other)', sessions desc, bookings desc, downloads desc, name
      ) as entries
      from entry group by dimension
    )
    select jsonb_object_agg(d.key, coalesce(list.entries, '[]'))
    from (values
      ('source', 'sources'), ('campaign', 'campaigns'), ('first_view', 'first_views'), ('view', 'views'), ('pack', 'packs')
    ) d (dimension, key) left join list using (dimension)
  );
end
$$;

create function private.insights_of(from_day date, to_day date, visitor text, now_is timestamptz) returns jsonb
  language plpgsql stable
  set search_path = ''
  set jit = off
  set work_mem = '32MB'
  set enable_nestloop = off
  set plan_cache_mode = force_custom_plan
  as $$
declare
  days int := to_day - from_day + 1;
  before_to date := from_day - 1;
  before_from date := from_day - days;
  kinds text[] := case visitor when 'all' then '{person,bot}' else array[visitor] end;
  counted_to date := (select max(d.day) from private.visit_days d where d.dimension = '*');
  fresh_from date := greatest(counted_to + 1, before_from);
  fresh_time timestamptz := fresh_from::timestamp at time zone 'UTC';
  -- What was before it is gathered, and what is before all that is fresh is of no use.
  gathered_to timestamptz := (select u.moment from private.visits_until u where u.moment > fresh_time);
  fresh private.visit_days[];
  fresh_vitals private.vital_days[];
  fresh_bookings private.booking_visits[];
  -- The last day that the sums of its month have something of.
  summed_to date := greatest(counted_to, (gathered_to at time zone 'UTC')::date);
  present jsonb;
  past jsonb;
begin
  if fresh_from <= to_day then
    fresh := array(select v from private.count_visits(fresh_from, to_day, gathered_to) v);
    fresh_vitals := array(
      select v from private.count_vitals(
        greatest(fresh_time, gathered_to), (to_day + 1)::timestamp at time zone 'UTC'
      ) v
    );
    fresh_bookings := array(select v from private.trace_bookings(greatest(fresh_from, from_day), to_day) v);
  end if;
  present := private.insight_range(from_day, to_day, kinds, fresh, now_is);
  past := private.insight_range(before_from, before_to, kinds, fresh, now_is);
  return jsonb_build_object(
    'range', jsonb_build_object('from', from_day, 'to', to_day, 'days', days),
    'before', jsonb_build_object('from', before_from, 'to', before_to, 'days', days),
    'visitor', visitor,
    'as_of', now_is,
    'begins', private.insights_begin(now_is),
    'totals', jsonb_build_object('now', present -> 'totals', 'before', past -> 'totals'),
    'days', present -> 'days',
    'days_before', past -> 'days',
    'funnel', jsonb_build_object('now', present -> 'funnel', 'before', past -> 'funnel'),
    'answers', jsonb_build_object('now', present -> 'answers', 'before', past -> 'answers'),
    'vitals', (
      select jsonb_agg(jsonb_build_object(
        'name', name, 'p75', n.p75, 'samples', coalesce(n.samples, 0),
        'p75_before', b.p75, 'samples_before', coalesce(b.samples, 0)
      ) order by place)
      from unnest('{LCP,INP,CLS,FCP,TTFB}'::text[]) with ordinality _ (name, place)
      left join private.insight_vitals(from_day, to_day, kinds, fresh_vitals, summed_to) n using (name)
      left join private.insight_vitals(before_from, before_to, kinds, fresh_vitals, summed_to) b using (name)
    )
  ) || private.insight_lists(from_day, to_day, kinds, fresh, fresh_bookings);
end
$$;

create function private.insights_begin(now_is timestamptz) returns jsonb
  language sql stable
  set search_path = ''
  as $$
    with first as (
      select
        coalesce(
          (select min(d.day) from private.visit_days d where d.dimension = '*'),
          (select (min(i.created_at) at time zone 'UTC')::date from public.user_interactions i)
        ) as visit,
        (select (least(
          (select min(b.created_at) from public.strategy_call_bookings b),
          (select min(m.created_at) from public.contact_messages m)
        ) at time zone 'UTC')::date) as request,
        (select (now_is at time zone 'UTC')::date - s.keep_people_days from public.desk_settings s) as kept
    )
    select jsonb_build_object(
      'visits', f.visit, 'requests', greatest(least(f.visit, f.request), f.kept)
    ) from first f
  $$;

create function private.letters_to(mailbox text) returns setof public.outbox
  language sql stable security definer
  set search_path = ''
  as $$
    select o.* from (
      select o.* from public.strategy_call_bookings b join public.outbox o on o.booking_id = b.id
      where private.mailbox_of(b.email) = letters_to.mailbox
      union all
      select o.* from public.contact_messages m join public.outbox o on o.message_id = m.id
      where private.mailbox_of(m.email) = letters_to.mailbox
    ) o
    where o.channel = 'letter' and o.recipient is null
      and o.kind in ('request-received', 'message-received', 'call', 'confirm-request')
      and (o.state in ('waiting', 'sending') or coalesce(o.settled_at, o.due_at) > now() - interval '1 day')
  $$;

create function private.gather_letters(item uuid) returns boolean
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  was public.outbox;
  mailbox text;
  waiting uuid[];
begin
  select * into was from public.outbox o where o.id = item and o.facts ? 'waits' and o.kind <> 'call';
  select private.mailbox_of(coalesce(
    (
      select b.email from public.strategy_call_bookings b
      where b.id = was.booking_id and b.status = case was.kind when 'confirm-request' then 'spam?' else 'new' end
    ),
    (
      select m.email from public.contact_messages m
      where m.id = was.message_id and (m.status = 'spam?' or was.kind <> 'confirm-request') and m.status <> 'spam'
    )
  )) into mailbox;
  -- It has nobody to wait for, or is no longer true: whoever sends it finds out.
  if mailbox is null then
    return true;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('letters to ' || mailbox, 0));
  if exists (
    select from private.letters_to(mailbox) l
    where l.id <> item and l.facts -> 'others' ? coalesce(was.booking_id, was.message_id)::text
  ) then
    return false;
  end if;
  select array_agg(l.id order by l.due_at, l.id) into waiting
  from private.letters_to(mailbox) l
  left join public.strategy_call_bookings b on b.id = l.booking_id
  left join public.contact_messages m on m.id = l.message_id
  where l.state in ('waiting', 'sending') and l.facts ? 'waits' and l.kind <> 'call'
    and case was.kind
      when 'confirm-request' then l.kind = was.kind and 'spam?' in (b.status, m.status)
      else l.kind <> 'confirm-request' and (b.status = 'new' or m.status <> 'spam')
    end;
  update public.outbox o set facts = o.facts || jsonb_build_object('others', (
    select coalesce(o.facts -> 'others', '[]') || coalesce(jsonb_agg(coalesce(l.booking_id, l.message_id)), '[]')
    from public.outbox l
    where l.id = any (waiting[2:]) and not coalesce(o.facts -> 'others' ? coalesce(l.booking_id, l.message_id)::text, false)
  ))
  where o.id = waiting[1] and cardinality(waiting) > 1;
  update public.outbox o set state = 'dropped', reason = 'told in one letter with another', settled_at = clock_timestamp()
  where o.id = any (waiting[2:]) and o.state = 'waiting';
  return waiting[1] = item;
end
$$;

grant execute on function private.gather_letters(uuid) to backline_outbox;

create function private.meeting_of(booking uuid) returns jsonb
  language sql stable security definer
  set search_path = ''
  as $$
    select case
      when b.confirmed is not null then private.host_of_call(b.assigned_to)
      else jsonb_build_object('host', null, 'link', null, 'place', case
        when c.host is not null then h.place
        when not exists (select from private.active_hosts() a where a.place = 'link') then 'phone'
      end)
    end || jsonb_build_object('held_until', (extract(epoch from c.until) * 1000)::float8)
    from public.strategy_call_bookings b
    left join private.call_holds c on c.booking = b.id and c.until > now()
    left join private.hosts h on h.id = c.host
    where b.id = meeting_of.booking
  $$;

grant execute on function private.meeting_of(uuid) to backline_outbox;

create function private.meeting_facts(booking uuid) returns jsonb
  language sql stable
  set search_path = ''
  as $$ select coalesce((select jsonb_build_object('meeting', m) from private.meeting_of(booking) m where m is not null), '{}') $$;

create function private.enqueue_arrival(
  booking_id uuid, message_id uuid, visitor_kind text, team_kind text
) returns void
  language sql
  set search_path = ''
  as $$
    select private.enqueue_arrivals(array[booking_id], array[message_id], array[coalesce(
      (select b.email from public.strategy_call_bookings b where b.id = enqueue_arrival.booking_id),
      (select m.email from public.contact_messages m where m.id = enqueue_arrival.message_id)
    )], visitor_kind, team_kind)
  $$;

create policy "visitors may write to us" on public.contact_messages
  for insert to anon
  with check (
    status = case
      when mailbox is not null or private.looks_automatic(email, fill_seconds, filled_by, budget_note) then 'spam?'
      else 'new'
    end
    and assigned_to is null and mailbox is distinct from 'confirmed'
    and source = private.visit_source(landing_page, referrer)
    and campaign is not distinct from private.visit_campaign(landing_page)
    and first_view is not distinct from private.visit_first_view(landing_page)
  );

create function private.read_metrics() returns jsonb
  language sql stable security definer
  set search_path = ''
  as $$
    with item as (
      select o.channel, o.state, count(*) as count,
        extract(epoch from now() - min(o.due_at) filter (where o.due_at < now() and o.state = 'waiting')) as oldest
      from public.outbox o where o.state = 'waiting' or o.state = 'sending' or o.state = 'failed'
      group by 1, 2
    )
    select jsonb_build_object(
      'owed', jsonb_build_object(
        'booking', (
          select jsonb_build_object('late', count(*) filter (where b.due_at < now()), 'due', extract(epoch from min(b.due_at) - now()))
          from public.strategy_call_bookings b where b.due_at is not null
        ),
        'message', (
          select jsonb_build_object('late', count(*) filter (where m.due_at < now()), 'due', extract(epoch from min(m.due_at) - now()))
          from public.contact_messages m where m.due_at is not null
        )
      ),
      'outbox', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'channel', i.channel, 'state', i.state, 'count', i.count, 'oldest', i.oldest
        )), '[]') from item i
      ),
      'webhooks', (
        select jsonb_build_object(
          'active', count(*) filter (where w.is_active and w.failing_since is null),
          'failing', count(*) filter (where w.is_active and w.failing_since is not null),
          'paused', count(*) filter (where not w.is_active and w.stopped_because is null),
          'switched_off', count(*) filter (where w.stopped_because is not null)
        ) from public.webhooks w
      ),
      -- Of people who take calls now; the age is that of the one that nobody could read for longest.
      'calendars', (
        select jsonb_build_object(
          'read', count(*) filter (where c.fault is null), 'failing', count(*) filter (where c.fault is not null),
          'age', extract(epoch from now() - min(coalesce(c.read_at, c.created_at)))
        )
        from private.host_calendars c join private.hosts h on h.id = c.host and h.takes_calls
      ),
      -- Seconds since 1970; null where there was none.
      'backup', (
        select jsonb_build_object(
          'made', extract(epoch from max(k.snapshot_at)), 'proven', extract(epoch from max(k.proven_at)),
          -- Null where none is scheduled.
          'late', (select case when f.every_hours is not null then f.is_late end from private.backup_facts() f)
        ) from private.backups k
      ),
      'size', pg_catalog.pg_database_size(pg_catalog.current_database()),
      'standbys', r.standbys,
      'lag', r.lag,
      'asynchronous', r.is_asynchronous
    )
    from private.read_replication() r
  $$;

grant execute on function private.read_metrics() to backline_upkeep;

create function private.practice_facts() returns jsonb
  language sql stable security definer
  set search_path = ''
  as $$
    select jsonb_build_object(
      'people_days', (select s.keep_people_days from public.desk_settings s),
      'interaction_days', (select s.keep_interaction_days from public.desk_settings s),
      'webhooks', (
        select coalesce(jsonb_agg(distinct substring(w.url from '^[a-z]+://(?:[^/@?#]*@)?(\[[^]/]*\]|[^/:?#]*)')), '[]')
        from public.webhooks w where w.is_active
      ),
      'calendars', (select coalesce(jsonb_agg(distinct c.place), '[]') from private.host_calendars c where c.place <> ''),
      'has_feeds', exists (select from private.hosts h where h.feed_key_hash is not null)
    )
  $$;

grant execute on function private.practice_facts() to backline_upkeep;

create function private.ready_facts() returns jsonb
  language sql volatile security definer
  set search_path = ''
  as $$
    select jsonb_build_object(
      'now', extract(epoch from clock_timestamp()) * 1000,
      -- The user that the server signed in as; within this function the current one is its owner.
      'login', session_user,
      'is_super', (select r.rolsuper from pg_catalog.pg_roles r where r.rolname = session_user),
      'may_own', (
        select pg_catalog.pg_has_role(session_user, n.nspowner, 'member')
        from pg_catalog.pg_namespace n where n.nspname = 'private'
      ),
      'people', people.all, 'owners', people.owners, 'without_second_step', people.without,
      'hours_chosen', exists (
        select from public.audit_log a
        where a.action = 'settings_changed'
          and a.details -> 'columns' ?| array['time_zone', 'opens', 'closes', 'work_days']
      ),
      'time_zone', s.time_zone, 'opens', s.opens, 'closes', s.closes,
      'days_off', (
        select count(*) from public.days_off d where d.day >= (now() at time zone s.time_zone)::date
      ),
      'hosts', hosts.all, 'hosts_without_hours', hosts.without,
      'mail_proof', (
        select jsonb_build_object('at', p.at, 'server', p.server, 'sender', p.sender) from private.mail_proof p
      )
    )
    from public.desk_settings s
    cross join (
      select
        count(*) as "all",
        count(*) filter (where m.role = 'owner') as owners,
        count(*) filter (
          where not exists (select from auth.mfa_factors f where f.user_id = m.id and f.status = 'verified')
        ) as without
      from public.staff_members m join auth.users u on u.id = m.id
      -- Who was invited and has not come cannot sign in yet, and has nothing to show a second step for.
      where m.disabled_at is null and u.deleted_at is null and u.email_confirmed_at is not null
        and (u.banned_until is null or u.banned_until < now())
    ) people
    cross join (
      select count(*) as "all",
        count(*) filter (
          where not exists (select from private.host_hours w where w.host = h.id)
            and not exists (
              select from private.host_dates d
              where d.host = h.id and d.opens is not null and d.day >= (now() at time zone h.time_zone)::date
            )
        ) as without
      from private.active_hosts() h
    ) hosts
  $$;

grant execute on function private.ready_facts() to backline_upkeep;

create function private.visitor_moves(booking uuid, now_is timestamptz) returns table (
  host_name text, place text, link text, is_held boolean, limited text, move_notice_minutes integer, free_times timestamptz[]
)
  language sql stable security definer
  set search_path = ''
  as $$
    select m.told ->> 'host', m.told ->> 'place', m.told ->> 'link',
      b.picked and b.status <> 'confirmed' and (
        exists (select from private.call_holds c where c.booking = b.id and c.until > now_is)
        or (b.status = 'spam?' and b.mailbox is null)
      ),
      l.reason, s.move_notice_minutes,
      case when l.reason is null then array(
        select n from private.free_times_near(b.call_at, now_is, 9, b.id) n
        where n <> b.call_at or (b.status <> 'confirmed' and not b.picked)
        order by abs(extract(epoch from n - b.call_at)), n limit 8
      ) else '{}' end
    from public.strategy_call_bookings b
    cross join public.desk_settings s
    cross join lateral private.meeting_of(b.id) m (told)
    cross join lateral private.move_limit(b, now_is) l (reason)
    where b.id = visitor_moves.booking and b.status in ('new', 'spam?', 'confirmed')
  $$;

grant execute on function private.visitor_moves(uuid, timestamptz) to backline_call_page;

create function private.keep_calendar(
  calendar uuid, busy tstzmultirange, events integer, version text, now_is timestamptz
) returns jsonb
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  kept private.host_calendars;
begin
  update private.host_calendars c set
    busy = coalesce(keep_calendar.busy, c.busy),
    events = case when keep_calendar.busy is null then c.events else keep_calendar.events end,
    version = case when keep_calendar.busy is null then c.version else keep_calendar.version end,
    whole_at = case when keep_calendar.busy is null then c.whole_at else now_is end,
    read_at = now_is,
    tried_at = now_is,
    fault = null,
    failing_since = null,
    told_at = null
  where c.id = calendar
  returning * into kept;
  return case when kept.id is not null then private.calendar_for_desk(kept) end;
end
$$;

grant execute on function private.keep_calendar(uuid, tstzmultirange, int, text, timestamptz) to backline_upkeep;

create function private.note_calendar_fault(calendar uuid, fault text, now_is timestamptz) returns jsonb
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  kept private.host_calendars;
begin
  update private.host_calendars c set
    tried_at = now_is,
    fault = note_calendar_fault.fault,
    failing_since = coalesce(c.failing_since, now_is)
  where c.id = calendar
  returning * into kept;
  if kept.failing_since <= now_is - interval '24 hours' and kept.told_at is null then
    insert into public.outbox (channel, kind, user_id, recipient, facts, once, due_at, ends_at)
    select
      'letter', 'team-calendar', u.id, lower(u.email),
      jsonb_build_object('name', kept.name, 'place', kept.place, 'code', kept.fault, 'since', kept.failing_since),
      concat_ws(':', 'team-calendar', kept.id, extract(epoch from kept.failing_since)), now_is, now_is + interval '1 day'
    from auth.users u
    join public.staff_members m on m.id = u.id and m.disabled_at is null
    where u.id = kept.host and u.deleted_at is null and u.email is not null
    on conflict (once) do nothing;
    update private.host_calendars c set told_at = now_is where c.id = kept.id
    returning * into kept;
  end if;
  return case when kept.id is not null then private.calendar_for_desk(kept) end;
end
$$;

grant execute on function private.note_calendar_fault(uuid, text, timestamptz) to backline_upkeep;

create function public.callers() returns jsonb
  language sql stable security definer
  set search_path = ''
  as $$
    with host as (
      select h.place, c.name, row_number() over (partition by c.name is null order by h.created_at, h.id) as place_in_line
      from private.active_hosts() h cross join lateral (
        select case when h.named_to_visitors then private.host_of_call(h.id) ->> 'host' end as name
      ) c
    )
    select jsonb_build_object(
      'callers', coalesce(
        jsonb_agg(jsonb_build_object('name', h.name, 'place', h.place) order by h.place_in_line)
        filter (where h.name is not null and h.place_in_line <= 3), '[]'
      ),
      'others', coalesce(bool_or(h.name is null or h.place_in_line > 3), false)
    )
    from host h
  $$;

grant execute on function public.callers() to anon, authenticated, service_role;

create function private.room_of_hosts(starts timestamptz, ends timestamptz, now_is timestamptz, out open integer, out free integer)
  language sql stable
  set search_path = ''
  as $$
    with work as (
      select w.host, range_agg(w.slot) as slots from private.host_work(starts, ends, now_is, null) w group by 1
    ),
    hours as (
      select o.open, coalesce((select w.slots from work w where w.host = o.host), '{}') + coalesce((
        select range_agg(r.span) from private.host_calendars c
        cross join lateral unnest(c.busy * tstzmultirange(tstzrange(starts, ends))) r (span) where c.host = o.host
      ), '{}') as busy
      from private.open_hours(array(select h.id from private.active_hosts() h), starts, ends) o
    )
    select
      coalesce(sum((select sum(private.calls_within(r.span, s.call_minutes)) from unnest(h.open) r (span))), 0)::integer,
      coalesce(sum((select sum(private.calls_within(r.span, s.call_minutes)) from unnest(h.open - h.busy) r (span))), 0)::integer
    from hours h cross join public.desk_settings s
  $$;

create function private.free_calls(now_is timestamptz) returns jsonb
  language sql stable security definer
  set search_path = ''
  set jit = off
  as $$
    with settings as (select s.*, (now_is at time zone s.time_zone)::date as today from public.desk_settings s),
    week as (
      select n.name, s.weekly_capacity as capacity, private.calls_taken(w.starts, w.ends) as taken, r.open, r.free
      from settings s
      cross join (values ('this', 0), ('next', 7)) n (name, days)
      cross join lateral private.week_of(s.today + n.days, s.time_zone) w
      -- In the week's last hour nothing of it is left.
      cross join lateral (
        select r.open, r.free from private.room_for_calls(least(greatest(w.starts, now_is + interval '1 hour'), w.ends), w.ends) r
        where not exists (select from private.active_hosts())
        union all
        select r.open, r.free
        from private.room_of_hosts(least(greatest(w.starts, now_is + interval '1 hour'), w.ends), w.ends, now_is) r
        where exists (select from private.active_hosts())
      ) r
    ),
    left_of as (
      select w.*, greatest(least(w.capacity - w.taken, w.free), 0) as left_over from week w
    )
    select jsonb_build_object(
      'capacity', t.capacity, 'taken', t.taken, 'free_calls', t.left_over,
      'week', case when t.open > 0 then t.name when n.open > 0 then n.name end,
      'left', case when t.open > 0 then t.left_over else n.left_over end,
      -- It mostly lies in the next days, and looking through these is quicker.
      'next', private.iso_instant((
        select coalesce(
          (select min(f.start) from private.free_starts(now_is, now_is + interval '3 days', now_is, s.call_minutes) f),
          (select min(f.start) from private.free_starts(now_is, now_is + interval '14 days', now_is, s.call_minutes) f)
        )
        from settings s
      ))
    )
    from left_of t, left_of n where t.name = 'this' and n.name = 'next'
  $$;

create function public.free_calls_this_week() returns jsonb
  language sql stable security definer
  set search_path = ''
  as $$ select private.free_calls(now()) $$;

grant execute on function public.free_calls_this_week() to anon, authenticated, service_role;

create function private.hosts_between(starts timestamptz, ends timestamptz) returns jsonb
  language sql stable
  set search_path = ''
  as $$
    with host as (select h.id, h.time_zone from private.active_hosts() h),
    open as (select * from private.open_hours(array(select id from host), starts, ends))
    select coalesce(jsonb_agg(jsonb_build_object(
      'id', h.id, 'name', private.person_name(u.raw_user_meta_data, u.email), 'time_zone', h.time_zone,
      'open', private.spans_of(coalesce(o.open, '{}')),
      'busy', private.spans_of(coalesce((
        select range_agg(r.span) from private.host_calendars c cross join lateral unnest(c.busy) r (span) where c.host = h.id
      ), '{}') * tstzmultirange(tstzrange(starts, ends))),
      'held', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'booking', w.booking, 'from', private.iso_instant(lower(w.slot)), 'until', private.iso_instant(upper(w.slot))
        ) order by w.slot), '[]')
        from private.host_work(starts, ends, now(), null) w where w.host = h.id and w.is_held
      )
    ) order by private.person_name(u.raw_user_meta_data, u.email), h.id), '[]')
    from host h join auth.users u on u.id = h.id left join open o on o.host = h.id
  $$;
