import { type Challenge, challenges, teamSizes } from '#shared/contract/booking.ts'
import { atHour, type Calendar, day, hour, minute } from './calendar.ts'
import { answered, move, note, untouched, type Way } from './history.ts'
import type { DemoBooking, DemoRow } from './types.ts'
import { bookingNotes, bookingTexts, revenues, spamTexts } from './words.ts'

type Begun = Pick<DemoRow, 'id' | 'at' | 'person' | 'visit' | 'fillSeconds'>

/**
 * What somebody asked for, and what the desk made of it. `fresh` is what has just come and waits, or whose call is to
 * come.
 */
export function makeBooking(
  begun: Begun,
  way: Way,
  calendar: Calendar,
  fresh: 'new' | 'spam?' | 'coming' | null,
): DemoBooking {
  const { random, at } = way
  const challenge: Challenge = random.pick(challenges)
  const preferredTime = atHour(
    at + random.whole(1, 6) * day,
    begun.person.zone,
    random.whole(9, 16),
    random.pick([0, 30]),
  )
  const isSpam = fresh === 'spam?' || (fresh === null && random.chance(0.05))
  const soon = fresh === 'coming' ? way.now + random.between(0.2, 5) * day : 0
  const asked = {
    ...begun,
    challenge,
    teamSize: random.pick(teamSizes),
    preferredTime: Math.max(preferredTime, at + hour, soon),
    revenue: random.pick(revenues),
    message: isSpam
      ? random.pick(spamTexts)
      : random.chance(0.7)
        ? random.pick(bookingTexts[challenge])
        : null,
    ...(isSpam && { fillSeconds: random.whole(1, 2) }),
    call: null,
    hold: null,
  }
  if (fresh === 'coming') return confirm(asked, way, calendar)
  if (fresh) return { ...asked, ...untouched(way, fresh) }
  if (isSpam) return { ...asked, ...answered(way, random.pick(['spam?', 'new']), 'spam') }
  if (random.chance(0.06)) return { ...asked, ...answered(way, 'new', 'cancelled') }
  const booking = confirm(asked, way, calendar)
  return random.chance(0.07) ? cancel(booking, way, calendar) : mark(booking, way)
}

const rangeOf = ([from, until]: readonly [number, number]) => {
  const text = (at: number) => `"${new Date(at).toISOString().slice(0, 19).replace('T', ' ')}+00"`
  return `[${text(from)},${text(until)})`
}

type Confirmed = DemoBooking & { actor: string; call: readonly [from: number, until: number] }

function confirm(
  asked: Omit<DemoBooking, keyof ReturnType<typeof untouched>>,
  way: Way,
  calendar: Calendar,
): Confirmed {
  const { random } = way
  const history = answered(way, 'new', 'confirmed')
  const { actor } = history
  // Whoever confirms a call that nobody has takes it.
  history.assignedTo = actor
  const confirmedAt = history.updatedAt
  const call = calendar.book(actor, Math.max(asked.preferredTime, confirmedAt + 3 * hour))
  const confirmed = rangeOf(call)
  Object.assign(history.log.at(-1)?.details ?? {}, { confirmed })
  if (random.chance(0.45)) {
    note(history, way, { at: confirmedAt + 2 * minute, author: actor, body: random.pick(bookingNotes) })
  }
  return { ...asked, ...history, call }
}

function cancel(booking: Confirmed, way: Way, calendar: Calendar): DemoBooking {
  const { call, actor, updatedAt } = booking
  calendar.free(actor, call)
  const at = updatedAt + (Math.min(call[0], way.now) - updatedAt) * way.random.between(0.2, 0.9)
  move(booking, way, { at, actor, from: 'confirmed', to: 'cancelled' })
  return { ...booking, call: null }
}

/** Says how a call went, unless it has just ended or is to come. */
function mark(booking: Confirmed, way: Way): DemoBooking {
  const { random, now } = way
  const { call, actor } = booking
  const at = call[1] + random.between(3, 50) * minute
  if (at > now) return booking
  const to = random.chance(0.89) ? 'held' : 'no-show'
  move(booking, way, { at, actor, from: 'confirmed', to, details: { confirmed: rangeOf(call) } })
  if (to === 'held' && random.chance(0.5)) {
    note(booking, way, { at: at + minute, author: actor, body: random.pick(bookingNotes) })
  }
  return booking
}

/** Gives a request a free time that it has picked, which is held for it. */
export function pickTime(booking: DemoBooking, host: string, from: number, calendar: Calendar): void {
  const slot = calendar.book(host, from)
  booking.preferredTime = slot[0]
  booking.hold = { host, slot }
}

/** Two hosts talk at the same hour: of two calls to come, the one goes to the time of the other. */
export function bringTogether(bookings: readonly DemoBooking[], now: number, calendar: Calendar): void {
  const coming = bookings.flatMap(({ status, call, assignedTo }) =>
    status === 'confirmed' && call && call[0] > now && assignedTo ? [{ call, host: assignedTo }] : [],
  )
  for (const booking of bookings) {
    const { status, call, assignedTo: host } = booking
    if (status !== 'confirmed' || !call || call[0] <= now || !host) continue
    const other = coming.find((one) => one.host !== host && calendar.isFree(host, one.call[0]))
    if (!other) continue
    calendar.move(host, call, other.call[0])
    booking.call = other.call
    Object.assign(booking.log.find(({ action }) => action === 'booking_moved')?.details ?? {}, {
      confirmed: rangeOf(other.call),
    })
    return
  }
}
