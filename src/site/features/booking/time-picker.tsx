import { type KeyboardEvent, memo, useEffect, useEffectEvent, useReducer, useState } from 'react'
import { hostSentence, availableTimesWords as words } from '#content/available-times.ts'
import type { AvailableSlots } from '#shared/contract/desk-week.ts'
import {
  formatShortDay,
  formatShortTime,
  formatTimeLabels,
  formatTimeOfDay,
  formatWallClock,
  hourCycleOf,
} from '#shared/lib/local-time.ts'
import { listZoneNames } from '#shared/lib/time-zone.ts'
import { fetchSlots, type SlotsState } from '#site/lib/available-times.ts'
import layout from '#ui/layout.module.css'
import { Tabs } from '#ui/tabs.tsx'
import { bookingDialogId } from './book-call.tsx'
import { bookingForm, selectedSlot, selectedZone, selectSlot } from './booking-request.ts'
import css from './time-picker.module.css'

interface TimePickerProps extends SlotsState {
  /** The time zone in which times are shown; empty until the visitor selects one. */
  zone: string
  onZone: (zone: string) => void
}

/**
 * Buttons that fill the time field below with an available time, and a time zone field that keeps focus when the times
 * arrive. The visitor can still type any other time.
 */
export function TimePicker({ shows, answer: told, near, callers, zone, onZone }: TimePickerProps) {
  const answer = shows === 'times' ? told : null
  const [isMore, setMore] = useState(false)
  const picked = useSelectedSlot()
  const isGone = picked === null && isSlotInField()
  const labels = formatTimeLabels(near, zone, (clock) => formatShortTime(clock, hourCycleOf()))
  return (
    <div className={css.times} {...(answer && { role: 'group', 'aria-label': words.title })}>
      {answer && (
        <>
          <p className={css.sentence} role="status">
            {[isGone ? words.taken : words.pick, callers && hostSentence(callers)].join(' ')}
          </p>
          <div className={css.near}>
            {near.map((time, index) => (
              <button
                key={time}
                type="button"
                className={css.time}
                aria-pressed={time === picked}
                disabled={!answer.times.includes(time)}
                onClick={() => selectSlot(time)}
              >
                {labels[index]}
              </button>
            ))}
          </div>
        </>
      )}
      <div className={`${layout.line} ${css.row}`}>
        {answer && (
          <button type="button" className={css.more} aria-expanded={isMore} onClick={() => setMore(!isMore)}>
            {words.more}
          </button>
        )}
        <ZoneChoice zone={zone} onZone={onZone} />
      </div>
      {answer && isMore && <MoreTimes key={zone} answer={answer} zone={zone} picked={picked} />}
    </div>
  )
}

function useSelectedSlot(): string | null {
  const [, renew] = useReducer((count: number) => count + 1, 0)
  useEffect(() => {
    const form = document.querySelector(`#${bookingDialogId} form`)
    form?.addEventListener('input', renew)
    return () => form?.removeEventListener('input', renew)
  }, [])
  return selectedSlot()
}

function isSlotInField(): boolean {
  const { picked, preferred_time } = bookingForm.draft.values()
  return Boolean(picked) && formatWallClock(new Date(picked ?? ''), selectedZone()) === preferred_time
}

interface MoreTimesProps {
  answer: AvailableSlots
  zone: string
  picked: string | null
}

const span = 7
const shiftDays = (day: string, days: number) =>
  new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10)
const clock = (time: string) => formatWallClock(new Date(time), selectedZone())
const dayOf = (time: string) => clock(time).slice(0, 10)

/** Returns the first day of the first week with an available time. */
function firstWeek({ from_day, times }: AvailableSlots): string {
  const [first] = times
  const days = first ? Math.round((Date.parse(dayOf(first)) - Date.parse(from_day)) / 86_400_000) : 0
  return shiftDays(from_day, Math.max(0, days - (days % span)))
}

/** One week of slots; null if the main response contains the slots. */
interface FetchedWeek {
  from: string
  times: readonly string[] | null
}

