import ICAL from 'ical.js'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { callTimeWords } from '#content/call-letters.ts'
import { callPage } from '#content/visitor-call.ts'
import { hostForTest } from '#server/lib/db/rows-testing.ts'
import { callsForTest, iso } from './testing.ts'

const calls = await callsForTest()
afterAll(calls.close)
const { app, test, time, at, callOf, confirmedOf, visit } = calls
beforeEach(async () => {
  time.ahead = 0
  await test.asOwner('delete from strategy_call_bookings')
})

const hour = 3_600_000

describe('the calendar data of a call', () => {
  const file = (token: string) => app.inject({ url: `/call/strategy-call.ics?call=${token}` })
  const eventOf = (text: string) => {
    const calendar = new ICAL.Component(ICAL.parse(text))
    const event = calendar.getFirstSubcomponent('vevent')
    if (!event) throw new Error('no event')
    return { calendar, event, value: (name: string) => event.getFirstPropertyValue(name)?.toString() }
  }

  it.each([
    ['a request', callOf, 'TENTATIVE', callPage.event.askedTitle],
    ['a confirmed call', confirmedOf, 'CONFIRMED', callPage.event.title],
  ])('contains only the event of %s, without an organizer or guests', async (_, make, status, title) => {
    const { id, token } = await make({})
    const { body, headers } = await file(token)
    expect(headers).toMatchObject({
      'content-type': 'text/calendar; charset=utf-8',
      'content-disposition': 'attachment; filename="strategy-call.ics"',
      'cache-control': 'no-store',
    })
    const { calendar, event, value } = eventOf(body)
    expect([value('uid'), value('status'), value('summary'), value('sequence')]).toEqual([
      `${id}@site.example`,
      status,
      title,
      '0',
    ])
    const { startDate, endDate } = new ICAL.Event(event)
    expect([startDate.toJSDate(), endDate.toJSDate()]).toEqual([new Date(at(30)), new Date(at(30) + hour / 2)])
    expect(value('description')).toContain(`https://site.example/?call=${token}`)
    expect(calendar.getFirstPropertyValue('method')).toBeNull()
    expect([event.hasProperty('organizer'), event.hasProperty('attendee')]).toEqual([false, false])
  })

  it('describes a requested call as online, in the same words as the email, if the host uses a meeting link', async () => {
    await hostForTest(test, { hours: [[1, '00:00', '24:00']] })
    await test.asOwner("update private.hosts set place = 'link', link = 'https://meet.example/room'")
    const { id, token } = await callOf()
    await test.asOwner(
      `insert into private.call_holds (booking, host, slot, until)
       select $1, h.id, tstzrange(now() + interval '1 hour', now() + interval '2 hours'), now() + interval '1 hour' from private.hosts h`,
      [id],
    )
    const { value } = eventOf((await file(token)).body)
    expect(value('location')).toBe(callTimeWords.byLinkLater)
    expect(value('description')).toContain(callTimeWords.byLinkLater)
    expect(value('description')).not.toContain('number you gave us')
  })

  it("is replaced by a redirect to the call's page if the call is cancelled", async () => {
    const { token } = await callOf({ status: 'cancelled' })
    const { statusCode, headers } = await file(token)
    expect([statusCode, headers.location]).toEqual([303, `/?call=${token}`])
  })

  it('does not contain the secret link when it is sent to a web calendar', async () => {
    const { id, token } = await confirmedOf()
    const links = [...(await visit(token)).body.matchAll(/href="(https:[^"]*)" rel="noreferrer"/g)]
    expect(links).toHaveLength(3)
    for (const [, href = ''] of links) {
      const text = decodeURIComponent(href)
      expect(text).not.toMatch(/call=|eyJ/)
      expect(text).toContain(id.slice(0, 8).toUpperCase())
      expect(text.replace(/[-:]/g, '')).toContain(`${iso(at(30)).slice(0, 16).replace(/[-:]/g, '')}00Z`)
    }
  })
})
