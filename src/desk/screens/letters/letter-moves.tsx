import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ConfirmDialog } from '#desk/lib/confirm-dialog.tsx'
import { inWords } from '#desk/lib/failure.ts'
import { useMutation } from '#desk/lib/use-mutation.ts'
import { WhenOnline } from '#desk/lib/when-online.tsx'
import { Button } from '#ui/button.tsx'
import { tell } from '#ui/toast.tsx'
import { giveUp, type LetterRow, sendAgain } from './api.ts'
import css from './letter-moves.module.css'

/** Sends the letter again, or gives it up. Neither can be undone. */
export function LetterMoves({ letter }: { letter: LetterRow }) {
  const queryClient = useQueryClient()
  const [asking, setAsking] = useState<'again' | 'stop' | null>(null)
  const renew = () => queryClient.invalidateQueries({ queryKey: ['letters'] })
  const again = useMutation({
    mutationFn: () => sendAgain(letter.id),
    onSuccess: () => {
      setAsking(null)
      tell('It goes out again.')
    },
    onSettled: renew,
  })
  const stop = useMutation({
    mutationFn: () => giveUp(letter.id),
    onSuccess: () => {
      setAsking(null)
      tell('It stays here, unsent.')
    },
    onSettled: renew,
  })
  const isBusy = again.isPending || stop.isPending
  // It may have arrived already, so sending it again is confirmed first.
  const sendOrAsk = () => (letter.is_doubtful ? setAsking('again') : again.mutate())
  return (
    <div className={css.moves}>
      <WhenOnline>
        <Button
          size="small"
          look={letter.state === 'failed' ? 'signal' : 'plain'}
          disabled={isBusy}
          onClick={sendOrAsk}
        >
          {letter.state === 'failed' ? 'Send again' : 'Send now'}
        </Button>
        <Button size="small" disabled={isBusy} onClick={() => setAsking('stop')}>
          Give up
        </Button>
      </WhenOnline>
      {again.error && asking === null && (
        <p className={css.problem} role="alert">
          {inWords(again.error)}
        </p>
      )}
      <ConfirmDialog
        isOpen={asking === 'again'}
        title="It may have arrived"
        act="Send it again"
        isBusy={isBusy}
        problem={again.error && inWords(again.error)}
        onConfirm={() => again.mutate()}
        onClose={() => setAsking(null)}
      >
        <p>The mail server had all of this letter and did not answer. Sent again, they may get it twice.</p>
      </ConfirmDialog>
      <ConfirmDialog
        isOpen={asking === 'stop'}
        title="Give this letter up"
        act="Give up"
        isBusy={isBusy}
        problem={stop.error && inWords(stop.error)}
        onConfirm={() => stop.mutate()}
        onClose={() => setAsking(null)}
      >
        <p>
          {letter.recipient === null
            ? 'They will not be told, unless you tell them. It cannot be sent from here any more.'
            : 'It cannot be sent from here any more.'}
        </p>
      </ConfirmDialog>
    </div>
  )
}
