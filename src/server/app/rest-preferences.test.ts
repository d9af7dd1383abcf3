import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { message } from '#server/lib/db/visitor-rows.ts'
import { everyRow } from '#shared/lib/rows-testing.ts'
import { dataAppForTest } from './rest-testing.ts'
import { publishableKey } from './testing.ts'

const site = await dataAppForTest(`
  create table public.keyless (note text);
  grant select, insert on public.keyless to authenticated`)
afterAll(() => site.close())
beforeEach(() => site.fill())

const { stranger, person, service } = site
let next = 1000

/** One request of each kind, as the library makes it, without a preference of its own. */
const requests = {
  GET: (client) => client.from('trials').select().eq('id', 1),
  HEAD: (client) => client.from('trials').select('*', { head: true }).eq('id', 1),
  POST: (client) => client.from('trials').insert({ id: next, note: `row ${next++}` }),
  PATCH: (client) => client.from('trials').update({ note: 'changed' }).eq('id', 1),
  DELETE: (client) => client.from('trials').delete().eq('id', 1),
  'rpc GET': (client) => client.rpc('all_trials', {}, { get: true }).eq('id', 1),
  'rpc HEAD': (client) => client.rpc('all_trials', {}, { head: true }).eq('id', 1),
  'rpc POST': (client) => client.rpc('touch_trials'),
  'rpc CSV': (client) => client.rpc('all_trials').csv(),
  form: (client) => client.from('contact_messages').insert(message()),
} as const satisfies Record<
  string,
  (client: SupabaseClient) => PromiseLike<unknown> & { setHeader: (name: string, value: string) => unknown }
>
type Kind = keyof typeof requests

/**
 * `+` is honoured and said so, `s` the same where the sender is strict and not a word else, `-` is refused where the
 * sender is strict and passed over without a word else, `!` is refused whoever asks. The form is a visitor's alone.
 */
const kinds = 'GET HEAD POST PATCH DELETE rpc GET rpc HEAD rpc POST rpc CSV form'.match(
  /rpc \w+|\w+/g,
) as Kind[]
const cells: Record<string, string> = {
  'return=minimal          ': '- - + + + + + + - +',
  'return=headers-only     ': '- - + + + - - - - +',
  'return=representation   ': '+ + + + + + + + + !',
  'count=exact             ': '+ + + + + + + + - +',
  'count=planned           ': '+ + + + + + + + - +',
  'count=estimated         ': '+ + + + + + + + - +',
  'resolution=merge-duplicates ': '- - + - - - - - - !',
  'resolution=ignore-duplicates': '- - + - - - - - - !',
  'missing=default         ': '- - + - - - - - - +',
  'missing=null            ': '- - + - - - - - - +',
  'tx=commit               ': '+ + + + + + + + + +',
  'tx=rollback             ': '+ + + + + + + ! ! !',
  'handling=lenient        ': '+ + + + + + + + + +',
  'timezone=Asia/Kathmandu ': '+ + + + + + + + - -',
  'timezone=Mars/Olympus   ': '- - - - - - - - - -',
  'max-affected=5          ': '- - - s s s s s - -',
  'max-affected=few        ': '- - - - - - - - - -',
  'params=single-object    ': '- - - - - - - - - -',
  'mood=good               ': '- - - - - - - - - -',
}

