import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import type { Meeting } from '#letters/types.ts'
import { hostForTest } from '#server/lib/db/rows-testing.ts'
import type { Letter } from '#server/lib/mail/mailer.ts'
import { propertyRuns, testEach } from '#shared/lib/testing.ts'
import { changeFor } from './call-change.ts'
import { emailsForTest, eventIn, type ParsedInvitation, teamMailbox } from './testing.ts'

const one = { starts: 1000, ends: 2000 }
const other = { starts: 3000, ends: 4000 }
const ours = { host: null, place: 'phone', link: null } as const
const adas = { host: 'Ada', place: 'phone', link: null } as const
const online = { host: 'Ada', place: 'link', link: 'https://meet.example/ada' } as const
const confirmed = (call: typeof one, meeting: Meeting = adas) => ({ status: 'confirmed', call, meeting }) as const
const open = { status: 'new', call: null, meeting: ours } as const
const off = { status: 'cancelled', call: null, meeting: ours } as const

it(
  'describes what has changed about a call since the previous email to the same recipient',
  testEach(
    [
      ['a new call', null, confirmed(one), { what: 'confirmed', call: one }],
      ['another time', confirmed(one), confirmed(other), { what: 'moved', call: other, was: one }],
      ['a longer call', confirmed(one), confirmed({ ...one, ends: 2500 }), expect.objectContaining({ what: 'moved' })],
      ['another host', confirmed(one, ours), confirmed(one), { what: 'reassigned', call: one, before: ours }],
      [
        'another meeting place',
        confirmed(one),
        confirmed(one, online),
        { what: 'reassigned', call: one, before: adas },
      ],
      [
        'another link',
        confirmed(one, online),
        confirmed(one, { ...online, link: 'https://meet.example/b' }),
        { what: 'reassigned', call: one, before: online },
      ],
      [
        'another time together with another host',
        confirmed(one, ours),
        confirmed(other),
        { what: 'moved', call: other, was: one },
      ],
      ['a new call after a cancelled one', off, confirmed(one), { what: 'confirmed', call: one }],
      ['a cancellation', confirmed(one), off, { what: 'cancelled', was: one }],
      ['a cancellation, without the reopened request', confirmed(one), open, { what: 'cancelled', was: one }],
      ['a cancelled request', null, off, { what: 'cancelled', was: null }],
    ],
    (_, told, now, change) => {
      expect(changeFor(told && { ...told, isSure: true }, now)).toEqual(change)
    },
  ),
)

it(
  'finds no change to report by email if nothing about the call has changed for the recipient',
  testEach(
    [
      ['the same call', confirmed(one), confirmed(one)],
      ['a call that was already cancelled', off, off],
      ['an open request', null, open],
      ['a reopened request', off, open],
      ['a completed call', confirmed(one), { status: 'completed', call: one, meeting: adas }],
      ['a no-show', confirmed(one), { status: 'no-show', call: one, meeting: adas }],
      ['spam', null, { status: 'spam', call: null, meeting: ours }],
      ['a status of a later release', confirmed(one), { status: 'unknown', call: one, meeting: adas }],
    ] as const,
    (_, told, now) => {
      expect(changeFor(told && { ...told, isSure: true }, now)).toBeNull()
    },
  ),
)

it.each([
  ['the same call', confirmed(one), confirmed(one), { what: 'confirmed', call: one }],
  ['a cancellation', { ...off, call: one }, off, { what: 'cancelled', was: one }],
])('reports %s again in the next email if the last email may have been lost', (_, told, now, change) => {
  expect(changeFor({ ...told, isSure: false }, now)).toEqual(change)
})

const office = await emailsForTest()
afterAll(() => office.close())
const visitor = 'ada@example.com'
const { test, agent, ask, move, deliver } = office

let calls = 0
const freeTime = () => Date.UTC(2031, 0, 1 + calls++, 10)

async function asked() {
  const id = await ask()
  await deliver()
  return id
}

