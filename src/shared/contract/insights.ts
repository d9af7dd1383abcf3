import * as v from 'valibot'

/** Who a visit is from, as it is stored. */
export const visitorKinds = ['person', 'bot', 'team'] as const

/** Whose visits have daily counts: the team's own are kept apart and not counted. */
export const countedVisitors = ['person', 'bot'] as const
export type CountedVisitor = (typeof countedVisitors)[number]

/** By what daily counts of visits are told apart; `*` is all of them together. */
export const visitDimensions = ['*', 'source', 'campaign', 'first_view', 'view', 'pack'] as const

/** Whose visits are counted; the team's own never are. */
export const insightVisitors = [...countedVisitors, 'all'] as const
export type InsightVisitor = (typeof insightVisitors)[number]

/** What can be taken as a file, which `rpc('note_insights_export')` writes into the log. */
export const insightReports = ['figures', 'days', 'origins', 'views', 'packs', 'vitals', 'faults'] as const

/** The longest range that `insights` takes, in days. */
export const mostInsightDays = 731

/** Arguments of `rpc('insights')`: UTC days, both inclusive. */
export interface InsightsArguments {
  from_day: string
  to_day: string
  /** Without it, 'person'. */
  visitor?: InsightVisitor
}

const count = () => v.pipe(v.number(), v.integer(), v.minValue(0))
const day = () => v.pipe(v.string(), v.isoDate())
const time = () => v.string()

/** The same figures of the range asked for and of as many days directly before it. */
const both = <Entry extends v.GenericSchema>(entry: Entry) => v.object({ now: entry, before: entry })

const range = v.object({ from: day(), to: day(), days: count() })

const totals = v.object({
  /**
   * Different browsers of each day, the days added up: who comes on three days counts three times, because what
   * tells browsers apart is made anew every day. Where it is not known (a hosted project), each visit counts.
   */
  visitors: count(),
  /** Visits. One that passes midnight UTC counts on both days. */
  sessions: count(),
  /** Page views. */
  views: count(),
  /** Packs sent by our server, to those too who are not tracked. */
  downloads: count(),
  /** From their table, without spam and suspected spam, whatever `visitor` says; by the day they came. */
  bookings: count(),
  /** Likewise. */
  messages: count(),
})

const dayCounts = v.object({
  day: day(),
  visitors: count(),
  sessions: count(),
  views: count(),
  bookings: count(),
})

/** What became of bookings, from their table. */
const outcomes = {
  /** By the place they say they came from; there can be more than `sent`: not all visits are tracked. */
  bookings: count(),
  /** Those of them whose call was confirmed: it is to come, was held, or was missed, and was not called off. */
  confirmed: count(),
  /** Those of them whose call was held. */
  held: count(),
}

/** From visit to call. The first three are visits, as tracked. */
const steps = {
  sessions: count(),
  /** Visits in which the booking dialog was opened. */
  opened: count(),
  /** Visits in which the booking form was sent and stored. */
  sent: count(),
  ...outcomes,
}

const answers = v.object({
  /** From arrival to answer, bookings and messages together; null when none is answered. */
  median_seconds: v.nullable(v.number()),
  answered: count(),
  within_24h: count(),
  /** Answered, or older than 24 hours: those of which it is known whether the promise was kept. */
  due: count(),
  /** `due` without `within_24h`: answered late, or not yet. */
  breached: count(),
})

/**
 * Reply of `rpc('insights')`. Lists are longest first and hold at most a hundred names; what is beyond them, or was
 * beyond the hundred most frequent of a day, is summed up in one entry named '(other)', which comes last.
 */
export const insightsReply = v.object({
  range,
  /** As many days, directly before. */
  before: range,
  visitor: v.picklist(insightVisitors),
  /** When this was counted: days that are not over are counted up to here. */
  as_of: time(),
  /** The first days of which anything is known; null where nothing is yet. Earlier days cannot be compared with. */
  begins: v.object({ visits: v.nullable(day()), requests: v.nullable(day()) }),
  totals: both(totals),
  /** Every day of the range, oldest first. */
  days: v.array(dayCounts),
  /** Every day of the range before; the same length, so entry n is what entry n of `days` compares with. */
  days_before: v.array(dayCounts),
  /** 'direct' without any, 'site' when it was not told (bookings only). */
  sources: v.array(v.object({ source: v.string(), ...steps })),
  /** Visits and bookings without a campaign are left out. */
  campaigns: v.array(v.object({ campaign: v.string(), ...steps })),
  /** By the view that a visit began with; '' where it is not known. */
  first_views: v.array(v.object({ first_view: v.string(), ...steps })),
  /** `sessions` saw the view; `bookings` came in a visit that saw it, so one booking counts for several views. */
  views: v.array(v.object({ view: v.string(), views: count(), sessions: count(), ...outcomes })),
  /**
   * `downloads` is what our server sent, also to those who are not tracked; `sessions` are tracked visits that took
   * the pack, `bookings` came in a visit that took it.
   */
  packs: v.array(v.object({ pack: v.string(), downloads: count(), sessions: count(), ...outcomes })),
  funnel: both(v.object(steps)),
  answers: both(answers),
  /**
   * Three quarters of the samples had `p75` or less: milliseconds, without unit for CLS. Right within 2.5 %, being
   * taken from buckets. Null without samples.
   */
  vitals: v.array(
    v.object({
      name: v.string(),
      p75: v.nullable(v.number()),
      samples: count(),
      p75_before: v.nullable(v.number()),
      samples_before: count(),
    }),
  ),
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
  /** Visits that saw it, most first, at most ten. */
  views: v.array(v.object({ view: v.string(), sessions: count() })),
  /** Likewise. */
  sources: v.array(v.object({ source: v.string(), sessions: count() })),
})
export type InsightsLive = v.InferOutput<typeof insightsLiveReply>
