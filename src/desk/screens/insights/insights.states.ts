import { type DeskStates, variantsOf } from '#desk/lib/sample-responses.ts'
import { arabicName, asViewer, hoursAgo, longName, unbreakable } from '#desk/lib/samples.ts'
import type { InsightErrors, Insights, InsightsLive } from '#shared/contract/insights.ts'
import { expectState, pending, type StateExpectations, serverError } from '#shared/lib/sample-states.ts'

const dayMs = 86_400_000
const dayOf = (first: string, index: number) => new Date(Date.parse(first) + index * dayMs).toISOString().slice(0, 10)

/** Four weeks with fewer visits on weekends. Each count is multiplied by `much`; 0 means no visits. */
const days = (first: string, much: number) =>
  Array.from({ length: 28 }, (_, index) => {
    const sessions = Math.round(much * (index % 7 > 4 ? 9 : 34 + ((index * 7) % 13)))
    return {
      day: dayOf(first, index),
      visitors: Math.round(sessions * 0.9),
      sessions,
      views: sessions * 4,
      bookings: sessions > 40 ? 2 : sessions > 30 ? 1 : 0,
    }
  })
const steps = (much: number) => ({
  sessions: Math.round(800 * much),
  opened: Math.round(120 * much),
  sent: Math.round(31 * much),
  bookings: Math.round(34 * much),
  confirmed: Math.round(24 * much),
  completed: Math.round(19 * much),
})
const totals = (much: number) => ({
  visitors: Math.round(720 * much),
  sessions: Math.round(800 * much),
  views: Math.round(3200 * much),
  downloads: Math.round(64 * much),
  bookings: Math.round(34 * much),
  messages: Math.round(12 * much),
})
const answered = (much: number) => ({
  median_seconds: much > 0 ? 4.5 * 3600 : null,
  answered: Math.round(44 * much),
  in_time: Math.round(42 * much),
  due: Math.round(45 * much),
  breached: Math.round(3 * much),
})

const range = { from: '2026-10-28', to: '2026-11-24', days: 28 }
const before = { from: '2026-09-30', to: '2026-10-27', days: 28 }

function figures(much: number, change: Partial<Insights> = {}): Insights {
  const some = <Entry>(entries: Entry[]) => (much > 0 ? entries : [])
  return {
    range,
    before,
    visitor: 'person',
    as_of: hoursAgo(0),
    begins: { visits: '2026-08-01', requests: '2026-08-01' },
    totals: { now: totals(much), before: totals(much * 0.8) },
    days: days(range.from, much),
    days_before: days(before.from, much * 0.8),
    sources: some([
      { source: 'linkedin', ...steps(0.5) },
      { source: 'direct', ...steps(0.3) },
      { source: '(other)', ...steps(0.1) },
    ]),
    campaigns: some([{ campaign: 'spring-partners', ...steps(0.2) }]),
    first_views: some([
      { first_view: 'home', ...steps(0.7) },
      { first_view: '', ...steps(0.1) },
    ]),
    views: some([{ view: 'services', views: 900, sessions: 410, bookings: 12, confirmed: 9, completed: 7 }]),
    outcomes: [
      { kind: 'source', name: 'linkedin', completed: 5, won: 2, value: 9400.5 },
      { kind: 'week', name: '2026-11-16', completed: 5, won: 2, value: 9400.5 },
    ],
    currency: 'EUR',
    funnel: { now: steps(much), before: steps(much * 0.8) },
    answers: { now: answered(much), before: answered(much * 0.8) },
    ...change,
  }
}

const live = (most: number): InsightsLive => ({
  as_of: hoursAgo(0),
  minutes: Array.from({ length: 30 }, (_, index) => (most * (index % 5)) % 7),
  sessions: most * 4,
  events: most * 31,
  views: most > 0 ? [{ view: 'home', sessions: 3 }] : [],
  sources: most > 0 ? [{ source: 'direct', sessions: 2 }] : [],
})

const faults = (change: Partial<InsightErrors['faults'][number]>[]): InsightErrors => ({
  range,
  visitor: 'person',
  as_of: hoursAgo(0),
  visits: change.length * 4,
  faults: change.map((one) => ({
    code: 'crashed',
    place: 'roi-calculator',
    cause: 'TypeError roi-calculator-BQv_32.js:1:20417',
    release: 'k3Xw9aQe',
    faults: 9,
    visits: 4,
    first_at: hoursAgo(60),
    last_at: hoursAgo(2),
    ...one,
  })),
})
export const answers = {
  'rpc/insights': figures(1),
  'rpc/insights_live': live(2),
  'rpc/insights_faults': faults([{}]),
}

const show = variantsOf({ at: '/insights', answers })

export const states = {
  figures: show(),
  loading: show({ 'rpc/insights': pending }),
  empty: show({ 'rpc/insights': figures(0), 'rpc/insights_live': live(0), 'rpc/insights_faults': faults([]) }),
  error: show({ 'rpc/insights': serverError }),
  'partial-error': show({ 'rpc/insights_live': serverError, 'rpc/insights_faults': serverError }),
  'invalid-range': { ...show(), at: '/insights?from=2026-11-24&to=2026-11-01' },
  exporting: show({ 'rpc/record_insights_export': pending }, ['press', 'Days as CSV']),
  'export-failed': show({ 'rpc/record_insights_export': serverError }, ['press', 'Days as CSV']),
  viewer: show(asViewer),
  'long-words': show({
    'rpc/insights': figures(1, {
      sources: [{ source: unbreakable, ...steps(0.5) }],
      campaigns: [{ campaign: longName, ...steps(0.5) }],
      views: [{ view: unbreakable, views: 900, sessions: 410, bookings: 12, confirmed: 9, completed: 7 }],
    }),
    'rpc/insights_faults': faults([{ cause: unbreakable, place: unbreakable }]),
  }),
  'all-sources': show(
    {
      'rpc/insights': figures(1, {
        sources: Array.from({ length: 12 }, (_, index) => ({ source: `partner-${index}`, ...steps(0.1) })),
      }),
    },
    ['press', 'Show all 12'],
  ),
  'right-to-left': show({ 'rpc/insights': figures(1, { campaigns: [{ campaign: arabicName, ...steps(0.5) }] }) }),
} satisfies DeskStates

const { counts, heading, isolates, lacks, offers, says, shows, waits, warns } = expectState

export const looks: StateExpectations<typeof states> = {
  figures: [
    heading('Insights'),
    shows('slider', 'Days'),
    says('linkedin'),
    says('All others'),
    says(/TypeError roi-calculator/),
    says(/compared with/),
    says('Calls confirmed'),
    says('5 calls were completed and 2 won, worth €9,400.50.'),
    shows('row', /^Mon 16 Nov 5 2 €9,400.50$/),
    offers('Days as CSV'),
  ],
  loading: [heading('Insights'), waits('Loading figures')],
  empty: [heading('No visits yet'), says(/Visitors who opt out are never counted/)],
  error: [warns('The figures could not be loaded'), offers('Try again')],
  'partial-error': [says('linkedin'), says(/Something went wrong/)],
  'invalid-range': [heading('This range cannot be shown')],
  exporting: [shows('button', 'Days as CSV')],
  'export-failed': [says(/Something went wrong/), offers('Days as CSV')],
  viewer: [says('linkedin'), lacks('Days as CSV')],
  'long-words': [says(/Donaudampf/)],
  'all-sources': [offers('Show only 8'), counts('row', /^partner-/, 12)],
  'right-to-left': [isolates(arabicName)],
}
