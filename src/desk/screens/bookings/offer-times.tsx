import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ReminderChoice } from '#desk/features/record/waiting.tsx'
import { DraftNote, useDraft } from '#desk/lib/draft.tsx'
import { errorMessage } from '#desk/lib/failure.ts'
import { useMutation } from '#desk/lib/mutations.ts'
import pieces from '#desk/lib/pieces.module.css'
import { serverNow } from '#desk/lib/server-clock.ts'
import { recordKeys, shortcutProps } from '#desk/lib/shortcuts.ts'
import { useTeamMembers } from '#desk/lib/team-members.ts'
import { dayAndTime, myZone, zoneOrFallback } from '#desk/lib/times.ts'
import { WhenOnline } from '#desk/lib/when-online.tsx'
import { companyOrName } from '#desk/lib/words.ts'
import type { BookingRecord } from '#shared/contract/desk-records.ts'
import { suggestSlots } from '#shared/lib/suggest-slots.ts'
import { Button } from '#ui/button.tsx'
import { Dialog, dialogFooterClass } from '#ui/dialog.tsx'
import layout from '#ui/layout.module.css'
import { showToast } from '#ui/toast.tsx'
import { availableTimesQuery, type OfferReminder, offerTimes, withdrawOffer } from './api.ts'
import css from './bookings.module.css'
import { MoveProblem } from './refusal-words.tsx'
import { AvailableTimeButtons, requestedTimeOf } from './time-choice.tsx'

interface OfferTimesProps {
  booking: BookingRecord['booking']
  minutes: number
  mayWork: boolean
}

/** The times that were offered to the visitor, and a dialog for offering times. */
export function OfferTimes({ booking, minutes, mayWork }: OfferTimesProps) {
  const { offered, team_may } = booking.state
  const { actor: nameOf } = useTeamMembers()
  const queryClient = useQueryClient()
  const [isOpen, setOpen] = useState(false)
  const withdraw = useMutation({
    mutationFn: () => withdrawOffer(booking.id),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['bookings'] }),
  })
  const offer = `Offer to ${companyOrName(booking)}`
  // The toast stays visible after the record is closed, so a failure is also reported in a toast.
  const takeBack = () =>
    void withdraw.mutateAsync().then(
      () => showToast(`${offer} withdrawn.`),
      (error) => showToast(`${offer}: could not withdraw it. ${errorMessage(error)}`, { isAlert: true }),
    )
  const [first] = offered
  const canOffer = mayWork && team_may.includes('offer')
  return (
    <>
      {first && (
        <div className={`${layout.tight} ${layout.small}`}>
          <p>Offered and held until {dayAndTime(new Date(first.until))}:</p>
          <ul className={pieces.bounded}>
            {offered.map(({ start, host }) => (
              <li key={start} className={pieces.listed}>
                {dayAndTime(new Date(start))}, {nameOf(host)}
              </li>
            ))}
          </ul>
        </div>
      )}
      {canOffer && (
        <div className={layout.row}>
          <WhenOnline>
            <Button size="small" {...shortcutProps(recordKeys.offer, 'Offer times')} onClick={() => setOpen(true)}>
              {first ? 'Offer other times' : 'Offer times'}
            </Button>
            {first && (
              <Button size="small" disabled={withdraw.isPending} onClick={takeBack}>
                Withdraw offer
              </Button>
            )}
          </WhenOnline>
        </div>
      )}
      <Dialog
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        size="wide"
        title="Offer times"
        description="The call is confirmed when the visitor chooses one of the times on their call page. After you send the offer, the times are held until the same time of day on the next working day."
      >
        <OfferForm booking={booking} minutes={minutes} name={offer} onOpen={setOpen} onUndo={takeBack} />
      </Dialog>
    </>
  )
}

interface OfferFormProps {
  booking: BookingRecord['booking']
  minutes: number
  /** The offer's name in toasts. */
  name: string
  onOpen: (isOpen: boolean) => void
  onUndo: () => void
}

const most = 3

/** An offer reminds the team at its end, unless a member chooses a later day. */
const offerEnd = { value: 'end', label: 'remind us when the offer ends' } as const

interface OfferDraft {
  times: readonly number[]
  reminder: OfferReminder
}

