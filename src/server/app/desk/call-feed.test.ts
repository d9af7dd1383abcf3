import { randomUUID } from 'node:crypto'
import ICAL from 'ical.js'
import * as v from 'valibot'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { authAppForTest } from '#server/app/testing.ts'
import { booking, insertion } from '#server/lib/db/rows-testing.ts'
import { feedKey, feedPath } from '#shared/contract/calendars.ts'
import { eventUid } from '#shared/lib/calendar-file.ts'

/** The calendar feed of a host's calls. The feed's URL contains a secret key. */
const site = await authAppForTest()
const agent = await site.member('agent')
const owner = await site.member('owner')
afterAll(() => site.close())
beforeEach(async () => {
  await site.test.asOwner('delete from strategy_call_bookings')
  await site.test.asOwner('delete from private.hosts')
  await site.test.asOwner("insert into private.hosts (id, time_zone) values ($1, 'Europe/Berlin')", [agent.id])
})

const day = 24 * 3_600_000

/** Creates a call for the agent, this many days from now. */
async function call(days: number, change: { name?: string; company?: string; host?: string } = {}) {
  const { host = agent.id, ...row } = change
  const id = randomUUID()
  const starts = new Date(Math.floor(Date.now() / day) * day + days * day + 10 * 3_600_000)
  await site.test.asOwner(...insertion('strategy_call_bookings', booking({ id, ...row })))
  await site.test.asOwner(
    `update strategy_call_bookings set status = 'confirmed', assigned_to = $2,
       confirmed = tstzrange($3::timestamptz, $3::timestamptz + interval '30 minutes') where id = $1`,
    [id, host, starts],
  )
  return { id, starts: starts.toISOString() }
}

async function renew(member = agent): Promise<string> {
  const { data, error } = await member.strong.rpc('renew_feed', { host: agent.id })
  if (error) throw error
  return v.parse(feedKey, data).key
}

const get = (key: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(`${site.url}${feedPath({ key })}`, { headers, method })

/** Parses the feed as a calendar program does. */
function readBack(text: string) {
  const calendar = new ICAL.Component(ICAL.parse(text))
  return calendar.getAllSubcomponents('vevent').map((one) => {
    const event = new ICAL.Event(one)
    return {
      uid: event.uid,
      sequence: event.sequence,
      title: event.summary,
      place: event.location,
      about: event.description,
      starts: event.startDate.toJSDate().toISOString(),
      minutes: event.duration.toSeconds() / 60,
    }
  })
}

describe('the calendar feed', () => {
  it("lists only one host's confirmed calls, from thirty days ago onward", async () => {
    const soon = await call(3, { name: 'Ada', company: 'Engines, Ltd' })
    const was = await call(-29)
    await call(-32)
    await call(5, { host: owner.id })
    await site.test.asOwner(
      ...insertion('strategy_call_bookings', booking({ id: randomUUID(), name: 'Not yet confirmed' })),
    )
    const answer = await get(await renew())
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/calendar; charset=utf-8'])
    const text = await answer.text()
    const events = readBack(text)
    expect(events.map(({ uid }) => uid)).toEqual([eventUid(was.id, site.url), eventUid(soon.id, site.url)])
    const [row] = await site.test.asOwner<{ sequence: number }>(
      'select call_sequence as sequence from strategy_call_bookings where id = $1',
      [soon.id],
    )
    expect(events[1]).toEqual({
      uid: eventUid(soon.id, site.url),
      sequence: row?.sequence,
      title: 'Strategy call: Ada, Engines, Ltd',
      place: 'By phone: you call the visitor',
      about: `Details of this call: ${site.url}/desk/bookings?item=${soon.id}`,
      starts: soon.starts,
      minutes: 30,
    })
    expect(text).not.toMatch(/@(?!127\.0\.0\.1\r)/)
    expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
  })

  it('shows where a call takes place', async () => {
    await site.test.asOwner("update private.hosts set place = 'link', link = 'https://meet.example/{reference}'")
    const { id } = await call(3)
    const [event] = readBack(await (await get(await renew())).text())
    expect(event?.place).toBe(`https://meet.example/${id.slice(0, 8).toUpperCase()}`)
  })

  it('returns 304 if nothing has changed, and allows only private caching', async () => {
    const { id } = await call(3)
    const key = await renew()
    const first = await get(key)
    const etag = first.headers.get('etag') ?? ''
    expect(first.headers.get('cache-control')).toBe('private, no-cache')
    for (const tag of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const again = await get(key, { 'if-none-match': tag })
      expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', etag])
    }
    const head = await get(key, {}, 'HEAD')
    expect([head.status, head.headers.get('etag'), await head.text()]).toEqual([200, etag, ''])
    expect(head.headers.get('content-length')).toBe(String(Buffer.byteLength(await first.text())))
    await site.test.asOwner("update strategy_call_bookings set status = 'cancelled' where id = $1", [id])
    const changed = await get(key, { 'if-none-match': etag })
    expect([changed.status, readBack(await changed.text())]).toEqual([200, []])
  })
})

describe("a feed's key", () => {
  it('[S6] can be renewed by the host or an owner, and is stored only as a hash', async () => {
    const first = await renew()
    const second = await renew(owner)
    expect([(await get(first)).status, (await get(second)).status]).toEqual([404, 200])
    const [row] = await site.test.asOwner<Record<string, unknown>>('select * from private.hosts')
    expect(JSON.stringify(row)).not.toContain(second)
    expect(Buffer.from(row?.feed_key_hash as Buffer).length).toBe(32)
    expect(site.log()).not.toContain(second)
    expect((await agent.strong.rpc('end_feed', { host: agent.id })).error).toBeNull()
    expect((await get(second)).status).toBe(404)
    const log = await site.test.asOwner(
      "select action, actor from audit_log where subject = 'hosts' order by id desc limit 3",
    )
    expect(log).toEqual([
      { action: 'feed_ended', actor: agent.id },
      { action: 'feed_renewed', actor: owner.id },
      { action: 'feed_renewed', actor: agent.id },
    ])
  })

  it('is refused if it is unknown or belongs to a suspended host', async () => {
    for (const key of ['', 'a', 'a'.repeat(64), '%00', '..%2f..%2fetc%2fpasswd', "' or true --", 'ü']) {
      const answer = await get(key)
      expect([key, answer.status >= 400 && answer.status < 500]).toEqual([key, true])
      expect(await answer.text()).not.toContain('BEGIN')
    }
    const leaving = await site.member('agent')
    await site.test.asOwner("insert into private.hosts (id, time_zone) values ($1, 'UTC')", [leaving.id])
    const { data } = await leaving.strong.rpc('renew_feed', { host: leaving.id })
    expect((await get(data.key)).status).toBe(200)
    await site.test.asOwner('update staff_members set disabled_at = now() where id = $1', [leaving.id])
    expect((await get(data.key)).status).toBe(404)
  })

  it('can be created and removed only by the host and by owners', async () => {
    const other = await site.member('agent')
    for (const name of ['renew_feed', 'end_feed']) {
      for (const client of [other.strong, await site.signedIn(agent), site.client()]) {
        expect((await client.rpc(name, { host: agent.id })).error?.code).toBe('42501')
      }
    }
    expect((await owner.strong.rpc('renew_feed', { host: other.id })).error?.code).toBe('PT404')
  })
})
