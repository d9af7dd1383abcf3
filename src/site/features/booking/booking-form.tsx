import { useEffect, useRef, useState } from 'react'
import { availableTimesWords } from '#content/available-times.ts'
import { booking, bookingFields } from '#content/booking.ts'
import { latestBookableTime } from '#shared/contract/form-rules.ts'
import { formatWallClock } from '#shared/lib/local-time.ts'
import { describeZone, localZone } from '#shared/lib/time-zone.ts'
import { applyDeferredSlots, areStale, requestSlots, slotsStore } from '#site/lib/available-times.ts'
import { LazyPart } from '#site/lib/lazy-part.tsx'
import { useStore } from '#site/lib/store.ts'
import { whenPageIdle } from '#site/lib/timing.ts'
import { VisitorForm } from '#site/lib/visitor-form.tsx'
import layout from '#ui/layout.module.css'
import { bookingDialogId } from './book-call.tsx'
import css from './booking-dialog.module.css'
import { bookingForm, selectedSlot, selectedZone, selectZone } from './booking-request.ts'

export function BookingForm() {
  const element = useRef<HTMLFormElement>(null)
  const [zone, setZone] = useState<string>()
  const bounds = useTimeBounds(zone)
  const zoneName = bounds && (zone ?? localZone() ?? '')
  // A stored draft may already have a time zone.
  useEffect(() => setZone(selectedZone()), [])
  const onZone = (next: string) => {
    selectZone(next)
    setZone(selectedZone())
  }
  return (
    <VisitorForm
      store={bookingForm}
      element={element}
      fields={bookingFields}
      extra={{
        preferred_time: {
          ...bounds,
          hint: zoneName ? booking.zoneNote(describeZone(zoneName)) : undefined,
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
 * The current minute and the latest bookable minute in the visitor's time zone, by default the device's, as `min` and
 * `max` of the time field. Uses the server's time once it is known, because a wrong device clock would make the form
 * refuse available times. Browsers accept six-digit years unless `max` is set. Null before hydration.
 */
function useTimeBounds(zone: string | undefined): { readonly min: string; readonly max: string } | null {
  const { ahead } = useStore(slotsStore)
  const [bounds, setBounds] = useState<ReturnType<typeof useTimeBounds>>(null)
  useEffect(() => {
    const renew = () => {
      const now = Date.now() + ahead
      const [min, max] = [now, latestBookableTime(now)].map((at) => formatWallClock(new Date(at), zone)) as [
        string,
        string,
      ]
      // Avoids re-rendering within the same minute.
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
  /** Null before hydration; empty if the device has no time zone. */
  zone: string | null
  onZone: (zone: string) => void
}

/** The area above the time field, reserved from the first paint so that nothing moves when the times arrive. */
function AvailableTimes({ zone, onZone }: AvailableTimesProps) {
  const times = useAvailableTimes(zone)
  const { shows } = times
  const { instead, zoneFirst } = availableTimesWords
  return (
    <div className={`${layout.note} ${shows === 'nothing' ? css.zone : css.times}`}>
      {/* Nothing is requested before hydration. */}
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
 * Requests the available times, grouped by day in this time zone, when the page is idle and when the dialog opens.
 * While the dialog is open, repeats the request every minute and when the visitor returns to the page.
 */
function useAvailableTimes(zone: string | null) {
  useEffect(() => {
    if (!zone) return
    const request = () => void requestSlots({ zone, isOpen, picked: selectedSlot })
    const requestStale = () => areStale() && request()
    const onChange = () => (isOpen() ? requestStale() : applyDeferredSlots())
    onChange()
    // In another time zone, days start at a different time.
    const { answer, shows } = slotsStore.get()
    if (answer && answer.zone !== zone) request()
    // Because of this early request, the times are usually ready when the dialog opens.
    else if (shows === 'waiting') whenPageIdle(requestStale, 0)
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
  return useStore(slotsStore)
}
