import type { AddressInfo } from 'node:net'
import { createClient } from '@supabase/supabase-js'
import { WebSocket } from 'ws'
import { claimsOf } from '#server/features/rest/testing.ts'
import { appForTest, publishableKey } from './testing.ts'

/** A table that everybody may read and write, a function of each kind about it, and a table that nobody may touch. */
export const trials = `
  create table public.trials (
    id integer primary key,
    note text not null default 'new',
    at timestamptz,
    unique (note, at) deferrable initially deferred
  );
  alter table public.trials enable row level security;
  create policy everybody on public.trials to anon, authenticated, service_role using (true) with check (true);
  grant select, insert, update, delete on public.trials to anon, authenticated, service_role;
  create function public.all_trials() returns setof public.trials language sql stable
    as 'select * from public.trials order by id';
  create function public.touch_trials() returns setof public.trials language sql
    as 'update public.trials set note = id::text returning *';
  create function public.touch_silently() returns void language sql as 'update public.trials set note = id::text';
  create function public.one_trial(wanted integer) returns public.trials language sql stable
    as 'select * from public.trials where id = wanted';
  grant execute on function public.all_trials(), public.touch_trials(), public.touch_silently(),
    public.one_trial(integer) to anon, authenticated, service_role;
`

/** The server, listening, with that table; and the library's own client of anybody. */
export async function dataAppForTest(sql = '') {
  const running = await appForTest()
  await running.test.asOwner(`${trials}; ${sql}`)
  await running.app.listen({ host: '127.0.0.1', port: 0 })
  const url = `http://127.0.0.1:${(running.app.server.address() as AddressInfo).port}`

  /** Who asks: a stranger, a person, or a program of ours. `heard` are the headers of the latest answer. */
  async function clientOf(role: 'anon' | 'authenticated' | 'service_role') {
    const claims = claimsOf(crypto.randomUUID(), { role })
    const token = role === 'anon' ? publishableKey : await running.auth.keys.sign(claims, 600)
    const heard: { headers: Headers } = { headers: new Headers() }
    const client = createClient(url, publishableKey, {
      accessToken: async () => token,
      // Node 20 has no WebSocket of its own and the client insists on one, though nothing here uses it.
      realtime: { transport: WebSocket as never },
      global: {
        fetch: async (input, init) => {
          const answer = await fetch(input, init)
          heard.headers = answer.headers
          return answer
        },
      },
    })
    return { client, heard, token }
  }

  return {
    ...running,
    url,
    stranger: await clientOf('anon'),
    person: await clientOf('authenticated'),
    service: await clientOf('service_role'),
    /** The table afresh, with so many rows. */
    async fill(rows = 3): Promise<void> {
      const numbers = `select n, 'row ' || n from generate_series(1, ${rows}) n`
      await running.test.asOwner(`truncate public.trials; insert into public.trials (id, note) ${numbers}`)
    },
    notes: async () =>
      (await running.test.asOwner<{ note: string }>('select note from public.trials order by id')).map(
        ({ note }) => note,
      ),
  }
}
