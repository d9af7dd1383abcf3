import * as v from 'valibot'
import { callPlaces, type Host, type HostSettings, linkReference } from '#shared/contract/hosts.ts'
import { randomId } from '#shared/lib/random-id.ts'

const stretch = v.object({ key: v.string(), opens: v.string(), closes: v.string() })

/** What the form holds, as its fields hold it: a number may be empty, an hour half typed. */
const draftSchema = v.object({
  /** `updated_at` of what the person began with. */
  seen: v.nullable(v.string()),
  takes_calls: v.boolean(),
  time_zone: v.string(),
  place: v.picklist(callPlaces),
  link: v.string(),
  break_before: v.string(),
  break_after: v.string(),
  notice_hours: v.string(),
  daily_most: v.string(),
  named_to_visitors: v.optional(v.boolean(), false),
  /** Monday first. */
  week: v.pipe(v.array(v.array(stretch)), v.length(7)),
  dates: v.array(v.object({ key: v.string(), day: v.string(), stretches: v.array(stretch) })),
})
export type Draft = v.InferOutput<typeof draftSchema>
/** A date with hours of its own; without any, it is off. */
export type OwnDate = Draft['dates'][number]

export const weekdays = [
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
  'Sunday',
] as const

export const newStretch = (opens = '', closes = ''): Stretch => ({ key: randomId(), opens, closes })

/** The form of what is stored. Equal hosts give equal forms, keys included. */
export function draftOf(host: Host): Draft {
  const days = [...new Set(host.dates.map(({ day }) => day))]
  const fields = (of: string, all: readonly { opens: string | null; closes: string | null }[]) =>
    all.flatMap(({ opens, closes }, index) =>
      opens && closes ? [{ key: `${of} ${index}`, opens: toField(opens), closes: toField(closes) }] : [],
    )
  return {
    seen: host.updated_at,
    takes_calls: host.takes_calls,
    time_zone: host.time_zone,
    place: host.place,
    link: host.link ?? '',
    break_before: String(host.break_before),
    break_after: String(host.break_after),
    notice_hours: String(Number((host.notice_minutes / 60).toFixed(2))),
    daily_most: String(host.daily_most ?? ''),
    named_to_visitors: host.named_to_visitors,
    week: weekdays.map((name, index) =>
      fields(
        name,
        host.hours.filter(({ weekday }) => weekday === index + 1),
      ),
    ),
    dates: days.map((day) => ({
      key: day,
      day,
      stretches: fields(
        day,
        host.dates.filter((one) => one.day === day),
      ),
    })),
  }
}

/** What is saved of it. */
export const settingsOf = (draft: Draft): HostSettings => ({
  takes_calls: draft.takes_calls,
  time_zone: draft.time_zone.trim(),
  place: draft.place,
  link: draft.link.trim() || null,
  break_before: Number(draft.break_before),
  break_after: Number(draft.break_after),
  notice_minutes: Math.round(Number(draft.notice_hours) * 60),
  daily_most: draft.daily_most === '' ? null : Number(draft.daily_most),
  named_to_visitors: draft.named_to_visitors,
  hours: draft.week.flatMap((stretches, index) =>
    stretches.map(({ opens, closes }) => ({ weekday: index + 1, opens, closes: endFromField(closes) })),
  ),
  dates: draft.dates.flatMap(({ day, stretches }): HostSettings['dates'] =>
    stretches.length === 0
      ? [{ day, opens: null, closes: null }]
      : stretches.map(({ opens, closes }) => ({ day, opens, closes: endFromField(closes) })),
  ),
})

/** What is wrong with a date of its own, in a sentence. */
export function faultOfDate({ dates }: Draft, { key, day, stretches }: OwnDate): string | null {
  const isTwice = day !== '' && dates.some((other) => other.key !== key && other.day === day)
  return isTwice ? 'This date stands here twice.' : faultOfDay(stretches)
}

/** What is wrong with the braces of a link, in a sentence. */
export function faultOfLink(link: string): string | null {
  const [stray] = /\{[^}]*\}?|\}/.exec(link.replaceAll(linkReference, '')) ?? []
  return stray === undefined ? null : `${stray} means nothing here. Only ${linkReference} is filled in.`
}

/** The link of a call with this reference; null for a link that is the same for each. */
export const linkFor = (link: string, reference: string): string | null =>
  link.includes(linkReference) ? link.trim().replaceAll(linkReference, reference) : null

/** Whether anything is wrong that the fields themselves cannot know. */
export const hasFault = (draft: Draft): boolean =>
  (draft.place === 'link' && faultOfLink(draft.link) !== null) ||
  draft.week.some((stretches) => faultOfDay(stretches)) ||
  draft.dates.some((date) => faultOfDate(draft, date))

/** An unsaved form as it was kept; null if there is none, or it is of another release. */
export function draftFrom(text: string): Draft | null {
  try {
    return v.parse(draftSchema, JSON.parse(text))
  } catch {
    return null
  }
}

/** Hours from one time to another, as two fields hold them: `09:00`, empty while it is being typed. */
export interface Stretch {
  /** The same for as long as it stands in the form. */
  readonly key: string
  readonly opens: string
  readonly closes: string
}

const dayMinutes = 24 * 60

/** `09:30` as minutes after midnight. */
function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}

/** Minutes after midnight; null while a time is missing, or where it ends before it begins. */
export function spanOfStretch({ opens, closes }: Stretch): { from: number; until: number } | null {
  if (!(opens && closes)) return null
  const from = minutesOf(opens)
  // A field for a time of day knows no 24:00, so midnight is where a day ends.
  const until = minutesOf(closes) || dayMinutes
  return from < until ? { from, until } : null
}

/** What is wrong with the hours of one day, in a sentence; empty hours are for the browser to name. */
export function faultOfDay(stretches: readonly Stretch[]): string | null {
  const whole = stretches.filter(({ opens, closes }) => opens && closes)
  const spans = whole.map(spanOfStretch)
  if (spans.includes(null)) return 'These hours end before they begin. The end of a day is 00:00.'
  const sorted = spans.filter((span) => span !== null).toSorted((one, other) => one.from - other.from)
  const overlaps = sorted.some(({ from }, index) => from < (sorted[index - 1]?.until ?? 0))
  return overlaps ? 'Two of these overlap.' : null
}

/** Minutes that all of them last together. */
export const minutesTogether = (stretches: readonly Stretch[]): number =>
  stretches.reduce((sum, stretch) => {
    const span = spanOfStretch(stretch)
    return span ? sum + span.until - span.from : sum
  }, 0)

/** As the database writes it, `24:00:00` among it, for a field. */
export const toField = (time: string): string => (time.startsWith('24:') ? '00:00' : time.slice(0, 5))

/** The end of hours from a field, as the database has it. */
const endFromField = (time: string): string => (time === '00:00' ? '24:00' : time)
