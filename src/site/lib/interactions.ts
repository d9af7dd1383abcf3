import type { InteractionData, InteractionType } from '#shared/contract/interaction-data.ts'
import { randomId } from '#shared/lib/random-id.ts'
import { postRows, setSourceProvider } from './api.ts'
import { isOptedOut, pageCounting, type TrackedEvent } from './counting.ts'
import { createQueue } from './interactions-queue.ts'
import { createSession, isTeamBrowser, pageFacts, trackClicks, trackVisibility } from './interactions-visit.ts'

const loadErrors = () => import('./interactions-errors.ts')

/**
 * Turns events into rows and sends them. `search` is the query string with which the page was opened, and `kept`
 * contains the events from before the tracker loaded. The returned function accepts all later events.
 */
export function startTracker(search: string, kept: readonly TrackedEvent[]): (event: TrackedEvent) => void {
  const facts = pageFacts(origin + location.pathname, search, document.referrer, navigator.userAgent)
  const mark = isTeamBrowser(search) ? { team: true } : {}
  const nextId = createIdGenerator()
  const begin = () => createSession(() => sessionStorage, facts)
  let visitAt = begin()
  // The visitor may have opted out in another tab while this tab was frozen and received no events.
  const queue = createQueue(async (body) =>
    isOptedOut() ? { kind: 'stored', page: null } : postRows('user_interactions', body, true),
  )
  let view = ''

  const take = ({ type, data, at }: TrackedEvent) => {
    if ('view' in data) view = String(data.view)
    const [id, here] = [nextId(at), view]
    const put = (told: object | null) => {
      if (!told || isOptedOut()) return
      const { session_id } = visitAt(at)
      const row = { id, session_id, event_type: type, event_data: { ...told, ...mark } }
      queue.push(JSON.stringify({ ...row, ...facts }))
      // On a hidden page, any event may be the last.
      if (document.hidden) queueMicrotask(queue.flush)
    }
    if (type !== 'error') return put(data)
    loadErrors().then(
      ({ errorRow }) => put(errorRow(data as InteractionData['error'], here)),
      () => put({ ...data, cause: undefined }),
    )
  }
  const say = <Type extends InteractionType>(type: Type, data: InteractionData[Type]) =>
    take({ type, data, at: Date.now() })

  kept.forEach(take)
  pageCounting.forget = () => {
    queue.drop()
    visitAt = begin()
  }
  setSourceProvider(() => (isOptedOut() ? {} : visitAt(Date.now())))
  trackVisibility({ say: (data) => say('engagement', data), view: () => view, flush: queue.flush })
  trackClicks((label) => say('button_click', { label, view }))
  addEventListener('online', queue.flush)
  addEventListener('beforeprint', () => say('custom_event', { name: 'page_printed', view }))
  const { boot } = window
  if (boot) {
    boot.hear = (cause) => say('error', { code: '', place: '', cause })
    boot.faults.forEach(boot.hear)
  }
  return take
}

/**
 * Generates version 7 UUIDs, with a counter within each millisecond; they ascend even when the clock is set back. @see
 * https://www.rfc-editor.org/rfc/rfc9562#name-uuid-version-7
 */
export function createIdGenerator(): (at: number) => string {
  /** Milliseconds, then the counter in the lowest twelve bits; a counter overflow increases the milliseconds. */
  let last = 0n
  return (at) => {
    const now = BigInt(at) << 12n
    last = now > last ? now : last + 1n
    const hex = last.toString(16).padStart(15, '0')
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-7${hex.slice(12)}-${randomId().slice(19)}`
  }
}
