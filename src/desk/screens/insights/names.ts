import { isViewId, views } from '#content/views.ts'
import { share } from '#desk/features/charts/chart-labels.ts'
import { counted, sourceWords } from '#desk/lib/words.ts'
import { isolate } from '#shared/lib/display-text.ts'

/** Whether a row is the database's sum of all entries without their own row. */
export const isRest = (name: string): boolean => name === '(other)'

const orRest = (name: string, words: (name: string) => string) => (isRest(name) ? 'All others' : words(name))

export const sourceName = (source: string): string => orRest(source, sourceWords)

export const campaignName = (campaign: string): string => orRest(campaign, isolate)

/** The title of a view. Unknown views are shown as sent, missing ones as unknown. */
export const viewName = (view: string): string =>
  orRest(view, (id) => (isViewId(id) ? views[id].name : id || 'Unknown'))

/** A source, campaign or first page, and how far its visits got. */
export interface Origin {
  id: string
  name: string
  sessions: number
  opened: number
  sent: number
  bookings: number
  confirmed: number
  completed: number
}

/** With fewer visits, a conversion rate says nothing. */
const fewestVisits = 30

/**
 * Describes a table of origins: the one with the most visits, and the one that converts best. `begins` leads up to a
 * name: 'Most visits come from'. The sum of the rest is ignored.
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
  if (bookings === 0) return `${first} No bookings in this period.`.trim()

  const rate = (row: Origin) => row.bookings / row.sessions
  const best = named
    .filter(({ sessions, bookings }) => sessions >= fewestVisits && bookings > 0)
    .reduce<Origin | null>((best, row) => (!best || rate(row) > rate(best) ? row : best), null)
  if (!best)
    return `${first} None has both ${fewestVisits} visits and a booking yet, so there is no best one.`.trim()
  const bests = `${counted(best.bookings, 'booking')} from ${counted(best.sessions, 'visit')}`
  return `${first} ${best.name} converts best: ${bests}, ${share(best.bookings, best.sessions)}.`.trim()
}
