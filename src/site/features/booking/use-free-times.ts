import { type ComponentType, useEffect } from 'react'
import { areStale, askForTimes, offeredTimes, rest } from '#site/lib/offered-times.ts'
import { whenRested } from '#site/lib/rest.ts'
import { useStore } from '#site/lib/store.ts'
import { pickedTime } from './api.ts'
import { bookingDialogId } from './book-call-button.tsx'
import type { FreeTimesProps } from './free-times.tsx'

let Part: ComponentType<FreeTimesProps> | null = null
const loadPart = async () => {
  Part = (await import('./free-times.tsx')).FreeTimes
}

const isOpen = () => document.querySelector<HTMLDialogElement>(`#${bookingDialogId}`)?.open ?? false

/** The free times, asked for when the page rests and when the dialog opens, in the zone whose days they are shown by. */
export function useFreeTimes(zone: string | null) {
  useEffect(() => {
    if (zone === null) return
    const ask = () => void askForTimes({ zone, ready: loadPart, isOpen, picked: pickedTime })
    const askAnew = () => areStale() && ask()
    const onChange = () => (isOpen() ? askAnew() : rest())
    onChange()
    // Another zone has other days.
    const { answer, shows } = offeredTimes.get()
    if (answer && answer.zone !== zone) ask()
    // Soon, so that the dialog mostly opens with what there is.
    else if (shows === 'waiting') whenRested(askAnew, 0)
    const dialog = document.getElementById(bookingDialogId)
    const watch = new MutationObserver(onChange)
    if (dialog) watch.observe(dialog, { attributeFilter: ['open'] })
    return () => watch.disconnect()
  }, [zone])
  return { ...useStore(offeredTimes), Part }
}
