import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { LetterPaper } from '#desk/features/letters/letter-paper.tsx'
import { LetterChip } from '#desk/features/letters/sent-letters.tsx'
import { RecordFailure, RecordFrame } from '#desk/features/record/open-record.tsx'
import { Facts, ReadOnly, RecordPart } from '#desk/features/record/record-parts.tsx'
import { mayWork, useMe } from '#desk/lib/door.ts'
import { Failure } from '#desk/lib/failure.ts'
import { isFiled, letterWords } from '#desk/lib/letter-words.ts'
import { useNames } from '#desk/lib/people.ts'
import { dayAndTime } from '#desk/lib/times.ts'
import { whoInWords } from '#desk/lib/words.ts'
import type { AccountLetterKind, LetterKind } from '#shared/contract/outbox.ts'
import { Bones } from '#ui/bones.tsx'
import { type LetterRow, letterQuery } from './api.ts'
import { LetterMoves } from './letter-moves.tsx'
import { LetterTrouble } from './letter-trouble.tsx'
import { toWhom } from './to-whom.ts'

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
