import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { inWords } from '#desk/lib/failure.ts'
import { letterWords } from '#desk/lib/letter-words.ts'
import type { OutboxRow } from '#shared/contract/outbox.ts'
import layout from '#ui/layout.module.css'
import { lettersAbout } from './api.ts'
import { LetterChip } from './letter-chip.tsx'
import { letterWhen } from './letter-when.ts'
import css from './letters.module.css'

/** The letters to the visitor, sent or due; those to the team are listed apart. */
export function Told({ about }: { about: { booking_id: string } | { message_id: string } }) {
  const { data, error } = useQuery(lettersAbout(about))
  if (error) return <p className={layout.note}>{inWords(error)}</p>
  if (!data) return <p className={layout.note}>…</p>
  const theirs = data.filter(({ recipient }) => recipient === null)
  const ours = data.filter(({ recipient }) => recipient !== null)
  return (
    <>
      {theirs.length > 0 ? <Letters letters={theirs} /> : <p className={layout.note}>No letter so far.</p>}
      {ours.length > 0 && (
        <details
          className={`${layout.small} ${css.ours}`}
          open={ours.some(({ state }) => state === 'failed')}
        >
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
          {letterWords(letter.sent_as ?? letter.kind)}
        </Link>
        <LetterChip letter={letter} />
        <span className={`${layout.tiny} ${layout.numbers} ${layout.whole}`}>{letterWhen(letter)}</span>
      </li>
    ))}
  </ul>
)
