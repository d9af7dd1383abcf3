import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { type Host, hostSettingsSchema } from '#shared/contract/hosts.ts'
import { dateError, draftOf, hasError, linkError, newDraftHours, parseDraft, settingsOf } from './draft.ts'

const host: Host = {
  id: 'a',
  name: 'Ada',
  takes_calls: true,
  time_zone: 'Europe/Paris',
  place: 'link',
  link: 'https://meet.example/ada',
  break_before: 5,
  break_after: 0,
  notice_minutes: 10,
  daily_most: null,
  named_to_visitors: true,
  hours: [
    { weekday: 1, opens: '09:00:00', closes: '12:00:00' },
    { weekday: 1, opens: '20:00:00', closes: '24:00:00' },
    { weekday: 7, opens: '00:00:00', closes: '24:00:00' },
  ],
  dates: [
    { day: '2026-12-24', opens: '09:00:00', closes: '10:00:00' },
    { day: '2026-12-24', opens: '11:00:00', closes: '24:00:00' },
    { day: '2026-12-25', opens: null, closes: null },
  ],
  last_given_at: null,
  feed_since: null,
  updated_at: '2026-11-24T10:00:00+00:00',
}

describe('draft of the host form', () => {
  it('preserves the stored settings, including midnight and a notice period of ten minutes', () => {
    const long = (time: string | null) => time && `${time}:00`
    const saved = settingsOf(draftOf(host))
    expect({
      ...saved,
      hours: saved.hours.map((one) => ({ ...one, opens: long(one.opens), closes: long(one.closes) })),
      dates: saved.dates.map((one) => ({ ...one, opens: long(one.opens), closes: long(one.closes) })),
    }).toEqual(v.parse(hostSettingsSchema, host))
    expect(hasError(draftOf(host))).toBe(false)
  })

  it('accepts {reference}, but no other placeholder, in a meeting link', () => {
    expect(hasError({ ...draftOf(host), link: 'https://meet.example/{reference}' })).toBe(false)
    for (const stray of ['{name}', '{', '}', '{reference', '{}']) {
      const link = `https://meet.example/{reference}/${stray}`
      expect(hasError({ ...draftOf(host), link })).toBe(true)
      expect(linkError(link)).toContain(`${stray} is not recognized`)
    }
  })

  it('is the same for equal hosts, and does not change when it is saved and restored', () => {
    const draft = draftOf(host)
    expect(draftOf(structuredClone(host))).toEqual(draft)
    expect(parseDraft(JSON.stringify(draft))).toEqual(draft)
    expect(parseDraft('')).toBeNull()
    expect(parseDraft('{"seen":null}')).toBeNull()
  })

  it.each([
    ['The end is before the start', [newDraftHours('10:00', '09:00')]],
    ['These hours overlap', [newDraftHours('11:00', '12:00'), newDraftHours('09:00', '11:15')]],
    ['These hours overlap', [newDraftHours('22:00', '00:00'), newDraftHours('23:00', '23:30')]],
  ])('has an error if hours are invalid: %s', (says, stretches) => {
    const draft = { ...draftOf(host), week: [stretches, [], [], [], [], [], []] }
    expect(hasError(draft)).toBe(true)
    expect(dateError(draft, { key: 'new', day: '2027-01-01', stretches })).toContain(says)
  })

  it('has no error if hours are adjacent or incomplete', () => {
    const stretches = [newDraftHours('09:00', '10:00'), newDraftHours('10:00', '11:00'), newDraftHours('09:30', '')]
    expect(hasError({ ...draftOf(host), week: [stretches, [], [], [], [], [], []] })).toBe(false)
  })

  it('has an error if a date is entered twice', () => {
    const draft = draftOf(host)
    const again = { key: 'new', day: '2026-12-25', stretches: [] }
    expect(dateError({ ...draft, dates: [...draft.dates, again] }, again)).toContain('twice')
  })
})
