import type { FreeTimes } from '#shared/contract/desk-week.ts'
import type { Callers } from '#shared/contract/hosts.ts'
import { fetchCallers, fetchFreeTimes } from './free-times.ts'
import { createStore } from './store.ts'

/** What stands above the time field: a place that waits, the times, a sentence in their place, or nothing. */
interface Offer {
  readonly shows: 'place' | 'times' | 'sentence' | 'nothing'
  readonly answer: FreeTimes | null
  /** The few that are offered first. */
  readonly near: readonly string[]
  /** Who may take the call, as far as it is shown. */
  readonly callers: Callers | null
}

/** Of so many days the answer tells. */
const days = 14
const dayMs = 86_400_000
/** From then on it is too old for a dialog that opens. */
const freshMs = 60_000
/** So many are offered first, of so many hours apart where a day has several. */
const nearMost = 6
const apartMs = 3 * 3_600_000

export const offeredTimes = createStore<Offer>({ shows: 'place', answer: null, near: [], callers: null })
/** As it was told last. */
let callers: Callers | null = null
let asked = Number.NEGATIVE_INFINITY
let round = 0

export const areStale = (): boolean => performance.now() - asked > freshMs

/** After a request they are others. */
export function forgetTimes(): void {
  asked = Number.NEGATIVE_INFINITY
}

/** Asks for the times of a zone's days; `ready` is what it takes to show them. */
export async function askForTimes(
  zone: string,
  ready: () => Promise<unknown>,
  isOpen: () => boolean,
): Promise<void> {
  asked = performance.now()
  round += 1
  const mine = round
  const answer = await Promise.all([fetchFreeTimes(zone, days), ready()]).then(
    ([told]) => told,
    () => null,
  )
  if (mine !== round) return
  settle(answer, isOpen())
  if (!answer?.times.length) return
  callers = (await fetchCallers()) ?? callers
  if (mine === round && !isOpen()) rest()
}

/** What could not move while the dialog was open, moves now. */
export function rest(): void {
  const { answer, shows } = offeredTimes.get()
  if (answer || shows === 'sentence') settle(answer, false)
}

/** Nothing moves while the dialog is open: what would take a place, or leave one, does so when it has closed. */
function settle(answer: FreeTimes | null, isOpen: boolean): void {
  const { shows, answer: before, near, callers: shown } = offeredTimes.get()
  // An answer that did not come says nothing against the one before it.
  if (!answer && before && before.times.length > 0) return
  const wanted = answer && answer.times.length > 0 ? 'times' : 'nothing'
  const isHeld = isOpen && (shows === 'nothing') !== (wanted === 'nothing')
  offeredTimes.set({
    shows: isHeld ? (wanted === 'times' ? 'nothing' : 'sentence') : wanted,
    answer,
    near: isOpen && shows === 'times' ? near : nearTimes(answer?.times ?? []),
    // Their sentence may take a line of its own.
    callers: isOpen ? shown : callers,
  })
}

/** Whether this time was free, and is not any more. Of days that are not known nobody can say. */
export function isTaken(time: string): boolean {
  const { answer } = offeredTimes.get()
  if (!answer) return true
  // A day less, since days begin at another time in each zone.
  const isKnown = Date.parse(time) < Date.parse(answer.from_day) + (days - 1) * dayMs
  return isKnown && !answer.times.includes(time)
}

/** A few of the next times: two of a day, one early and one later, and more of the same days where others have none. */
export function nearTimes(times: readonly string[]): readonly string[] {
  const spread: string[] = []
  for (const time of times) {
    const sameDay = spread.filter((other) => dayOf(other) === dayOf(time))
    const last = Date.parse(sameDay.at(-1) ?? '1970')
    if (sameDay.length < 2 && Date.parse(time) - last >= apartMs) spread.push(time)
  }
  const rest = times.filter((time) => !spread.includes(time))
  return [...spread, ...rest].slice(0, nearMost).toSorted()
}

/** On the clocks of this machine, which are those of most visitors. */
const dayOf = (time: string) => new Date(time).toDateString()