describe('any order of desk changes, deliveries and crashes', () => {
  const step = fc.oneof(
    { weight: 3, arbitrary: fc.constant('confirm' as const) },
    { weight: 2, arbitrary: fc.constant('cancel' as const) },
    { weight: 1, arbitrary: fc.constant('open' as const) },
    { weight: 2, arbitrary: fc.constant('give' as const) },
    { weight: 3, arbitrary: fc.constant('place' as const) },
    { weight: 3, arbitrary: fc.constant('deliver' as const) },
    { weight: 2, arbitrary: fc.constant('crash' as const) },
    { weight: 2, arbitrary: fc.constant('lose' as const) },
  )

  it('leaves every calendar consistent with the database, without reusing a sequence number', async () => {
    const hosts = [await hostForTest(test), await hostForTest(test)].map((id) => ({ id }))
    const slots = [freeTime(), freeTime()]
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 14 }), async (steps) => {
        await test.asOwner('delete from strategy_call_bookings')
        const id = await asked()
        const calendars = new Map<string, ParsedInvitation>()
        const take = (letters: readonly Letter[]) => {
          for (const letter of letters) {
            if (!letter.calendar) continue
            const event = eventIn(letter)
            expect(event.method).toBe(letter.calendar.method)
            const known = calendars.get(letter.to)
            // A calendar accepts an event with a higher sequence, or a copy of its current event.
            if (known && event.sequence < known.sequence) throw new Error('a lower sequence came later')
            if (known?.sequence === event.sequence) expect(event).toEqual(known)
            calendars.set(letter.to, event)
          }
        }
        let turn = 0
        for (const what of steps) {
          const { status } = await stateOf(id)
          turn++
          if (what === 'confirm' && ['new', 'confirmed'].includes(status)) {
            await move(id, 'confirmed', slots[turn % slots.length])
          } else if (what === 'cancel' && ['new', 'confirmed'].includes(status)) {
            await move(id, 'cancelled')
          } else if (what === 'open' && status === 'cancelled') {
            await move(id, 'new')
          } else if (what === 'give') {
            const host = hosts[turn % hosts.length]
            await agent.run('update strategy_call_bookings set assigned_to = $1 where id = $2', [host?.id, id])
          } else if (what === 'place') {
            await test.asOwner(
              `update private.hosts set place = case place when 'link' then 'phone' else 'link' end,
                 link = 'https://meet.example/' || left(id::text, 4)
               where id = (select assigned_to from strategy_call_bookings where id = $1)`,
              [id],
            )
          } else if (what === 'deliver') {
            take(await deliver())
          } else if (what === 'crash') {
            let left = turn % 3
            take(await deliver(() => (left-- > 0 ? null : 'after')))
          } else if (what === 'lose') {
            let left = turn % 2
            take(await deliver(() => (left-- > 0 ? null : 'before')))
          }
        }
        take(await deliver())
        const { status, starts, host, link } = await stateOf(id)
        for (const to of [visitor, teamMailbox, ...hosts.map((who) => `${who.id}@desk.example`)]) {
          const event = calendars.get(to)
          const isTheirs = to === visitor || to === host
          const stands = event?.status === 'CONFIRMED' ? event.start : null
          expect([to, stands]).toEqual([to, status === 'confirmed' && isTheirs ? starts : null])
          if (event) expect(event.uid).toBe(`${id}@site.example`)
          if (stands !== null) expect([to, event?.link]).toEqual([to, link])
        }
      }),
      propertyRuns(25, 6),
    )
  })

  async function stateOf(id: string) {
    const [row] = await test.asOwner<{
      status: string
      starts: Date | null
      assigned_to: string | null
      link: string | null
    }>(
      `select b.status, lower(b.confirmed) as starts, b.assigned_to, h.link from strategy_call_bookings b
       left join private.hosts h on h.id = b.assigned_to and h.place = 'link' where b.id = $1`,
      [id],
    )
    if (!row) throw new Error('no booking')
    const host = row.assigned_to ? `${row.assigned_to}@desk.example` : teamMailbox
    return { status: row.status, starts: row.starts?.getTime() ?? null, host, link: row.link }
  }
})
