import { ask } from './servers.ts'

/** Makes the peer's tables: the columns of ours with their types, a primary key, and a policy that lets visitors insert. */
export async function makePlainTables(ours: string, peer: string): Promise<void> {
  const tables = await ask<{ name: string; columns: string }>(
    ours,
    `select c.relname as name, string_agg(format('%I %s', attname, format_type(atttypid, atttypmod)), ', ') as columns
     from pg_class c join pg_attribute a on attrelid = c.oid and attnum > 0 and not attisdropped and attname <> 'id'
     where c.oid in ('public.user_interactions'::regclass, 'public.strategy_call_bookings'::regclass) group by 1`,
  )
  await ask(
    peer,
    `do $$ begin if to_regrole('anon') is null then create role anon nologin; end if; end $$;
    ${tables
      .map(
        ({ name, columns }) => `
      create table public.${name} (id uuid primary key, ${columns});
      alter table public.${name} alter created_at set default now(), enable row level security;
      grant insert on public.${name} to anon;
      create policy visitors on public.${name} for insert to anon with check (true);`,
      )
      .join('')}`,
  )
}
