import { type KeyboardEvent, useState } from 'react'
import { freeTimesWords as words } from '#content/free-times.ts'
import type { FreeTimes as Answer } from '#shared/contract/desk-week.ts'
import { hourCycleOf, timeOfDay } from '#shared/lib/hour-cycle.ts'
import { shortDay, timeLabels, wallClock } from '#shared/lib/local-time.ts'
import { fetchFreeTimes } from '#site/lib/free-times.ts'
import layout from '#ui/layout.module.css'
import { Tabs } from '#ui/tabs.tsx'
import { chosenZone, pick } from './api.ts'
import css from './free-times.module.css'

interface MoreTimesProps {
  answer: Answer
  zone: string
  picked: string | null
}

/** A week at a time. */
const span = 7
const later = (day: string, days: number) =>
  new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10)
const clock = (time: string) => wallClock(new Date(time), chosenZone())
const dayOf = (time: string) => clock(time).slice(0, 10)

/** The week of the first free time. */
function firstWeek({ from_day, times }: Answer): string {
  const [first] = times
  const days = first ? Math.round((Date.parse(dayOf(first)) - Date.parse(from_day)) / 86_400_000) : 0
  return later(from_day, Math.max(0, days - (days % span)))
}

/** All free times by their day, on the clocks of the visitor's zone, a week after the other. */
export function MoreTimes({ answer, zone, picked }: MoreTimesProps) {
  const [week, setWeek] = useState({ from: firstWeek(answer), times: answer.times })
  const [told, tell] = useState<'busy' | 'failed' | null>(null)
  const [wanted, choose] = useState(picked ? dayOf(picked) : '')
  const shown = [...new Set(week.times.map(dayOf))].filter(
    (day) => day >= week.from && day < later(week.from, span),
  )
  const day = shown.includes(wanted) ? wanted : shown[0]

  const go = async (days: number) => {
    const from = later(week.from, days)
    if (told === 'busy' || from < answer.from_day || from > answer.until_day) return
    tell('busy')
    try {
      setWeek({ from, times: (await fetchFreeTimes(zone, span, from)).times })
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
        <span>
          {shortDay(week.from)} – {shortDay(later(week.from, span - 1))}
        </span>
        <button
          type="button"
          className={css.more}
          aria-disabled={later(week.from, span) > answer.until_day}
          onClick={() => void go(span)}
        >
          {words.later}
        </button>
      </div>
      <p role="status">{told === 'failed' ? words.failed : !day && words.noneThen}</p>
      {day && (
        <Tabs
          label={words.days}
          tabs={shown.map((value) => ({ value, label: shortDay(value) }))}
          value={day}
          onChange={choose}
        >
          <DayTimes day={day} times={week.times.filter((time) => dayOf(time) === day)} picked={picked} />
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
 * One stop for Tab, arrow keys from time to time.
 * @see https://www.w3.org/WAI/ARIA/apg/patterns/toolbar/
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
  const labels = timeLabels(times, chosenZone(), (shown) => timeOfDay(shown.slice(11), hourCycleOf()))
  return (
    <div className={css.clocks} role="toolbar" aria-label={words.on(shortDay(day))} onKeyDown={onKeyDown}>
      {times.map((time, index) => (
        <button
          key={time}
          type="button"
          className={css.time}
          aria-pressed={time === picked}
          tabIndex={index === stop ? 0 : -1}
          onFocus={() => setAt(index)}
          onClick={() => pick(time)}
        >
          {labels[index]}
        </button>
      ))}
    </div>
  )
}
