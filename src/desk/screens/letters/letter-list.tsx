import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { RowFocus } from '#desk/features/inbox/use-row-focus.ts'
import { LetterChip, letterTimeText } from '#desk/features/letters/sent-letters.tsx'
import { deliveryProblemOf, isWrittenToFile, letterName } from '#desk/lib/letter-words.ts'
import pieces from '#desk/lib/pieces.module.css'
import { useMemberNames } from '#desk/lib/team-members.ts'
import { longDay } from '#desk/lib/times.ts'
import { countWithNoun, nameAndCompany } from '#desk/lib/words.ts'
import type { OutboxRow } from '#shared/contract/outbox.ts'
import layout from '#ui/layout.module.css'
import type { LetterWithSender } from './api.ts'
import css from './letters.module.css'

interface LetterListProps {
  letters: readonly LetterWithSender[]
  open: string | undefined
  selection: RowFocus
}

export function LetterList({ letters, open, selection }: LetterListProps) {
  const days = Map.groupBy(letters, ({ created_at }) => longDay(new Date(created_at)))
  return [...days].map(([day, those]) => (
    <section key={day} className={css.day}>
      <h2 className={pieces.day}>{day}</h2>
      <ul>
        {those.map((letter) => (
          <LetterItem key={letter.id} letter={letter} isOpen={letter.id === open} selection={selection} />
        ))}
      </ul>
    </section>
  ))
}

interface LetterItemProps {
  letter: LetterWithSender
  isOpen: boolean
  selection: RowFocus
}

function LetterItem({ letter, isOpen, selection }: LetterItemProps) {
  const nameOf = useMemberNames()
  const about = subjectInWords(letter)
  return (
    <li className={`${layout.small} ${pieces.pressed} ${css.letter}`} data-open={isOpen} data-state={letter.state}>
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
          {letterName(letter.sent_as ?? letter.kind)}
        </Link>{' '}
        <span>
          to {recipientInWords(letter, nameOf)}
          {about && <span className={layout.soft}> about {about}</span>}
        </span>
        <LetterProblemLine letter={letter} />
      </span>
      <span>
        <LetterChip letter={letter} />
      </span>
      <span className={`${layout.soft} ${layout.numbers} ${css.when}`}>{letterTimeText(letter)}</span>
    </li>
  )
}

/** The problem with an email on one line; shows nothing if there is no problem. */
function LetterProblemLine({ letter }: { letter: LetterWithSender }) {
  const { state, attempts, may_have_arrived, reason } = letter
  if (state === 'dropped') return reason && <span className={`${layout.tiny} ${css.note}`}>{reason}</span>
  const isTried = state === 'waiting' && attempts > 0 && reason !== null
  if (state === 'sent' && may_have_arrived)
    return <span className={`${layout.tiny} ${css.note}`}>may have arrived twice</span>
  if (state !== 'failed' && !isTried) return null
  return (
    <span className={`${layout.tiny} ${layout.alert} ${css.note}`}>
      {deliveryProblemOf(letter).says}{' '}
      {isTried ? `${countWithNoun(attempts, 'attempt')} so far.` : deliveryProblemOf(letter).todo}
    </span>
  )
}

/** The problem with an email, and what to do about it; shows nothing if there is no problem. */
export function LetterProblem({ letter }: { letter: OutboxRow }) {
  const { state, attempts, may_have_arrived, reason } = letter
  if (state === 'dropped') return reason && <Notice tone="plain">Not sent: {reason}.</Notice>
  if (isWrittenToFile(letter)) {
    return (
      <Notice tone="plain">
        No mail server was set, so this email was saved to a file on our server and not delivered.
      </Notice>
    )
  }
  if (state === 'sent') {
    return (
      may_have_arrived && (
        <Notice tone="plain">
          This email may have arrived twice: the mail server received an earlier attempt but did not confirm it.
        </Notice>
      )
    )
  }
  const isTried = state === 'waiting' && attempts > 0 && reason !== null
  if (state !== 'failed' && !isTried) return null
  const { says, todo } = deliveryProblemOf(letter)
  return (
    <Notice tone="alert" code={reason}>
      <strong>{says}</strong> {isTried ? 'The server will retry automatically.' : todo}
    </Notice>
  )
}

/** Describes the recipient. Shows the visitor's name, because the list does not load visitors' email addresses. */
export function recipientInWords(
  { recipient, user_id, who }: LetterWithSender,
  nameOf: (id: string) => string,
): string {
  if (user_id !== null) return nameOf(user_id)
  if (recipient !== null) return recipient
  return who ? nameAndCompany(who) : 'a visitor'
}

/** Returns the visitor whom an email to the team is about, or null. */
const subjectInWords = ({ recipient, who }: LetterWithSender): string | null =>
  recipient !== null && who ? nameAndCompany(who) : null

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
