import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { inWords } from '#desk/lib/failure.ts'
import { isFiled } from '#desk/lib/letter-words.ts'
import { useMutation } from '#desk/lib/mutations.ts'
import pieces from '#desk/lib/pieces.module.css'
import { ConfirmDialog, WhenOnline } from '#desk/lib/when-online.tsx'
import { Button } from '#ui/button.tsx'
import layout from '#ui/layout.module.css'
import { tell } from '#ui/toast.tsx'
import { giveUp, type LetterRow, sendAgain } from './api.ts'
import css from './letters.module.css'

/** Sends the letter again, or gives it up where it has not left. Neither can be undone. */
export function LetterMoves({ letter }: { letter: LetterRow }) {
  const queryClient = useQueryClient()
  const navigate = useNavigate({ from: '/letters' })
  const [asking, setAsking] = useState<'again' | 'stop' | null>(null)
  const renew = () => queryClient.invalidateQueries({ queryKey: ['letters'] })
  const again = useMutation({
    mutationFn: () => sendAgain(letter.id),
    onSuccess: (item) => {
      setAsking(null)
      tell('It goes out again.')
      // Of one that was sent, another letter goes out, and its record says what becomes of it.
      if (item !== letter.id) void navigate({ search: (now) => ({ ...now, item }), replace: true })
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
  const isOut = letter.state === 'sent' && !isFiled(letter)
  // It may have arrived already, so sending it again is confirmed first.
  const sendOrAsk = () => (letter.is_doubtful || isOut ? setAsking('again') : again.mutate())
  return (
    <div className={`${layout.row} ${css.moves}`}>
      <WhenOnline>
        <Button
          size="small"
          look={letter.state === 'failed' ? 'signal' : 'plain'}
          disabled={isBusy}
          onClick={sendOrAsk}
        >
          {letter.state === 'waiting' ? 'Send now' : 'Send again'}
        </Button>
        {letter.state !== 'sent' && (
          <Button size="small" disabled={isBusy} onClick={() => setAsking('stop')}>
            Give up
          </Button>
        )}
      </WhenOnline>
      {again.error && asking === null && (
        <p className={`${pieces.problem} ${pieces.slim} ${css.problem}`} role="alert">
          {inWords(again.error)}
        </p>
      )}
      <ConfirmDialog
        isOpen={asking === 'again'}
        title={isOut ? 'It was sent' : 'It may have arrived'}
        act="Send it again"
        isBusy={isBusy}
        problem={again.error && inWords(again.error)}
        onConfirm={() => again.mutate()}
        onClose={() => setAsking(null)}
      >
        <p>
          {isOut
            ? 'The mail server took this letter. They get another one, as it reads now.'
            : 'The mail server had all of this letter and did not answer. Sent again, they may get it twice.'}
        </p>
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
