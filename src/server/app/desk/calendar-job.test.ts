import * as v from 'valibot'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { tokenOf } from '#server/app/testing.ts'
import { readDue } from '#server/features/calendars/service.ts'
import { fileOf } from '#server/features/calendars/testing.ts'
import { deskCalendars } from '#shared/contract/calendars.ts'
import { calendarsForTest } from './calendars-testing.ts'

/** The server reads hosts' calendars automatically. */
const place = await calendarsForTest()
const { site, server, agent, add, rows, busy, meeting } = place
afterAll(() => place.close())
beforeEach(() => place.begin())

/** Runs the job a second late, because the database clock has a finer resolution than the test's clock. */
const later = { ...place.means, clock: () => place.means.clock() + 1000 }
const upkeep = () => readDue(later, new AbortController().signal)

describe('the calendar job', () => {
  const makeDue = () => site.test.asOwner("update private.host_calendars set due_at = now() - interval '1 day'")

  it.each([
    ['is due', '-1 day'],
    ['was due before the clock was set back', '3 hours'],
  ])('reads only the calendar that %s', async (_, due) => {
    await add()
    const { id } = await add({ name: 'Other' })
    server.asked.length = 0
    await site.test.asOwner('update private.host_calendars set due_at = now() + $2::interval where id = $1', [id, due])
    server.answer = (reply) => void reply.end(fileOf(meeting(24)))
    await upkeep()
    expect(server.asked).toHaveLength(1)
    expect((await rows()).map(({ events }) => events)).toEqual(expect.arrayContaining([1, 2]))
  })

  it('requests the complete calendar once a day, and requests only changes at all other times', async () => {
    server.answer = (reply, { headers }) =>
      void (headers['if-none-match']
        ? reply.writeHead(304).end()
        : reply.writeHead(200, { etag: '"one"' }).end(fileOf(meeting(24))))
    const before = await add()
    server.asked.length = 0
    await makeDue()
    await upkeep()
    expect(server.asked[0]?.headers['if-none-match']).toBe('"one"')
    const [row] = await rows()
    expect(row).toMatchObject({ events: 1, fault: null })
    expect(Number(row?.read_at)).toBeGreaterThan(Date.parse(before.read_at ?? ''))
    await site.test.asOwner("update private.host_calendars set whole_at = whole_at - interval '25 hours'")
    server.asked.length = 0
    await makeDue()
    await upkeep()
    expect(server.asked[0]?.headers['if-none-match']).toBeUndefined()
  })

  it('reads the complete calendar again if the time zone of the host changes', async () => {
    const next = new Date(site.auth.clock() + 48 * 3_600_000).toISOString().slice(0, 10).replaceAll('-', '')
    server.answer = (reply, { headers }) =>
      void (headers['if-none-match']
        ? reply.writeHead(304).end()
        : reply.writeHead(200, { etag: '"one"' }).end(fileOf([`DTSTART;VALUE=DATE:${next}`])))
    await add()
    const begins = async () => {
      const [row] = await site.test.asOwner<{ at: Date }>('select lower(busy) as at from private.host_calendars')
      return row?.at.toISOString().slice(11, 16)
    }
    expect(await begins()).toMatch(/2[23]:00/)
    await site.test.asOwner("update private.hosts set time_zone = 'Asia/Kolkata'")
    await upkeep()
    expect(await begins()).toBe('18:30')
    await site.test.asOwner("update private.hosts set time_zone = 'Europe/Berlin'")
  })

  it('keeps the last busy times of an unreadable calendar, and records the time of the first failure', async () => {
    await add()
    server.answer = (reply) => void reply.writeHead(500).end()
    await makeDue()
    await upkeep()
    const [first] = await rows()
    expect(first).toMatchObject({ events: 2, fault: 'unwell' })
    server.asked.length = 0
    await makeDue()
    await upkeep()
    const [second] = await rows()
    expect(second?.failing_since).toEqual(first?.failing_since)
    expect(await busy()).toEqual([1, 1])
    server.answer = (reply) => void reply.end(fileOf())
    server.asked.length = 0
    await makeDue()
    await upkeep()
    expect((await rows())[0]).toMatchObject({ events: 0, fault: null, failing_since: null })
  })

  it('notifies the host once about unreadable entries, and again only if all entries were readable in between', async () => {
    const letters = async () =>
      (
        await site.test.asOwner<{ unread: object }>(
          "select facts -> 'unread' as unread from outbox where kind = 'team-calendar' order by created_at",
        )
      ).map(({ unread }) => unread)
    const good = Array.from({ length: 20 }, (_, index) => meeting(24 + 2 * index))
    const readWith = async (...broken: string[][]) => {
      server.answer = (reply) => void reply.end(fileOf(...broken, ...good))
      await makeDue()
      await upkeep()
    }
    server.answer = (reply) => void reply.end(fileOf(...good))
    await add()
    await readWith(['DTSTART:never'])
    await readWith(['DTSTART:never'], ['DTSTART:20260101T000000Z', 'DTEND:never'])
    const first = { entries: 21, unread: 1, first: [{ why: 'start', on: null }] }
    expect(await letters()).toEqual([first])
    expect((await rows())[0]).toMatchObject({ fault: null, unread: { entries: 22, unread: 2 } })
    await readWith()
    expect((await rows())[0]).toMatchObject({ unread: { entries: 20, unread: 0 }, unread_told_at: null })
    await readWith(['DTSTART:never'])
    expect(await letters()).toEqual([first, first])
  })

  it('keeps the last known busy times and notifies the host at once if more than a tenth of the calendar entries are unreadable', async () => {
    const good = fileOf(meeting(24), meeting(48))
    server.answer = (reply) => void reply.writeHead(200, { etag: '"good"' }).end(good)
    await add()
    server.answer = (reply) => void reply.end(fileOf(['DTSTART:never'], meeting(72)))
    await makeDue()
    await upkeep()
    const unread = { entries: 2, unread: 1, first: [{ why: 'start', on: null }] }
    const [row] = await rows()
    expect(row).toMatchObject({ fault: 'too-many-unread', events: 2, unread })
    expect(row?.told_at).not.toBeNull()
    expect(await busy()).toEqual([1, 1])
    // The file has not changed, so only a full read shows that all its entries are readable now.
    server.answer = (reply, { headers }) =>
      void (headers['if-none-match'] ? reply.writeHead(304).end() : reply.end(good))
    await makeDue()
    await upkeep()
    expect((await rows())[0]).toMatchObject({ fault: null, unread: { entries: 2, unread: 0 } })
  })

  it('emails the host once after a day of failures, and again only after a recovery and another day of failures', async () => {
    const letters = () =>
      site.test.asOwner(
        "select recipient, user_id, facts ->> 'name' as name, facts ->> 'code' as code from outbox where kind = 'team-calendar'",
      )
    await add()
    const fail = async () => {
      server.answer = (reply) => void reply.writeHead(404).end()
      await makeDue()
      await upkeep()
    }
    const passes = (time: string) =>
      site.test.asOwner(`update private.host_calendars set failing_since = failing_since - interval '${time}'`)
    await fail()
    await passes('23 hours')
    await fail()
    expect(await letters()).toEqual([])
    await passes('2 hours')
    await fail()
    await fail()
    const letter = { recipient: agent.email, user_id: agent.id, name: 'Private', code: 'not-found' }
    expect(await letters()).toEqual([letter])
    const { data } = await agent.strong.rpc('desk_calendars', { host: agent.id })
    expect(v.parse(deskCalendars, data)[0]?.told_at).not.toBeNull()
    server.answer = (reply) => void reply.end(fileOf())
    await makeDue()
    await upkeep()
    expect((await rows())[0]).toMatchObject({ told_at: null })
    await fail()
    await passes('25 hours')
    await fail()
    expect(await letters()).toEqual([letter, letter])
  })
})

