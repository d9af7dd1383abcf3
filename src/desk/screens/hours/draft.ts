import * as v from 'valibot'
import { timeInWords } from '#desk/lib/times.ts'
import { callPlaces, type Host, type HostSettings, referencePlaceholder } from '#shared/contract/hosts.ts'
import { randomId } from '#shared/lib/random-id.ts'

const stretch = v.object({ key: v.string(), opens: v.string(), closes: v.string() })

/** The values of the form's fields. A number field may be empty, and a time field may be incomplete. */
const draftSchema = v.object({
  /** The host's `updated_at` when the user began to type. */
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
  /** The hours of each weekday, from Monday to Sunday. */
  week: v.pipe(v.array(v.array(stretch)), v.length(7)),
  dates: v.array(v.object({ key: v.string(), day: v.string(), stretches: v.array(stretch) })),
})
export type HostDraft = v.InferOutput<typeof draftSchema>
/** A date with its own hours. A date without hours is a day off. */
export type DraftDate = HostDraft['dates'][number]

export const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const

export const newDraftHours = (opens = '', closes = ''): DraftHours => ({ key: randomId(), opens, closes })

/** Returns the form for a stored host. Hosts with equal settings get equal forms, with the same keys. */
export function draftOf(host: Host): HostDraft {
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

/** Returns the settings that the form describes. */
export const settingsOf = (draft: HostDraft): HostSettings => ({
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

/** Returns an error message for a date, or null if the date is valid. */
export function dateError({ dates }: HostDraft, { key, day, stretches }: DraftDate): string | null {
  const isTwice = day !== '' && dates.some((other) => other.key !== key && other.day === day)
  return isTwice ? 'This date is listed twice.' : dayError(stretches)
}

/** Returns an error message if a link has an unknown placeholder, or null if the link is valid. */
export function linkError(link: string): string | null {
  const [stray] = /\{[^}]*\}?|\}/.exec(link.replaceAll(referencePlaceholder, '')) ?? []
  return stray === undefined ? null : `${stray} is not recognized. The only placeholder is ${referencePlaceholder}.`
}

/** Returns the link for the call with this reference, or null if all calls share one link. */
export const linkFor = (link: string, reference: string): string | null =>
  link.includes(referencePlaceholder) ? link.trim().replaceAll(referencePlaceholder, reference) : null

/** True if there is an error that the browser does not detect. */
export const hasError = (draft: HostDraft): boolean =>
  (draft.place === 'link' && linkError(draft.link) !== null) ||
  draft.week.some((stretches) => dayError(stretches)) ||
  draft.dates.some((date) => dateError(draft, date))

/** Reads an unsaved form from the browser's storage. Returns null if there is none, or if another release stored it. */
export function parseDraft(text: string): HostDraft | null {
  try {
    return v.parse(draftSchema, JSON.parse(text))
  } catch {
    return null
  }
}

/** The values of two time fields, such as `09:00`. A value is empty while the user has not completed it. */
export interface DraftHours {
  /** A key that does not change as long as these hours are in the form. */
  readonly key: string
  readonly opens: string
  readonly closes: string
}

const dayMinutes = 24 * 60

/** Converts `09:30` to minutes after midnight. */
function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}

/** Converts hours to minutes after midnight. Returns null if a time is missing or the end is not after the start. */
export function spanOfHours({ opens, closes }: DraftHours): { from: number; until: number } | null {
  if (!(opens && closes)) return null
  const from = minutesOf(opens)
  // A time field cannot show 24:00, so an end at 00:00 means the end of the day.
  const until = minutesOf(closes) || dayMinutes
  return from < until ? { from, until } : null
}

/** Returns an error message for a day's hours, or null if they are valid. The browser itself reports empty fields. */
export function dayError(stretches: readonly DraftHours[]): string | null {
  const whole = stretches.filter(({ opens, closes }) => opens && closes)
  const spans = whole.map(spanOfHours)
  if (spans.includes(null)) return `The end is before the start. Use ${timeInWords('00:00')} for the end of the day.`
  const sorted = spans.filter((span) => span !== null).toSorted((one, other) => one.from - other.from)
  const overlaps = sorted.some(({ from }, index) => from < (sorted[index - 1]?.until ?? 0))
  return overlaps ? 'These hours overlap.' : null
}

/** Returns the total length in minutes. */
export const totalMinutes = (stretches: readonly DraftHours[]): number =>
  stretches.reduce((sum, stretch) => {
    const span = spanOfHours(stretch)
    return span ? sum + span.until - span.from : sum
  }, 0)

/** Converts a time from the database, which may be `24:00:00`, to a value for a field. */
const toField = (time: string): string => (time.startsWith('24:') ? '00:00' : time.slice(0, 5))

/** Converts an end time from a form field to the database's format, in which midnight is `24:00`. */
const endFromField = (time: string): string => (time === '00:00' ? '24:00' : time)
