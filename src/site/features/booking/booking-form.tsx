import { useEffect, useRef, useState } from 'react'
import { freeTimesWords } from '#content/available-times.ts'
import { booking, bookingFields } from '#content/booking.ts'
import { furthestTime } from '#shared/contract/form-rules.ts'
import { wallClock } from '#shared/lib/local-time.ts'
import { machineZone, zoneWords } from '#shared/lib/time-zone.ts'
import { areStale, availableTimes, requestTimes, settleClosed } from '#site/lib/available-times.ts'
import { LazyPart } from '#site/lib/lazy-part.tsx'
import { useStore } from '#site/lib/store.ts'
import { whenRested } from '#site/lib/timing.ts'
import { VisitorForm } from '#site/lib/visitor-form.tsx'
import layout from '#ui/layout.module.css'
import { bookingDialogId } from './book-call.tsx'
import css from './booking-dialog.module.css'
import { bookingForm, chooseZone, chosenZone, pickedTime } from './booking-request.ts'

/** The form itself. */
export function BookingForm() {
  const element = useRef<HTMLFormElement>(null)
  const [zone, setZone] = useState<string>()
  const bounds = useTimeBounds(zone)
  const zoneName = bounds && (zone ?? machineZone() ?? '')
  // A draft that was stored may have one.
  useEffect(() => setZone(chosenZone()), [])
  const onZone = (next: string) => {
    chooseZone(next)
    setZone(chosenZone())
  }
  return (
    <VisitorForm
      store={bookingForm}
      element={element}
      fields={bookingFields}
      extra={{
        preferred_time: {
          ...bounds,
          hint: zoneName ? booking.zoneNote(zoneWords(zoneName)) : undefined,
          before: <AvailableTimes zone={zoneName} onZone={onZone} />,
        },
        current_challenges: { isWide: true },
        message: { isWide: true },
      }}
      idPrefix="booking"
      action="/forms/booking"
      words={booking}
    />
  )
}

/**
 * The current minute in the visitor's zone, by default that of their machine, and the latest bookable one, as `min` and
 * `max` of the time field. By the server's clock, once it is known: a wrong one would refuse available times. Without
 * `max` a browser accepts years of six digits. Unknown before hydration.
 */
function useTimeBounds(zone: string | undefined): { readonly min: string; readonly max: string } | null {
  const { ahead } = useStore(availableTimes)
  const [bounds, setBounds] = useState<ReturnType<typeof useTimeBounds>>(null)
  useEffect(() => {
    const renew = () => {
      const now = Date.now() + ahead
      const [min, max] = [now, furthestTime(now)].map((at) => wallClock(new Date(at), zone)) as [
        string,
        string,
      ]
      // Within the same minute nothing is rendered again.
      setBounds((was) => (was?.min === min && was.max === max ? was : { min, max }))
    }
    renew()
    const timer = setInterval(renew, 60_000)
    const dialog = document.getElementById(bookingDialogId)
    dialog?.addEventListener('beforetoggle', renew)
    return () => {
      clearInterval(timer)
      dialog?.removeEventListener('beforetoggle', renew)
    }
  }, [zone, ahead])
  return bounds
}

interface AvailableTimesProps {
  /** Null before hydration, empty on a machine without a zone. */
  zone: string | null
  onZone: (zone: string) => void
}

/** The place above the time field, reserved from the first paint on, so that nothing moves when the times arrive. */
function AvailableTimes({ zone, onZone }: AvailableTimesProps) {
  const times = useAvailableTimes(zone)
  const { shows } = times
  const { instead, zoneFirst } = freeTimesWords
  return (
    <div className={`${layout.note} ${shows === 'nothing' ? css.zone : css.times}`}>
      {/* Before hydration nothing is asked for. */}
      {zone !== null && (
        <>
          {shows !== 'times' && shows !== 'nothing' && <p>{zone ? instead[shows] : zoneFirst}</p>}
          <LazyPart
            name="free-times"
            load={loadTimePicker}
            props={{ ...times, zone, onZone }}
            failed={() => shows === 'times' && <p>{instead.failed}</p>}
          />
        </>
      )}
    </div>
  )
}

const loadTimePicker = async () => (await import('./time-picker.tsx')).TimePicker

const isOpen = () => document.querySelector<HTMLDialogElement>(`#${bookingDialogId}`)?.open ?? false

/**
 * The available times, requested when the page rests and when the dialog opens, by the days of the zone. An open dialog
 * requests them each minute, and when the visitor returns to it.
 */
function useAvailableTimes(zone: string | null) {
  useEffect(() => {
    if (!zone) return
    const request = () => void requestTimes({ zone, isOpen, picked: pickedTime })
    const requestStale = () => areStale() && request()
    const onChange = () => (isOpen() ? requestStale() : settleClosed())
    onChange()
    // Another zone has other days.
    const { answer, shows } = availableTimes.get()
    if (answer && answer.zone !== zone) request()
    // Soon, so that the dialog mostly opens with what there is.
    else if (shows === 'waiting') whenRested(requestStale, 0)
    const dialog = document.getElementById(bookingDialogId)
    const watch = new MutationObserver(onChange)
    if (dialog) watch.observe(dialog, { attributeFilter: ['open'] })
    const renew = () => isOpen() && requestStale()
    const timer = setInterval(() => isOpen() && request(), 60_000)
    addEventListener('focus', renew)
    addEventListener('visibilitychange', renew)
    return () => {
      watch.disconnect()
      clearInterval(timer)
      removeEventListener('focus', renew)
      removeEventListener('visibilitychange', renew)
    }
  }, [zone])
  return useStore(availableTimes)
}
