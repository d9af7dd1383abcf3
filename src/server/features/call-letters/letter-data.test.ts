import { afterAll, beforeAll, expect, it } from 'vitest'
import { emailsForTest } from './testing.ts'

/**
 * Simulates a year of calls with a fake clock and a server that is down for several days. The expected reminders
 * are computed independently, from the history of each call.
 */
const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const year = Date.UTC(2021, 0, 1)
const office = await emailsForTest(year)
const { test, place, ask, move, deliver, posted } = office
afterAll(() => office.close())

/** A seeded generator of numbers below `most` (mulberry32), so that every run is the same. */
function dice(seed: number) {
  let state = seed
  return (most: number) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % most
  }
}

type Step = { at: number; to: 'confirmed'; start: number } | { at: number; to: 'cancelled' | 'completed' }

/** The history of one call: confirmed, then perhaps moved or cancelled, sometimes at the last minute. */
function historyOf(number: number, roll: (most: number) => number): Step[] {
  const start = year + (3 + number * 4) * day + (8 + roll(9)) * hour
  const steps: Step[] = [{ at: start - (1 + roll(60)) * hour - roll(55) * minute, to: 'confirmed', start }]
  const later = start + (26 + roll(20)) * hour
  switch (roll(5)) {
    case 0:
      steps.push({ at: between(steps, start, roll), to: 'confirmed', start: later })
      steps.push({ at: later + hour, to: 'completed' })
      break
    case 1:
      steps.push({ at: between(steps, start, roll), to: 'cancelled' })
      break
    case 2:
      steps.push({ at: between(steps, start, roll), to: 'confirmed', start: later })
      steps.push({ at: between(steps, later, roll), to: 'cancelled' })
      break
    default:
      steps.push({ at: start + hour, to: 'completed' })
  }
  return steps
}

/**
 * Returns a moment between the last step and the call; half of these moments are in the three hours before the call.
 */
function between(steps: readonly Step[], end: number, roll: (most: number) => number): number {
  const from = steps.at(-1)?.at ?? 0
  const late = Math.max(from + minute, end - 3 * hour)
  return roll(2) ? late + roll(Math.max(1, Math.floor((end - late) / minute))) * minute : from + roll(end - from)
}

/** Two outages of three days each. */
const outages = [80, 240].map((from) => ({ from: year + from * day, until: year + (from + 3) * day }))
const isDown = (at: number) => outages.some(({ from, until }) => at >= from && at < until)

/** The times at which the server looks for due reminders: every day, and just after every relevant moment. */
function beats(histories: readonly Step[][]): number[] {
  const edges = histories.flat().flatMap((step) => {
    const starts = step.to === 'confirmed' ? [24 * hour, 2 * hour, hour, 5 * minute].map((to) => step.start - to) : []
    return [step.at, ...starts].map((at) => at + minute)
  })
  const ticks = Array.from({ length: 370 }, (_, index) => year + index * day)
  return [...new Set([...edges, ...ticks])].filter((at) => !isDown(at)).toSorted((a, b) => a - b)
}

const windows = [
  { kind: 'reminder-day', before: 24 * hour, latest: 2 * hour },
  { kind: 'reminder-hour', before: hour, latest: 5 * minute },
] as const

/** One reminder of each kind for each time that was confirmed when the reminder was due. */
function expected(history: readonly Step[], looks: readonly number[]) {
  return history.flatMap((step, index) => {
    if (step.to !== 'confirmed') return []
    const ends = history[index + 1]?.at ?? Number.POSITIVE_INFINITY
    return windows
      .filter(({ before, latest }) => {
        const due = step.start - before
        // No reminder is sent for a call that is confirmed after the reminder's due time, because a confirmation has
        // just been sent.
        const look = looks.find((at) => at >= due && at >= step.at)
        return step.at < due && look !== undefined && look < step.start - latest && look < ends
      })
      .map(({ kind }) => kind)
  })
}

interface Sent {
  said: string
  at: number
  id: string
}

const roll = dice(20_261_122)
const histories = Array.from({ length: 90 }, (_, number) => historyOf(number, roll))
const looks = beats(histories)
const sent: Sent[] = []
const ids: string[] = []

beforeAll(async () => {
  for (const [index] of histories.entries()) {
    const id = await ask({ email: `visitor-${index}@example.com` })
    ids.push(id)
  }
  const byVisitor = new Map(ids.map((id, index) => [`visitor-${index}@example.com`, id]))
  const steps = histories
    .flatMap((history, index) => history.map((step) => ({ ...step, id: ids[index] ?? '' })))
    .toSorted((a, b) => a.at - b.at)
  for (const look of looks) {
    for (let step = steps[0]; step && step.at <= look; step = steps[0]) {
      steps.shift()
      await move(step.id, step.to, step.to === 'confirmed' ? step.start : null)
      await changedAt(step.id, step.at)
      place.now = step.at
      await deliver()
    }
    place.now = look
    const [planned] = await test.asOwner<{ count: number }>('select private.plan_letters($1) as count', [
      new Date(look),
    ])
    if (planned?.count) await deliver()
  }
  for (const { letter, at } of posted) {
    const id = byVisitor.get(letter.to)
    if (!id || !letter.kind.startsWith('reminder-')) continue
    sent.push({ id, at, said: letter.kind })
  }
}, 120_000)

/** The database stores the real time; the test needs the fake clock's time. */
async function changedAt(id: string, at: number): Promise<void> {
  await test.asOwner(`set session_replication_role = replica`)
  await test.asOwner('update strategy_call_bookings set call_changed_at = $1 where id = $2', [new Date(at), id])
  await test.asOwner(`set session_replication_role = origin`)
}

const stood = (history: readonly Step[], at: number) => history.findLast((step) => step.at <= at)

it('sends each due reminder exactly once during a simulated year', () => {
  const planned = histories.map((history) => expected(history, looks).toSorted())
  const came = ids.map((id) =>
    sent
      .filter((one) => one.id === id)
      .map(({ said }) => said)
      .toSorted(),
  )
  expect(came).toEqual(planned)
  // Too few reminders and changes would make the comparison meaningless.
  expect(planned.flat().length).toBeGreaterThan(90)
  expect(histories.filter((history) => history.some(({ to }) => to === 'cancelled')).length).toBeGreaterThan(30)
})

it('sends no reminder for a cancelled call or for the old time of a moved call', () => {
  for (const { id, at, said } of sent) {
    const history = histories[ids.indexOf(id)] ?? []
    const now = stood(history, at)
    const ahead = now?.to === 'confirmed' ? now.start - at : -1
    const window = windows.find(({ kind }) => kind === said)
    expect([said, now?.to, ahead <= (window?.before ?? 0), ahead > 0]).toEqual([said, 'confirmed', true, true])
  }
})
