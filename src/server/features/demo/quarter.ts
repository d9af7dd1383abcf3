import { bringTogether, makeBooking, pickTime } from './bookings.ts'
import { Calendar, dateOf, day, hour, minute, workdayAfter } from './calendar.ts'
import type { Way } from './history.ts'
import { type DemoHost, makeHosts } from './hosts.ts'
import { makeMessage } from './messages.ts'
import { makePerson } from './people.ts'
import { openRandom, type Random } from './random.ts'
import type { DemoBooking, DemoMessage, LogLine, Person, Visit } from './types.ts'
import { makeVisit, makeVisits, origins, sendForm } from './visits.ts'
import { agents } from './words.ts'

export interface Quarter {
  agents: { id: string; name: string; email: string; lastSignIn: number }[]
  hosts: DemoHost[]
  /** When the agents signed in. */
  signIns: LogLine[]
  dayOff: string
  visits: Visit[]
  bookings: DemoBooking[]
  messages: DemoMessage[]
}

/** What has come so many hours ago and waits: due, at risk and too late. */
const waitingBookings = [0.3, 1.7, 4.5, 11, 19.5, 22.6, 27, 41]
/** Of these, in that order, those who have picked a time that is held for them still. */
const picking = [0, 2, 3]
/** What has come so many hours ago, and whose call is to come, whatever hour and day of the week it is. */
const comingCalls = [66, 68, 71, 73, 76, 79]
const waitingMessages = [0.9, 6, 15, 23.2, 30]
const pastBookings = 124
const pastMessages = 84

/** Thirteen weeks of a desk that never was. The same seed at the same time gives the same. */
export function makeQuarter(seed: string, now: number, url: string): Quarter {
  const random = openRandom(seed)
  const team = agents.map((agent) => ({ ...agent, id: random.uuid() }))
  const dayOff = workdayAfter(now, 9)
  const calendar = new Calendar([dateOf(dayOff)])
  const hosts = makeHosts(
    team.map(({ id }) => id),
    now,
    calendar,
  )
  const visits = makeVisits({ random, now, url })
  const known: Person[] = []
  const person = () => {
    // Some write and book, or book again.
    const somebody = known.length > 0 && random.chance(0.12) ? random.pick(known) : makePerson(random)
    known.push(somebody)
    return somebody
  }
  const wayOf = (kind: Way['kind'], at: number): Way => ({
    random,
    now,
    at,
    kind,
    agents: team.map(({ id }) => id),
  })

  function begin(visit: Visit, kind: Way['kind'], until: number) {
    const at = sendForm(random, visit, kind, until)
    return { id: random.uuid(), at, person: person(), visit, fillSeconds: random.whole(25, 190) }
  }
  const fresh = (hours: number) => {
    const visit = makeVisit(random, url, now - hours * hour - 12 * minute, false)
    visits.push(visit)
    return visit
  }
  // Everything that came before these days is answered by now, however late and in whatever night.
  const past = visits.filter(({ at, isBot }) => !isBot && at < now - 2.7 * day)
  const chosen = fortunate(random, past, pastBookings + pastMessages)
  const bookings = chosen
    .slice(0, pastBookings)
    .sort((one, other) => one.at - other.at)
    .map((visit) => begin(visit, 'booking', now))
    .map((begun) => makeBooking(begun, wayOf('booking', begun.at), calendar, null))
  const messages = chosen
    .slice(pastBookings)
    .map((visit) => begin(visit, 'message', now))
    .map((begun) => makeMessage(begun, wayOf('message', begun.at), null))
  for (const [hours, state] of waiting(waitingBookings, [8, 33])) {
    const begun = begin(fresh(hours), 'booking', now - hours * hour)
    bookings.push(makeBooking(begun, wayOf('booking', begun.at), calendar, state))
  }
  for (const [nth, hours] of comingCalls.entries()) {
    const begun = begin(fresh(hours), 'booking', now - hours * hour)
    const way = { ...wayOf('booking', begun.at), agents: [team[nth % team.length]?.id ?? ''] }
    bookings.push(makeBooking(begun, way, calendar, 'coming'))
  }
  bringTogether(bookings, now, calendar)
  for (const [nth, index] of picking.entries()) {
    const booking = bookings[pastBookings + index]
    const host = team[nth % team.length]
    if (booking && host) pickTime(booking, host.id, workdayAfter(now, nth + 2) + 14 * hour, calendar)
  }
  for (const [hours, state] of waiting(waitingMessages, [13])) {
    const begun = begin(fresh(hours), 'message', now - hours * hour)
    messages.push(makeMessage(begun, wayOf('message', begun.at), state))
  }
  const signIns = team.flatMap(({ id }) => mornings(random, now, id))
  return {
    agents: team.map((agent) => ({
      ...agent,
      lastSignIn: Math.max(...signIns.filter(({ actor }) => actor === agent.id).map(({ at }) => at)),
    })),
    hosts,
    signIns,
    dayOff: dateOf(dayOff),
    visits: visits.sort((one, other) => one.at - other.at),
    bookings,
    messages,
  }
}

const waiting = (hours: readonly number[], suspected: readonly number[]) => [
  ...hours.map((ago) => [ago, 'new'] as const),
  ...suspected.map((ago) => [ago, 'spam?'] as const),
]

/** So many different visits, those of good origins more often. */
function fortunate(random: Random, visits: readonly Visit[], count: number): Visit[] {
  const fortuneOf = (visit: Visit) =>
    origins.find(({ campaign, referrer }) => referrer === visit.referrer && visit.page.endsWith(campaign))
      ?.fortune ?? 1
  return visits
    .map((visit) => ({ visit, luck: random.share() ** (1 / fortuneOf(visit)) }))
    .sort((one, other) => other.luck - one.luck)
    .slice(0, count)
    .map(({ visit }) => visit)
}

function mornings(random: Random, now: number, actor: string): LogLine[] {
  const lines: LogLine[] = []
  for (let ago = 90; ago >= 0; ago--) {
    const at = workdayAfter(now, -ago) + random.between(8.2, 9.4) * hour
    if (at < now && at > (lines.at(-1)?.at ?? 0) + 12 * hour)
      lines.push({ at, actor, action: 'login', details: {} })
  }
  return lines
}
