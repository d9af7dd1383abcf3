import type { FreeTimes } from '#shared/contract/desk-week.ts'
import type { Callers } from '#shared/contract/hosts.ts'
import { firstOffers } from '#shared/lib/first-offers.ts'
import { fetchCallers, fetchFreeTimes } from './free-times.ts'
import { createStore } from './store.ts'

/**
 * What is shown above the time field: the times, nothing, or a sentence: while the answer is pending, or if the times
 * disappeared while the dialog was open.
 */
interface Offer {
  readonly shows: 'times' | 'nothing' | 'waiting' | 'late' | 'none' | 'failed'
  readonly answer: FreeTimes | null
  /** The first few offers in order, in the zone for which they were requested. */
  readonly near: readonly string[]
  readonly zone: string
  /** The hosts that are shown as possible. */
  readonly callers: Callers | null
}

/** The number of days for which times are requested. */
const days = 14
const dayMs = 86_400_000
/** Older times are requested again when a dialog opens. */
const freshMs = 60_000
/** After this time the visitor is told that they need not wait. */
const lateMs = 5000

export const offeredTimes = createStore<Offer>({
  shows: 'waiting',
  answer: null,
  near: [],
  zone: '',
  callers: null,
})
/** The last answer about hosts. */
let callers: Callers | null = null
let asked = Number.NEGATIVE_INFINITY
let round = 0

export const areStale = (): boolean => performance.now() - asked > freshMs

/** A new request may take one of them. */
export function forgetTimes(): void {
  asked = Number.NEGATIVE_INFINITY
}

interface Asked {
  zone: string
  /** Loads the part that shows the times. */
  ready: () => Promise<unknown>
  isOpen: () => boolean
  /** The time that the visitor has chosen. */
  picked: () => string | null
}

/** Requests the times for a zone, without a timeout of its own. */
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

/** Applies changes that waited for the dialog to close. */
export function rest(): void {
  const { answer, shows, zone } = offeredTimes.get()
  if (shows === 'waiting' || shows === 'late') return
  settle(answer, { zone, isOpen: () => false, picked: () => null })
}

/** While the dialog is open nothing in it may move, so changes that add or remove lines wait until it is closed. */
function settle(answer: FreeTimes | null, { zone, isOpen, picked }: Omit<Asked, 'ready'>): void {
  const before = offeredTimes.get()
  // A failed request does not invalidate the earlier answer.
  if (!answer && before.answer && before.answer.times.length > 0) return
  const wanted = !answer ? 'failed' : answer.times.length > 0 ? 'times' : 'none'
  const isKept = isOpen() && before.shows === 'times' && before.zone === zone
  const whileOpen = before.shows === 'nothing' ? 'nothing' : wanted
  offeredTimes.set({
    shows: isOpen() ? whileOpen : wanted === 'times' ? 'times' : 'nothing',
    answer,
    near: isKept ? before.near : firstOffers(answer?.times ?? [], zone, { picked: picked() }),
    zone,
    // The sentence about hosts may add a line.
    callers: isOpen() ? before.callers : callers,
  })
}

/** Whether this time is no longer free: true without any answer, false for days beyond the answer. */
export function isTaken(time: string): boolean {
  const { answer } = offeredTimes.get()
  if (!answer) return true
  // One day less, because days begin at different times in each zone.
  const isKnown = Date.parse(time) < Date.parse(answer.from_day) + (days - 1) * dayMs
  return isKnown && !answer.times.includes(time)
}
