import { Temporal } from 'temporal-polyfill'
import { v5 as uuidV5 } from 'uuid'
import type { FormKind } from '#content/form-kinds.ts'
import type { RefusedColumn } from '#content/form-refusals.ts'
import type { NearbyTimes, TypedValues } from '#plain/form-pages.tsx'
import type { FormIds, StoreForm } from '#server/features/rest-writing/service.ts'
import type { Clock } from '#server/lib/time/clock.ts'
import { formatLongTime, formatWallClock, type HourCycle } from '#shared/lib/local-time.ts'
import { currentZoneName, describeZone, isTimeZone } from '#shared/lib/time-zone.ts'

/** An arbitrary fixed UUID that separates our ids from those of other applications. */
const namespace = '0b6a1d0e-3f5c-4c5e-9d57-6f0f2c1b7a10'

export interface FormServices {
  storeForm: StoreForm
  /**
   * The available times near the time of a stored request. The path of the visitor's own page identifies the request.
   */
  freeTimes: (page: string) => Promise<NearbyTimes | null>
}

export interface StoredForm {
  reference: string
  when: { time: string; zone: string } | null
  /** The path of the visitor's own page; null if there is no such page or the form was sent before. */
  page: string | null
}

export type FormSubmission =
  | { refused: readonly RefusedColumn[] }
  | StoredForm
  /** The form was sent before, and the stored row is closed. */
  | 'over'

/** Stores a form that was sent without JavaScript, or returns the invalid fields. */
export async function submitForm(
  store: { clock: Clock; storeForm: StoreForm },
  kind: FormKind,
  sent: TypedValues,
  { hourCycle, ip }: { hourCycle: HourCycle | null; ip: string },
): Promise<FormSubmission> {
  const { opened, form_id, ...typed } = sent
  // The form has no field for the row's id, because the server creates that id.
  if (Object.hasOwn(typed, 'id')) return { refused: [{ column: 'id', reason: 'is set by the server' }] }
  const zone = currentZoneName(typed.time_zone?.trim() || fallbackZone)
  const timed = kind.fields.some(({ name }) => name === 'preferred_time')
  if (timed && !isTimeZone(zone)) return { refused: [{ column: 'time_zone', reason: 'is not a time zone' }] }
  const time = timed ? toInstant(typed.preferred_time?.trim() ?? '', zone) : ''
  const seconds = fillSeconds(opened, store.clock())
  const row = {
    ...dropBlankFields(kind, typed),
    ...(timed && { preferred_time: time, time_zone: zone, ...(hourCycle && { hour_cycle: hourCycle }) }),
    ...(seconds !== null && { fill_seconds: seconds }),
  }
  const outcome = await store.storeForm(kind.table, row, idsOf(kind, typed, form_id), ip)
  if ('faults' in outcome) return { refused: outcome.faults }
  if (outcome.isOver) return 'over'
  return {
    reference: outcome.id.slice(0, 8).toUpperCase(),
    when: timed ? { time: formatInstant(time, zone, hourCycle), zone: describeZone(zone, Date.parse(time)) } : null,
    page: outcome.page,
  }
}

/** A browser sends every input, including empty ones. An optional choice that is empty counts as missing. */
function dropBlankFields(kind: FormKind, typed: TypedValues): Record<string, string> {
  const optional = new Set(kind.fields.filter(({ required }) => !required).map(({ name }) => name))
  return Object.fromEntries(Object.entries(typed).filter(([name, value]) => value !== '' || !optional.has(name)))
}

/** A form's id: a UUID from our page, or the time at which a page with our script was opened. */
const formId = /^[\w.-]{8,64}$/

/** The maximum number of ids to try for a form that has no id. Nobody sends that many identical forms. */
const mostAttempts = 100

/**
 * Derives a row's id from the form's id and content. A form that is sent again unchanged keeps its row; a form that the
 * visitor changed gets a new row. Two forms with no id and the same content count as one form for two minutes, as long
 * as the stored row is open.
 */
function idsOf(kind: FormKind, typed: TypedValues, form: string | undefined): FormIds {
  const content = Object.keys(typed)
    .toSorted()
    .map((name) => [name, typed[name]?.trim()])
  const idOf = (key: string | number) => uuidV5(JSON.stringify([kind.table, key, ...content]), namespace)
  if (form && formId.test(form)) return { ids: [idOf(form)], isRepeat: () => true }
  const ids = (function* () {
    for (let attempt = 0; attempt < mostAttempts; attempt++) yield idOf(attempt)
  })()
  return { ids, isRepeat: ({ isOpen, isRecent }) => isOpen && isRecent }
}

/** The format of `datetime-local`, a local time without a zone. */
const local = /^\d{4,6}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?$/

/**
 * A year with five or six digits is a typing error. Such a year is replaced by a four-digit year that is also too far
 * in the future.
 */
const shortYear = (text: string) => text.replace(/^\d{5,}/, '9996')

/** The zone for a visitor whose time zone is unknown. */
const fallbackZone = 'UTC'

/**
 * The instant of a local time, with its offset from UTC. A string in any other format is returned unchanged, and the
 * usual rule then rejects it. A time that a clock change skips or repeats is interpreted as calendars interpret it
 * ('compatible').
 */
export function toInstant(text: string, zone: string): string {
  if (!local.test(text)) return text
  try {
    const zoned = Temporal.PlainDateTime.from(shortYear(text), { overflow: 'reject' }).toZonedDateTime(zone)
    return zoned.toString({ timeZoneName: 'never', smallestUnit: 'second' })
  } catch {
    return text
  }
}

/**
 * Seconds since the form's page was opened, computed from the time in milliseconds that the form sends. Null for any
 * other value, such as the value from the dialog of a prerendered page.
 */
function fillSeconds(opened: string | undefined, now: number): number | null {
  if (!opened || !/^\d{13}$/.test(opened) || Number(opened) > now) return null
  return Math.round((now - Number(opened)) / 100) / 10
}

/** An instant in words, as a local time in the given zone: 'Wednesday 25 November 2026, 14:00'. */
export const formatInstant = (instant: string, zone: string, cycle: HourCycle | null): string =>
  formatLongTime(formatWallClock(new Date(instant), zone), cycle)
