import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { publishableKey } from '#server/app/testing.ts'
import { message } from '#server/lib/db/rows-testing.ts'
import { everyRow } from '#shared/lib/rows-testing.ts'
import { dataAppForTest } from './rest-testing.ts'

const site = await dataAppForTest(`
  create table public.keyless (note text);
  grant select, insert on public.keyless to authenticated`)
afterAll(() => site.close())
beforeEach(() => site.fill())

const { stranger, person } = site
let next = 1000

/** One request of each kind, as the library makes it, without a preference of its own. */
const requests = {
  GET: (client) => client.from('trials').select().eq('id', 1),
  HEAD: (client) => client.from('trials').select('*', { head: true }).eq('id', 1),
  POST: (client) => client.from('trials').insert({ id: next, note: `row ${next++}` }),
  PATCH: (client) => client.from('trials').update({ note: 'changed' }).eq('id', 1),
  DELETE: (client) => client.from('trials').delete().eq('id', 1),
  'rpc GET': (client) => client.rpc('all_trials', {}, { get: true }).eq('id', 1),
  'rpc POST': (client) => client.rpc('touch_trials'),
  'rpc CSV': (client) => client.rpc('all_trials').csv(),
  form: (client) => client.from('contact_messages').insert(message()),
} as const satisfies Record<
  string,
  (client: SupabaseClient) => PromiseLike<unknown> & { setHeader: (name: string, value: string) => unknown }
>
type Kind = keyof typeof requests

/** `+` is applied and named in the answer, `-` is ignored, `!` is refused. Only a visitor can send the form. */
const kinds = 'GET HEAD POST PATCH DELETE rpc GET rpc POST rpc CSV form'.match(/rpc \w+|\w+/g) as Kind[]
const cells: Record<string, string> = {
  'return=minimal          ': '- - + + + + + - +',
  'return=headers-only     ': '- - + + + - - - +',
  'return=representation   ': '+ + + + + + + + !',
  'count=exact             ': '+ + + + + + + - +',
  'count=planned           ': '! ! ! ! ! ! ! ! !',
  'count=estimated         ': '! ! ! ! ! ! ! ! !',
  'resolution=merge-duplicates ': '- - + - - - - - !',
  'resolution=ignore-duplicates': '- - + - - - - - !',
  'missing=default         ': '- - + - - - - - +',
  'missing=null            ': '- - + - - - - - +',
  'tx=commit               ': '- - - - - - - - -',
  'tx=rollback             ': '! ! ! ! ! ! ! ! !',
  'handling=lenient        ': '- - - - - - - - -',
  'handling=strict         ': '! ! ! ! ! ! ! ! !',
  'timezone=Asia/Kathmandu ': '! ! ! ! ! ! ! ! !',
  'max-affected=5          ': '! ! ! ! ! ! ! ! !',
  'params=single-object    ': '- - - - - - - - -',
  'mood=good               ': '- - - - - - - - -',
}

describe('each preference is honoured, refused or left alone', () => {
  it.each(kinds.map((kind, place) => [kind, place] as const))('by %s', (kind, place) =>
    everyRow(
      Object.entries(cells).map(([text, row]) => [text.trim(), row.split(' ')[place]] as const),
      async ([preference, cell]) => {
        await site.fill()
        const { client, heard } = kind === 'form' ? stranger : person
        const request = requests[kind](client).setHeader('Prefer', preference)
        const { error } = (await request) as { error: { code: string } | null }
        const applied = heard.headers.get('preference-applied')?.split(', ') ?? []
        if (kind !== 'HEAD') expect(error !== null).toBe(cell === '!')
        expect(applied.includes(preference)).toBe(cell === '+')
        if (cell === '!' && !/^re/.test(preference) && kind !== 'HEAD') {
          expect(error).toMatchObject({ code: 'PGRST122', details: `Invalid preferences: ${preference}` })
          expect(await site.notes()).toEqual(['row 1', 'row 2', 'row 3'])
        }
      },
    ),
  )
})

