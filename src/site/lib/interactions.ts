import type { InteractionData, InteractionType } from '#shared/contract/interaction-data.ts'
import { postRows, tellOrigin } from './api.ts'
import { countingHere, isRefused } from './counting.ts'
import type { toldOf } from './interactions-faults.ts'
import { orderedIds } from './interactions-ids.ts'
import { watchPresses } from './interactions-presses.ts'
import { createQueue } from './interactions-queue.ts'
import { pageFacts, type Tracked } from './interactions-row.ts'
import { createSession } from './interactions-session.ts'
import { isTeam } from './interactions-team.ts'
import { watchVisit } from './interactions-visit.ts'

/** Vitals and error tracking load this late, so that a visitor who leaves at once does not download them. */
const laterMs = 5000

const fetchLater = () => import('./interactions-later.ts')

/**
 * Turns events into rows and sends them. `search` is the query with which the page was opened, `kept` the events from
 * before the tracker loaded; the returned function takes all later ones.
 */
export function startTracker(search: string, kept: readonly Tracked[]): (event: Tracked) => void {
  const facts = pageFacts(origin + location.pathname, search, document.referrer, navigator.userAgent)
  const mark = isTeam(search) ? { team: true } : {}
  const nextId = orderedIds()
  const begin = () => createSession(() => sessionStorage, facts)
  let visitAt = begin()
  // The visitor may have refused in another tab while this one was frozen, where no event reaches it.
  const queue = createQueue(async (body) =>
    isRefused() ? new Response() : postRows('user_interactions', body, true),
  )
  let view = ''

  const take = ({ type, data, at }: Tracked) => {
    if ('view' in data) view = String(data.view)
    const [id, here] = [nextId(at), view]
    const put = (told: object | null) => {
      if (!told || isRefused()) return
      const { session_id } = visitAt(at)
      const row = { id, session_id, event_type: type, event_data: { ...told, ...mark } }
      queue.push(JSON.stringify({ ...row, ...facts }))
      // An event of a hidden page may be its last.
      if (document.hidden) queueMicrotask(queue.flush)
    }
    if (type !== 'error') return put(data)
    void loadLater().then((told) =>
      put(told ? told(data as InteractionData['error'], here) : { ...data, cause: undefined }),
    )
  }
  const say = <Type extends InteractionType>(type: Type, data: InteractionData[Type]) =>
    take({ type, data, at: Date.now() })
  const engage = (data: InteractionData['engagement']) => say('engagement', data)

  let later: Promise<typeof toldOf | null> | undefined
  const loadLater = () =>
    (later ??= fetchLater().then(
      ({ startLater }) => startLater(take),
      () => null,
    ))

  kept.forEach(take)
  countingHere.forget = () => {
    queue.drop()
    visitAt = begin()
  }
  tellOrigin(() => (isRefused() ? {} : visitAt(Date.now())))
  watchVisit({ say: engage, view: () => view, flush: queue.flush })
  watchPresses((label) => say('button_click', { label, view }))
  addEventListener('online', queue.flush)
  addEventListener('beforeprint', () => say('custom_event', { name: 'page_printed', view }))
  const stay = () => void loadLater()
  for (const name of ['pointerdown', 'keydown', 'visibilitychange']) addEventListener(name, stay)
  setTimeout(stay, laterMs)
  return take
}
