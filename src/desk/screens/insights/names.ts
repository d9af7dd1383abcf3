import { isViewId, views } from '#content/views.ts'
import { formatShare } from '#desk/features/charts/chart-labels.ts'
import { countWithNoun, sourceWords } from '#desk/lib/words.ts'
import { isolateBidi } from '#shared/lib/display-text.ts'

/** True if a row is the sum of all entries that the database does not list separately. */
export const isRest = (name: string): boolean => name === '(other)'

const orRest = (name: string, words: (name: string) => string) => (isRest(name) ? 'All others' : words(name))

export const sourceName = (source: string): string => orRest(source, sourceWords)

export const campaignName = (campaign: string): string => orRest(campaign, isolateBidi)

/** Returns the title of a view. If the view is unknown, returns its id, or 'Unknown' if the id is empty. */
export const viewName = (view: string): string =>
  orRest(view, (id) => (isViewId(id) ? views[id].name : id || 'Unknown'))

/** A source, campaign or first page, and the number of its visits that reached each step. */
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

/** The smallest number of visits for which a conversion rate is meaningful. */
const fewestVisits = 30

/**
 * Says which origin has the most visits and which has the highest conversion rate. `begins` is the text before a
 * name, for example 'The largest share of visits comes from'. The row that sums up all other origins is ignored.
 */
export function describeOrigins(rows: readonly Origin[], begins: string): string {
  const named = rows.filter(({ id }) => !isRest(id))
  const all = rows.reduce((sum, { sessions }) => sum + sessions, 0)
  const most = named.reduce<Origin | null>((best, row) => (row.sessions > (best?.sessions ?? 0) ? row : best), null)
  const bookings = rows.reduce((sum, row) => sum + row.bookings, 0)
  const first = most ? `${begins} ${most.name}: ${formatShare(most.sessions, all)}.` : ''
  if (bookings === 0) return `${first} No bookings in this period.`.trim()

  const rate = (row: Origin) => row.bookings / row.sessions
  const best = named
    .filter(({ sessions, bookings }) => sessions >= fewestVisits && bookings > 0)
    .reduce<Origin | null>((best, row) => (!best || rate(row) > rate(best) ? row : best), null)
  if (!best)
    return `${first} No row has at least ${fewestVisits} visits and a booking yet, so conversion rates are not compared.`.trim()
  const bests = `${countWithNoun(best.bookings, 'booking')} from ${countWithNoun(best.sessions, 'visit')}`
  return `${first} ${best.name} converts best: ${bests}, ${formatShare(best.bookings, best.sessions)}.`.trim()
}
