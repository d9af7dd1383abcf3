-- Active sessions, and functions that end sessions.

-- Requests, realtime and downloads check this view, because a token can be valid for an hour after its session has ended. The
-- view reads as its owner, because callers cannot read sessions.
create view private.live_sessions as
  select s.id, s.user_id, s.aal
  from auth.sessions s join auth.users u on u.id = s.user_id
  where (s.not_after is null or s.not_after > now())
    and u.deleted_at is null and (u.banned_until is null or u.banned_until < now());

grant select on private.live_sessions to supabase_auth_admin;

-- Revoked tokens that programs use, identified by their `jti`. These tokens have no session.
create table private.ended_tokens (
  jti uuid not null,
  -- The token expires before this time.
  ends_at timestamptz not null default now() + interval '2 days',

  constraint ended_tokens_pkey primary key (jti)
);

alter table private.ended_tokens enable row level security;

grant select, insert, update, delete on private.ended_tokens to supabase_auth_admin;

create policy "the auth service" on private.ended_tokens to supabase_auth_admin using (true) with check (true);

-- Also returns true for a token without a session. Runs as its owner, because requests cannot read sessions.
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

-- Ends the sessions of `member`, or of everyone if `member` is null. Also ends unfinished sign-ins and recovery
-- links. Runs as its owner, like the functions below, because callers cannot write these tables.
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

-- Ends the session of a leaked token, or revokes a program's token. Does not verify the token, because the caller can end any
-- session anyway. Returns the ended session or revoked token with its user, or null if the token is unknown.
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
    raise exception 'This session has already ended' using errcode = 'PT404';
  end if;
  perform private.record('session_ended', 'sessions', session);
end
$$;
grant execute on function public.end_session(uuid) to authenticated;
