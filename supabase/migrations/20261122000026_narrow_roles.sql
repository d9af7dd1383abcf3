-- What the server does by itself, it does as roles of its own, each with what that work takes and nothing else. No token
-- gives them. `service_role` stays for programs that come with a service token. Decision page 52.

-- On PostgreSQL of our own and of others bootstrap.sql has made them, since what serves must be let become them too.
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
grant usage on schema private
  to backline_call_page, backline_counters, backline_outbox, backline_upkeep, backline_webhooks;

-- The page of one call, for whoever comes by the link of a letter: three functions, not one table.
grant execute on function private.visitor_call, private.propose_time, private.cancel_call to backline_call_page;

-- Counts of clients and downloads.
grant select, insert, update, delete on private.rate_limit_hits to backline_counters;
grant select, insert, delete on private.rate_limit_salts to backline_counters;
grant select, insert, update on private.pack_downloads to backline_counters;
create policy "the server counts" on private.rate_limit_hits to backline_counters using (true) with check (true);
create policy "the server counts" on private.rate_limit_salts to backline_counters using (true) with check (true);
create policy "the server counts" on private.pack_downloads to backline_counters using (true) with check (true);

-- Partitions are their owner's to make and drop, so both stay in functions with the owner's rights.
grant execute on function private.keep_interactions, private.keep_people to backline_upkeep;
grant select (keep_interaction_days) on public.desk_settings to backline_upkeep;
create policy "the upkeep reads how long" on public.desk_settings for select to backline_upkeep using (true);
grant select (day), delete on private.rate_limit_salts to backline_upkeep;
create policy "the upkeep forgets salts" on private.rate_limit_salts to backline_upkeep using (true);

-- The outbox is moved by its functions alone, which now do it with the rights of its owner.
alter function private.claim_outbox security definer;
alter function private.renew_outbox security definer;
alter function private.settle_outbox security definer;
alter function private.prune_outbox security definer;
alter function private.note_webhook_try security definer;
grant execute on function
  private.claim_outbox, private.renew_outbox, private.settle_outbox, private.prune_outbox, private.note_webhook_try,
  private.plan_letters, private.plan_fault_letter, private.digest_counts, private.call_hosts
  to backline_outbox;
-- What a letter says is read at the last moment, and so is where a webhook leads.
grant select (
  id, created_at, name, email, company, phone, current_challenges, team_size, message, time_zone, status, answered_at,
  due_at, preferred_time, confirmed, call_at, call_sequence, proposed_time, assigned_to
) on public.strategy_call_bookings to backline_outbox;
grant select (
  id, created_at, name, email, company, inquiry_type, message, status, answered_at, due_at
) on public.contact_messages to backline_outbox;
grant select (id, kind, recipient, state, sent_as, is_doubtful, facts, booking_id, message_id)
  on public.outbox to backline_outbox;
grant select (time_zone, call_minutes) on public.desk_settings to backline_outbox;
grant select (id, url, is_active, sealed_secret, sealed_previous, previous_until)
  on public.webhooks to backline_outbox;
create policy "letters are written" on public.strategy_call_bookings for select to backline_outbox using (true);
create policy "letters are written" on public.contact_messages for select to backline_outbox using (true);
create policy "letters are written" on public.outbox for select to backline_outbox using (true);
create policy "letters are written" on public.desk_settings for select to backline_outbox using (true);
create policy "webhooks are sent" on public.webhooks for select to backline_outbox using (true);

-- An owner's work on webhooks, which takes the server's key. The claims of the transaction are that owner's, and the
-- database itself asks for them: without, there is no row here.
grant execute on function private.staff_role to backline_webhooks;
grant select (id, url, is_active, sealed_secret, sealed_previous, previous_until)
  on public.webhooks to backline_webhooks;
grant insert (id, url, description, events, sealed_secret) on public.webhooks to backline_webhooks;
grant update (url, description, events, sealed_secret, sealed_previous, previous_until)
  on public.webhooks to backline_webhooks;
create policy "owners keep webhooks by the server" on public.webhooks to backline_webhooks
  using ((select private.staff_role()) = 'owner') with check ((select private.staff_role()) = 'owner');

create function private.record_webhook_test(hook uuid) returns void
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  perform private.require_staff('owner');
  perform private.record('webhook_tested', 'webhooks', hook);
end
$$;
grant execute on function private.record_webhook_test to backline_webhooks;

-- A service token opens the data API, where none of this is.
revoke execute on function
  private.visitor_call, private.propose_time, private.cancel_call, private.keep_interactions, private.keep_people,
  private.claim_outbox, private.renew_outbox, private.settle_outbox, private.prune_outbox, private.note_webhook_try,
  private.plan_letters, private.plan_fault_letter, private.digest_counts, private.call_hosts, private.team_mailboxes,
  private.record
  from service_role;
revoke all on private.rate_limit_hits, private.rate_limit_salts, private.pack_downloads from service_role;
