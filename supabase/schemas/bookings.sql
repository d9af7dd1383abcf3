-- Visitors can insert the columns of the form. The desk sets the other columns.
create table public.strategy_call_bookings (
  id uuid not null default gen_random_uuid(),
  created_at timestamptz not null default now(),
  name text not null,
  -- The team may omit the email, phone, challenges and team size of a phone booking; the visitor's form requires all
  -- four.
  email text,
  company text not null,
  phone text,
  current_challenges text,
  team_size text,
  preferred_time timestamptz not null,
  time_zone text,
  message text,
  monthly_revenue text,
  status text not null default 'new',
  confirmed tstzrange,
  assigned_to uuid,
  source text not null default 'site',
  updated_at timestamptz not null default now(),
  -- The seconds between showing and sending the form; null if the page had no script.
  fill_seconds real,
  -- The honeypot: browsers save no value for this name, but bots fill in every field.
  budget_note text,
  -- The visit's id, its first URL and referrer, and columns that we derive from them (decision 6).
  session_id uuid,
  landing_page text,
  referrer text,
  campaign text,
  first_view text,
  answered_at timestamptz,
  -- The time at which the visitor began to wait for an answer, or at which an open offer ends. Null if no answer is
  -- due.
  unanswered_since timestamptz,
  -- Equals `unanswered_since` if that is the time of a reminder: until then, the team waits for the visitor.
  remind_at timestamptz,
  -- The hours within which the first answer was promised, and the hours of the promise that began at `unanswered_since`.
  answer_hours integer not null default private.answer_hours(),
  due_hours integer not null default private.answer_hours(),
  call_at timestamptz generated always as (coalesce(lower(confirmed), preferred_time)) stored,
  -- The SEQUENCE property of the call's invitations.
  call_sequence integer not null default 0,
  call_changed_at timestamptz,
  -- A new time that the visitor requested for a confirmed call; null once the team has answered.
  proposed_time timestamptz,
  -- 'browser' if autofill filled in a field; 'person' if the visitor typed, pasted or selected a value; null if neither
  -- was detected.
  filled_by text,
  due_at timestamptz generated always as (
    case when status not in ('spam?', 'spam') then private.answer_due_time(unanswered_since, due_hours) end
  ) stored,
  search text generated always as (private.search_text(phone, name, email, company)) stored,
  -- 'confirmed' after the visitor has opened a link in an email.
  mailbox text,
  -- True if the visitor chose an available slot, false if the visitor typed a time.
  picked boolean not null default false,
  -- The format of the time of day in the visitor's locale, for use in emails.
  hour_cycle text,
  -- The member who entered a phone booking; null if a visitor sent the form.
  entered_by uuid,
  -- Set for completed calls. A status change does not clear these values, because the change can be undone. Queries
  -- must therefore check for the status 'completed'.
  outcome text,
  outcome_value numeric(14, 2),
  next_step text,
  next_step_on date,
  next_step_by uuid,
  -- Earlier completed calls; the keys are their start times. Each call has an outcome and a host, and is marked if its
  -- next step is done.
  earlier_calls jsonb,
  -- The earliest day and the owners of all open next steps.
  follow_up_on date,
  follow_up_by uuid[],

  constraint strategy_call_bookings_pkey primary key (id),
  -- Every column has its own check. The name of the check contains the name of the column, so that an error shows
  -- which field was refused.
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
  -- The upper limit also refuses NaN and Infinity.
  constraint strategy_call_bookings_fill_seconds_check check (fill_seconds between 0 and 1e9),
  constraint strategy_call_bookings_budget_note_check check (char_length(budget_note) between 1 and 2000),
  constraint strategy_call_bookings_status_check check (
    status in ('new', 'spam?', 'confirmed', 'completed', 'no-show', 'cancelled', 'spam')
    and (status <> 'confirmed' or confirmed is not null)
  ),
  constraint strategy_call_bookings_landing_page_check check (char_length(landing_page) between 1 and 2000),
  constraint strategy_call_bookings_referrer_check check (char_length(referrer) between 1 and 2000),
  constraint strategy_call_bookings_campaign_check check (char_length(campaign) between 1 and 100),
  constraint strategy_call_bookings_first_view_check check (char_length(first_view) between 1 and 100),
  constraint strategy_call_bookings_proposed_time_check check (isfinite(proposed_time)),
  constraint strategy_call_bookings_filled_by_check check (filled_by in ('person', 'browser')),
  constraint strategy_call_bookings_mailbox_check check (mailbox = 'confirmed'),
  constraint strategy_call_bookings_entered_by_check check (
    num_nulls(email, phone, current_challenges, team_size) = 0 or (entered_by is not null and num_nonnulls(email, phone) > 0)
  ),
  constraint strategy_call_bookings_hour_cycle_check check (hour_cycle in ('h12', 'h23', 'us')),
  constraint strategy_call_bookings_outcome_check check (outcome in ('won', 'lost', 'later', 'no-fit')),
  constraint strategy_call_bookings_outcome_value_check check (outcome_value between 0 and 999999999999),
  constraint strategy_call_bookings_next_step_check check (char_length(next_step) between 1 and 500),
  constraint strategy_call_bookings_next_step_on_check check (
    next_step_on >= '2000-01-01' and next_step_on <= '2199-12-31' and (next_step_on is null) = (next_step is null)
  ),
  constraint strategy_call_bookings_next_step_by_check check ((next_step_by is null) = (next_step is null))
);

