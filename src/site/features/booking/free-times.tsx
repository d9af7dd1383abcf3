import { useEffect, useReducer, useState } from 'react'
import { callersSentence } from '#content/callers.ts'
import { freeTimesWords as words } from '#content/free-times.ts'
import type { FreeTimes as Answer } from '#shared/contract/desk-week.ts'
import type { Callers } from '#shared/contract/hosts.ts'
import { hourCycleOf } from '#shared/lib/hour-cycle.ts'
import { shortTime, timeLabels, wallClock } from '#shared/lib/local-time.ts'
import layout from '#ui/layout.module.css'
import { bookingForm, chosenZone, pick, pickedTime } from './api.ts'
import { bookingDialogId } from './book-call-button.tsx'
import css from './free-times.module.css'
import { MoreTimes } from './more-times.tsx'
import { ZoneChoice } from './zone-choice.tsx'

export interface FreeTimesProps {
  answer: Answer
  /** The few of them that are offered first. */
  near: readonly string[]
  /** Null where nobody is named. */
  callers: Callers | null
  /** In which the visitor reads times. */
  zone: string
  onZone: (zone: string) => void
}

/** Free times that fill the field below them. The field stays: any other time may be typed. */
export function FreeTimes({ answer, near, callers, zone, onZone }: FreeTimesProps) {
  const [isMore, setMore] = useState(false)
  const picked = usePicked()
  const isGone = picked === null && isKeptAsPicked()
  const labels = timeLabels(near, zone, (clock) => shortTime(clock, hourCycleOf()))
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields; these are commands.
    <div className={css.times} role="group" aria-label={words.title}>
      <p className={css.sentence} role="status">
        {isGone ? words.taken : words.pick} {callers && callersSentence(callers)}
      </p>
      <div className={css.near}>
        {near.map((time, index) => (
          <button
            key={time}
            type="button"
            className={css.time}
            aria-pressed={time === picked}
            disabled={!answer.times.includes(time)}
            onClick={() => pick(time)}
          >
            {labels[index]}
          </button>
        ))}
      </div>
      <div className={`${layout.line} ${css.row}`}>
        <button type="button" className={css.more} aria-expanded={isMore} onClick={() => setMore(!isMore)}>
          {words.more}
        </button>
        <ZoneChoice zone={zone} onZone={onZone} />
      </div>
      {isMore && <MoreTimes key={zone} answer={answer} zone={zone} picked={picked} />}
    </div>
  )
}

/** The free time in the field, which is typed in as well. */
function usePicked(): string | null {
  const [, renew] = useReducer((count: number) => count + 1, 0)
  useEffect(() => {
    const form = document.querySelector(`#${bookingDialogId} form`)
    form?.addEventListener('input', renew)
    return () => form?.removeEventListener('input', renew)
  }, [])
  return pickedTime()
}

function isKeptAsPicked(): boolean {
  const { picked, preferred_time } = bookingForm.draft.values()
  return Boolean(picked) && wallClock(new Date(picked ?? ''), chosenZone()) === preferred_time
}
