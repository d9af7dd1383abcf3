import * as v from 'valibot'

export const visitorKinds = ['person', 'bot', 'team'] as const

/** Visits of these kinds have daily counts; the team's own are not counted. */
export const countedVisitors = ['person', 'bot'] as const
export type CountedVisitor = (typeof countedVisitors)[number]

/** The dimensions of the daily counts of visits; `*` counts all visits together. */
export const visitDimensions = ['*', 'source', 'campaign', 'first_view', 'view'] as const

/** The values of the argument `visitor`. */
export const insightVisitors = [...countedVisitors, 'all'] as const
export type InsightVisitor = (typeof insightVisitors)[number]

/** Reports that can be exported; `rpc('note_insights_export')` records the export in the log. */
export const insightReports = ['figures', 'days', 'origins', 'views', 'faults', 'outcomes'] as const

export const mostInsightDays = 731

/** Arguments of `rpc('insights')`: UTC days, both inclusive. */
export interface InsightsArguments {
  from_day: string
  to_day: string
  /** By default 'person'. */
  visitor?: InsightVisitor
}

const count = () => v.pipe(v.number(), v.integer(), v.minValue(0))
const day = () => v.pipe(v.string(), v.isoDate())
const time = () => v.string()

/** The same figures for the range and for the same number of days before it. */
const both = <Entry extends v.GenericSchema>(entry: Entry) => v.object({ now: entry, before: entry })

const range = v.object({ from: day(), to: day(), days: count() })

const totals = v.object({
  /**
   * Browsers of each day, added up: a browser on three days counts three times, because visitors' keys change every
   * day. If the key is unknown (a hosted project), each visit counts.
   */
  visitors: count(),
  /** Visits. One that passes midnight UTC counts on both days. */
  sessions: count(),
  views: count(),
  /** Packs sent by our server, also to visitors who are not tracked. */
  downloads: count(),
  /** From the table of bookings, without spam and suspected spam, whatever `visitor` is; by the day of arrival. */
  bookings: count(),
  /** The same for messages. */
  messages: count(),
})

const dayCounts = v.object({
  day: day(),
  visitors: count(),
  sessions: count(),
  views: count(),
  bookings: count(),
})

/** The results of bookings, from their table. */
const outcomes = {
  /** By the source in the booking; there can be more than `sent`, because not all visits are tracked. */
  bookings: count(),
  /** Bookings whose call was confirmed and not cancelled: it is in the future, was completed, or was missed. */
  confirmed: count(),
  completed: count(),
}

/** From visit to call. The first three count tracked visits. */
const steps = {
  sessions: count(),
  /** Visits in which the booking dialog was opened. */
  opened: count(),
  /** Visits in which the booking form was sent and stored. */
  sent: count(),
  ...outcomes,
}

const answers = v.object({
  /** From arrival to answer, bookings and messages together; null if none is answered. */
  median_seconds: v.nullable(v.number()),
  answered: count(),
  within_24h: count(),
  /** Answered, or older than 24 hours: it is known whether the promise was kept. */
  due: count(),
  /** `due` without `within_24h`: answered late, or not yet. */
  breached: count(),
})

/**
 * Reply of `rpc('insights')`. Lists are longest first, with at most a hundred names; all others, and those beyond the
 * hundred most frequent of a day, are summed up in a last entry named '(other)'.
 */
export const insightsReply = v.object({
  range,
  /** The same number of days, directly before. */
  before: range,
  visitor: v.picklist(insightVisitors),
  /** The time of counting: the present day is counted up to here. */
  as_of: time(),
  /** The first days with data; null without data. Earlier days cannot be compared. */
  begins: v.object({ visits: v.nullable(day()), requests: v.nullable(day()) }),
  totals: both(totals),
  /** Every day of the range, oldest first. */
  days: v.array(dayCounts),
  /** Every day of the range before, so that entry n is compared with entry n of `days`. */
  days_before: v.array(dayCounts),
  /** 'direct' without a source, 'site' if it is unknown (bookings only). */
  sources: v.array(v.object({ source: v.string(), ...steps })),
  /** Visits and bookings without a campaign are left out. */
  campaigns: v.array(v.object({ campaign: v.string(), ...steps })),
  /** By the first view of a visit; '' if it is unknown. */
  first_views: v.array(v.object({ first_view: v.string(), ...steps })),
  /** `sessions` saw the view; `bookings` came in a visit that saw it, so one booking counts for several views. */
  views: v.array(v.object({ view: v.string(), views: count(), sessions: count(), ...outcomes })),
  funnel: both(v.object(steps)),
  /** Calls of these days that were completed, by source, by campaign if there is one, and by every week (its Monday); value of those won. */
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
  answers: both(answers),
})
export type Insights = v.InferOutput<typeof insightsReply>

/** Reply of `rpc('insights_live', { visitor? })`: the thirty minutes up to now. */
export const insightsLiveReply = v.object({
  as_of: time(),
  /** Visits active in each minute, oldest first; the last is the sixty seconds up to now. */
  minutes: v.pipe(v.array(count()), v.length(30)),
  sessions: count(),
  /** Interactions of any type. */
  events: count(),
  /** Visits that saw the view, most first, at most ten. */
  views: v.array(v.object({ view: v.string(), sessions: count() })),
  /** The same by source. */
  sources: v.array(v.object({ source: v.string(), sessions: count() })),
})
export type InsightsLive = v.InferOutput<typeof insightsLiveReply>

/**
 * Codes of `error` interactions that are errors in a visitor's browser; all others are refusals by the server.
 * `private.is_fault` in the database has the same list, and adds every part that did not load, and `http_5…`.
 */
export const faultCodes = [
  /** The program did not load, or failed before the listener was registered. */
  'not_started',
  /** Thrown, or a rejected promise, without a handler. */
  'uncaught',
  'rejected',
  /** A part of the page that React removed after an error. */
  'crashed',
  /** A file of the program did not load. */
  'view_not_loaded',
  'part_not_loaded',
  /** An exception between the press and the response. */
  'submit_threw',
  /** A form was sent without a response. */
  'no_answer',
] as const
export type FaultCode = (typeof faultCodes)[number]

/**
 * Reply of `rpc('insights_faults')`, with the arguments of `insights`: errors in visitors' browsers. At most fifty, the
 * one with the most visits first, and one of the code '(other)' for the rest.
 */
export const insightFaultsReply = v.object({
  range: v.object({ from: day(), to: day(), days: count() }),
  visitor: v.picklist(insightVisitors),
  as_of: v.string(),
  /** Visits with an error. */
  visits: count(),
  faults: v.array(
    v.object({
      code: v.string(),
      /** A view, a form or a part. */
      place: v.string(),
      /** The exception and its place in our files: `TypeError main-AbC123.js:1:2345`; '' if unknown. */
      cause: v.string(),
      /** The release of the page; '' if the page did not send it. */
      release: v.string(),
      faults: count(),
      visits: count(),
      first_at: v.string(),
      last_at: v.string(),
    }),
  ),
})
export type InsightFaults = v.InferOutput<typeof insightFaultsReply>
