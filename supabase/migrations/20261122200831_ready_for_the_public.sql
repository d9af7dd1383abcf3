set check_function_bodies = off;

alter table public.audit_log drop constraint audit_log_action_check;

create table private.mail_proof (
  is_only boolean not null default true,
  at timestamp with time zone not null,
  server text not null,
  sender text not null,
  constraint mail_proof_is_only_check check (is_only),
  constraint mail_proof_pkey primary key (is_only)
);

alter table private.mail_proof enable row level security;

create or replace function private.confirm_mail(server text, sender text) returns void
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  insert into private.mail_proof as p (at, server, sender) values (now(), confirm_mail.server, confirm_mail.sender)
    on conflict (is_only) do update set at = excluded.at, server = excluded.server, sender = excluded.sender;
  perform private.record('mail_confirmed', 'mail', null);
end
$$;

create or replace function private.ready_facts() returns jsonb
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
  $$;

alter table public.audit_log
  add constraint audit_log_action_check
    check
    ((action = any (array['booking_moved'::text, 'message_moved'::text, 'booking_assigned'::text,
    'message_assigned'::text,
    'booking_proposed'::text,
    'proposal_declined'::text,
    'booking_noted'::text,
    'message_noted'::text,
    'booking_read'::text,
    'message_read'::text,
    'person_read'::text,
    'person_exported'::text,
    'person_erased'::text,
    'bookings_exported'::text,
    'messages_exported'::text,
    'interactions_exported'::text,
    'settings_changed'::text,
    'day_off_added'::text,
    'day_off_removed'::text,
    'letter_retried'::text,
    'letter_stopped'::text,
    'webhook_added'::text,
    'webhook_changed'::text,
    'webhook_paused'::text,
    'webhook_resumed'::text,
    'webhook_switched_off'::text,
    'webhook_secret_renewed'::text,
    'webhook_removed'::text,
    'webhook_tested'::text,
    'webhook_retried'::text,
    'webhook_stopped'::text,
    'member_added'::text,
    'role_changed'::text,
    'member_stopped'::text,
    'member_restored'::text,
    'member_removed'::text,
    'second_factor_reset'::text,
    'people_pruned'::text,
    'session_ended'::text,
    'sessions_ended'::text, 'token_ended'::text, 'keys_replaced'::text, 'mail_confirmed'::text])));

comment on table private.mail_proof is 'When a letter was last seen to arrive: one row at most.';

revoke all on function private.confirm_mail(text, text) from public;
grant execute on function private.confirm_mail(text, text) to backline_upkeep;
revoke all on function private.ready_facts() from public;
grant execute on function private.ready_facts() to backline_upkeep;

reset check_function_bodies;
