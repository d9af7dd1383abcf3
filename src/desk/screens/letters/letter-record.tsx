import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { LetterPaper } from '#desk/features/letters/letter-paper.tsx'
import { LetterChip } from '#desk/features/letters/sent-letters.tsx'
import { RecordFailure, RecordFrame } from '#desk/features/record/open-record.tsx'
import { Facts, ReadOnly, RecordPart } from '#desk/features/record/record-parts.tsx'
import { mayWork, useMe } from '#desk/lib/door.ts'
import { Failure, inWords } from '#desk/lib/failure.ts'
import { isFiled, letterWords } from '#desk/lib/letter-words.ts'
import { useMutation } from '#desk/lib/mutations.ts'
import { useNames } from '#desk/lib/people.ts'
import { Problem } from '#desk/lib/problem.tsx'
import { dayAndTime } from '#desk/lib/times.ts'
import { ConfirmDialog, WhenOnline } from '#desk/lib/when-online.tsx'
import { whoInWords } from '#desk/lib/words.ts'
import type { AccountLetterKind, LetterKind } from '#shared/contract/outbox.ts'
import { Bones } from '#ui/bones.tsx'
import { Button } from '#ui/button.tsx'
import layout from '#ui/layout.module.css'
import { tell } from '#ui/toast.tsx'
import { giveUp, type LetterRow, letterQuery, sendAgain } from './api.ts'
import { LetterTrouble, toWhom } from './letter-list.tsx'
import css from './letters.module.css'

/** The texts of these emails contain keys, so the texts are deleted after the emails are sent. */
const keyed: readonly string[] = ['account', 'own-data'] satisfies (LetterKind | AccountLetterKind)[]

const gone = new Failure('gone', 404)

/** One email: its state, the possible actions, and its text. */
export function LetterRecord({ id, onClose }: { id: string; onClose: () => void }) {
  const nameOf = useNames()
  const { data: letter, error, refetch } = useQuery(letterQuery(id))
  const isGone = letter === null
  return (
    <RecordFrame
      name={
        letter
          ? letterWords(letter.sent_as ?? letter.kind)
          : isGone
            ? 'Not found'
            : error
              ? 'Not loaded'
              : 'Loading'
      }
      company={letter ? `to ${toWhom(letter, nameOf)}` : undefined}
      chip={letter && <LetterChip letter={letter} />}
      onClose={onClose}
    >
      {letter ? (
        <LetterDetails letter={letter} />
      ) : isGone || error ? (
        <RecordFailure error={error ?? gone} one="email" onClose={onClose} onRetry={() => void refetch()} />
      ) : (
        <Bones label="Loading the email" />
      )}
    </RecordFrame>
  )
}

function LetterDetails({ letter }: { letter: LetterRow }) {
  const isWorker = mayWork(useMe())
  const { booking_id, message_id, user_id, kind, state, attempts, settled_at } = letter
  const isMovable = state === 'failed' || state === 'waiting' || (state === 'sent' && !keyed.includes(kind))
  const at = (time: string) => dayAndTime(new Date(time))
  return (
    <>
      <LetterTrouble letter={letter} />
      {isMovable && (isWorker ? <LetterMoves letter={letter} /> : <ReadOnly />)}
      <RecordPart title="Delivery">
        <Facts
          facts={[
            { label: 'Created', value: at(letter.created_at) },
            ...(state === 'waiting' ? [{ label: 'Next attempt', value: at(letter.due_at) }] : []),
            ...(settled_at
              ? [
                  {
                    label: isFiled(letter) ? 'Saved to a file' : state === 'sent' ? 'Sent' : 'Finished',
                    value: at(settled_at),
                  },
                ]
              : []),
            { label: 'Attempts', value: String(attempts) },
            ...(booking_id || message_id ? [{ label: 'About', value: <About letter={letter} /> }] : []),
          ]}
        />
      </RecordPart>
      {user_id === null && (
        <RecordPart title="Preview">
          <LetterPaper shown={{ id: letter.id }} />
        </RecordPart>
      )}
    </>
  )
}

function About({ letter: { booking_id, message_id, who } }: { letter: LetterRow }) {
  const name = who ? whoInWords(who) : 'Open'
  return booking_id ? (
    <Link to="/bookings" search={{ item: booking_id }}>
      {name}
    </Link>
  ) : (
    <Link to="/messages" search={{ item: message_id ?? undefined }}>
      {name}
    </Link>
  )
}

/** Sends the email again, or cancels an email that was not sent. Neither action can be undone. */
function LetterMoves({ letter }: { letter: LetterRow }) {
  const queryClient = useQueryClient()
  const navigate = useNavigate({ from: '/letters' })
  const [asking, setAsking] = useState<'again' | 'stop' | null>(null)
  const renew = () => queryClient.invalidateQueries({ queryKey: ['letters'] })
  const again = useMutation({
    mutationFn: () => sendAgain(letter.id),
    onSuccess: (item) => {
      setAsking(null)
      tell('Sending again.')
      // An email that was already sent is queued as a new email, whose record is then opened.
      if (item !== letter.id) void navigate({ search: (now) => ({ ...now, item }), replace: true })
    },
    onSettled: renew,
  })
  const stop = useMutation({
    mutationFn: () => giveUp(letter.id),
    onSuccess: () => {
      setAsking(null)
      tell('The email will not be sent.')
    },
    onSettled: renew,
  })
  const isBusy = again.isPending || stop.isPending
  const isOut = letter.state === 'sent' && !isFiled(letter)
  // If the email may have arrived already, the user must confirm.
  const sendOrAsk = () => (letter.may_have_arrived || isOut ? setAsking('again') : again.mutate())
  return (
    <div className={`${layout.row} ${css.moves}`}>
      <WhenOnline>
        <Button
          size="small"
          look={letter.state === 'failed' ? 'signal' : 'plain'}
          disabled={isBusy}
          onClick={sendOrAsk}
        >
          {letter.state === 'waiting' ? 'Send now' : letter.state === 'failed' ? 'Retry' : 'Send again'}
        </Button>
        {letter.state !== 'sent' && (
          <Button size="small" disabled={isBusy} onClick={() => setAsking('stop')}>
            Do not send
          </Button>
        )}
      </WhenOnline>
      {asking === null && <Problem error={again.error} isSlim className={css.problem} />}
      <ConfirmDialog
        isOpen={asking === 'again'}
        title="Send this email again?"
        act="Send again"
        isBusy={isBusy}
        problem={again.error && inWords(again.error)}
        onConfirm={() => again.mutate()}
        onClose={() => setAsking(null)}
      >
        <p>
          {isOut
            ? 'The mail server accepted this email. The recipient will get another one with the current text.'
            : 'The mail server received this email but did not confirm it. If you send it again, the recipient may get it twice.'}
        </p>
      </ConfirmDialog>
      <ConfirmDialog
        isOpen={asking === 'stop'}
        title="Do not send this email?"
        act="Do not send"
        isBusy={isBusy}
        problem={stop.error && inWords(stop.error)}
        onConfirm={() => stop.mutate()}
        onClose={() => setAsking(null)}
      >
        <p>
          {letter.recipient === null
            ? 'The visitor will not be notified unless you contact them. This cannot be undone.'
            : 'This cannot be undone.'}
        </p>
      </ConfirmDialog>
    </div>
  )
}
