import { expect, test } from 'vitest'
import type { TimelineEntry } from '#desk/features/record/api.ts'
import { bookingRecord } from '#desk/lib/sample-records.ts'
import { booking, bookingWithCall, hoursAgo, me, otherMember, sampleNow } from '#desk/lib/samples.ts'
import { dayAndTime, shortDay } from '#desk/lib/times.ts'
import { callTimeInWords, lastChangeOf } from './booking-moves.ts'

const nameOf = (id: string | null) => (id === me.id ? 'You' : 'Karl')
const news = (seen: ReturnType<typeof booking>, now: typeof seen, ...timeline: TimelineEntry[]) => {
  const record = bookingRecord(now)
  return lastChangeOf(seen, { ...record, timeline: [...record.timeline, ...timeline] }, nameOf, sampleNow)
}
const entry = (action: string, details = {}, actor: string | null = otherMember.id): TimelineEntry => ({
  at: hoursAgo(0.1),
  actor,
  action,
  details,
})
const fresh = booking(1)
const given = entry('booking_assigned', { from: null, to: otherMember.id })

test('ignores a timeline entry that does not change the call', () => {
  expect(news(fresh, fresh, entry('noted'))).toBeNull()
})

test('reports who confirmed a call, and which time the visitor proposed', () => {
  const confirmed = bookingWithCall(1, -26, 'confirmed')
  const moved = entry('booking_moved', { from: 'new', to: 'confirmed', confirmed: confirmed.confirmed })
  expect(news(fresh, confirmed, moved, given)).toMatchObject({
    isOver: true,
    words: expect.stringMatching(
      new RegExp(`^Karl confirmed this 6 min ago, for ${shortDay(new Date(confirmed.call_at))}, `),
    ),
  })
  const asked = { ...confirmed, proposed_time: hoursAgo(-30) }
  const proposal = entry('booking_proposed', { to: asked.proposed_time, by: 'visitor' }, null)
  expect(news(confirmed, asked, proposal)).toMatchObject({
    isOver: true,
    words: expect.stringMatching(/^The visitor requested another time: .*, 6 min ago\.$/),
  })
})

test('lets a member confirm a request even after another member has assigned it to themselves', () => {
  const words = 'Karl assigned it to themselves, 6 min ago.'
  expect(news(fresh, { ...fresh, assigned_to: otherMember.id }, given)).toEqual({ isOver: false, words })
})

test('states in a reply that a requested time is not confirmed yet, and omits the time of a cancelled request', () => {
  const at = { call_at: '2026-12-10T14:00:00+00:00' }
  const zone = 'Africa/Johannesburg'
  // Dates and times are formatted in the machine's locale.
  const time = (inZone: string) => dayAndTime(new Date(at.call_at), inZone)
  const theirs = `${time('America/New_York')} (New York time, UTC−5)`
  expect(callTimeInWords(booking(1, at), zone)).toBe(`the time you requested, ${theirs}, which is not confirmed yet`)
  expect(callTimeInWords(booking(1, { ...at, status: 'cancelled' }), zone)).toBeNull()
  const call = bookingWithCall(1, 0, 'confirmed', at)
  expect(callTimeInWords(call, zone)).toBe(theirs)
  expect(callTimeInWords({ ...call, time_zone: null }, zone)).toBe(`${time(zone)} (Johannesburg time, UTC+2)`)
})
