import type { FreeTimes } from '#shared/contract/desk-week.ts'
import type { Callers } from '#shared/contract/hosts.ts'
import { firstOffers } from '#shared/lib/first-offers.ts'
import { fetchCallers, fetchFreeTimes } from './free-times.ts'
import { createStore } from './store.ts'

/**
 * What stands above the time field: the times, nothing, or a sentence in their place: while the answer is awaited, and
 * where the times went while the dialog was open.
 */
interface Offer {
  readonly shows: 'times' | 'nothing' | 'waiting' | 'late' | 'none' | 'failed'
  readonly answer: FreeTimes | null
  /** The few that are offered first, in the order of time, on the clocks of the zone in which they were asked for. */
  readonly near: readonly string[]
  readonly zone: string
  /** Who may take the call, as far as it is shown. */
  readonly callers: Callers | null
}

/** Of so many days the answer tells. */
const days = 14
const dayMs = 86_400_000
/** From then on it is too old for a dialog that opens. */
const freshMs = 60_000
/** Who has waited so long is told that they need not. */
const lateMs = 5000

export const offeredTimes = createStore<Offer>({
  shows: 'waiting',
  answer: null,
  near: [],
  zone: '',
  callers: null,
})
/** As it was told last. */
let callers: Callers | null = null
let asked = Number.NEGATIVE_INFINITY
let round = 0

export const areStale = (): boolean => performance.now() - asked > freshMs

/** After a request they are others. */
export function forgetTimes(): void {
  asked = Number.NEGATIVE_INFINITY
}

interface Asked {
  zone: string
  /** What it takes to show the times. */
  ready: () => Promise<unknown>
  isOpen: () => boolean
  /** The time that is chosen already. */
  picked: () => string | null
}

/** Asks for the times of a zone's days, and waits for them as long as the browser does. */
export async function askForTimes(wanted: Asked): Promise<void> {
  asked = performance.now()
  round += 1
  const mine = round
  const late = setTimeout(() => {
    const offer = offeredTimes.get()
    if (offer.shows === 'waiting') offeredTimes.set({ ...offer, shows: 'late' })
  }, lateMs)
  const answer = await Promise.all([fetchFreeTimes(wanted.zone, days), wanted.ready()]).then(
    ([told]) => told,
    () => null,
  )
  clearTimeout(late)
  if (mine !== round) return
  settle(answer, wanted)
  if (!answer?.times.length) return
  callers = (await fetchCallers()) ?? callers
  if (mine === round && !wanted.isOpen()) rest()
}

/** What could not move while the dialog was open, moves now. */
export function rest(): void {
  const { answer, shows, zone } = offeredTimes.get()
  if (shows === 'waiting' || shows === 'late') return
  settle(answer, { zone, isOpen: () => false, picked: () => null })
}

/** Nothing moves while the dialog is open: what would take a place, or leave one, does so when it has closed. */
function settle(answer: FreeTimes | null, { zone, isOpen, picked }: Omit<Asked, 'ready'>): void {
  const before = offeredTimes.get()
  // An answer that did not come says nothing against the one before it.
  if (!answer && before.answer && before.answer.times.length > 0) return
  const wanted = !answer ? 'failed' : answer.times.length > 0 ? 'times' : 'none'
  const isKept = isOpen() && before.shows === 'times' && before.zone === zone
  const whileOpen = before.shows === 'nothing' ? 'nothing' : wanted
  offeredTimes.set({
    shows: isOpen() ? whileOpen : wanted === 'times' ? 'times' : 'nothing',
    answer,
    near: isKept ? before.near : firstOffers(answer?.times ?? [], zone, { picked: picked() }),
    zone,
    // Their sentence may take a line of its own.
    callers: isOpen() ? before.callers : callers,
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
