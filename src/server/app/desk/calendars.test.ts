import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { publishableKey, tokenOf } from '#server/app/testing.ts'
import { fileOf } from '#server/features/calendars/testing.ts'
import { deskCalendars } from '#shared/contract/calendars.ts'
import { checkEachRow } from '#shared/lib/testing.ts'
import { calendarsForTest } from './calendars-testing.ts'

/** The rights to add a calendar, and the data that is stored about a calendar. */
const place = await calendarsForTest()
const { site, server, owner, agent, input, ask, add, rows, busy, meeting } = place
afterAll(() => place.close())
beforeEach(() => place.begin())

const log = () =>
  site.test.asOwner(
    "select action, actor, subject_id from audit_log where subject = 'hosts' and at > now() - interval '1 minute' order by id desc limit 3",
  )

describe('a host', () => {
  it('can add a calendar whose events are read at once and whose URL is stored in encrypted form', async () => {
    const added = await add()
    expect(added).toMatchObject({
      host: agent.id,
      name: 'Private',
      place: new URL(server.url).host,
      events: 2,
      fault: null,
    })
    expect(await busy()).toEqual([1, 1])
    const [row] = await rows()
    expect(JSON.stringify(row)).not.toContain('calendar.ics')
    expect(site.log()).not.toContain('calendar.ics')
    expect(await log()).toContainEqual({ action: 'calendar_added', actor: agent.id, subject_id: agent.id })
    const { data } = await agent.strong.rpc('desk_calendars', { host: agent.id })
    expect(v.parse(deskCalendars, data)).toEqual([added])
    const whole = (await owner.strong.rpc('export_person', { address: agent.email })).data as {
      account: { host: object; calendars: object[] }
    }
    expect(whole.account.host).toMatchObject({ time_zone: 'Europe/Berlin' })
    expect(whole.account.calendars).toMatchObject([{ ...added, busy: expect.stringContaining('[') as string }])
  })

  it('can add a calendar even if its ETag is too long to be stored', async () => {
    server.answer = (reply) => void reply.writeHead(200, { etag: `"${'x'.repeat(15_000)}"` }).end(fileOf(meeting(24)))
    expect(await add()).toMatchObject({ events: 1, fault: null })
    expect(await rows()).toMatchObject([{ version: null }])
  })

  it('can enter a webcal URL, which is fetched over https', async () => {
    const { status, said } = await ask('', input({ url: server.url.replace('http:', 'webcal:') }))
    expect([status, said.msg]).toEqual([400, expect.stringContaining('certificate')])
  })

  it('cannot add an unreadable calendar, and sees why the calendar is unreadable', () =>
    checkEachRow(
      [
        [
          {},
          404,
          'No calendar was found at this address. A calendar’s address changes when sharing is turned off and on again.',
        ],
        [
          {},
          401,
          'The calendar’s server denied access. Check that this is the secret address and that it has not changed.',
        ],
        [
          { kind: 'caldav', username: 'ada', password: 'wrong' },
          401,
          'Wrong username or password. Some services require an app password.',
        ],
      ],
      async ([change, answer, says]) => {
        server.answer = (reply) => void reply.writeHead(answer).end()
        const { status, said } = await ask('', input(change))
        expect([status, said.error_code, said.msg]).toEqual([400, 'validation_failed', says])
        expect(await rows()).toEqual([])
      },
    ))

  it('sees only the busy times of the next two weeks', async () => {
    server.answer = (reply) => void reply.end(fileOf(meeting(24), meeting(24 * 12), meeting(24 * 16)))
    const { events, busy_soon } = await add()
    expect([events, busy_soon.length]).toEqual([3, 2])
    expect(busy_soon.map(([from, until]) => Date.parse(until) - Date.parse(from))).toEqual([3_600_000, 3_600_000])
  })

  it('cannot add a calendar if more than a tenth of its entries are unreadable', async () => {
    const good = Array.from({ length: 8 }, (_, index) => meeting(24 + 2 * index))
    server.answer = (reply) => void reply.end(fileOf(['DTSTART:never'], ...good))
    const { status, said } = await ask('', input())
    expect([status, said.msg]).toEqual([
      400,
      'More than a tenth of the calendar’s entries could not be read. 1 of 9 entries could not be read. First reason: The start is missing or invalid.',
    ])
    server.answer = (reply) => void reply.end(fileOf(['DTSTART:never'], ...good, meeting(96)))
    expect((await add()).unread).toEqual({ entries: 10, unread: 1, first: [{ why: 'start', on: null }] })
  })

  it('gets an error if the details of a new calendar are invalid', () =>
    checkEachRow(
      [
        [{ url: 'calendar' }],
        [{ url: 'https://me:secret@example.com/a.ics' }],
        [{ kind: 'exchange' }],
        [{ kind: 'caldav' }],
        [{ name: ' ' }],
        [{ name: 'a'.repeat(101) }],
        [{ host: 'me' }],
      ],
      async ([change]) => {
        const { status, said } = await ask('', input(change))
        expect([status, said.error_code]).toEqual([400, 'validation_failed'])
        expect(server.asked).toEqual([])
      },
    ))

  it('cannot add a calendar whose URL is insecure or points to a private network', async () => {
    for (const [address, says] of [
      [server.url, 'The address must start with https:// or webcal://.'],
      ['https://169.254.169.254/', 'The address points to a private network, which this server does not access.'],
    ]) {
      const { status, said } = await ask('', input({ url: address }), place.token, site.url)
      expect([status, said.msg]).toEqual([400, says])
    }
    expect(server.asked).toEqual([])
  })

  it('can have at most ten calendars', async () => {
    await site.test.asOwner(
      "insert into private.host_calendars (host, name) select $1, 'n' from generate_series(1, 10)",
      [agent.id],
    )
    const { status, said } = await ask('', input())
    expect([status, said.msg]).toEqual([409, 'The limit is 10 calendars: remove one first.'])
  })

  it('can change a calendar, which is read first and stays as it was if that fails; a new address never gets the old password', async () => {
    const { id } = await add({ name: 'Old', username: 'ada', password: 'secret' })
    server.answer = (reply) => void reply.end(fileOf(meeting(24)))
    const named = (await ask(`/${id}`, { name: 'Work', url: '' })).said
    expect(named).toMatchObject({ id, name: 'Work', place: new URL(server.url).host, events: 1 })
    expect((await log())[0]).toEqual({ action: 'calendar_changed', actor: agent.id, subject_id: agent.id })
    expect(server.asked.at(-1)?.headers.authorization).toBe(`Basic ${btoa('ada:secret')}`)
    const [before] = await rows()
    server.answer = (reply) => void reply.writeHead(404).end()
    const { status, said } = await ask(`/${id}`, { name: 'Other', url: `${server.url}?new` })
    expect([status, said.msg]).toEqual([400, expect.stringContaining('No calendar was found')])
    expect(await rows()).toEqual([{ ...before, due_at: expect.any(Date) as Date }])
    server.answer = (reply) => void reply.end(fileOf(meeting(24), meeting(48), meeting(72)))
    expect((await ask(`/${id}`, { name: 'Other', url: `${server.url}?new` })).said).toMatchObject({ id, events: 3 })
    expect(await busy()).toEqual([1, 1, 1])
    // Later readings use the new address.
    await ask(`/${id}/read`)
    expect(server.asked.at(-1)?.url).toMatch(/\?new$/)
    expect(server.asked.slice(-3).map(({ headers }) => headers.authorization)).toEqual(Array(3).fill(undefined))
  })

  it('can refresh a calendar immediately and see the result', async () => {
    const { id } = await add()
    server.answer = (reply) => void reply.end(fileOf(meeting(24)))
    expect((await ask(`/${id}/read`)).said).toMatchObject({ id, events: 1, fault: null })
    server.answer = (reply) => void reply.writeHead(503).end()
    const { status, said } = await ask(`/${id}/read`)
    expect([status, said]).toMatchObject([200, { events: 1, fault: 'unwell' }])
    // The last known busy times still count.
    expect(await busy()).toEqual([1])
    expect((await log())[0]).toEqual({ action: 'calendar_read', actor: agent.id, subject_id: agent.id })
  })

  it('can remove a calendar', async () => {
    const { id } = await add()
    expect((await agent.strong.rpc('remove_calendar', { calendar: id })).error).toBeNull()
    expect(await rows()).toEqual([])
    expect((await log())[0]).toEqual({ action: 'calendar_removed', actor: agent.id, subject_id: agent.id })
    expect((await owner.strong.rpc('remove_calendar', { calendar: id })).error?.code).toBe('PT404')
  })
})

