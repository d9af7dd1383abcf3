import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Selection } from '#desk/features/inbox/use-selection.ts'
import { LetterChip, letterWhen } from '#desk/features/letters/sent-letters.tsx'
import { faultOf, isFiled, letterWords } from '#desk/lib/letter-words.ts'
import { useNames } from '#desk/lib/people.ts'
import pieces from '#desk/lib/pieces.module.css'
import { longDay } from '#desk/lib/times.ts'
import { counted, whoInWords } from '#desk/lib/words.ts'
import type { OutboxRow } from '#shared/contract/outbox.ts'
import layout from '#ui/layout.module.css'
import type { LetterRow } from './api.ts'
import css from './letters.module.css'

interface LetterListProps {
  letters: readonly LetterRow[]
  open: string | undefined
  selection: Selection
}

export function LetterList({ letters, open, selection }: LetterListProps) {
  const days = Map.groupBy(letters, ({ created_at }) => longDay(new Date(created_at)))
  return [...days].map(([day, those]) => (
    <section key={day} className={css.day}>
      <h2 className={pieces.day}>{day}</h2>
      <ul>
        {those.map((letter) => (
          <Letter key={letter.id} letter={letter} isOpen={letter.id === open} selection={selection} />
        ))}
      </ul>
    </section>
  ))
}

interface LetterProps {
  letter: LetterRow
  isOpen: boolean
  selection: Selection
}

function Letter({ letter, isOpen, selection }: LetterProps) {
  const nameOf = useNames()
  const about = aboutWhom(letter)
  return (
    <li
      className={`${layout.small} ${pieces.pressed} ${css.letter}`}
      data-open={isOpen}
      data-state={letter.state}
    >
      <span className={layout.anywhere}>
        <Link
          from="/letters"
          to="."
          search={(now) => ({ ...now, item: letter.id })}
          replace={isOpen}
          resetScroll={false}
          className={`${pieces.cover} ${css.link}`}
          aria-current={isOpen ? 'true' : undefined}
          tabIndex={letter.id === selection.current ? 0 : -1}
          onFocus={() => selection.select(letter.id)}
          onBlur={selection.leave}
          data-row={letter.id}
        >
          {letterWords(letter.sent_as ?? letter.kind)}
        </Link>{' '}
        <span>
          to {toWhom(letter, nameOf)}
          {about && <span className={layout.soft}> about {about}</span>}
        </span>
        <Trouble letter={letter} />
      </span>
      <span>
        <LetterChip letter={letter} />
      </span>
      <span className={`${layout.soft} ${layout.numbers} ${css.when}`}>{letterWhen(letter)}</span>
    </li>
  )
}

/** The problem of an email in one line; shows nothing if there is none. */
function Trouble({ letter }: { letter: LetterRow }) {
  const { state, attempts, may_have_arrived, reason } = letter
  if (state === 'dropped') return reason && <span className={`${layout.tiny} ${css.note}`}>{reason}</span>
  const isTried = state === 'waiting' && attempts > 0 && reason !== null
  if (state === 'sent' && may_have_arrived)
    return <span className={`${layout.tiny} ${css.note}`}>may have arrived twice</span>
  if (state !== 'failed' && !isTried) return null
  return (
    <span className={`${layout.tiny} ${layout.alert} ${css.note}`}>
      {faultOf(letter).says} {isTried ? `${counted(attempts, 'attempt')} so far.` : faultOf(letter).todo}
    </span>
  )
}

/** The problem of an email, and what to do about it; shows nothing if there is none. */
export function LetterTrouble({ letter }: { letter: OutboxRow }) {
  const { state, attempts, may_have_arrived, reason } = letter
  if (state === 'dropped') return reason && <Notice tone="plain">Not sent: {reason}.</Notice>
  if (isFiled(letter)) {
    return (
      <Notice tone="plain">
        There was no mail server, so this email was saved to a file on our server and not delivered.
      </Notice>
    )
  }
  if (state === 'sent') {
    return (
      may_have_arrived && (
        <Notice tone="plain">
          An earlier attempt may also have arrived: the mail server received it but did not confirm it.
        </Notice>
      )
    )
  }
  const isTried = state === 'waiting' && attempts > 0 && reason !== null
  if (state !== 'failed' && !isTried) return null
  const { says, todo } = faultOf(letter)
  return (
    <Notice tone="alert" code={reason}>
      <strong>{says}</strong> {isTried ? 'It will be retried automatically.' : todo}
    </Notice>
  )
}

/** Describes the recipient. The list does not load visitors' addresses. */
export function toWhom({ recipient, user_id, who }: LetterRow, nameOf: (id: string) => string): string {
  if (user_id !== null) return nameOf(user_id)
  if (recipient !== null) return recipient
  return who ? whoInWords(who) : 'a visitor'
}

/** Returns the visitor whom an email to the team is about, or null. */
const aboutWhom = ({ recipient, who }: LetterRow): string | null =>
  recipient !== null && who ? whoInWords(who) : null

interface NoticeProps {
  tone: 'plain' | 'alert'
  /** The error, as recorded by the mail server or by our server. */
  code?: string | null
  children: ReactNode
}

const Notice = ({ tone, code, children }: NoticeProps) => (
  <div className={`${layout.close} ${pieces.said} ${css.notice}`} data-tone={tone}>
    <p>{children}</p>
    {code && <p className={`${layout.soft} ${layout.mono}`}>{code}</p>}
  </div>
)
