import fastify from 'fastify'
import * as v from 'valibot'
import { expect } from 'vitest'
import { authAppForTest, publishableKey, tokenOf } from '#server/app/testing.ts'
import { calendarRoutes } from '#server/features/calendars/routes.ts'
import { calendarServerForTest, fileOf, readerForTest } from '#server/features/calendars/testing.ts'
import { deskCalendarSchema } from '#shared/contract/calendars.ts'

const hour = 3_600_000
const stamp = (at: number) => new Date(at).toISOString().replace(/[-:]|\.\d+/g, '')

/** A server with an owner, an agent who takes calls, and a calendar server on this machine. */
export async function calendarsForTest() {
  const site = await authAppForTest()
  const means = { ...site.auth, allowPrivate: true, reader: await readerForTest() }
  // `site.app` refuses calendars in the operator's own network; this app accepts them.
  const app = fastify()
  await app.register((scope) => calendarRoutes(scope, means), { prefix: '/calendars/v1' })
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  const server = await calendarServerForTest()
  const owner = await site.member('owner')
  const agent = await site.member('agent')
  const token = await tokenOf(agent.strong)
  await site.test.asOwner("insert into private.hosts (id, time_zone) values ($1, 'Europe/Berlin')", [agent.id])

  /** A one-hour meeting that starts this many hours from now. */
  function meeting(hours: number): string[] {
    const at = Math.ceil(site.auth.clock() / hour) * hour + hours * hour
    return [`DTSTART:${stamp(at)}`, `DTEND:${stamp(at + hour)}`]
  }

  const input = (change: object = {}) => ({
    host: agent.id,
    kind: 'address',
    name: 'Private',
    url: server.url,
    ...change,
  })

  async function ask(path: string, body?: unknown, bearer: string | null = token, at = url) {
    const answer = await fetch(`${at}/calendars/v1${path}`, {
      method: 'POST',
      headers: {
        apikey: publishableKey,
        'content-type': 'application/json',
        ...(bearer && { authorization: `Bearer ${bearer}` }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    return { status: answer.status, said: (await answer.json()) as Record<string, unknown> }
  }

  return {
    site,
    server,
    means,
    owner,
    agent,
    token,
    meeting,
    input,
    ask,
    add: async (change: object = {}) => {
      const { status, said } = await ask('', input(change))
      expect([status, said]).toEqual([201, expect.anything()])
      return v.parse(deskCalendarSchema, said)
    },
    rows: () => site.test.asOwner<Record<string, unknown>>('select * from private.host_calendars'),
    /** Returns the length of each busy time in hours. */
    busy: async () => {
      const found = await site.test.asOwner<{ hours: number }>(
        `select extract(epoch from upper(r) - lower(r)) / 3600 as hours
         from private.host_calendars c cross join lateral unnest(c.busy) r order by r`,
      )
      return found.map(({ hours }) => Number(hours))
    },
    /** Removes stored calendars, and adds two meetings to the calendar on this machine. */
    async begin() {
      server.asked.length = 0
      server.answer = (reply) => void reply.end(fileOf(meeting(24), meeting(48)))
      await site.test.asOwner('delete from private.host_calendars')
      await site.test.asOwner("delete from outbox where kind = 'team-calendar'")
    },
    async close() {
      await Promise.all([app.close(), server.close()])
      await site.close()
    },
  }
}
