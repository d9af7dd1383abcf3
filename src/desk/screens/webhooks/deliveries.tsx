import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import controls from '#desk/lib/controls.module.css'
import { errorMessage } from '#desk/lib/failure.ts'
import { useMutation } from '#desk/lib/mutations.ts'
import pieces from '#desk/lib/pieces.module.css'
import { dayAndTime } from '#desk/lib/times.ts'
import { WhenOnline } from '#desk/lib/when-online.tsx'
import { asSentence } from '#desk/lib/words.ts'
import { Button } from '#ui/button.tsx'
import { Chip } from '#ui/chip.tsx'
import layout from '#ui/layout.module.css'
import { showToast } from '#ui/toast.tsx'
import { type Delivery, deliveriesQuery, sendAgain } from './api.ts'
import { deliveryLabels, kindInWords } from './hook-words.ts'
import css from './webhooks.module.css'

const few = 5
const many = 50

export function Deliveries({ hook }: { hook: string }) {
  const queryClient = useQueryClient()
  const [isLong, setLong] = useState(false)
  // Requests one delivery more than the list shows, to find out whether there are more.
  const most = isLong ? many : few
  const { data, error } = useQuery(deliveriesQuery(hook, most + 1))
  const again = useMutation({
    mutationFn: sendAgain,
    onSuccess: () => showToast('The event will be sent again.'),
    onError: (failure) => showToast(errorMessage(failure), { isAlert: true }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['webhooks', hook] }),
  })
  if (error && !data) return <p className={`${layout.note} ${layout.anywhere} ${css.none}`}>{errorMessage(error)}</p>
  if (!data) return null
  if (data.length === 0) return <p className={`${layout.note} ${layout.anywhere} ${css.none}`}>Nothing sent yet.</p>
  return (
    <div>
      <h3 className={`${layout.label} ${css.title}`}>Recent deliveries</h3>
      <ol className={`${pieces.bounded} ${css.list}`}>
        {data.slice(0, most).map((delivery) => (
          <li key={delivery.id} className={`${layout.small} ${layout.whole} ${pieces.listed} ${css.delivery}`}>
            <span>{kindInWords(delivery.kind)}</span>
            <span>
              <Chip tone={deliveryLabels[delivery.state].tone}>{deliveryLabels[delivery.state].word}</Chip>
            </span>
            <time className={`${layout.soft} ${layout.numbers} ${css.when}`} dateTime={delivery.created_at}>
              {dayAndTime(new Date(delivery.created_at))}
            </time>
            <span className={`${layout.note} ${layout.anywhere}`}>{describeDelivery(delivery)}</span>
            {wayOf(delivery) && (
              <WhenOnline>
                <Button
                  size="small"
                  disabled={again.isPending}
                  onClick={() => again.mutate(delivery.id)}
                  aria-label={`${wayOf(delivery)}: ${kindInWords(delivery.kind)}, ${dayAndTime(new Date(delivery.created_at))}`}
                >
                  {wayOf(delivery)}
                </Button>
              </WhenOnline>
            )}
          </li>
        ))}
      </ol>
      {(data.length > most || isLong) && (
        <button
          type="button"
          className={`${controls.bare} ${controls.words} ${layout.small}`}
          onClick={() => setLong(!isLong)}
        >
          {isLong ? 'Show fewer' : 'Show more'}
        </button>
      )}
    </div>
  )
}

/** Returns the label of the button that retries a delivery now; null if there is no button. */
const wayOf = ({ state, attempts }: Delivery): string | null =>
  state === 'failed' ? 'Retry' : state === 'waiting' && attempts > 0 ? 'Retry now' : null

/** Says how the receiver responded, how many attempts there were, and when the next attempt is due. */
function describeDelivery({ state, attempts, reason, due_at }: Delivery): string {
  const next = state === 'waiting' ? `${attempts > 0 ? 'Next attempt' : 'Due'} ${dayAndTime(new Date(due_at))}.` : ''
  const tries = attempts > 1 ? `${attempts} attempts.` : ''
  return [reason && asSentence(reason), tries, next].filter(Boolean).join(' ')
}