it('PUT is no verb of ours, whatever is preferred', async () => {
  for (const preference of Object.keys(cells)) {
    const answer = await fetch(`${site.url}/rest/v1/trials?id=eq.1`, {
      method: 'PUT',
      headers: { apikey: publishableKey, 'content-type': 'application/json', prefer: preference.trim() },
      body: '{"id":1}',
    })
    expect([answer.status, answer.headers.get('preference-applied')]).toEqual([405, null])
    expect(await answer.json()).toMatchObject({ code: 'PGRST117' })
  }
})

/** The types of `maxAffected` ask for the version of a project, which an untyped client does not name. */
const atMost = <T extends { maxAffected: unknown }>(request: T, rows: number) =>
  (request.maxAffected as unknown as (rows: number) => T).call(request, rows)

it('what the library can ask and is off here is refused, with the code of PostgREST, and nothing is done', async () => {
  const { client } = person
  const trials = () => client.from('trials')
  for (const [code, status, request] of [
    ['PGRST122', 400, trials().delete().gt('id', 0).rollback()],
    ['PGRST122', 400, client.rpc('touch_trials').rollback()],
    ['PGRST122', 400, atMost(trials().delete().gt('id', 0), 5)],
    ['PGRST122', 400, atMost(client.rpc('touch_trials'), 5)],
    ['PGRST122', 400, trials().select('id', { count: 'planned' })],
    ['PGRST122', 400, trials().select('id', { count: 'estimated' })],
    ['PGRST107', 406, trials().select().stripNulls()],
    ['PGRST107', 406, trials().delete().gt('id', 0).select().stripNulls()],
  ] as const) {
    const answer = await request
    expect([answer.error?.code, answer.status]).toEqual([code, status])
  }
  expect((await client.rpc('all_trials', {}, { head: true })).status).toBe(405)
  expect(await site.notes()).toEqual(['row 1', 'row 2', 'row 3'])
})

describe('what is wanted of the answer', () => {
  it('a count is of the rows that were written', async () => {
    const count = 'exact'
    const sent = await stranger.client.from('contact_messages').insert(message(), { count })
    const made = await stranger.client.from('trials').insert([{ id: next++ }, { id: next++ }], { count })
    const changed = await person.client.from('trials').update({ note: 'x' }, { count }).eq('id', 1)
    expect([sent.count, made.count, changed.count]).toEqual([1, 2, 1])
    const nothing = await person.client.rpc('touch_silently', {}, { count: 'exact' })
    expect([nothing.error, nothing.count]).toEqual([null, 0])
  })

  it('single() stops every write that is not of one row, shown or not', async () => {
    const trials = () => person.client.from('trials')
    for (const request of [
      trials().update({ note: 'all' }).gt('id', 0).single(),
      trials().update({ note: 'none' }).eq('id', 77).single(),
      trials().delete().gt('id', 0).single(),
      trials().upsert({ id: 1, note: 'passed over' }, { ignoreDuplicates: true }).single(),
    ]) {
      const { error, status } = await request
      expect([status, error?.code]).toEqual([406, 'PGRST116'])
    }
    expect(await site.notes()).toEqual(['row 1', 'row 2', 'row 3'])
    expect((await trials().update({ note: 'one' }).eq('id', 1).single()).error).toBeNull()
  })

  it('a merge into a table without a key is not claimed', async () => {
    const keyless = () => person.client.from('keyless')
    const made = await keyless().upsert({ note: 'x' })
    expect([made.error, person.heard.headers.get('preference-applied')]).toEqual([null, null])
    const aimless = await keyless()
      .upsert({ note: 'x' }, { onConflict: 'note' })
      .setHeader('Prefer', 'return=minimal')
    expect([aimless.status, aimless.error?.code]).toEqual([400, 'PGRST100'])
  })
})
