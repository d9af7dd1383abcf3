import { ask } from './databases.ts'

/**
 * The two tables of the contestants, as anybody would write them for these rows: a primary key, a check for each
 * column, and a policy that lets visitors insert. They have none of our triggers, partitions and indexes.
 */
const tables = `
  do $$ begin
    if to_regrole('anon') is null then create role anon nologin; end if;
  end $$;

  create table public.user_interactions (
    id uuid primary key default gen_random_uuid(),
    created_at timestamptz not null default now(),
    session_id uuid not null,
    event_type text not null check (
      event_type in (
        'page_view', 'button_click', 'form_submit', 'modal_open', 'modal_close', 'navigation', 'download',
        'engagement', 'search', 'error', 'custom_event'
      )
    ),
    event_data jsonb not null default '{}' check (jsonb_typeof(event_data) = 'object'),
    page_url text check (char_length(page_url) <= 2000),
    user_agent text check (char_length(user_agent) <= 512),
    referrer text check (char_length(referrer) <= 2000)
  );
  alter table public.user_interactions enable row level security;
  grant insert on public.user_interactions to anon;
  create policy visitors on public.user_interactions for insert to anon with check (true);

  create table public.strategy_call_bookings (
    id uuid primary key default gen_random_uuid(),
    created_at timestamptz not null default now(),
    name text not null check (char_length(name) between 1 and 200),
    email text not null check (char_length(email) <= 254 and email like '%_@_%'),
    company text not null check (char_length(company) between 1 and 200),
    phone text not null check (char_length(phone) between 1 and 40),
    current_challenges text not null check (
      current_challenges in (
        'slow-proposals', 'lack-developers', 'project-management', 'quality-control', 'scaling-operations',
        'client-retention', 'other'
      )
    ),
    team_size text not null check (team_size in ('1', '2-5', '6-10', '11-25', '25+')),
    preferred_time timestamptz not null check (isfinite(preferred_time)),
    time_zone text check (char_length(time_zone) between 1 and 64),
    message text check (char_length(message) <= 5000),
    monthly_revenue text check (char_length(monthly_revenue) <= 100),
    status text not null default 'new' check (status in ('new', 'confirmed', 'held', 'no-show', 'cancelled', 'spam')),
    fill_seconds real check (fill_seconds >= 0),
    filled_by text check (filled_by in ('person', 'browser')),
    session_id uuid,
    landing_page text check (char_length(landing_page) <= 2000),
    referrer text check (char_length(referrer) <= 2000)
  );
  alter table public.strategy_call_bookings enable row level security;
  grant insert on public.strategy_call_bookings to anon;
  create policy visitors on public.strategy_call_bookings for insert to anon with check (status = 'new');`

/** Creates them in an empty database, as its superuser. */
export const makePlainTables = (address: string) => ask(address, tables)
