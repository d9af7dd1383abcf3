import { isViewId, views } from '#content/views.ts'
import { share } from '#desk/features/charts/chart-labels.ts'
import { counted, sourceWords } from '#desk/lib/words.ts'
import { isolate } from '#shared/lib/display-text.ts'

/** Whether it is the sum of all that has no line of its own, as the database calls it. */
export const isRest = (name: string): boolean => name === '(other)'

const orRest = (name: string, words: (name: string) => string) => (isRest(name) ? 'All others' : words(name))

export const sourceName = (source: string): string => orRest(source, sourceWords)

export const campaignName = (campaign: string): string => orRest(campaign, isolate)

/** The title of a view. Unknown views are shown as they were sent, and missing ones as unknown. */
export const viewName = (view: string): string =>
  orRest(view, (id) => (isViewId(id) ? views[id].name : id || 'Not known'))

/** A place that visits come from or begin with, and how far they got. */
export interface Origin {
  /** What the database calls it. */
  id: string
  name: string
  sessions: number
  opened: number
  sent: number
  bookings: number
  confirmed: number
  completed: number
}

/** Fewer visits than this say nothing about how many of them book. */
const fewestVisits = 30

/**
 * What a table of origins says in a sentence or two: who has most visits, and whose visits book most often. `begins`
 * leads up to a name: 'Most visits come from'. What sums up many is no answer.
 */
export function leadOf(rows: readonly Origin[], begins: string): string {
  const named = rows.filter(({ id }) => !isRest(id))
  const all = rows.reduce((sum, { sessions }) => sum + sessions, 0)
  const most = named.reduce<Origin | null>(
    (best, row) => (row.sessions > (best?.sessions ?? 0) ? row : best),
    null,
  )
  const bookings = rows.reduce((sum, row) => sum + row.bookings, 0)
  const first = most ? `${begins} ${most.name}: ${share(most.sessions, all)}.` : ''
  if (bookings === 0) return `${first} No booking came from any of them.`.trim()

  const rate = (row: Origin) => row.bookings / row.sessions
  const best = named
    .filter(({ sessions, bookings }) => sessions >= fewestVisits && bookings > 0)
    .reduce<Origin | null>((best, row) => (!best || rate(row) > rate(best) ? row : best), null)
  if (!best)
    return `${first} No place has both ${fewestVisits} visits and a booking yet, so none is called the best.`.trim()
  const bests = `${counted(best.bookings, 'booking')} from ${counted(best.sessions, 'visit')}`
  return `${first} ${best.name} books most often: ${bests}, ${share(best.bookings, best.sessions)}.`.trim()
}
