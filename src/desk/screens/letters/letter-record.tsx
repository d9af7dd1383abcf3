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

/** Once sent they have no text any more, since it held a key. */
const keyed: readonly string[] = ['account', 'own-data'] satisfies (LetterKind | AccountLetterKind)[]

const gone = new Failure('gone', 404)

/** One letter: its state, the possible actions, and its text. */
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
            ? 'Gone'
            : error
              ? 'Not fetched'
              : 'Loading'
      }
      company={letter ? `to ${toWhom(letter, nameOf)}` : undefined}
      chip={letter && <LetterChip letter={letter} />}
      onClose={onClose}
    >
      {letter ? (
        <LetterDetails letter={letter} />
      ) : isGone || error ? (
        <RecordFailure error={error ?? gone} one="letter" onClose={onClose} onRetry={() => void refetch()} />
      ) : (
        <Bones label="Loading the letter" />
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
      <RecordPart title="What became of it">
        <Facts
          facts={[
            { label: 'Written', value: at(letter.created_at) },
            ...(state === 'waiting' ? [{ label: 'Next try', value: at(letter.due_at) }] : []),
            ...(settled_at
              ? [
                  {
                    label: isFiled(letter) ? 'In a file since' : state === 'sent' ? 'Sent' : 'Settled',
                    value: at(settled_at),
                  },
                ]
              : []),
            { label: 'Tries', value: String(attempts) },
            ...(booking_id || message_id ? [{ label: 'About', value: <About letter={letter} /> }] : []),
          ]}
        />
      </RecordPart>
      {user_id === null && (
        <RecordPart title="As it reads">
          <LetterPaper shown={{ id: letter.id }} />
        </RecordPart>
      )}
    </>
  )
}

function About({ letter: { booking_id, message_id, who } }: { letter: LetterRow }) {
  const name = who ? whoInWords(who) : 'see it'
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

/** Sends the letter again, or gives it up where it has not left. Neither can be undone. */
function LetterMoves({ letter }: { letter: LetterRow }) {
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
      {asking === null && <Problem error={again.error} isSlim className={css.problem} />}
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