/** Offers two or three available times, which must not overlap each other or the current time of the call. */
function OfferForm({ booking, minutes, name, onOpen, onUndo }: OfferFormProps) {
  const queryClient = useQueryClient()
  // The booking as the user saw it when the dialog opened. The database compares it with the stored booking to
  // detect conflicts.
  const [seen] = useState(booking)
  const draft = useDraft<OfferDraft>(`offer ${booking.id}`, name, onOpen)
  const { times: kept, reminder } = draft.value ?? { times: [], reminder: offerEnd.value }
  const requested = requestedTimeOf(seen)
  const isToCome = requested.getTime() > serverNow()
  const { data: free = [], isPending } = useQuery(availableTimesQuery(isToCome ? requested : null))
  const isClear = (at: Date, other: Date) => Math.abs(other.getTime() - at.getTime()) >= minutes * 60_000
  const clear = free.filter((time) => isClear(new Date(time), new Date(seen.call_at)))
  // A time that was chosen for the draft may have been taken since.
  const isAvailable = (at: number) => isPending || clear.some((time) => Date.parse(time) === at)
  const chosen = kept.filter(isAvailable).map((at) => new Date(at))
  const zone = seen.time_zone === null ? myZone : zoneOrFallback(seen.time_zone)
  const first = suggestSlots(clear, zone, isToCome ? { requested: requested.getTime() } : {})
  const send = useMutation({
    mutationFn: () => offerTimes(seen, chosen, reminder),
    onSuccess: () => {
      showToast(`${name} sent.`, { undo: onUndo })
      draft.set(null)
      onOpen(false)
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['bookings'] }),
  })
  const choose = (at: Date) => {
    send.reset()
    const others = chosen.filter((one) => isClear(one, at))
    const isChosen = chosen.some((one) => one.getTime() === at.getTime())
    const next = isChosen ? others : [...others, at].slice(-most)
    draft.set(next.length > 0 ? { times: next.map((one) => one.getTime()), reminder } : null)
  }
  const [opensMore] = useState(draft.value !== null)
  const times = { zone: seen.time_zone, chosen, onChoose: choose }
  return (
    <div className={layout.column}>
      {!isPending && first.length === 0 && <p className={layout.note}>No host is available in these two weeks.</p>}
      <AvailableTimeButtons times={first} {...times} />
      {clear.length > first.length && (
        <details className={layout.small} open={opensMore}>
          <summary>More available times</summary>
          <AvailableTimeButtons times={clear.filter((time) => !first.includes(time)).slice(0, 60)} {...times} />
        </details>
      )}
      <ReminderChoice
        value={reminder}
        onChange={(next) => draft.set({ times: kept, reminder: next })}
        otherwise={offerEnd}
      />
      <MoveProblem error={send.error} className={css.problem} />
      <div className={`${dialogFooterClass} ${pieces.ways} ${css.ways}`}>
        <DraftNote {...draft} />
        <Button onClick={() => onOpen(false)}>{draft.value ? 'Close' : 'Cancel'}</Button>
        <WhenOnline says>
          <Button look="signal" disabled={send.isPending || chosen.length < 2} onClick={() => send.mutate()}>
            {chosen.length < 2 ? 'Choose two or three times' : `Offer these ${chosen.length} times`}
          </Button>
        </WhenOnline>
      </div>
    </div>
  )
}

/** Tells the team how the visitor chose a requested time, and whether that time is still available. */
export function RequestedTimeNote({ state }: { state: BookingRecord['booking']['state'] }) {
  const { actor: nameOf } = useTeamMembers()
  const { time, held_until, held_by } = state
  const until = held_until === null ? 'we answer' : dayAndTime(new Date(held_until))
  const words: Partial<Record<NonNullable<typeof time>, string>> = {
    none: 'The requested time has passed.',
    requested: 'Entered by the visitor, not chosen from the available times.',
    held: `Chosen from the available times and held until ${until}. Host: ${nameOf(held_by)}.`,
    available: 'Chosen from the available times: still available, but not held.',
    taken: 'Chosen from the available times, but no longer available.',
  }
  return time !== null && words[time] ? <p className={layout.note}>{words[time]}</p> : null
}