describe('each preference is honoured, refused or left alone', () => {
  it.each(kinds.map((kind, place) => [kind, place] as const))('by %s', (kind, place) =>
    everyRow(
      Object.entries(cells).map(([text, row]) => [text.trim(), row.split(' ')[place]] as const),
      async ([preference, cell]) => {
        await site.fill()
        // Who asks makes no difference, but that a form is a visitor's alone.
        const { client, heard } = kind === 'form' ? stranger : person
        for (const isStrict of [true, false]) {
          // The first one counts: where lenience is what is asked for, nobody is strict.
          const prefer = isStrict ? `${preference}, handling=strict` : preference
          const request = requests[kind](client).setHeader('Prefer', prefer)
          const { error } = (await request) as { error: { code: string } | null }
          const applied = heard.headers.get('preference-applied')?.split(', ') ?? []
          const where = isStrict ? 'strict' : 'not strict'
          const isHonoured = cell === '+' || (cell === 's' && isStrict)
          const isRefused = cell === '!' || (cell === '-' && isStrict)
          if (kind !== 'rpc HEAD' && kind !== 'HEAD')
            expect([where, error !== null]).toEqual([where, isRefused])
          expect([where, applied.includes(preference)]).toEqual([where, isHonoured])
          if (cell === '-' && isRefused && error?.code)
            expect([where, error.code]).toEqual([where, 'PGRST122'])
          if (isRefused) expect([where, applied]).toEqual([where, []])
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

/** Its types ask for a project of a certain version, which an untyped client does not name. */
const atMost = <T extends { maxAffected: unknown }>(request: T, rows: number) =>
  (request.maxAffected as unknown as (rows: number) => T).call(request, rows)

describe('rollback()', () => {
  it('lets rows be inserted, merged, changed and removed, and nothing stay', async () => {
    const { client, heard } = person
    const trials = () => client.from('trials')
    for (const [request, notes] of [
      [trials().insert({ id: 9, note: 'mine' }), ['mine']],
      [trials().upsert({ id: 1, note: 'merged' }), ['merged']],
      [trials().update({ note: 'changed' }).gt('id', 2), ['changed']],
      [trials().delete().lt('id', 3), ['row 1', 'row 2']],
    ] as const) {
      const { data, error } = await request.select('note').rollback()
      expect([error, data?.map(({ note }) => note)]).toEqual([null, notes])
      expect(heard.headers.get('preference-applied')).toContain('tx=rollback')
      expect(await site.notes()).toEqual(['row 1', 'row 2', 'row 3'])
    }
    const silent = await trials().delete().gt('id', 0).rollback()
    expect([silent.error, await site.notes()]).toEqual([null, ['row 1', 'row 2', 'row 3']])
  })

  it('says what the end of the transaction would have said', async () => {
    const at = '2026-01-01T00:00:00Z'
    const twice = [8, 9].map((id) => ({ id, note: 'the same', at }))
    const { error } = await person.client.from('trials').insert(twice).rollback()
    expect(error?.code).toBe('23505')
  })

  it('is refused for functions, which may note who asked, strict or not; one that only reads has nothing to undo', async () => {
    for (const { client } of [stranger, person, service]) {
      for (const name of ['touch_trials', 'touch_silently']) {
        const { error, status } = await client.rpc(name).rollback()
        expect([status, error?.code, error?.message]).toEqual([
          400,
          'PGRST122',
          'tx=rollback cannot be honoured by this request',
        ])
      }
      expect(await site.notes()).toEqual(['row 1', 'row 2', 'row 3'])
      const read = await client.rpc('all_trials', {}, { get: true }).select('id').rollback()
      expect([read.error, read.data]).toEqual([null, [{ id: 1 }, { id: 2 }, { id: 3 }]])
    }
  })

  it('is refused for the forms of visitors, and nothing is stored', async () => {
    const event = { session_id: crypto.randomUUID(), event_type: 'page_view', event_data: {} }
    const tables = { contact_messages: message(), user_interactions: event, strategy_call_bookings: {} }
    const countOf = async (table: string) => site.test.asOwner(`select count(*) from ${table}`)
    for (const [table, row] of Object.entries(tables)) {
      const before = await countOf(table)
      const { error, status } = await stranger.client.from(table).insert(row).rollback()
      expect([table, status, error?.code]).toEqual([table, 400, 'PGRST122'])
      expect(await countOf(table)).toEqual(before)
    }
  })
})

describe('maxAffected()', () => {
  it('stops a function that gives more rows, whichever of them are looked at', async () => {
    for (const narrowed of [
      (name: string) => person.client.rpc(name),
      (name: string) => person.client.rpc(name).select('id').limit(1),
      (name: string) => person.client.rpc(name).select('id').eq('id', 1),
      (name: string) => person.client.rpc(name).select('id').in('id', []),
      (name: string) => person.client.rpc(name).select('id').limit(0),
    ]) {
      const { error, status } = await atMost(narrowed('touch_trials'), 1)
      expect([status, error?.code, error?.details]).toEqual([400, 'PGRST124', 'The query affects 3 rows'])
      expect(await site.notes()).toEqual(['row 1', 'row 2', 'row 3'])
    }
    const enough = await atMost(person.client.rpc('touch_trials'), 3)
    expect([enough.error, enough.data?.length, await site.notes()]).toEqual([null, 3, ['1', '2', '3']])
    expect(person.heard.headers.get('preference-applied')).toBe('handling=strict, max-affected=3')
  })

  it('is refused for a function whose rows nobody can count', async () => {
    for (const request of [
      person.client.rpc('touch_silently'),
      person.client.rpc('one_trial', { wanted: 1 }),
    ]) {
      const { error, status } = await atMost(request, 5)
      expect([status, error?.code]).toEqual([400, 'PGRST128'])
    }
    expect(await site.notes()).toEqual(['row 1', 'row 2', 'row 3'])
  })

  it('is refused for rows that are read or inserted', async () => {
    const read = await atMost(person.client.from('trials').select(), 1)
    const made = await atMost(person.client.from('trials').insert([{ id: 8 }, { id: 9 }]), 1)
    expect([read.error?.code, made.error?.code]).toEqual(['PGRST122', 'PGRST122'])
    expect(await site.notes()).toHaveLength(3)
  })
})

describe('a time zone', () => {
  const at = '2026-01-01 10:00'
  it('is the one that times are read and written in, for one request', async () => {
    const { client } = person
    const made = await client
      .from('trials')
      .insert({ id: 9, at })
      .setHeader('Prefer', 'timezone=Asia/Kathmandu, return=representation')
      .select('at')
    expect(made.error).toBeNull()
    const zoned = await client
      .from('trials')
      .select('at')
      .eq('id', 9)
      .setHeader('Prefer', 'timezone=Asia/Kathmandu')
    expect(zoned.data).toEqual([{ at: '2026-01-01T10:00:00+05:45' }])
    const plain = await client.from('trials').select('at').eq('id', 9)
    expect(plain.data).toEqual([{ at: '2026-01-01T04:15:00+00:00' }])
    const called = await client
      .rpc('one_trial', { wanted: 9 })
      .select('at')
      .setHeader('Prefer', 'timezone=America/New_York')
    expect(called.data).toEqual({ at: '2025-12-31T23:15:00-05:00' })
  })
})

describe('what is wanted of the answer', () => {
  it('a count is exact for rows that were written, however it is asked for', async () => {
    for (const count of ['exact', 'planned', 'estimated'] as const) {
      const sent = await stranger.client.from('contact_messages').insert(message(), { count })
      const made = await stranger.client.from('trials').insert([{ id: next++ }, { id: next++ }], { count })
      const changed = await person.client.from('trials').update({ note: 'x' }, { count }).eq('id', 1)
      expect([sent.count, made.count, changed.count]).toEqual([1, 2, 1])
    }
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
    const strict = 'handling=strict, resolution=merge-duplicates'
    const { error } = await keyless().upsert({ note: 'x' }).setHeader('Prefer', strict)
    expect([error?.code, error?.details]).toEqual([
      'PGRST122',
      'Invalid preferences: resolution=merge-duplicates',
    ])
    const aimless = await keyless()
      .upsert({ note: 'x' }, { onConflict: 'note' })
      .setHeader('Prefer', 'return=minimal')
    expect([aimless.status, aimless.error?.code]).toEqual([400, 'PGRST100'])
  })
})