comment on table public.strategy_call_bookings is 'Requests for a strategy call, as the site''s form sends them.';

-- A search for one or two letters has to look at every row. This index includes the columns that lists filter by, so the
-- search does not read the table. Sorted lists omit spam, so the other indexes include the status.
create index strategy_call_bookings_created_at_idx on public.strategy_call_bookings (created_at, id)
  include (status, assigned_to, source, call_at, due_at, search, follow_up_on, follow_up_by);
create index strategy_call_bookings_call_at_idx on public.strategy_call_bookings (call_at, id) include (status);
create index strategy_call_bookings_name_idx on public.strategy_call_bookings (name, id) include (status);
create index strategy_call_bookings_company_idx on public.strategy_call_bookings (company, id) include (status);
create index strategy_call_bookings_source_idx on public.strategy_call_bookings (source, id) include (status);
create index strategy_call_bookings_status_idx on public.strategy_call_bookings (status, id);
create index strategy_call_bookings_follow_up_on_idx on public.strategy_call_bookings (follow_up_on, id)
  include (follow_up_by) where follow_up_on is not null;
create index strategy_call_bookings_earlier_calls_idx on public.strategy_call_bookings (id) where earlier_calls is not null;
create index strategy_call_bookings_person_idx on public.strategy_call_bookings (lower(email));

-- Contains the default sort columns and the filter columns of lists.
create index strategy_call_bookings_due_at_idx on public.strategy_call_bookings (due_at, created_at desc, id)
  include (status, assigned_to, source, call_at);
create index strategy_call_bookings_mailbox_idx on public.strategy_call_bookings (private.mailbox_of(email), created_at);

alter table public.strategy_call_bookings enable row level security;

grant
  insert (
    id, name, email, company, phone, current_challenges, team_size, preferred_time, time_zone, message, monthly_revenue,
    fill_seconds, budget_note, session_id, landing_page, referrer, filled_by, picked, hour_cycle
  )
  on public.strategy_call_bookings to anon, authenticated;
grant
  select (
    id, created_at, name, email, company, current_challenges, team_size, preferred_time, time_zone, status, confirmed,
    assigned_to, source, updated_at, campaign, first_view, answered_at, answer_hours, unanswered_since, remind_at, call_at,
    proposed_time, due_at, outcome, outcome_value, next_step, next_step_on, next_step_by, earlier_calls, follow_up_on
  ),
  update (assigned_to)
  on public.strategy_call_bookings to authenticated;
grant select, insert, update, delete on public.strategy_call_bookings to service_role;
grant
  select (
    id, created_at, name, email, company, phone, current_challenges, team_size, preferred_time, time_zone, message,
    status, confirmed, assigned_to, call_at, call_sequence, proposed_time, answer_hours, unanswered_since, due_at,
    hour_cycle
  )
  on public.strategy_call_bookings to backline_outbox;

-- A policy checks the row after the before trigger, so it accepts only the values that the trigger computes.
create policy "visitors request calls" on public.strategy_call_bookings
  for insert to anon, authenticated
  with check (
    status = case
      when private.looks_automatic(email, fill_seconds, filled_by, budget_note) then 'spam?'
      else 'new'
    end
    and confirmed is null and assigned_to is null and mailbox is null
    and source = private.visit_source(landing_page, referrer)
    and campaign is not distinct from private.visit_campaign(landing_page)
    and first_view is not distinct from private.visit_first_view(landing_page)
  );

create policy "members read bookings" on public.strategy_call_bookings
  for select to authenticated using ((select private.staff_role()) is not null);

create policy "agents change bookings" on public.strategy_call_bookings
  for update to authenticated
  using ((select private.staff_role()) in ('owner', 'agent'))
  with check ((select private.staff_role()) in ('owner', 'agent'));

create policy "the outbox reads" on public.strategy_call_bookings for select to backline_outbox using (true);

create policy "service role" on public.strategy_call_bookings to service_role using (true) with check (true);

create trigger before_insert before insert on public.strategy_call_bookings
  for each row execute function private.before_booking_insert();

create trigger after_insert after insert on public.strategy_call_bookings
  referencing new table as arrived for each statement execute function private.after_booking_insert();

create trigger before_update before update on public.strategy_call_bookings
  for each row execute function private.before_booking_update();

create trigger after_update after update on public.strategy_call_bookings
  for each row execute function private.after_booking_update();

create trigger before_delete before delete on public.strategy_call_bookings
  for each row execute function private.enqueue_cancellations();

create trigger after_delete after delete on public.strategy_call_bookings
  for each row execute function private.notify_deletion();
