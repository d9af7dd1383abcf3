import { booking as words } from '#content/booking.ts'
import type { AvailableSlots, SelectedSlot } from '#shared/contract/desk-week.ts'
import type { PossibleHosts } from '#shared/contract/hosts.ts'
import { suggestSlots } from '#shared/lib/suggest-slots.ts'
import { callFunction, serverClock } from './api.ts'
import { createStore } from './store.ts'

/** The timeout for requests whose response only adds a sentence to the page. */
const timeoutMs = 3000

/**
 * Fetches the available times for a range of days, which starts today by default. Rejects if there is no valid
 * response.
 */
export async function fetchSlots(zone: string, days: number, from_day?: string): Promise<AvailableSlots> {
  const wanted = { days: String(days), ...(from_day && { from_day }) }
  const told = (await callFunction('available_times', { ...wanted, zone }).catch((error: Error) => {
    // The database may not know a new time zone; the days of the provider's time zone are good enough.
    if (error.cause === 400) return callFunction('available_times', wanted)
    throw error
  })) as AvailableSlots
  if (!isStringArray(told.times) || !Date.parse(told.from_day)) throw new Error('available_times: unexpected response')
  return told
}

const isStringArray = (list: unknown): boolean => Array.isArray(list) && list.every((item) => typeof item === 'string')

/** Returns the possible hosts of a call; null if there is no valid response. */
async function fetchPossibleHosts(): Promise<PossibleHosts | null> {
  try {
    const told = (await callFunction('callers', {}, AbortSignal.timeout(timeoutMs))) as PossibleHosts
    return Array.isArray(told.callers) ? told : null
  } catch {
    return null
  }
}

/** Returns the state of a booking's selected time; null if the state is unknown, or known only to a newer release. */
export async function fetchSelectedSlot(booking: string): Promise<SelectedSlot | null> {
  try {
    const told = (await callFunction('picked_time', { booking }, AbortSignal.timeout(timeoutMs))) as SelectedSlot
    const isKnown = told.outcome === 'requested' || Object.hasOwn(words.outcomes, told.outcome)
    return isKnown && isStringArray(told.next) ? told : null
  } catch {
    return null
  }
}

/** The content above the time field: the available times, nothing, or a sentence about the state of the request. */
export interface SlotsState {
  readonly shows: 'times' | 'nothing' | 'waiting' | 'late' | 'none' | 'failed'
  readonly answer: AvailableSlots | null
  /** The suggested times, in `zone`. */
  readonly near: readonly string[]
  readonly zone: string
  /** The names of the possible hosts of the call. */
  readonly callers: PossibleHosts | null
  /** Milliseconds by which the server's clock is ahead of this device's. */
  readonly ahead: number
}

/** The number of days for which the page requests times. */
const days = 14
const dayMs = 86_400_000
/** Times that are older than this are requested again when the dialog opens. */
const freshMs = 60_000
/** After this delay, the page says that the visitor does not have to wait. */
const lateMs = 5000

export const slotsStore = createStore<SlotsState>({
  shows: 'waiting',
  answer: null,
  near: [],
  zone: '',
  callers: null,
  ahead: 0,
})
let callers: PossibleHosts | null = null
let requestedAt = Number.NEGATIVE_INFINITY
let round = 0

/**
 * Uses the device's clock, because `performance.now()` can stop during sleep. Compares the absolute difference, because
 * the device's clock may have been set back.
 */
export const areStale = (): boolean => Math.abs(Date.now() - requestedAt) > freshMs

/** Runs after a booking, because the booking may take one of the times. */
export function expireSlots(): void {
  requestedAt = Number.NEGATIVE_INFINITY
}

interface SlotsRequest {
  zone: string
  isOpen: () => boolean
  /** The time that the visitor selected. */
  picked: () => string | null
}

/** Requests the times for a time zone; the request has no timeout. */
export async function requestSlots(wanted: SlotsRequest): Promise<void> {
  requestedAt = Date.now()
  round += 1
  const mine = round
  const late = setTimeout(() => {
    const before = slotsStore.get()
    if (before.shows === 'waiting') slotsStore.set({ ...before, shows: 'late' })
  }, lateMs)
  const answer = await fetchSlots(wanted.zone, days).catch(() => null)
  clearTimeout(late)
  if (mine !== round) return
  applySlots(answer, wanted)
  if (!answer?.times.length) return
  callers = (await fetchPossibleHosts()) ?? callers
  if (mine === round && !wanted.isOpen()) applyDeferredSlots()
}

/** Applies the changes that waited until the dialog closed. */
export function applyDeferredSlots(): void {
  const { answer, shows, zone } = slotsStore.get()
  if (shows === 'waiting' || shows === 'late') return
  applySlots(answer, { zone, isOpen: () => false, picked: () => null })
}

/** The content of an open dialog must not move, so changes that add or remove lines wait until the dialog is closed. */
function applySlots(answer: AvailableSlots | null, { zone, isOpen, picked }: SlotsRequest): void {
  const before = slotsStore.get()
  // A failed request does not invalidate times from earlier requests.
  if (!answer && before.answer && before.answer.times.length > 0) return
  const wanted = !answer ? 'failed' : answer.times.length > 0 ? 'times' : 'none'
  const isKept = isOpen() && before.shows === 'times' && before.zone === zone
  const whileOpen = before.shows === 'nothing' ? 'nothing' : wanted
  slotsStore.set({
    shows: isOpen() ? whileOpen : wanted === 'times' ? 'times' : 'nothing',
    answer,
    near: isKept ? before.near : suggestSlots(answer?.times ?? [], zone, { picked: picked() }),
    zone,
    // Naming the hosts can add a line.
    callers: isOpen() ? before.callers : callers,
    ahead: serverClock.ahead,
  })
}

/** True if this time is no longer available, or if no times are known. False for times after the last known day. */
export function isTaken(time: string): boolean {
  const { answer } = slotsStore.get()
  if (!answer) return true
  // Leaves out one day, because days start at different times in different time zones.
  const isKnown = Date.parse(time) < Date.parse(answer.from_day) + (days - 1) * dayMs
  return isKnown && !answer.times.includes(time)
}
