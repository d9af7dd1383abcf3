import type { BookingState } from '#shared/contract/booking-state.ts'
import type { BookingStatus, MessageStatus } from '#shared/contract/desk.ts'
import type { KnownValue } from '#shared/contract/fields.ts'
import { Chip, type Tone } from '#ui/chip.tsx'
import layout from '#ui/layout.module.css'
import css from './answer-bar.module.css'
import { useNow } from './server-clock.ts'
import { dayAndTime, formatSpan } from './times.ts'
import { bookingStatusWords, messageStatusWords } from './words.ts'

interface AnswerBarProps {
  item: PromiseTimes
  size?: 'small' | 'large'
}

/** Shows the promise to answer in words, and as a bar that fills up as time passes. */
export function AnswerBar({ item, size = 'small' }: AnswerBarProps) {
  const clock = promiseStateOf(item, useNow())
  const { state } = item
  if (state.turn === 'visitor') {
    const until = state.until === null ? '' : ` until ${dayAndTime(new Date(state.until))}`
    return <span className={`${layout.tiny} ${layout.numbers} ${css.words}`}>Waiting for the visitor{until}</span>
  }
  const height = size === 'large' ? 12 : 7
  if (clock.kind === 'none')
    return <span className={`${layout.tiny} ${layout.numbers} ${css.words}`}>No answer due</span>
  return (
    <span className={size === 'large' ? `${css.answer} ${css.large}` : css.answer}>
      <svg width="100%" height={height} aria-hidden="true">
        <rect className={css[clock.kind]} width={`${clock.share * 100}%`} y="1" height={height - 2} />
        <g className={css.ticks}>
          {Array.from({ length: clock.ticks + 1 }, (_, tick) => (
            <line
              // biome-ignore lint/suspicious/noArrayIndexKey: the index is the tick.
              key={tick}
              x1={`${(tick / clock.ticks) * 100}%`}
              x2={`${(tick / clock.ticks) * 100}%`}
              y1={tick % 6 === 0 ? 0 : height - 3}
              y2={height}
            />
          ))}
        </g>
      </svg>
      <span className={`${layout.tiny} ${layout.numbers} ${css.words}`} data-kind={clock.kind}>
        {clock.kind !== 'answered' &&
          clock.kind !== 'answered-late' &&
          state.prompt &&
          `${promptWords[state.prompt]}, `}
        {inWords(clock)}
      </span>
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

/**
 * The state of the promise. `left` and `took` are in milliseconds; the bar has a tick for each promised hour, and at
 * most 24.
 */
type PromiseState =
  | { kind: 'due' | 'at-risk' | 'breached'; left: number; share: number; ticks: number }
  | { kind: 'answered' | 'answered-late'; took: number; share: number; ticks: number }
  /** No answer is due, and no answer was given. */
  | { kind: 'none'; share: 0 }

interface PromiseTimes {
  created_at: string
  answered_at: string | null
  answer_hours: number
  due_at: string | null
  /** The time since which the visitor has waited. */
  unanswered_since: string | null
  state: Pick<BookingState, 'turn' | 'until' | 'prompt'>
}

/** Returns the state of the promise for one item. `share` is the elapsed part of the promised time, from 0 to 1. */
function promiseStateOf(item: PromiseTimes, now: number): PromiseState {
  const { created_at, answered_at, answer_hours, due_at } = item
  const bar = (used: number, promise: number) => ({
    share: Math.min(1, Math.max(0, used / promise)),
    ticks: Math.min(24, promise / hour),
  })
  if (due_at) {
    const promise = Date.parse(due_at) - Date.parse(item.unanswered_since ?? created_at)
    const left = Date.parse(due_at) - now
    const kind = left <= 0 ? 'breached' : left <= promise * dueSoonShare ? 'at-risk' : 'due'
    return { kind, left, ...bar(promise - left, promise) }
  }
  if (!answered_at) return { kind: 'none', share: 0 }
  const promise = answer_hours * hour
  const took = Date.parse(answered_at) - Date.parse(created_at)
  return { kind: took > promise ? 'answered-late' : 'answered', took, ...bar(took, promise) }
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
