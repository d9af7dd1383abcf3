import { join } from 'node:path'
import type { ListRequest } from '../src/shared/contract/desk-lists.ts'
import { enterDesk, timeCalls } from './desk-person.ts'
import { fillBookings } from './desk-rows.ts'
import { withFifteen, withServer } from './servers.ts'
import { quantile, say, sayOf, spread, verdict, whole } from './statistics.ts'

/** The budget for every list, in milliseconds. */
const limit = 100

/** The queries of the desk's lists: a page of fifty, and the total count. */
function questions(staff: string, rows: number): Record<string, ListRequest> {
  const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
  const newest = { sort: 'created_at', down: true }
  const farOn = Math.max(1, Math.floor((rows * 0.8) / 50))
  const sorts = ['due_at', 'call_at', 'name', 'company', 'status', 'source'].flatMap((sort) =>
    [false, true].map((down) => ({ sort, down })),
  )
  const searches = {
    'in every row': 'example',
    'two words': 'lovelace ada',
    'two letters': 'ov',
    'in ten': '4711@',
    'without its marks': 'Lövelace',
    'a phone number': '+1 (555) 947-11',
    'in none': 'nobody at all',
    'one slip away': 'lovelcae',
  }
  return {
    'the newest': newest,
    'the oldest': { ...newest, down: false },
    'the newest, far on': { ...newest, page: farOn },
    'the most urgent': {},
    'the most urgent, far on': { page: farOn },
    'held, most of all': { view: 'held' },
    'confirmed, the next call': { view: 'confirmed', sort: 'call_at' },
    open: { view: 'open' },
    overdue: { view: 'overdue' },
    'given to me': { assignee: staff },
    'given to nobody': { assignee: 'nobody' },
    'from a source that is rare': { source: 'google3' },
    'a week of calls': { from: day(-30), until: day(-23) },
    'search in a state': { term: 'lovelace', view: 'confirmed' },
    'state, source and mine': { view: 'held', source: 'google0', assignee: staff },
    ...Object.fromEntries(
      Object.entries(searches).flatMap(([name, term]) => [
        [`search: ${name}`, { term }],
        [`search: ${name}, by name`, { term, sort: 'name' }],
      ]),
    ),
    ...Object.fromEntries(
      sorts.flatMap((wish) => {
        const name = `by ${wish.sort} ${wish.down ? 'down' : 'up'}`
        return [
          [name, wish],
          [`${name}, far on`, { ...wish, page: farOn }],
        ]
      }),
    ),
  }
}

/** The latency of the desk's lists over very many bookings, for staff and through the server. */
export function printDeskList(folder: string, isBrief: boolean): Promise<void> {
  const [rows, tries] = isBrief ? [2000, 3] : [100_000, 20]
  return withFifteen(folder, [], ({ address, settings }) =>
    withServer(
      { ...settings, DATA_DIR: join(folder, 'data'), AUTH_SIGN_UP: 'unconfirmed' },
      async ({ url }) => {
        const { id, token } = await enterDesk(url, address)
        await fillBookings(address, rows, id)
        say(
          `milliseconds until a page of 50 of ${whole(rows)} bookings and their exact count are there, ` +
            `PostgreSQL 15; of ${tries} each, p95 at most ${limit}`,
          'desk-list',
        )
        const print = async (name: string, call: string, body: object) => {
          const times = await timeCalls(url, token, call, body, tries)
          sayOf(name, `${spread(times)}  ${verdict(quantile(times, 0.95) <= limit)}`)
        }
        for (const [name, wanted] of Object.entries(questions(id, rows)))
          await print(name, 'list_bookings', { wanted })
        await print('how long each list is', 'booking_counts', {})
      },
    ),
  )
}
