import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { LetterViewer } from '#desk/features/letters/letter-viewer.tsx'
import { LetterChip } from '#desk/features/letters/sent-letters.tsx'
import { RecordFailure, RecordFrame } from '#desk/features/record/open-record.tsx'
import { Facts, ReadOnlyNotice, RecordPart } from '#desk/features/record/record-parts.tsx'
import { mayEdit, useMe } from '#desk/lib/door.ts'
import { errorMessage, Failure } from '#desk/lib/failure.ts'
import { isWrittenToFile, letterName } from '#desk/lib/letter-words.ts'
import { useMutation } from '#desk/lib/mutations.ts'
import { ErrorNotice } from '#desk/lib/problem.tsx'
import { useMemberNames } from '#desk/lib/team-members.ts'
import { dayAndTime } from '#desk/lib/times.ts'
import { ConfirmDialog, WhenOnline } from '#desk/lib/when-online.tsx'
import { nameAndCompany } from '#desk/lib/words.ts'
import type { AccountLetterKind, LetterKind } from '#shared/contract/outbox.ts'
import { Button } from '#ui/button.tsx'
import layout from '#ui/layout.module.css'
import { Skeleton } from '#ui/skeleton.tsx'
import { showToast } from '#ui/toast.tsx'
import { cancelLetter, type LetterWithSender, letterQuery, sendAgain } from './api.ts'
import { LetterProblem, recipientInWords } from './letter-list.tsx'
import css from './letters.module.css'

/** The text of such an email contains secrets, so the text is deleted after the email is sent. */
const kindsWithKey: readonly string[] = ['account', 'own-data'] satisfies (LetterKind | AccountLetterKind)[]

const gone = new Failure('gone', 404)

/** One email: its state, the possible actions, and its text. */
export function LetterRecord({ id, onClose }: { id: string; onClose: () => void }) {
  const nameOf = useMemberNames()
  const { data: letter, error, refetch } = useQuery(letterQuery(id))
  const isGone = letter === null
  return (
    <RecordFrame
      name={
        letter ? letterName(letter.sent_as ?? letter.kind) : isGone ? 'Not found' : error ? 'Not loaded' : 'Loading'
      }
      company={letter ? `to ${recipientInWords(letter, nameOf)}` : undefined}
      chip={letter && <LetterChip letter={letter} />}
      onClose={onClose}
    >
      {letter ? (
        <LetterDetails letter={letter} />
      ) : isGone || error ? (
        <RecordFailure error={error ?? gone} one="email" onClose={onClose} onRetry={() => void refetch()} />
      ) : (
        <Skeleton label="Loading the email" />
      )}
    </RecordFrame>
  )
}

function LetterDetails({ letter }: { letter: LetterWithSender }) {
  const isWorker = mayEdit(useMe())
  const { booking_id, message_id, user_id, kind, state, attempts, settled_at } = letter
  const isMovable = state === 'failed' || state === 'waiting' || (state === 'sent' && !kindsWithKey.includes(kind))
  const at = (time: string) => dayAndTime(new Date(time))
  return (
    <>
      <LetterProblem letter={letter} />
      {isMovable && (isWorker ? <LetterMoves letter={letter} /> : <ReadOnlyNotice />)}
      <RecordPart title="Delivery">
        <Facts
          facts={[
            { label: 'Created', value: at(letter.created_at) },
            ...(state === 'waiting' ? [{ label: 'Next attempt', value: at(letter.due_at) }] : []),
            ...(settled_at
              ? [
                  {
                    label: isWrittenToFile(letter) ? 'Saved to a file' : state === 'sent' ? 'Sent' : 'Finished',
                    value: at(settled_at),
                  },
                ]
              : []),
            { label: 'Attempts', value: String(attempts) },
            ...(booking_id || message_id ? [{ label: 'About', value: <LetterSubject letter={letter} /> }] : []),
          ]}
        />
      </RecordPart>
      {user_id === null && (
        <RecordPart title="Preview">
          <LetterViewer shown={{ id: letter.id }} />
        </RecordPart>
      )}
    </>
  )
}

function LetterSubject({ letter: { booking_id, message_id, who } }: { letter: LetterWithSender }) {
  const name = who ? nameAndCompany(who) : 'Open'
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

/** Sends the email again, or cancels it if it has not been sent. Sending and cancelling cannot be undone. */
function LetterMoves({ letter }: { letter: LetterWithSender }) {
  const queryClient = useQueryClient()
  const navigate = useNavigate({ from: '/letters' })
  const [asking, setAsking] = useState<'again' | 'stop' | null>(null)
  const renew = () => queryClient.invalidateQueries({ queryKey: ['letters'] })
  const name = letter.recipient === null ? 'The email' : `The email to ${letter.recipient}`
  const again = useMutation({
    mutationFn: () => sendAgain(letter.id),
    onSuccess: (item) => {
      setAsking(null)
      showToast(`${name} will be sent again.`)
      // An email that was already sent is queued as a new email, whose record is then opened.
      if (item !== letter.id) void navigate({ search: (now) => ({ ...now, item }), replace: true })
    },
    onSettled: renew,
  })
  const stop = useMutation({
    mutationFn: () => cancelLetter(letter.id),
    onSuccess: () => {
      setAsking(null)
      showToast(`${name} will not be sent.`)
    },
    onSettled: renew,
  })
  const isBusy = again.isPending || stop.isPending
  const isOut = letter.state === 'sent' && !isWrittenToFile(letter)
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
            Stop sending
          </Button>
        )}
      </WhenOnline>
      {asking === null && <ErrorNotice error={again.error} isSlim className={css.problem} />}
      <ConfirmDialog
        isOpen={asking === 'again'}
        title="Send this email again?"
        act="Send again"
        isBusy={isBusy}
        problem={again.error && errorMessage(again.error)}
        onConfirm={() => again.mutate()}
        onClose={() => setAsking(null)}
      >
        <p>
          {isOut
            ? 'The mail server accepted this email. If you send it again, the recipient will get a second email with the current text.'
            : 'The mail server received this email but did not confirm it. If you send it again, the recipient may get it twice.'}
        </p>
      </ConfirmDialog>
      <ConfirmDialog
        isOpen={asking === 'stop'}
        title="Stop sending this email?"
        act="Stop sending"
        isBusy={isBusy}
        problem={stop.error && errorMessage(stop.error)}
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
