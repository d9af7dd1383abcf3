import type { BookingState } from '#shared/contract/booking-state.ts'
import type { BookingStatus, MessageStatus } from '#shared/contract/desk.ts'
import type { KnownValue } from '#shared/contract/fields.ts'
import { Chip, type Tone } from '#ui/chip.tsx'
import layout from '#ui/layout.module.css'
import css from './answer-due.module.css'
import { useNow } from './server-clock.ts'
import { dayAndTime, formatSpan } from './times.ts'
import { bookingStatusWords, messageStatusWords } from './words.ts'

interface AnswerDueProps {
  item: PromiseTimes
  size?: 'small' | 'large'
}

/** Says when an answer is due, or how long the answer took. */
export function AnswerDue({ item, size = 'small' }: AnswerDueProps) {
  const clock = promiseStateOf(item, useNow())
  const { state } = item
  if (state.turn === 'visitor') {
    const until = state.until === null ? '' : ` until ${dayAndTime(new Date(state.until))}`
    return <span className={`${layout.tiny} ${layout.numbers} ${css.words}`}>Waiting for the visitor{until}</span>
  }
  if (clock.kind === 'none')
    return <span className={`${layout.tiny} ${layout.numbers} ${css.words}`}>No answer due</span>
  return (
    <span
      className={`${layout.tiny} ${layout.numbers} ${css.words} ${size === 'large' ? css.large : ''}`}
      data-kind={clock.kind}
    >
      {item.due_at && state.prompt && `${promptWords[state.prompt]}, `}
      {inWords(clock)}
    </span>
  )
}

/** The event that made it the team's turn again. */
const promptWords = { email: 'answered by email', reminder: 'no answer yet' } as const

function inWords(clock: Exclude<PromiseState, { kind: 'none' }>): string {
  switch (clock.kind) {
    case 'due':
      return `due in ${formatSpan(clock.left)}`
    case 'at-risk':
      return `due soon, ${formatSpan(clock.left)} left`
    case 'breached':
      return `overdue by ${formatSpan(-clock.left)}`
    case 'answered':
      return `answered in ${formatSpan(clock.took)}`
    case 'answered-late':
      return `answered late, in ${formatSpan(clock.took)}`
  }
}

const hour = 3_600_000
/** If less than this share of the promised time is left, an answer is due soon. */
const dueSoonShare = 1 / 6

/** The state of the promise. `left` and `took` are in milliseconds. */
type PromiseState =
  | { kind: 'due' | 'at-risk' | 'breached'; left: number }
  | { kind: 'answered' | 'answered-late'; took: number }
  /** No answer is due, and no answer was given. */
  | { kind: 'none' }

interface PromiseTimes {
  created_at: string
  answered_at: string | null
  answer_hours: number
  due_at: string | null
  /** The time since which the visitor has waited. */
  unanswered_since: string | null
  state: Pick<BookingState, 'turn' | 'until' | 'prompt'>
}

function promiseStateOf(item: PromiseTimes, now: number): PromiseState {
  const { created_at, answered_at, answer_hours, due_at } = item
  if (due_at) {
    const promise = Date.parse(due_at) - Date.parse(item.unanswered_since ?? created_at)
    const left = Date.parse(due_at) - now
    return { kind: left <= 0 ? 'breached' : left <= promise * dueSoonShare ? 'at-risk' : 'due', left }
  }
  if (!answered_at) return { kind: 'none' }
  const took = Date.parse(answered_at) - Date.parse(created_at)
  return { kind: took > answer_hours * hour ? 'answered-late' : 'answered', took }
}

/** The signal color is reserved for urgent rows, because most rows in a list may be new. */
const tones: Record<KnownValue<BookingStatus | MessageStatus>, Tone> = {
  unknown: 'alert',
  new: 'ink',
  'spam?': 'alert',
  confirmed: 'plain',
  completed: 'quiet',
  'no-show': 'quiet',
  cancelled: 'quiet',
  answered: 'quiet',
  closed: 'quiet',
  spam: 'quiet',
}

const words = { ...bookingStatusWords, ...messageStatusWords }

export const StatusChip = ({ status }: { status: KnownValue<BookingStatus | MessageStatus> }) => (
  <Chip tone={tones[status]}>{words[status]}</Chip>
)
