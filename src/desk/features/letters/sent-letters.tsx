import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { errorMessage } from '#desk/lib/failure.ts'
import { letterName, letterStateText } from '#desk/lib/letter-words.ts'
import { dayAndTime } from '#desk/lib/times.ts'
import type { OutboxRow, OutboxState } from '#shared/contract/outbox.ts'
import { Chip, type Tone } from '#ui/chip.tsx'
import layout from '#ui/layout.module.css'
import { lettersAboutQuery } from './api.ts'
import css from './letters.module.css'

/** Emails to the visitor that were sent or are due. Emails to the team are in a separate list. */
export function SentLetters({ about }: { about: { booking_id: string } | { message_id: string } }) {
  const { data, error } = useQuery(lettersAboutQuery(about))
  if (error) return <p className={layout.note}>{errorMessage(error)}</p>
  if (!data) return <p className={layout.note}>…</p>
  const theirs = data.filter(({ recipient }) => recipient === null)
  const ours = data.filter(({ recipient }) => recipient !== null)
  return (
    <>
      {theirs.length > 0 ? <Letters letters={theirs} /> : <p className={layout.note}>No emails yet.</p>}
      {ours.length > 0 && (
        <details className={`${layout.small} ${css.ours}`} open={ours.some(({ state }) => state === 'failed')}>
          <summary>To the team: {ours.length}</summary>
          <Letters letters={ours} />
        </details>
      )}
    </>
  )
}

const Letters = ({ letters }: { letters: readonly OutboxRow[] }) => (
  <ul className={`${layout.small} ${css.letters}`}>
    {letters.map((letter) => (
      <li key={letter.id} className={css.letter}>
        <Link to="/letters" search={{ item: letter.id }}>
          {letterName(letter.sent_as ?? letter.kind)}
        </Link>
        <LetterChip letter={letter} />
        <span className={`${layout.tiny} ${layout.numbers} ${layout.whole}`}>{letterTimeText(letter)}</span>
      </li>
    ))}
  </ul>
)

const tones: Record<OutboxState, Tone> = {
  waiting: 'plain',
  sending: 'plain',
  sent: 'quiet',
  dropped: 'quiet',
  failed: 'alert',
}

/** The state of an email. If a failed attempt will be retried, the state is 'Retrying'. */
export function LetterChip({ letter }: { letter: OutboxRow }) {
  const { state, attempts } = letter
  const isTried = state === 'waiting' && attempts > 0
  return <Chip tone={isTried ? 'alert' : tones[state]}>{isTried ? 'Retrying' : letterStateText(letter)}</Chip>
}

export function letterTimeText({ state, settled_at, due_at, created_at }: OutboxRow): string {
  const at = dayAndTime(new Date(settled_at ?? (state === 'waiting' ? due_at : created_at)))
  switch (state) {
    case 'waiting':
      return `due ${at}`
    case 'sending':
      return 'sending'
    case 'sent':
      return at
    case 'dropped':
      return `not sent, ${at}`
    case 'failed':
      return `failed ${at}`
  }
}
