import * as v from 'valibot'

export const visitorKinds = ['person', 'bot', 'team'] as const

/** Kinds of visitors with daily counts; the team's own visits are not counted. */
export const countedVisitors = ['person', 'bot'] as const
export type CountedVisitor = (typeof countedVisitors)[number]

/** The dimensions of the daily visit counts; `*` counts all visits. */
export const visitDimensions = ['*', 'source', 'campaign', 'first_view', 'view'] as const

/** Values of the argument `visitor`. */
export const insightVisitors = [...countedVisitors, 'all'] as const
export type InsightVisitor = (typeof insightVisitors)[number]

/** Reports that can be exported; `rpc('record_insights_export')` logs the export. */
export const insightReports = ['figures', 'days', 'origins', 'views', 'faults', 'outcomes'] as const

export const maxInsightDays = 731

/** Arguments of `rpc('insights')`: UTC days, both inclusive. */
export interface InsightsArguments {
  from_day: string
  to_day: string
  /** The default is 'person'. */
  visitor?: InsightVisitor
}

const count = () => v.pipe(v.number(), v.integer(), v.minValue(0))
const day = () => v.pipe(v.string(), v.isoDate())
const time = () => v.string()

/** The same figures for the range and for the previous range of the same length. */
const withPreviousPeriod = <Entry extends v.GenericSchema>(entry: Entry) => v.object({ now: entry, before: entry })

const range = v.object({ from: day(), to: day(), days: count() })

const totals = v.object({
  /**
   * The sum of the daily numbers of browsers. A browser seen on three days counts three times, because visitor
   * keys change daily. If the key is unknown (in a hosted project), each visit counts separately.
   */
  visitors: count(),
  /** The number of visits. A visit that continues past midnight UTC counts on both days. */
  sessions: count(),
  views: count(),
  /** Packs that our server sent, including packs for visitors who opted out. */
  downloads: count(),
  /** Bookings by day of arrival, without spam and suspected spam, regardless of `visitor`. */
  bookings: count(),
  /** Messages, counted like bookings. */
  messages: count(),
})

const dayCounts = v.object({
  day: day(),
  visitors: count(),
  sessions: count(),
  views: count(),
  bookings: count(),
})

/** Counts from the bookings table. */
const outcomes = {
  /** Bookings with this source; can exceed `sent`, because not all visits are tracked. */
  bookings: count(),
  /** Bookings with a confirmed call that was not cancelled: the call is upcoming or completed, or was a no-show. */
  confirmed: count(),
  completed: count(),
}

/** The funnel from visit to call. The first three steps count tracked visits. */
const funnelSteps = {
  sessions: count(),
  /** Visits that opened the booking dialog. */
  opened: count(),
  /** Visits whose booking form was stored. */
  sent: count(),
  ...outcomes,
}

const answers = v.object({
  /** Median time from the arrival of bookings and messages to the answer; null if nothing was answered. */
  median_seconds: v.nullable(v.number()),
  answered: count(),
  in_time: count(),
  /** Items that were answered or are overdue: the team has kept or missed the promise. */
  due: count(),
  /** `due` minus `in_time`: items that were answered late or are not answered yet. */
  breached: count(),
})

/**
 * Response of `rpc('insights')`. Lists start with the largest entries and have at most a hundred names. The last
 * entry, named '(other)', combines all other names, including those that were not among the hundred most frequent of
 * their day.
 */
export const insightsSchema = v.object({
  range,
  /** The equally long range directly before `range`. */
  before: range,
  visitor: v.picklist(insightVisitors),
  /** The time at which the counts were made; the current day is counted up to this time. */
  as_of: time(),
  /** The first day with data, or null. Earlier days cannot be compared. */
  begins: v.object({ visits: v.nullable(day()), requests: v.nullable(day()) }),
  totals: withPreviousPeriod(totals),
  /** All days of the range, oldest first. */
  days: v.array(dayCounts),
  /** All days of the previous range; entry n is compared with entry n of `days`. */
  days_before: v.array(dayCounts),
  /** The source is 'direct' for a visit without a source, and 'site' for a booking whose source is unknown. */
  sources: v.array(v.object({ source: v.string(), ...funnelSteps })),
  /** Only visits and bookings that have a campaign. */
  campaigns: v.array(v.object({ campaign: v.string(), ...funnelSteps })),
  /** Grouped by a visit's first view; '' if that view is unknown. */
  first_views: v.array(v.object({ first_view: v.string(), ...funnelSteps })),
  /** `sessions` opened the view and led to `bookings`, so one booking can count for several views. */
  views: v.array(v.object({ view: v.string(), views: count(), sessions: count(), ...outcomes })),
  funnel: withPreviousPeriod(v.object(funnelSteps)),
  /**
   * Calls completed on these days by source, by campaign and by week (named by its Monday), with the value of the won
   * calls.
   */
  outcomes: v.array(
    v.object({
      kind: v.picklist(['source', 'campaign', 'week']),
      name: v.string(),
      completed: count(),
      won: count(),
      value: v.number(),
    }),
  ),
  currency: v.string(),
  answers: withPreviousPeriod(answers),
})
export type Insights = v.InferOutput<typeof insightsSchema>

/** Response of `rpc('insights_live', { visitor? })`: the last thirty minutes. */
export const insightsLiveSchema = v.object({
  as_of: time(),
  /** Active visits per minute, oldest first; the last entry covers the last sixty seconds. */
  minutes: v.pipe(v.array(count()), v.length(30)),
  sessions: count(),
  /** Interactions of any type. */
  events: count(),
  /** The ten views with the most visits. */
  views: v.array(v.object({ view: v.string(), sessions: count() })),
  /** The ten sources with the most visits. */
  sources: v.array(v.object({ source: v.string(), sessions: count() })),
})
export type InsightsLive = v.InferOutput<typeof insightsLiveSchema>

/**
 * Codes of `error` interactions that are errors in a visitor's browser; all others are refusals by the server.
 * `private.is_fault` in the database accepts the same codes, all other codes that end in `_not_loaded`, and `http_5…`.
 */
export const browserErrorCodes = [
  /** The bundle did not load, or failed before the listener was registered. */
  'not_started',
  /** An unhandled exception; `rejected` is an unhandled rejection. */
  'uncaught',
  'rejected',
  /** React removed a part of the page after an error. */
  'crashed',
  /** A chunk did not load. */
  'view_not_loaded',
  'part_not_loaded',
  /** Submitting a form threw an exception. */
  'submit_threw',
  /** A form got no response. */
  'no_answer',
] as const
export type BrowserErrorCode = (typeof browserErrorCodes)[number]

/**
 * Response of `rpc('insights_faults')`, with the arguments of `insights`: errors in visitors' browsers. The list has
 * at most fifty errors, starting with those that occurred in the most visits, and one entry with the code '(other)'
 * for the rest.
 */
export const insightErrorsSchema = v.object({
  range: v.object({ from: day(), to: day(), days: count() }),
  visitor: v.picklist(insightVisitors),
  as_of: v.string(),
  /** Visits with an error. */
  visits: count(),
  faults: v.array(
    v.object({
      code: v.string(),
      /** The view, form or page part with the error. */
      place: v.string(),
      /** The error's class and position in our files: `TypeError main-AbC123.js:1:2345`; '' if unknown. */
      cause: v.string(),
      /** The page's release; '' if unknown. */
      release: v.string(),
      faults: count(),
      visits: count(),
      first_at: v.string(),
      last_at: v.string(),
    }),
  ),
})
export type InsightErrors = v.InferOutput<typeof insightErrorsSchema>