/** All available times by day, one week at a time, in the visitor's time zone. */
function MoreTimes({ answer, zone, picked }: MoreTimesProps) {
  const [week, setWeek] = useState<FetchedWeek>({ from: firstWeek(answer), times: null })
  const times = week.times ?? answer.times
  const [told, tell] = useState<'busy' | 'failed' | null>(null)
  const [wanted, choose] = useState(picked ? dayOf(picked) : '')
  const shown = [...new Set(times.map(dayOf))].filter((day) => day >= week.from && day < shiftDays(week.from, span))
  const day = shown.includes(wanted) ? wanted : shown[0]

  const fetchWeek = async (from: string) => ({ from, times: (await fetchSlots(zone, span, from)).times })
  // Fetches the week again after each new main response, unless the visitor has left the week.
  const renew = useEffectEvent(({ until_day }: AvailableSlots) => {
    if (!week.times || week.from > until_day) return
    fetchWeek(week.from).then(
      (next) => setWeek((now) => (now.from === next.from ? next : now)),
      () => {},
    )
  })
  useEffect(() => renew(answer), [answer])

  const go = async (days: number) => {
    const from = shiftDays(week.from, days)
    if (told === 'busy' || from < answer.from_day || from > answer.until_day) return
    tell('busy')
    try {
      setWeek(await fetchWeek(from))
      tell(null)
    } catch {
      tell('failed')
    }
  }

  return (
    <div className={css.days} aria-busy={told === 'busy'}>
      <div className={`${layout.line} ${css.row}`}>
        <button
          type="button"
          className={css.more}
          aria-disabled={week.from <= answer.from_day}
          onClick={() => void go(-span)}
        >
          {words.earlier}
        </button>
        <span>{`${formatShortDay(week.from, hourCycleOf())} – ${formatShortDay(shiftDays(week.from, span - 1), hourCycleOf())}`}</span>
        <button
          type="button"
          className={css.more}
          aria-disabled={shiftDays(week.from, span) > answer.until_day}
          onClick={() => void go(span)}
        >
          {words.later}
        </button>
      </div>
      <p role="status">{told === 'failed' ? words.failed : !day && words.noneThen}</p>
      {day && (
        <Tabs
          label={words.days}
          tabs={shown.map((value) => ({ value, label: formatShortDay(value, hourCycleOf()) }))}
          value={day}
          onChange={choose}
        >
          <DayTimes day={day} times={times.filter((time) => dayOf(time) === day)} picked={picked} />
        </Tabs>
      )}
    </div>
  )
}

interface DayTimesProps {
  day: string
  times: readonly string[]
  picked: string | null
}

/**
 * The times of one day form a single tab stop; the arrow keys move between times. @see
 * https://www.w3.org/WAI/ARIA/apg/patterns/toolbar/
 */
function DayTimes({ day, times, picked }: DayTimesProps) {
  const [at, setAt] = useState(0)
  const pickedAt = picked ? times.indexOf(picked) : -1
  const stop = pickedAt < 0 ? Math.min(at, times.length - 1) : pickedAt
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const all = [...event.currentTarget.querySelectorAll<HTMLElement>('button')]
    const from = all.indexOf(event.target as HTMLElement)
    const columns = all.filter(({ offsetTop }) => offsetTop === all[0]?.offsetTop).length
    const steps: Readonly<Record<string, number>> = {
      ArrowRight: from + 1,
      ArrowLeft: from - 1,
      ArrowDown: from + columns,
      ArrowUp: from - columns,
      Home: 0,
      End: all.length - 1,
    }
    const to = steps[event.key]
    if (to === undefined) return
    event.preventDefault()
    if (!all[to]) return
    setAt(to)
    all[to].focus()
  }
  const labels = formatTimeLabels(times, selectedZone(), (shown) => formatTimeOfDay(shown.slice(11), hourCycleOf()))
  return (
    <div
      className={css.clocks}
      role="toolbar"
      aria-label={words.on(formatShortDay(day, hourCycleOf()))}
      onKeyDown={onKeyDown}
    >
      {times.map((time, index) => (
        <button
          key={time}
          type="button"
          className={css.time}
          aria-pressed={time === picked}
          tabIndex={index === stop ? 0 : -1}
          onFocus={() => setAt(index)}
          onClick={() => selectSlot(time)}
        >
          {labels[index]}
        </button>
      ))}
    </div>
  )
}

interface ZoneChoiceProps {
  zone: string
  onZone: (zone: string) => void
}

/** Selects the time zone in which times are shown and typed. */
function ZoneChoice({ zone, onZone }: ZoneChoiceProps) {
  // The device's time zone may be missing from the browser's list.
  const [names] = useState(() => listZoneNames(zone))
  return (
    <label className={`${layout.line} ${css.zone}`}>
      {words.zone}
      <select required value={zone} onChange={({ target }) => onZone(target.value)}>
        {!zone && <option value="">{words.chooseZone}</option>}
        <ZoneOptions names={names} />
      </select>
    </label>
  )
}

/** Memoized, because rendering four hundred options would slow down opening the dialog. */
const ZoneOptions = memo(function ZoneOptions({ names }: { names: readonly string[] }) {
  return [...new Set(names.map(regionOf))].map((region) => (
    <optgroup key={region} label={region}>
      {names
        .filter((name) => regionOf(name) === region)
        .map((name) => (
          // The city comes first, because typing finds an option by its first letters.
          <option key={name} value={name}>
            {name
              .slice(name.indexOf('/') + 1)
              .replaceAll('_', ' ')
              .replaceAll('/', ', ')}
          </option>
        ))}
    </optgroup>
  ))
})

/** Returns `Africa` for `Africa/Lagos`, and `UTC` for `UTC`. */
const regionOf = (name: string) => name.split('/')[0]
