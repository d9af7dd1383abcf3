import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { WatchedConnection } from '#server/features/auth-sessions/service.ts'
import { key, notesForTest } from '#server/lib/rest/testing.ts'
import { callingRoutes } from './routes.ts'

let underWay: () => Iterable<WatchedConnection> = () => []
const watch = {
  over(all: () => Iterable<WatchedConnection>) {
    underWay = all
  },
}
const room = await notesForTest((app, context) => callingRoutes(app, context, watch))
afterAll(() => room.close())

const titles = ['a\\b', ' "\n', '\\\\', ')', '', 'ß;|\t=1', 'a,b']
let port: number
beforeAll(async () => {
  await room.asOwner(`
    create function public.export_many(rows integer, from_day date default null, to_day date default null)
      returns table ("number" text, words text) language plpgsql security definer set search_path = ''
      as $$
      begin
        insert into public.notes (title) values ('exported ' || gen_random_uuid());
        return query select n::text, repeat('word ', 200) from generate_series(1, rows) n;
      end $$;
    create function public.quoted() returns table ("=title" text) language sql
      as $$ select * from unnest(array[${titles.map((title) => `'${title}'`).join()}]) $$;
    grant execute on function public.export_many, public.quoted to authenticated`)
  await room.app.listen({ host: '127.0.0.1', port: 0 })
  port = (room.app.server.address() as AddressInfo).port
})

const post = (rows: number, query = '', body: object = {}) =>
  fetch(`http://127.0.0.1:${port}/rest/v1/rpc/export_many${query}`, {
    method: 'POST',
    headers: {
      apikey: key,
      authorization: `Bearer ${room.tokens.ada}`,
      accept: 'text/csv',
      'content-type': 'application/json',
    },
    body: JSON.stringify({ rows, ...body }),
  })
const states = async () =>
  (
    await room.asOwner<{ state: string }>(
      `select distinct state from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid() and query ~ 'from held'`,
    )
  ).map(({ state }) => state)
const recorded = () => room.asOwner(`select from notes where title like 'exported%'`)

/** More rows than the buffers of the sockets and the server can hold. */
const many = 50_000

it('sends all rows of an export as one file, even if there are more rows than the page limit', async () => {
  const answer = await post(2500, '', { from_day: '2026-09-01', to_day: '2026-11-30' })
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8'])
  expect(answer.headers.get('content-disposition')).toBe('attachment; filename="many-2026-09-01-to-2026-11-30.csv"')
  const lines = (await answer.text()).split('\r\n')
  expect([lines.length, lines[0], lines[2500]?.slice(0, 9), lines[2501]]).toEqual([
    2502,
    'number,words',
    '2500,"wor',
    '',
  ])
  expect(await recorded()).toHaveLength(1)
  await expect.poll(states).toEqual([])
})

it('applies select, filters, order and limit to an export, and sends only the header line if no row matches', async () => {
  const some = await post(9, '?select=number&number=gte.5&order=number.desc&limit=2')
  expect(await some.text()).toBe('number\r\n9\r\n8\r\n')
  const none = await post(0)
  expect(await none.text()).toBe('number,words\r\n')
  const today = new Date().toISOString().slice(0, 10)
  expect(none.headers.get('content-disposition')).toBe(`attachment; filename="many-${today}.csv"`)
})

it('quotes values in a CSV export as RFC 4180 specifies', async () => {
  const answer = await fetch(`http://127.0.0.1:${port}/rest/v1/rpc/quoted`, {
    method: 'POST',
    headers: { authorization: `Bearer ${room.tokens.ada}`, accept: 'text/csv' },
  })
  const lines = await answer.text()
  expect(parse(lines, { record_delimiter: '\r\n' })).toEqual([['=title'], ...titles.map((title) => [title])])
})

it('waits for a client that reads an export slowly, and ends the export if the client disconnects', async () => {
  const kept = (await recorded()).length
  const socket = connect(port, '127.0.0.1')
  const body = JSON.stringify({ rows: many })
  socket.write(
    `POST /rest/v1/rpc/export_many HTTP/1.1\r\nHost: x\r\nApikey: ${key}\r\nAuthorization: Bearer ${room.tokens.ada}\r\n` +
      `Accept: text/csv\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  )
  await once(socket, 'readable')
  // The client does not read from the socket, so the server must not read 50 MB ahead.
  const since = async () =>
    JSON.stringify(
      await room.asOwner(
        `select state, state_change from pg_stat_activity
         where datname = current_database() and pid <> pg_backend_pid() and query ~ 'from held'`,
      ),
    )
  let exports = 1
  const isAtRest = async () => {
    const before = await since()
    // Another client's export starts and ends in the meantime.
    exports += 1
    await (await post(2500)).text()
    return before.includes('"idle"') && (await since()) === before
  }
  await expect.poll(isAtRest).toBe(true)
  socket.destroy()
  await expect.poll(states).toEqual([])
  // The audit log lists every export whose rows left the database, even if the client disconnected.
  expect(await recorded()).toHaveLength(kept + exports)
})

it('aborts the client’s connection rather than ending the file normally if the database stops during an export', async () => {
  const answer = await post(many)
  await room.asOwner(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and query ~ 'from held|commit'`,
  )
  await expect(answer.text()).rejects.toThrow()
  const next = await post(1)
  expect(next.status).toBe(200)
  // The response is read to its end, because an export counts as running until then.
  await next.text()
})

it('refuses a fifth simultaneous export', async () => {
  const reading = await Promise.all([post(many), post(many), post(many), post(many)])
  expect(reading.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  const refused = await post(1)
  expect([refused.status, await refused.json()]).toMatchObject([
    429,
    { code: 'HTTP429', message: '4 exports are already running', hint: expect.any(String) },
  ])
  await Promise.all(reading.map(async ({ body }) => body?.cancel()))
  await expect.poll(async () => (await post(1)).status).toBe(200)
})

it('[S8] refuses an export if the session ends before the first row is sent', async () => {
  // The lock makes the export wait before its first row; reading the catalog is still possible.
  await room.asOwner('begin; lock table notes in share mode')
  const answer = post(1)
  const waiting = `select from pg_locks join pg_database d on d.oid = database
    where not granted and datname = current_database()`
  await expect.poll(() => room.asOwner(waiting)).toHaveLength(1)
  for (const one of underWay()) one.end('session')
  expect((await answer).status).toBe(401)
  expect(await (await answer).json()).toMatchObject({ code: 'PGRST303' })
  await room.asOwner('rollback')
})

it('responds with a JSON error if an export fails before the first row is sent', async () => {
  const refused = await post(1, '?nickname=eq.1')
  expect([refused.status, await refused.json()]).toMatchObject([400, { code: '42703' }])
  const failed = await post(1, '', { from_day: 'some day' })
  expect([failed.status, await failed.json()]).toMatchObject([400, { code: '22007' }])
})