describe('a host’s calendars', () => {
  it('[A5] can be added, changed, read and removed only by the host and by owners', async () => {
    const { id } = await add()
    const other = await site.member('agent')
    const viewer = await site.member('viewer')
    const claims = { aud: 'authenticated', role: 'service_role' }
    const callers: Record<string, [bearer: string | null, status: number]> = {
      nobody: [null, 401],
      'the site': [publishableKey, 403],
      agent: [await tokenOf(other.strong), 403],
      viewer: [await tokenOf(viewer.strong), 403],
      'a program': [await site.auth.keys.sign(claims, 60), 403],
    }
    server.asked.length = 0
    for (const [who, [bearer, status]] of Object.entries(callers)) {
      const heard = [
        await ask('', input(), bearer),
        await ask(`/${id}`, { name: 'Mine', url: '' }, bearer),
        await ask(`/${id}/read`, undefined, bearer),
      ]
      expect([who, heard.map((one) => one.status)]).toEqual([who, [status, status, status]])
    }
    expect(server.asked).toEqual([])
    for (const client of [other.strong, viewer.strong, site.client()]) {
      expect((await client.rpc('desk_calendars', { host: agent.id })).error?.code).toBe('42501')
      expect((await client.rpc('remove_calendar', { calendar: id })).error?.code).toBe('42501')
    }
    const bearer = await tokenOf(owner.strong)
    expect((await ask(`/${id}/read`, undefined, bearer)).status).toBe(200)
    expect((await ask('', input(), bearer)).status).toBe(201)
    expect((await ask(`/${randomUUID()}/read`, undefined, bearer)).status).toBe(404)
    expect((await ask('/no-id/read', undefined, bearer)).status).toBe(404)
    expect((await ask('', input({ host: owner.id }), bearer)).said.msg).toBe('Set the hours of this host first.')
  })

  it('are erased, together with the emails about them, when an owner erases the host', async () => {
    const gone = await site.member('agent')
    await site.test.asOwner("insert into private.hosts (id, time_zone) values ($1, 'UTC')", [gone.id])
    await site.test.asOwner(
      "insert into private.host_calendars (host, name, fault, failing_since) values ($1, 'theirs', 'unwell', now() - interval '25 hours')",
      [gone.id],
    )
    await site.test.asOwner(
      "select private.record_calendar_fault(id, 'unwell', null, now()) from private.host_calendars",
    )
    const letters = () => site.test.asOwner('select from outbox where recipient = $1', [gone.email])
    expect(await letters()).toHaveLength(1)
    await site.test.asOwner('update staff_members set disabled_at = now() where id = $1', [gone.id])
    expect((await owner.strong.rpc('erase_person', { address: gone.email })).error).toBeNull()
    expect([await rows(), await letters()]).toEqual([[], []])
  })
})
