-- The team's mailbox, which the server reads by IMAP. An owner connects it in the settings.
create table private.team_mailbox (
  is_only boolean primary key default true,
  created_at timestamptz not null default now(),
  -- A new value for each change of the settings, which ends a reading with the earlier settings.
  revision uuid not null default gen_random_uuid(),
  host text not null,
  port integer not null,
  username text not null,
  -- The encrypted password; null if the encryption key was lost.
  sealed_password text,
  -- True if an email that belongs to no record becomes a message.
  makes_messages boolean not null,
  -- The position in the mailbox: emails up to this UID have been read. UIDs are valid for one value of UIDVALIDITY.
  uid_validity bigint not null,
  last_uid bigint not null,
  -- The value of UIDVALIDITY when the mailbox was connected. Under another value, only emails since then are read.
  first_uid_validity bigint not null,
  read_at timestamptz,
  fault text,
  failing_since timestamptz,

  constraint team_mailbox_is_only_check check (is_only),
  constraint team_mailbox_host_check check (char_length(host) between 1 and 253),
  constraint team_mailbox_port_check check (port between 1 and 65535),
  constraint team_mailbox_username_check check (char_length(username) between 1 and 254),
  constraint team_mailbox_fault_check check (fault in (
    'bad-address', 'not-encrypted', 'private-address', 'name-not-found', 'refused', 'certificate', 'too-slow',
    'broken-off', 'wrong-password', 'no-imap', 'key-lost'
  )),
  constraint team_mailbox_failing_since_check check ((fault is null) = (failing_since is null))
);

alter table private.team_mailbox enable row level security;

-- The fingerprints of all emails that were read, so that none is read twice if the mailbox gets another UIDVALIDITY.
create table private.read_emails (
  fingerprint bytea not null,

  constraint read_emails_pkey primary key (fingerprint)
);

alter table private.read_emails enable row level security;

create function public.desk_mailbox() returns jsonb
  language plpgsql stable security definer
  set search_path = ''
  as $$
begin
  perform private.require_staff('owner');
  return (select private.mailbox_for_desk(m) from private.team_mailbox m);
end
$$;
grant execute on function public.desk_mailbox() to authenticated;

create function private.mailbox_for_desk(m private.team_mailbox) returns jsonb
  language sql immutable
  set search_path = ''
  as $$
    select jsonb_build_object(
      'host', m.host, 'port', m.port, 'username', m.username, 'makes_messages', m.makes_messages,
      'connected_at', m.created_at, 'read_at', m.read_at, 'fault', m.fault, 'failing_since', m.failing_since
    )
  $$;

create function public.remove_mailbox() returns void
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  perform private.require_staff('owner');
  delete from private.team_mailbox;
  delete from private.read_emails;
  perform private.record('mailbox_removed', 'mail', null);
end
$$;
grant execute on function public.remove_mailbox() to authenticated;

-- The server calls this with the owner's claims, after it has opened the mailbox with these settings. For another
-- mailbox, reading starts after the emails that are there now.
create function private.save_mailbox(
  host text, port integer, username text, sealed_password text, makes_messages boolean, uid_validity bigint,
  last_uid bigint, now_is timestamptz
) returns jsonb
  language plpgsql security definer
  set search_path = ''
  as $$
#variable_conflict use_column
declare
  saved private.team_mailbox;
begin
  perform private.require_staff('owner');
  delete from private.team_mailbox m
  where (m.host, m.username) is distinct from (save_mailbox.host, save_mailbox.username);
  insert into private.team_mailbox as m (
    host, port, username, sealed_password, makes_messages, uid_validity, last_uid, first_uid_validity, read_at
  )
  values (
    save_mailbox.host, save_mailbox.port, save_mailbox.username, save_mailbox.sealed_password,
    save_mailbox.makes_messages, save_mailbox.uid_validity, save_mailbox.last_uid, save_mailbox.uid_validity, now_is
  )
  on conflict (is_only) do update set
    port = excluded.port, sealed_password = excluded.sealed_password, makes_messages = excluded.makes_messages,
    revision = gen_random_uuid(), read_at = now_is, fault = null, failing_since = null
  returning * into saved;
  perform private.record('mailbox_saved', 'mail', null);
  return private.mailbox_for_desk(saved);
end
$$;
grant execute on function private.save_mailbox(text, integer, text, text, boolean, bigint, bigint, timestamptz)
  to backline_upkeep;

-- The server may know the password only to read the mailbox.
create function private.mailbox_to_read() returns table (
  revision uuid, host text, port integer, username text, sealed_password text, created_at timestamptz,
  uid_validity bigint, last_uid bigint, first_uid_validity bigint
)
  language sql stable security definer
  set search_path = ''
  as $$
    select m.revision, m.host, m.port, m.username, m.sealed_password, m.created_at, m.uid_validity, m.last_uid,
      m.first_uid_validity
    from private.team_mailbox m
  $$;
grant execute on function private.mailbox_to_read() to backline_upkeep;

-- Stores the result of a reading; `fault` is null after a success.
create function private.record_mailbox_reading(revision uuid, fault text, now_is timestamptz) returns void
  language sql security definer
  set search_path = ''
  as $$
    update private.team_mailbox m set
      read_at = case when record_mailbox_reading.fault is null then now_is else m.read_at end,
      fault = record_mailbox_reading.fault,
      failing_since = case when record_mailbox_reading.fault is not null then coalesce(m.failing_since, now_is) end
    where m.revision = record_mailbox_reading.revision
  $$;
grant execute on function private.record_mailbox_reading(uuid, text, timestamptz) to backline_upkeep;

-- The addresses of the team. An email from one of them is our own.
create function private.team_addresses() returns setof text
  language sql stable security definer
  set search_path = ''
  as $$
    select lower(u.email) from auth.users u join public.staff_members m on m.id = u.id where u.email is not null
    union
    select private.team_mailboxes()
  $$;
grant execute on function private.team_addresses() to backline_upkeep;
