import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useMutation } from '#desk/lib/mutations.ts'
import pieces from '#desk/lib/pieces.module.css'
import { serverNow } from '#desk/lib/server-clock.ts'
import { knownZone, myZone } from '#desk/lib/times.ts'
import { WhenOnline } from '#desk/lib/when-online.tsx'
import type { BookingRecord } from '#shared/contract/desk-records.ts'
import { firstOffers } from '#shared/lib/first-offers.ts'
import { Button } from '#ui/button.tsx'
import { dialogFoot } from '#ui/dialog.tsx'
import layout from '#ui/layout.module.css'
import { tell } from '#ui/toast.tsx'
import { freeTimesAround, offerTimes } from './api.ts'
import css from './bookings.module.css'
import { wishOf } from './call-start.ts'
import { FreeTimes } from './free-times.tsx'
import { RefusalWords } from './refusal-words.tsx'

interface OfferFormProps {
  booking: BookingRecord['booking']
  minutes: number
  onClose: () => void
  onUndo: () => void
}

const most = 3

/** Two or three of the free times; none overlaps another, nor the time that the call has or asks for. */
export function OfferForm({ booking, minutes, onClose, onUndo }: OfferFormProps) {
  const queryClient = useQueryClient()
  // As it was when this opened, so that the database tells of a colleague who was faster.
  const [seen] = useState(booking)
  const [chosen, setChosen] = useState<readonly Date[]>([])
  const wish = wishOf(seen)
  const isToCome = wish.getTime() > serverNow()
  const { data: free = [], isPending } = useQuery(freeTimesAround(isToCome ? wish : null))
  const isClear = (at: Date, other: Date) => Math.abs(other.getTime() - at.getTime()) >= minutes * 60_000
  const clear = free.filter((time) => isClear(new Date(time), new Date(seen.call_at)))
  const zone = seen.time_zone === null ? myZone : knownZone(seen.time_zone)
  const first = firstOffers(clear, zone, isToCome ? { requested: wish.getTime() } : {})
  const send = useMutation({
    mutationFn: () => offerTimes(seen, chosen),
    onSuccess: () => {
      tell('The times are offered.', { undo: onUndo })
      onClose()
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['bookings'] }),
  })
  const choose = (at: Date) => {
    send.reset()
    const others = chosen.filter((one) => isClear(one, at))
    const isChosen = chosen.some((one) => one.getTime() === at.getTime())
    setChosen(isChosen ? others : [...others, at].slice(-most))
  }
  const times = { zone: seen.time_zone, chosen, onChoose: choose }
  return (
    <div className={layout.column}>
      {!isPending && first.length === 0 && (
        <p className={layout.note}>Nobody is free within these two weeks.</p>
      )}
      <FreeTimes times={first} {...times} />
      {clear.length > first.length && (
        <details className={layout.small}>
          <summary>More free times</summary>
          <FreeTimes times={clear.filter((time) => !first.includes(time)).slice(0, 60)} {...times} />
        </details>
      )}
      {send.error && (
        <p className={`${pieces.problem} ${css.problem}`} role="alert">
          <RefusalWords error={send.error} />
        </p>
      )}
      <div className={`${dialogFoot} ${pieces.ways} ${css.ways}`}>
        <Button onClick={onClose}>Not now</Button>
        <WhenOnline says>
          <Button look="signal" disabled={send.isPending || chosen.length < 2} onClick={() => send.mutate()}>
            {chosen.length < 2 ? 'Choose two or three' : `Offer these ${chosen.length}`}
          </Button>
        </WhenOnline>
      </div>
    </div>
  )
}