describe('the calendars of a host', () => {
  const { test } = site
  const member = (change: string) => test.asOwner(`update staff_members set ${change} where id = $1`, [agent.id])
  const pauses: Record<string, [pause: () => Promise<unknown>, back: () => Promise<unknown>]> = {
    'is suspended': [() => member('disabled_at = now()'), () => member('disabled_at = null')],
    'is a viewer': [() => member("role = 'viewer'"), () => member("role = 'agent'")],
    'pauses calls': [
      () => test.asOwner('update private.hosts set takes_calls = false'),
      () => test.asOwner('update private.hosts set takes_calls = true'),
    ],
  }
  // Suspending a member ends their sessions.
  const addAsOwner = async () =>
    expect((await place.ask('', place.input(), await tokenOf(place.owner.strong))).status).toBe(201)
  const offered = async () => (await test.asOwner('select from private.available_times_near(now(), now())')).length
  const makeDue = () => test.asOwner("update private.host_calendars set due_at = now() - interval '1 day'")

  it.each(Object.keys(pauses))(
    'are not read while the host %s, but are read before slots are offered again',
    async (which) => {
      const [pause, back] = pauses[which] ?? []
      await test.asOwner('delete from private.host_hours')
      await test.asOwner(
        "insert into private.host_hours (host, weekday, opens, closes) select $1, day, '00:00', '24:00' from generate_series(1, 7) day",
        [agent.id],
      )
      await addAsOwner()
      const before = await offered()
      expect(before).toBeGreaterThan(0)
      await pause?.()
      expect(await offered()).toBe(0)
      server.asked.length = 0
      await makeDue()
      await upkeep()
      expect(server.asked).toEqual([])
      expect(await rows()).toMatchObject([{ name: 'Private' }])
      await back?.()
      expect(await offered()).toBe(0)
      await upkeep()
      expect(server.asked).toHaveLength(1)
      expect(await busy()).toEqual([1, 1])
      expect(await offered()).toBe(before)
    },
  )

  it('are not read while the host is suspended, and block all slots after the suspension until they are read again', async () => {
    await addAsOwner()
    const [row] = await rows()
    await member('disabled_at = now()')
    server.asked.length = 0
    expect((await place.ask(`/${row?.id}/read`, undefined, await tokenOf(place.owner.strong))).status).toBe(404)
    expect(server.asked).toEqual([])
    await member('disabled_at = null')
    server.answer = (reply) => void reply.writeHead(500).end()
    await upkeep()
    expect(await rows()).toMatchObject([{ fault: 'unwell', read_at: null }])
    expect(await offered()).toBe(0)
  })

  it('can no longer read the host’s call feed once the host is suspended', async () => {
    await test.asOwner("update private.hosts set feed_key_hash = 'x', feed_since = now()")
    await member('disabled_at = now()')
    expect(await test.asOwner('select feed_key_hash, feed_since from private.hosts')).toEqual([
      { feed_key_hash: null, feed_since: null },
    ])
    await member('disabled_at = null')
  })
})
