import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { insertion } from '#server/lib/db/rows-testing.ts'
import { testDatabase } from '#server/lib/db/testing.ts'
import { browserErrorCodes, type InsightErrors, insightErrorsSchema } from '#shared/contract/insights.ts'

const session = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
const noon = '2027-03-10T12:00:00Z'

const test = await testDatabase()
afterAll(() => test.close())
await test.asOwner("select private.maintain_interactions('2027-03-01', 395)")
const team = ['desk@backline.example', 'second@backline.example']
await test.asOwner('update desk_settings set answer_mailboxes = $1', [team])

describe('the report of browser errors', () => {
  /** An error in visit number `of`. */
  const met = (of: number, at: string, event_data: object, more: object = {}) =>
    test.asOwner(
      ...insertion('user_interactions', {
        session_id: session(of),
        created_at: at,
        event_type: 'error',
        event_data,
        ...more,
      }),
    )
  const threw = { code: 'uncaught', place: 'home', cause: 'TypeError main-a.js:1:2', release: 'r1' }
  const line = (fault: object, faults: number, visits: number, first: string, last: string) => ({
    place: '',
    cause: '',
    release: '',
    ...fault,
    faults,
    visits,
    first_at: expect.stringContaining(first) as unknown,
    last_at: expect.stringContaining(last) as unknown,
  })

  async function ask(visitor = 'person', from = '2027-03-08', to = '2027-03-10'): Promise<InsightErrors> {
    const [row] = await test.asOwner<{ said: unknown }>('select private.insights_faults_of($1, $2, $3, $4) as said', [
      from,
      to,
      visitor,
      noon,
    ])
    return v.parse(insightErrorsSchema, row?.said)
  }

  describe('for several days', () => {
    beforeAll(async () => {
      await met(1, '2027-03-08T09:00Z', threw)
      await met(1, '2027-03-08T09:01Z', threw)
      await met(2, '2027-03-08T10:00Z', threw)
      await met(2, '2027-03-08T10:01Z', { code: 'view_not_loaded', place: 'about', release: 'r1' })
      await met(3, '2027-03-09T10:00Z', threw)
      // An error from a release that did not report its name.
      await met(4, '2027-03-10T10:00Z', { code: 'crashed', place: 'contact' })
      await met(4, '2027-03-10T10:01Z', { ...threw, release: 'r2' })
      // A deliberate refusal by the server, which does not count as an error.
      await met(5, '2027-03-10T10:00Z', {
        code: '23514',
        place: 'booking',
        fields: ['email'],
        release: 'r1',
      })
      await met(6, '2027-03-10T10:00Z', threw, { is_bot: true })
      await met(7, '2027-03-10T10:00Z', { ...threw, team: true })
      await met(8, '2027-03-07T10:00Z', threw)
      await met(9, '2027-03-10T10:00Z', { code: `${'x'.repeat(99)}`, place: 'home' })
    })
    afterAll(() => test.asOwner('delete from user_interactions'))

    const expected = {
      range: { from: '2027-03-08', to: '2027-03-10', days: 3 },
      visitor: 'person',
      as_of: expect.any(String) as unknown,
      visits: 4,
      faults: [
        line(threw, 4, 3, '2027-03-08T09:00', '2027-03-09T10:00'),
        line({ ...threw, release: 'r2' }, 1, 1, '2027-03-10T10:01', '2027-03-10T10:01'),
        line({ code: 'crashed', place: 'contact' }, 1, 1, '2027-03-10T10:00', '2027-03-10T10:00'),
        line({ code: 'view_not_loaded', place: 'about', release: 'r1' }, 1, 1, '2027-03-08T10:01', '2027-03-08'),
      ],
    }

    it("groups errors by code, place and release, and omits refusals and the team's errors", async () => {
      expect(await ask()).toEqual(expected)
      expect((await ask('bot')).faults).toEqual([line(threw, 1, 1, '2027-03-10', '2027-03-10')])
      expect((await ask('all')).visits).toBe(5)
    })

    it('stays the same when errors are counted by day and their rows are deleted', async () => {
      for (const now of ['2027-03-09T12:00Z', '2027-03-10T12:00Z', '2027-03-11T12:00Z']) {
        await test.asOwner('select private.maintain_interactions($1, 395)', [now])
        expect(await ask()).toEqual(expected)
      }
      await test.asOwner('delete from user_interactions')
      expect(await ask()).toEqual(expected)
    })
  })

  it('lists at most a hundred distinct errors a day and fifty in a range, with one entry for the rest', async () => {
    await test.asOwner(
      `insert into user_interactions (created_at, session_id, event_type, event_data)
       select timestamptz '2027-04-02T10:00Z', gen_random_uuid(), 'error',
         jsonb_build_object('code', 'crashed', 'place', repeat('x', 200) || n, 'cause', '{"a": "b"}'::jsonb,
           'release', 'r' || n)
       from generate_series(1, 150) n, generate_series(1, 1 + n % 2)`,
    )
    const reply = await ask('person', '2027-04-01', '2027-04-03')
    expect(reply.faults).toHaveLength(51)
    expect(reply.faults.at(-1)).toMatchObject({ code: '(other)', visits: 125, release: '' })
    expect(reply.faults[0]).toMatchObject({ place: 'x'.repeat(100), visits: 2 })
    expect(reply.visits).toBe(225)
    await test.asOwner("select private.maintain_interactions('2027-04-04T12:00Z', 395)")
    const [days] = await test.asOwner("select count(*)::int from private.fault_days where day = '2027-04-02'")
    expect(days).toEqual({ count: 102 })
    expect(await ask('person', '2027-04-01', '2027-04-03')).toEqual(reply)
    await test.asOwner('delete from user_interactions')
  })

  it('recognizes exactly the error codes of the contract', async () => {
    for (const code of browserErrorCodes) {
      expect(await test.asOwner('select private.is_fault($1)', [code])).toEqual([{ is_fault: true }])
    }
    for (const code of ['23505', 'http_429', 'PGRST301', '', '*', '(other)', 'x_not_loaded '])
      expect(await test.asOwner('select private.is_fault($1)', [code])).toEqual([{ is_fault: false }])
  })
})
